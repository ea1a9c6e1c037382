#include "output/answer.hpp"

#include <cmath>
#include <iostream>

#include "arguments/robot_arguments.hpp"

namespace torsor::cli {

void print(const Json& json) { std::cout << json.text() << '\n'; }

bool answered(const RobotArguments& robot, const Json& answer) {
  if (const std::string path = path_to_not_finite(answer); !path.empty())
    throw ComputationError(path.substr(1) + " is not finite at this state: no result");
  if (robot.json()) print(answer);
  return robot.json();
}

Json entries_json(const Vector3<double>& v) { return Json::array({v.x, v.y, v.z}); }

Json to_json(const Matrix3<double>& R) {
  return Json::array(
      {Json::array({R.xx, R.xy, R.xz}), Json::array({R.yx, R.yy, R.yz}), Json::array({R.zx, R.zy, R.zz})});
}

Json to_json(const Matrix<double>& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows; ++i) {
    Json row = Json::array();
    for (int j = 0; j < matrix.columns; ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json to_json_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json to_json_or_null(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(to_json_or_null(value));
  return list;
}

}  // namespace torsor::cli
