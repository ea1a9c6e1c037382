#pragma once

#include "torsor/control/reference.hpp"
#include "torsor/control/tip_reference.hpp"
#include "torsor/kinematics/link_motion.hpp"

namespace torsor {

/// Where a frame should be and how it should move, when it is known for the joints: forward kinematics of the
/// reference, and the reference itself for what the joints do beside.
template <Scalar S>
class TipOfJoints {
 public:
  TipOfJoints(const Model<S>& model, int frame) : model_(model), frame_(frame), motion_(model) {}

  TipReference<S> operator()(const Reference<S>& reference) {
    link_motion<S>(model_, reference.q, reference.qd, reference.qdd, {}, motion_);
    const Frame<S>& frame = model_.frames[frame_];
    const PointMotion<S> origin = point_motion(motion_, frame.body, frame.pose.p);
    return {motion_.pose[frame.body] * frame.pose,
            {motion_.omega[frame.body], origin.velocity},
            {motion_.omega_dot[frame.body], origin.acceleration},
            reference.q,
            reference.qd,
            reference.qdd};
  }

 private:
  const Model<S>& model_;
  int frame_;
  LinkMotion<S> motion_;
};

}  // namespace torsor
