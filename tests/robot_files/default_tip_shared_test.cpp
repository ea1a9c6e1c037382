#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "support/shared_robots.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor::test::default_tip_shared_test {

TEST(DefaultTipShared, MovesInEveryRobotThatMoves) {
  for (const std::string& file : shared_robot_files()) {
    SCOPED_TRACE(file);
    const Model<double> model = build_model<double>(shared_robot(file, {}));
    if (model.nv == 0) continue;
    Random random(3);
    std::vector<double> q = random.list(model.nq, 0.1, 1);
    normalize_position<double>(model, q);
    const Matrix<double> J = jacobian(model, q, model.tip);
    double largest = 0;
    for (const double entry : J.data) largest = std::max(largest, std::abs(entry));
    EXPECT_GT(largest, 1e-3) << model.frames[model.tip].name;
  }
}

}  // namespace torsor::test::default_tip_shared_test
