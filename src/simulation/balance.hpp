#pragma once

#include <vector>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/model/position_ranges.hpp"
#include "torsor/simulation/box_program.hpp"
#include "torsor/simulation/rest_position.hpp"

namespace torsor::simulation {

using linear_algebra::MatrixXd, linear_algebra::VectorXd;

/// What is out of balance where a robot stands still.
struct Imbalance {
  VectorXd torque;           // by which gravity and springs exceed what is given: the slope of the energy
  VectorXd push;             // what is left of -torque along the motions that loops and stops allow
  MatrixXd free;             // these motions, an orthonormal basis; a stop that does not push allows its own
  std::vector<int> stopped;  // velocities of joints that a stop holds
  VectorXd loop_forces;      // three for each loop
};

/// Torques and their slopes of a robot at rest, with loops and stops.
class Balance {
 public:
  Balance(const Model<double>& model, const Surroundings& surroundings, const RestOptions& options);

  Imbalance at(Input<double> q);
  /// The slope of the torque along the velocities, less what the loops' forces do as these turn; symmetric part.
  MatrixXd stiffness(Input<double> q, const Imbalance& here);
  /// Moves q back within limits and onto closed loops; false where that is not possible.
  bool bring_back(Output<double> q, const std::vector<int>& held) const;
  /// A torque that is nothing beside it is rounding: what weight can do, at some micrometres.
  double least_scale() const { return least_scale_; }
  const std::vector<PositionRange>& ranges() const { return ranges_; }

 private:
  VectorXd torque(Input<double> q) const;
  VectorXd loop_torque(Input<double> q, const VectorXd& forces) const;
  template <class Value>
  MatrixXd slope(Input<double> q, double by, const Value& value);

  Model<double> model_;
  const Surroundings& surroundings_;
  RestOptions options_;
  std::vector<PositionRange> ranges_;
  double least_scale_ = 0;
  std::vector<double> still_, moved_, step_;
};

}  // namespace torsor::simulation
