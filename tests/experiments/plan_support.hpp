#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/experiments/plan_experiment.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor {

inline PlanOptions quick_plan() {
  PlanOptions options;
  options.excitation.harmonics = 3, options.excitation.period = 8, options.excitation.starts = 2;
  options.poses = 4;
  return options;
}

/// Nothing of the plan is used but its rows: the robot file's limits, differences of rows and inverse dynamics.
inline void expect_within_limits(const Description& robot, const ExperimentPlan& plan) {
  const Model<double> model = build_model<double>(robot);
  const std::vector<JointLimits> limits = joint_limits(robot);
  for (const PlannedMotion& motion : plan.motions) {
    const Trajectory& rows = motion.rows;
    ASSERT_GT(rows.time.size(), 10) << motion.file;
    for (std::size_t i = 0; i < rows.time.size(); ++i) {
      const std::vector<double> tau = inverse_dynamics<double>(model, rows.q[i], rows.qd[i], rows.qdd[i]);
      for (std::size_t j = 0; j < limits.size(); ++j) {
        ASSERT_LE(rows.q[i][j], limits[j].position_high + 1e-9) << motion.file;
        ASSERT_GE(rows.q[i][j], limits[j].position_low - 1e-9) << motion.file;
        ASSERT_LE(std::abs(rows.qd[i][j]), limits[j].velocity + 1e-9) << motion.file;
        ASSERT_LE(std::abs(rows.qdd[i][j]), limits[j].acceleration + 1e-9) << motion.file;
        ASSERT_LE(std::abs(tau[j]), limits[j].torque + 1e-9) << motion.file;
        ASSERT_NEAR(motion.tau[i][j], tau[j], 1e-9 * (1 + std::abs(tau[j]))) << motion.file;
        if (i == 0) continue;  // the rows belong together: a controller that follows q has these velocities
        const double step = rows.time[i] - rows.time[i - 1];
        ASSERT_GT(step, 0);
        ASSERT_NEAR((rows.q[i][j] - rows.q[i - 1][j]) / step, (rows.qd[i][j] + rows.qd[i - 1][j]) / 2, 0.05)
            << motion.file << " at " << rows.time[i];
      }
    }
    for (const auto* end : {&rows.qd.front(), &rows.qd.back()})
      for (const double velocity : *end) EXPECT_NEAR(velocity, 0, 1e-9) << motion.file;
  }
}

}  // namespace torsor
