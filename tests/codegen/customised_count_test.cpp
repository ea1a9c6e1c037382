#include "torsor/codegen/customised_count.hpp"

#include <gtest/gtest.h>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::customised_count_test {

CustomisedCount count_of(const std::string& robot) { return customised_count(build_model<double>(load_robot(robot))); }

struct Bar {
  const char* robot;
  int multiplications, additions, base_parameters;
};

/// Figures of a hash-consed trace in base parameters, with summed angles, by others; OpenSYMORO needs 287/226 for the
/// first robot.
class InverseDynamicsWrittenOut : public testing::TestWithParam<Bar> {};

TEST_P(InverseDynamicsWrittenOut, CostsNoMoreThanTheBestKnown) {
  const auto& [robot, multiplications, additions, base_parameters] = GetParam();
  const CustomisedCount count = count_of(robot);
  EXPECT_LE(count.inverse_dynamics.multiplications, multiplications);
  EXPECT_LE(count.inverse_dynamics.additions, additions);
  EXPECT_EQ(count.base_parameters, base_parameters);
}

INSTANTIATE_TEST_SUITE_P(Of, InverseDynamicsWrittenOut,
                         testing::Values(Bar{"rx90", 236, 220, 36}, Bar{"stanford", 224, 205, 33},
                                         Bar{"puma560", 248, 232, 36}, Bar{"ur10", 240, 228, 36},
                                         Bar{"iiwa14", 291, 269, 43}, Bar{"panda", 308, 285, 43},
                                         Bar{"general-6r", 409, 342, 36}),
                         [](const auto& bar) {
                           std::string name = bar.param.robot;
                           std::erase(name, '-');
                           return name;
                         });

TEST(ForwardDynamicsWrittenOut, CostsNoMoreThanTheBestKnown) {
  EXPECT_LE(count_of("rx90").forward_dynamics.multiplications, 572);
  EXPECT_LE(count_of("rx90").forward_dynamics.additions, 411);
  EXPECT_LE(count_of("iiwa14").forward_dynamics.multiplications, 751);
  EXPECT_LE(count_of("iiwa14").forward_dynamics.additions, 542);
}

TEST(CustomisedCount, TakesALengthOfOneMetreAsALength) {
  Description robot = load_robot("two-rods");  // l = 1
  const CustomisedCount one = customised_count(build_model<double>(robot));
  robot.parameters[0].value = 0.7;
  const CustomisedCount other = customised_count(build_model<double>(robot));
  EXPECT_EQ(one.inverse_dynamics.multiplications, other.inverse_dynamics.multiplications);
  EXPECT_EQ(one.regressor.multiplications, other.regressor.multiplications);
}

TEST(CustomisedCount, OfOneHangingLinkIsThatOfItsEquation) {
  // tau = Izz qdd + mx (g cos q) - my (g sin q)
  const CustomisedCount count = count_of("one-link");
  EXPECT_EQ(count.inverse_dynamics.multiplications, 5);
  EXPECT_EQ(count.inverse_dynamics.additions, 2);
  EXPECT_EQ(count.inertia_matrix.multiplications, 0);
}

}  // namespace torsor::test::customised_count_test
