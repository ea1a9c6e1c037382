#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>

#include "command.hpp"
#include "torsor/model/joint_name.hpp"

namespace torsor::cli {

void print(const Json& json) { std::cout << std::setw(2) << json << '\n'; }

void Table::print(std::size_t left) const {
  std::vector<std::size_t> width;
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size(); ++k) {
      width.resize(std::max(width.size(), row.size()), 0);
      width[k] = std::max(width[k], row[k].size());
    }
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k)
      line += k < left ? fmt::format("  {:<{}}", row[k], width[k]) : fmt::format("  {:>{}}", row[k], width[k]);
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
  }
}

std::string file_text(const std::string& path, const std::string& flag) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file || std::filesystem::is_directory(path)) throw UsageError(flag + ": " + path + " cannot be read");
  return text;
}

void require_writable(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs, bool force) {
  namespace fs = std::filesystem;
  std::error_code none;
  const auto whole = [&](const std::string& name) { return fs::weakly_canonical(fs::absolute(name, none), none); };
  for (auto file = outputs.begin(); file != outputs.end(); ++file) {
    if (file->path.empty()) continue;
    const fs::path path = whole(file->path);
    const auto is_it = [&](const std::string& other) { return !other.empty() && whole(other) == path; };
    const std::string start = file->flag + ": " + file->path + ": ";
    if (std::any_of(inputs.begin(), inputs.end(), is_it))
      throw UsageError(start + "expected another file than the ones that are read, found one of them");
    for (auto other = outputs.begin(); other != file; ++other)
      if (is_it(other->path)) throw UsageError(start + "expected a file of its own, found that of " + other->flag);
    if (fs::is_directory(path, none)) throw UsageError(start + "expected a file, found a directory");
    const fs::path folder = path.parent_path();
    if (!fs::is_directory(folder, none)) throw UsageError(start + "expected a folder that is there, found none");
    if (::access(folder.c_str(), W_OK) != 0) throw UsageError(start + "expected a folder that can be written to");
    if (!force && fs::is_regular_file(path, none) && fs::file_size(path, none) > 0)
      throw UsageError(start + "expected a file that is not there yet, found one; --force writes over it");
  }
}

std::string shown(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value == 0 ? 0.0 : value) : "-"; }

std::string singular_inertia(const Model<double>& model, int joint) {
  return "the inertia matrix of " + model.name + " is singular at this state (joint " + velocity_names(model)[joint] +
         " moves no inertia of its own)";
}

std::string shown_beside(double value, double largest) {
  return shown(std::abs(value) < 1e-14 * largest ? 0.0 : value);
}

namespace {

double largest_of(const Vector& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace

std::string shown(const Vector3<double>& v) {
  const double largest = largest_of({v.x, v.y, v.z});
  return shown_beside(v.x, largest) + " " + shown_beside(v.y, largest) + " " + shown_beside(v.z, largest);
}

void print_by_joint(const Model<double>& model, const std::vector<std::pair<std::string, Vector>>& columns) {
  const std::vector<std::string> names = velocity_names(model);
  std::vector<std::string> header{"joint"};
  for (const auto& [name, values] : columns)
    if (values.size() == names.size()) header.push_back(name);
  Table table(header);
  for (std::size_t j = 0; j < names.size(); ++j) {
    std::vector<std::string> row{names[j]};
    for (const auto& [name, values] : columns)
      if (values.size() == names.size()) row.push_back(shown_beside(values[j], largest_of(values)));
    table.add(row);
  }
  table.print();
}

void require_simple_joints(const Model<double>& model, const std::string& what) {
  for (int i = 1; i < model.body_count(); ++i)
    if (velocity_count(model.bodies[i].joint) != 1)
      throw UsageError(what + ": expected joints of one degree of freedom only, found " +
                       in_quotes(model.joint_names[i - 1]) + ", which is a " + name_of(model.bodies[i].joint) +
                       " joint");
}

void print_matrix(const std::vector<std::string>& row_names, const std::vector<std::string>& column_names,
                  const Matrix<double>& matrix) {
  std::vector<std::string> header{""};
  header.insert(header.end(), column_names.begin(), column_names.end());
  Table table(header);
  for (int i = 0; i < matrix.rows; ++i) {
    std::vector<std::string> row{row_names[i]};
    for (int j = 0; j < matrix.columns; ++j) row.push_back(shown_beside(matrix(i, j), largest_of(matrix.data)));
    table.add(row);
  }
  table.print();
}

Json to_json(const Vector3<double>& v) { return Json::array({v.x, v.y, v.z}); }

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

namespace {

/// Finds the first number that is not one, and puts the path to it together on the way back.
bool find_not_finite(const Json& json, std::string& path) {
  if (json.is_number_float()) return !std::isfinite(json.get<double>());
  if (json.is_array()) {
    for (std::size_t k = 0; k < json.size(); ++k)
      if (find_not_finite(json[k], path)) {
        path.insert(0, "/" + std::to_string(k));
        return true;
      }
  } else if (json.is_object()) {
    for (const auto& [key, value] : json.get_ref<const Json::object_t&>())
      if (find_not_finite(value, path)) {
        path.insert(0, "/" + key);
        return true;
      }
  }
  return false;
}

}  // namespace

bool answered(const RobotArguments& robot, const Json& answer) {
  if (std::string path; find_not_finite(answer, path))
    throw ComputationError(path.substr(1) + " is not finite at this state: no result");
  if (robot.json()) print(answer);
  return robot.json();
}

}  // namespace torsor::cli
