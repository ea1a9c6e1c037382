#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "torsor/model/model.hpp"

namespace torsor {

/// The length and the frequency in which a robot is measured, so that neither the unit of length nor the robot's size
/// decides what counts: 1 m and 1 / s for an arm of 1 m on the earth.
struct NaturalUnits {
  double length = 1, rate = 1;
};

/// The length is that of the longest chain from the first joint to the frame of a link; of a robot without lengths,
/// that of gravity. What lies between the base and the first joints counts only with `base_wrench`: it moves no torque.
/// At the rate gravity, speed and acceleration weigh alike; it is not so low that friction stays below its Coulomb
/// part.
NaturalUnits natural_units(const Model<double>& model, const Vector3<double>& gravity, bool base_wrench);

/// Random states in which all joints turn fully, and slide by the robot's length.
class NaturalStates {
 public:
  std::vector<double> q, qd, qdd;

  NaturalStates(const Model<double>& model, const NaturalUnits& units, std::uint64_t seed);

  void next();
  /// By velocity: the length where it slides, 1 where it turns. Times these, forces and moments have one unit.
  const std::vector<double>& displacements() const { return displacements_; }

 private:
  double uniform(double size);

  const Model<double>& model_;
  NaturalUnits units_;
  std::vector<double> displacements_;
  std::mt19937_64 engine_;
};

}  // namespace torsor
