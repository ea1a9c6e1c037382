#include "report/parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "torsor/estimation/estimator_table.hpp"
#include "torsor/estimation/parameter_unit.hpp"

namespace torsor::report {
namespace {

std::vector<double> difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result(std::min(a.size(), b.size()));
  for (std::size_t k = 0; k < result.size(); ++k) result[k] = a[k] - b[k];
  return result;
}

}  // namespace

double value_at(const std::vector<double>& values, std::size_t k) {
  return k < values.size() ? values[k] : std::numeric_limits<double>::quiet_NaN();
}

std::string name_at(const std::vector<std::string>& names, std::size_t k, const std::string& otherwise) {
  return k < names.size() && !names[k].empty() ? names[k] : otherwise;
}

std::string joint_name(const Identification& identification, std::size_t joint) {
  return name_at(identification.joints, joint, "joint " + std::to_string(joint + 1));
}

std::string torque_unit(const Identification& identification, std::size_t joint) {
  return name_at(identification.torque_units, joint, "Nm");
}

const Estimate* shown_base(const Identification& identification) {
  const Estimate* weighted = identification.estimate(weighted_name);
  return weighted != nullptr && weighted->valid ? weighted : identification.chosen_estimate();
}

std::string link_name(const Identification& identification, const Parameter& parameter) {
  if (parameter.kind == ParameterKind::own_term) return "own term " + std::to_string(own_term_number(parameter) + 1);
  if (parameter.coupling >= 0) return "coupling " + std::to_string(parameter.coupling + 1);
  if (parameter.body == 0) return "base";
  const std::string by = name_at(identification.joints, joint_of(identification, parameter.body), "");
  return "link " + std::to_string(parameter.body) + (by.empty() ? "" : " (moved by " + by + ")");
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  long count = 0;
  for (const double value : values)
    if (std::isfinite(value)) sum += value, ++count;
  return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

double root_mean_square(const std::vector<double>& values) {
  std::vector<double> squares;
  squares.reserve(values.size());
  for (const double value : values) squares.push_back(value * value);
  return std::sqrt(mean_of(squares));
}

std::vector<double> residual_of(const TorqueTrace& trace) {
  return difference(trace.smoothed.empty() ? trace.raw : trace.smoothed, trace.predicted);
}

std::vector<double> raw_residual_of(const TorqueTrace& trace) { return difference(trace.raw, trace.predicted); }

std::vector<double> continued_time(const TorqueTrace& trace) {
  std::vector<double> time;
  time.reserve(trace.time.size());
  double shift = 0, before = -std::numeric_limits<double>::infinity();
  for (const double t : trace.time) {
    if (!std::isfinite(t)) continue;
    if (t < before) shift += before - t;
    before = t;
    time.push_back(t + shift);
  }
  return time.size() == trace.time.size() ? time : std::vector<double>();
}

}  // namespace torsor::report
