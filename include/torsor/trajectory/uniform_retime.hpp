#pragma once

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/trajectory/path_timing.hpp"

namespace torsor {

/// One factor on the time of a motion.
struct UniformRetiming {
  enum class Kind {
    found,
    infeasible,  // at `row`, the torque of `joint` at rest alone is beyond its limit, however slow
    unlimited,   // no limit is ever reached, however fast
  };
  Kind kind = Kind::found;
  double factor = 1;    // on the duration; below 1 the motion becomes quicker
  ActiveLimit limit{};  // the one that is reached
  std::size_t row = 0;  // from 0: where it is reached
  bool found() const { return kind == Kind::found; }
};

/// The quickest copy of a motion that keeps all limits with its pace as it is: velocities fall with the factor,
/// accelerations and the torques of inertia and Coriolis terms with its square, gravity and springs stay [Hollerbach
/// 1984]; friction follows its law. `limits` has one entry for each velocity; for joints of one degree of freedom.
UniformRetiming uniform_retiming(const Model<double>& model, const Trajectory& trajectory,
                                 const std::vector<JointLimits>& limits);

/// The same rows, `factor` times as slow; time stays empty where it was.
Trajectory slowed(Trajectory trajectory, double factor);

}  // namespace torsor
