#pragma once

#include <string>
#include <vector>

#include "output/json.hpp"
#include "torsor/experiments/excite.hpp"

/// An exciting motion, as tables for people, as JSON, and its parameters as CSV.
namespace torsor::cli {

Json to_json(const Model<double>& model, const ExcitingMotion& motion);
void print_exciting_motion(const Model<double>& model, const ExcitingMotion& motion);
/// A row for each base parameter: name, value, standard_deviation, before, combination.
std::string deviations_csv(const ExcitingMotion& motion);

}  // namespace torsor::cli
