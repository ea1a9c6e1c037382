#pragma once

#include <string>
#include <vector>

#include "torsor/model/model.hpp"

/// Numbers and states as people read them.
namespace torsor::cli {

/// Six significant digits, no -0, and `-` where there is none.
std::string shown(double value);
/// The same, with what is only rounding beside `largest` shown as 0.
std::string shown_beside(double value, double largest);
std::string shown(const Vector3<double>& v);

/// The largest magnitude of a list; 0 where it is empty.
double largest_of(const std::vector<double>& values);

/// A configuration as --q takes it: `0,90deg`.
std::string shown_configuration(const Model<double>& model, const std::vector<double>& q);

}  // namespace torsor::cli
