#include "log_argument.hpp"

#include <nanobind/stl/string.h>

#include "torsor/core/error.hpp"

namespace torsor::python {
namespace {

Eigen::MatrixXd matrix_of(const char* name, nb::handle value, std::size_t count, int joints) {
  const std::vector<std::vector<double>> given = rows(name, value, static_cast<std::size_t>(joints));
  if (given.size() != count)
    throw UsageError(
        name, "expected " + std::to_string(count) + " rows, one for each time, found " + std::to_string(given.size()));
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(count), joints);
  for (std::size_t i = 0; i < count; ++i)
    for (int j = 0; j < joints; ++j) matrix(static_cast<Eigen::Index>(i), j) = given[i][static_cast<std::size_t>(j)];
  return matrix;
}

void require_rising(const std::string& log, const std::vector<double>& time) {
  for (std::size_t k = 1; k < time.size(); ++k)
    if (!(time[k] > time[k - 1]))
      throw UsageError(log + ": expected times that rise, found " + std::to_string(time[k]) + " s in row " +
                       std::to_string(k) + " after " + std::to_string(time[k - 1]) +
                       " s; `examined()` leaves such rows out");
}

}  // namespace

std::vector<NamedLog> OwnedLogs::named() const {
  std::vector<NamedLog> list;
  for (std::size_t k = 0; k < logs.size(); ++k) list.push_back({names[k], logs[k].get()});
  return list;
}

LogRows log_rows(nb::handle log, int joints) {
  LogRows rows_of_log;
  const nb::object column = log.attr("time").attr("reshape")(-1, 1);
  for (const std::vector<double>& row : rows("time", column, 1)) rows_of_log.time.push_back(row[0]);
  const auto fill = [&](const char* name, Eigen::MatrixXd& matrix) {
    const nb::object value = log.attr(name);
    if (!value.is_none()) matrix = matrix_of(name, value, rows_of_log.time.size(), joints);
  };
  fill("q", rows_of_log.q), fill("qd", rows_of_log.qd), fill("qdd", rows_of_log.qdd), fill("tau", rows_of_log.tau);
  return rows_of_log;
}

OwnedLogs owned_logs(const Robot& robot, nb::handle logs) {
  const Model<double>& model = robot.model();
  if (model.nq != model.nv)
    throw UsageError("log", "expected a robot whose joints have one degree of freedom each, found " + model.name);
  OwnedLogs owned;
  for (const nb::handle log : logs) {
    owned.names.push_back(nb::cast<std::string>(log.attr("name")));
    if (const int joints = nb::cast<int>(log.attr("joints")); joints != model.nv)
      throw UsageError(owned.names.back() + ": expected a log of " + std::to_string(model.nv) + " joints, those of " +
                       model.name + ", found " + std::to_string(joints));
    owned.logs.push_back(std::make_shared<LogInMemory>(log_rows(log, model.nv)));
    require_rising(owned.names.back(), owned.logs.back()->rows().time);
  }
  return owned;
}

nb::object matrix_or_none(const Eigen::MatrixXd& matrix) {
  if (matrix.rows() == 0) return nb::none();
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows = matrix;
  return to_array({by_rows.data(), static_cast<std::size_t>(by_rows.size())}, {by_rows.rows(), by_rows.cols()});
}

std::optional<Vector3<double>> gravity_of(nb::handle gravity) {
  if (gravity.is_none()) return std::nullopt;
  const std::vector<double> g = numbers("gravity", gravity, 3);
  return Vector3<double>{g[0], g[1], g[2]};
}

}  // namespace torsor::python
