#pragma once

#include "arguments/run_control.hpp"
#include "output/json.hpp"
#include "torsor/report/simulation_report.hpp"

/// How well a controller followed, as a table for people and as JSON.
namespace torsor::cli {

/// "joint 2 is 1.2 rad off its reference at 0.34 s".
std::string in_words(const ControlFinding& finding, const Model<double>& model);
Json to_json(const ControlReview& review, const Model<double>& model, const std::string& controller,
             const std::vector<std::vector<double>>& references);
void print_review(const ControlReview& review, const Model<double>& model, const std::string& controller);

/// What an observer felt, for people, as JSON and for a page.
void print_observer(const Model<double>& model, const RunControl& control);
Json observer_json(const Model<double>& model, const RunControl& control, double gain);
SimulationTracking tracking_of(const Model<double>& model, const RunControl& control, const std::string& controller);

}  // namespace torsor::cli
