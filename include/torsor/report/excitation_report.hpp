#pragma once

#include "torsor/experiments/excite.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor {

/// A page of HTML that needs nothing else: what the motion will tell of each base parameter, which limits it reaches,
/// positions, velocities and torques over time, and a replay of the arm from the side and from above.
std::string html_report(const Model<double>& model, const ExcitingMotion& motion, const Trajectory& rows,
                        const TrajectoryTorque& torque);

}  // namespace torsor
