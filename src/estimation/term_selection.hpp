#pragma once

#include <optional>
#include <string>
#include <vector>

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identification.hpp"
#include "torsor/estimation/identify.hpp"

/// Which terms a model has is decided by contiguous blocks of the logs that were left out of the fit: a term is
/// admitted where it predicts them better, by more than the blocks differ among each other.
namespace torsor {

/// What selection decided for the friction of a joint.
struct SelectedFriction {
  double width = 0;                // rad/s or m/s
  double presliding_distance = 0;  // rad or m; 0: none
  double stribeck_velocity = 0;    // 0: no such term
  double load = 0;                 // how much it grows with the load, about; 0: no such term
  double hysteresis_distance = 0;  // rad or m over which a second contact bends; 0: none
  bool periodic = false;           // a torque that comes back with every turn
};

struct TermSelection {
  std::vector<SelectedFriction> joints;
  bool rotors = true;
  std::vector<bool> own_terms;             // by number: whether it was admitted
  std::optional<Vector3<double>> gravity;  // where it has a slightly other direction than was thought
  std::optional<Model<double>> about;      // whose links friction under load was tried with; where a joint has it
  std::vector<TermVerdict> verdicts;
};

/// How Coulomb friction turns over (a width for each joint, one share of the largest velocity for all, presliding over
/// one distance for all), whether friction bends over the velocity, and whether there are rotors: all for all joints
/// together, since choices by joint follow the noise. Then, joint by joint, whether a second contact bends over a long
/// way (hysteresis), whether friction grows with the load, and whether a torque depends on the position as sine and
/// cosine do: counterweights, gas springs, cables. And whether the robot stands a little askew, and which of the terms
/// that the user asks about predict the torque of their joint better.
/// `equations` have the linear model, with Coulomb friction.
TermSelection select_terms(const Equations& equations, const Eigen::VectorXd& largest_velocity,
                           const IdentifyOptions& options);

}  // namespace torsor
