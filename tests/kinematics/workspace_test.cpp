#include "torsor/kinematics/workspace.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::workspace_test {

constexpr double pi = std::numbers::pi;

Workspace reach(const char* robot, double elbow_low, double elbow_high, long samples = 50'000) {
  const Description description = load_robot(robot);
  const Model<double> model = build_model<double>(description);
  std::vector<JointLimits> limits = joint_limits(description);
  limits[1].position_low = elbow_low, limits[1].position_high = elbow_high;
  return workspace(model, model.tip, sampled_ranges(model, limits), {.samples = samples});
}

TEST(Workspace, of_two_links_is_the_annulus_between_the_bent_and_the_stretched_elbow) {
  const double bent = 2.5, straight = 0.5;
  const Workspace found = reach("two-rods", straight, bent);
  // Both links are 1 m long: r^2 = 2 + 2 cos q2.
  const double inner = std::sqrt(2 + 2 * std::cos(bent)), outer = std::sqrt(2 + 2 * std::cos(straight));
  EXPECT_NEAR(found.least_radius, inner, 1e-4);
  EXPECT_NEAR(found.largest_radius, outer, 1e-4);
  EXPECT_NEAR(found.nearest, inner, 1e-4);
  EXPECT_NEAR(found.farthest, outer, 1e-4);
  EXPECT_GE(found.least_radius, inner - 1e-12);
  EXPECT_LE(found.largest_radius, outer + 1e-12);
  EXPECT_NEAR(found.high.x, outer, 1e-2);
  EXPECT_NEAR(found.low.y, -outer, 1e-2);
  EXPECT_NEAR(found.best_manipulability, 1, 1e-6);  // the elbow at a right angle
  EXPECT_NEAR(found.mean_manipulability, (std::cos(straight) - std::cos(bent)) / (bent - straight), 1e-4);
}

TEST(Workspace, of_a_plane_arm_has_an_area_and_no_volume) {
  const Workspace flat = reach("two-rods", 0, pi);
  EXPECT_TRUE(flat.is_flat());
  EXPECT_EQ(flat.volume(), 0);
  EXPECT_NEAR(flat.area(), 4 * pi, 0.1);  // a disc of 2 m
  const Workspace solid = reach("puma560", -1, 1);
  EXPECT_FALSE(solid.is_flat());
  EXPECT_GT(solid.volume(), 0);
}

/// With q2 evenly spread, the part of the samples within r is that of the elbow angles that lead there.
TEST(Workspace, bins_hold_as_many_samples_as_the_joints_say) {
  const Workspace found = reach("two-rods", 0, pi, 200'000);
  long inside = 0, all = 0;
  const std::size_t half = (found.radii.size() - 1) / 2;
  for (std::size_t r = 0; r + 1 < found.radii.size(); ++r)
    for (std::size_t z = 0; z + 1 < found.heights.size(); ++z) {
      all += found.bin(r, z).count;
      if (r < half) inside += found.bin(r, z).count;
    }
  EXPECT_EQ(all, found.samples);
  const double edge = found.radii[half], angle = std::acos(edge * edge / 2 - 1);
  EXPECT_NEAR(static_cast<double>(inside) / static_cast<double>(all), 1 - angle / pi, 1e-3);
}

TEST(Workspace, a_joint_without_limits_turns_once_and_a_slide_without_them_is_infinite) {
  const Description scara = load_robot("scara");
  std::vector<JointLimits> limits = joint_limits(scara);
  const Model<double> model = build_model<double>(scara);
  limits[2] = {};
  const std::vector<JointRange> ranges = sampled_ranges(model, limits);
  EXPECT_FALSE(std::isfinite(ranges[2].high));
  EXPECT_NEAR(ranges[3].high - ranges[3].low, 2 * pi, 1e-12);
  EXPECT_NEAR(ranges[0].high, 50 * pi / 180, 1e-12);
}

TEST(Workspace, the_table_has_a_line_for_each_bin_that_is_reached) {
  const Workspace found = reach("two-rods", 0, pi, 2000);
  const std::string text = workspace_csv(found);
  long filled = 0;
  for (const WorkspaceBin& bin : found.bins) filled += bin.count > 0 ? 1 : 0;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), filled + 1);
  EXPECT_TRUE(text.starts_with("r_low,r_high,z_low,z_high,count,best_manipulability,mean_manipulability\n"));
}

}  // namespace torsor::test::workspace_test
