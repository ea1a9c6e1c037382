#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor::test {

/// A robot with friction and its motion.
struct Rig {
  Description description;
  Model<double> model = build_model<double>(description);
  Excitation excitation = random_excitation(model, joint_limits(description), ExcitationOptions{});

  explicit Rig(bool friction = true, const std::string& robot = "panda") : description(load_robot(robot)) {
    if (friction) model = with_typical_friction(std::move(model), excitation);
  }
  SyntheticLog log(const LogEffects& effects, long rows) const { return {model, excitation, effects, rows}; }
  LogRows all(const LogEffects& effects, long rows) const { return log(effects, rows).read(0, rows); }
};

/// Both have the same bits, numbers that are none included.
inline void expect_same(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_TRUE(((a.array() == b.array()) || (a.array().isNaN() && b.array().isNaN())).all());
}

inline double mean_square(const Eigen::VectorXd& x) { return x.squaredNorm() / static_cast<double>(x.size()); }

}  // namespace torsor::test
