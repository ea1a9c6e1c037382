#pragma once

#include <vector>

#include "torsor/model/deflections.hpp"

namespace torsor {

/// The friction of contacts that bend before they slide, along a motion: each is bent by the way that its joint has
/// come, or its coupling. States are handed over in their order, piece by piece; at the first one no contact is bent.
class CarriedDeflections {
 public:
  explicit CarriedDeflections(const Model<double>& model)
      : velocities_(model.nv), bending_(bending_contacts(model)), z_(bending_.size(), 0.0) {}

  /// Whether there is any; without, friction is a function of the velocity.
  bool any() const { return !bending_.empty(); }
  /// Puts the friction of bending contacts in its place: q, qd and friction by state, by joint. For joints that turn or
  /// slide.
  void put(Input<double> q, Input<double> qd, Output<double> friction);

 private:
  int velocities_;
  std::vector<BendingContact<double>> bending_;
  std::vector<double> z_, q_, qd_;  // where the states before have ended
};

}  // namespace torsor
