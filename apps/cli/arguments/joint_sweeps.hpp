#pragma once

#include <string>
#include <vector>

#include "torsor/model/configurations.hpp"

namespace torsor::cli {

/// The joint that a text names, or counts from 1. Throws a UsageError that starts with `what`.
int find_joint(const Model<double>& model, const std::string& text, const std::string& what);

/// What --sweep JOINT=FROM:TO:COUNT asks for, each time. Throws UsageError.
std::vector<JointSweep> joint_sweeps(const Model<double>& model, const std::vector<std::string>& texts);

}  // namespace torsor::cli
