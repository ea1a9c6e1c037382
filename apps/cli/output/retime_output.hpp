#pragma once

#include "arguments/retime_arguments.hpp"
#include "output/json.hpp"

/// What became of a motion at another pace, as a table for people and as JSON.
namespace torsor::cli {

void print_retiming(const Model<double>& model, const RetimedMotion& retimed);
Json to_json(const Model<double>& model, const RetimedMotion& retimed);

}  // namespace torsor::cli
