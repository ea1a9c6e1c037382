#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/estimation/identification.hpp"

/// The sections of the report, and how they look into an identification of which any part may be missing.
namespace torsor::report {

struct Section {
  std::string id, heading, body;  // the body is HTML
};

/// The whole page: title, header, contents, sections.
std::string page(const std::string& title, const std::string& header, const std::vector<Section>& sections);

Section verdict(const Identification& identification);
Section findings(const std::vector<Finding>& findings);
/// Those of the logs and of the result, which open where they are asked for.
Section folded_findings(const Identification& identification);
Section fit(const Identification& identification);
Section torques(const Identification& identification);
Section residuals(const Identification& identification);
Section estimators(const Identification& identification);
Section base_parameters(const Identification& identification);
Section conditioning(const Identification& identification);
Section identifiability(const Identification& identification);
Section standard_parameters(const Identification& identification);
Section friction(const Identification& identification);
Section method(const Identification& identification);
Section glossary();

std::string_view style();
std::string_view script();

/// Not a number where there is no such entry.
double value_at(const std::vector<double>& values, std::size_t k);
std::string name_at(const std::vector<std::string>& names, std::size_t k, const std::string& otherwise);
std::string joint_name(const Identification& identification, std::size_t joint);
std::string torque_unit(const Identification& identification, std::size_t joint);

/// The estimate whose base parameters are shown: the weighted one, as in the tool's table, or else the chosen one.
const Estimate* shown_base(const Identification& identification);
/// Both belong to one link, or to one coupling.
inline bool same_block(const Parameter& a, const Parameter& b) { return a.body == b.body && a.coupling == b.coupling; }
/// "link 2 (moved by elbow)", "base".
std::string link_name(const Identification& identification, const Parameter& parameter);

/// The mean of those that are numbers, and the root of the mean square.
double mean_of(const std::vector<double>& values);
double root_mean_square(const std::vector<double>& values);

/// Smoothed where there is a smoothed torque, else raw; minus predicted.
std::vector<double> residual_of(const TorqueTrace& trace);
std::vector<double> raw_residual_of(const TorqueTrace& trace);
/// Time that goes on where a next log starts again at its own zero.
std::vector<double> continued_time(const TorqueTrace& trace);

}  // namespace torsor::report
