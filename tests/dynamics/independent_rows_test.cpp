#include "torsor/dynamics/independent_rows.hpp"

#include <gtest/gtest.h>

#include "torsor/dynamics/operational_space.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::independent_rows_test {

using Rows = std::vector<int>;

Model<double> builtin(const char* name) { return build_model<double>(read_builtin_robot(name)); }

TEST(IndependentRows, AreAllWhereNothingIsSingular) {
  const Model<double> puma = builtin("puma560");
  EXPECT_EQ(independent_rows(puma, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, puma.tip, all_rows), Rows({0, 1, 2, 3, 4, 5}));
}

TEST(IndependentRows, OfAPlanarArmAreTwoInItsPlane) {  // two joints about z: vx and vy, or one of them and wz
  const Model<double> rods = builtin("two-rods");
  EXPECT_EQ(independent_rows(rods, {0.1, 0.4}, rods.tip, all_rows), Rows({0, 1}));
  EXPECT_EQ(independent_rows(rods, {0.1, 0.4}, rods.tip, Rows{2, 3, 5, 4, 1}), Rows({5, 1}));
  EXPECT_TRUE(independent_rows(rods, {0.1, 0.4}, rods.tip, Rows{2, 3, 4}).empty()) << "it never leaves the plane";
}

TEST(IndependentRows, OfAStretchedArmLoseTheDirectionOfTheArm) {
  const Model<double> rods = builtin("two-rods");
  EXPECT_EQ(independent_rows(rods, {0, 0}, rods.tip, all_rows), Rows({1, 5})) << "along x it cannot move";
}

TEST(IndependentRows, HaveARegularOperationalSpace) {
  const Model<double> puma = builtin("puma560");
  const std::vector<double> wrist_stretched{0.1, 0.2, 0.3, 0.4, 0, 0.6}, still(6, 0.0);
  const auto space = [&](std::span<const int> rows) {
    return operational_space(puma, wrist_stretched, still, puma.tip, rows);
  };
  EXPECT_EQ(space(all_rows).singular, OperationalSpace::Singular::jacobian);
  const Rows kept = independent_rows(puma, wrist_stretched, puma.tip, all_rows);
  EXPECT_EQ(kept.size(), 5u);
  EXPECT_EQ(space(kept).singular, OperationalSpace::Singular::nowhere);
}

}  // namespace torsor::test::independent_rows_test
