#pragma once

#include <memory>
#include <string>
#include <vector>

#include "robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/logs/log_source.hpp"

namespace torsor::python {

/// Logs that own their numbers.
struct OwnedLogs {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const LogInMemory>> logs;

  std::vector<NamedLog> named() const;
};

/// The numbers of a torsor.Log. Throws a UsageError that names the field, what was expected and what was found.
LogRows log_rows(nb::handle log, int joints);

/// Those of a list of torsor.Log, of a robot whose joints have one degree of freedom each.
OwnedLogs owned_logs(const Robot& robot, nb::handle logs);

/// rows x joints as an array, or None where there are no rows.
nb::object matrix_or_none(const Eigen::MatrixXd& matrix);

/// Where it is None, nothing.
std::optional<Vector3<double>> gravity_of(nb::handle gravity);

}  // namespace torsor::python
