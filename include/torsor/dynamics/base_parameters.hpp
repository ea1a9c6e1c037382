#pragma once

#include <cstdint>

#include "torsor/model/conditions.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// What the motion of the joints can tell of one standard parameter.
enum class Identifiability {
  alone,           // its value
  in_combination,  // only sums of it with others
  none,            // no torque depends on it
};

/// Base parameters: the independent combinations of the standard ones on which the torques depend.
///   beta_b = theta_(independent[b]) + sum_d coefficients(b, d) theta_(dependent[d])     Y theta = Y_independent beta
/// so that each is named after the standard parameter it keeps. [Gautier 1991]
/// Where the regressor is not finite there is no answer: all lists are empty and the gap is not a number.
struct BaseParameters {
  std::vector<int> independent;                  // columns of the layout that are kept, in its order
  std::vector<int> dependent;                    // columns that are combinations of those, or zero
  Matrix<double> coefficients;                   // independent x dependent
  std::vector<Identifiability> identifiability;  // by column of the layout
  std::vector<double> scale;                     // by column: the unit in which its parameter was measured; ...
  std::vector<double> singular_values;           // ... of the stacked regressor in these units, descending
  std::vector<int> turns;  // by body: about how many independent axes of its own the link turns; from a model only
  double gap = 0;      // smallest singular value that counts over the largest that does not (infinite when that is 0)
  bool clear = false;  // the gap is wide enough to trust the count

  int count() const { return static_cast<int>(independent.size()); }
};

struct BaseParameterOptions {
  std::uint64_t seed = 1;
  /// A combination that moves the torques by less than this, relative to its parameters' own effects, counts as not
  /// identifiable: an angle written as 1.5708 instead of pi/2 gives 4e-6.
  double negligible = 2e-5;
};

/// From the regressor, stacked over random states in which all joints turn fully, or slide by the robot's length; rows
/// of forces are multiplied by that length. Throws ComputationError where the layout has more parameters than
/// size_limits::base_parameter_columns. The unit of length and the size of the robot do not change the count.
BaseParameters base_parameters(const Model<double>& model, const ParameterLayout& layout,
                               const Conditions<double>& conditions, const BaseParameterOptions& options = {});

/// How many there are, and no more than that; 0 where the regressor is not finite.
int base_parameter_count(const Model<double>& model, const ParameterLayout& layout,
                         const Conditions<double>& conditions, const BaseParameterOptions& options = {});

/// From a regressor that was stacked already, such as that of a log: one row for each equation, all in one unit.
BaseParameters base_parameters(const Matrix<double>& stacked, const ParameterLayout& layout,
                               const BaseParameterOptions& options = {});

/// The values of the base parameters of a robot, from its standard ones.
std::vector<double> base_values(const BaseParameters& base, Input<double> theta);

/// "Izz2 + 0.4318 mx3 - Ixx3 + ...": one combination in words; coefficients that are only rounding are left out.
std::string base_parameter_in_words(const BaseParameters& base, const ParameterLayout& layout, int b);

}  // namespace torsor
