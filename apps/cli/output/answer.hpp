#pragma once

#include "output/json.hpp"
#include "torsor/spatial/matrix.hpp"
#include "torsor/spatial/matrix3.hpp"

/// Answers of the commands as JSON.
namespace torsor::cli {

class RobotArguments;

/// Prints JSON with numbers that read back to the same bits.
void print(const Json& json);

/// What a command has found, before any of it is printed: throws ComputationError when a number in it is not finite,
/// and prints it where the user asked for JSON. True when that was all.
bool answered(const RobotArguments& robot, const Json& answer);

Json entries_json(const Vector3<double>& v);
Json to_json(const Matrix3<double>& R);
Json to_json(const Matrix<double>& matrix);

/// A number that may not exist: null in JSON.
Json to_json_or_null(double value);
Json to_json_or_null(const std::vector<double>& values);

}  // namespace torsor::cli
