#include "torsor/dynamics/singular_inertia.hpp"

#include "torsor/core/error.hpp"
#include "torsor/dynamics/effective_inertia.hpp"
#include "torsor/model/position.hpp"

namespace torsor {

std::string singular_inertia(const Model<double>& model, const std::vector<double>& q) {
  const EffectiveInertia<double> inertia = effective_inertia(model, q);
  const int lost = lost_pivot(inertia.B, inertia.pivots);
  const std::string joint = velocity_names(model)[lost];
  if (inertia.pivots[lost] < -1e-13 * inertia.B(lost, lost))
    return "the inertia matrix of " + model.name + " is not positive definite at this state (joint " + joint +
           " moves a negative inertia: is a rotor heavier than the link that carries it?)";
  return "the inertia matrix of " + model.name + " is singular at this state (joint " + joint +
         " moves no inertia of its own)";
}

void require_acceleration(const Model<double>& model, const std::vector<double>& q, Input<double> pivots) {
  if (lost_pivot(inertia_matrix(model, q), pivots) >= 0)
    raise(ComputationError(singular_inertia(model, q) + ": the acceleration has no value"));
}

}  // namespace torsor
