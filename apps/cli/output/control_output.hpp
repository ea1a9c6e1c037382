#pragma once

#include "output/json.hpp"
#include "torsor/control/control_loop.hpp"

/// How well a controller followed, as a table for people and as JSON.
namespace torsor::cli {

/// "joint 2 is 1.2 rad off its reference at 0.34 s".
std::string in_words(const ControlFinding& finding, const Model<double>& model);
Json to_json(const ControlReview& review, const Model<double>& model, const std::string& controller);
void print_review(const ControlReview& review, const Model<double>& model, const std::string& controller);

}  // namespace torsor::cli
