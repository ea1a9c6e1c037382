#include <gtest/gtest.h>

#include "support/cpu_time.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor::test::many_joints_test {

/// Revolute joints whose axes point along x, y and z of turned frames in turn.
Model<double> chain(int joints) {
  Description robot;
  robot.name = "chain";
  for (int i = 1; i <= joints; ++i) {
    described::Link link;
    link.name = "link" + std::to_string(i);
    link.joint_name = "joint" + std::to_string(i);
    link.parent = i == 1 ? "base" : "link" + std::to_string(i - 1);
    link.origin.emplace();
    link.origin->xyz = {0.1, 0.02, 0.03};
    link.origin->rpy = {0.1, 0.2, 0.0};
    link.axis = {i % 3 == 1 ? 1.0 : 0.0, i % 3 == 2 ? 1.0 : 0.0, i % 3 == 0 ? 1.0 : 0.0};
    link.mass.mass = 1.0;
    link.mass.com = {0.05, 0.01, 0.02};
    link.mass.inertia = {0.01, 0.0, 0.0, 0.02, 0.0, 0.025};
    robot.links.push_back(link);
  }
  return build_model<double>(robot);
}

BaseParameters base_parameters_of(const Model<double>& model) {
  return base_parameters(model, parameter_layout(model, {}), default_conditions(model));
}

/// [Mayeda, Yoshida, Osuka 1990]: 7 for each revolute joint, less 4 for the first, whose axis is not vertical and has
/// no parallel next to it.
TEST(ManyJoints, HaveTheNumberOfBaseParametersThatMayedaFound) {
  for (const int n : {2, 5, 16}) {
    const Model<double> model = chain(n);
    const BaseParameters base = base_parameters_of(model);
    EXPECT_EQ(base.count(), 7 * n - 4) << n;
    EXPECT_TRUE(base.clear) << n;
    EXPECT_EQ(base_parameter_count(model, parameter_layout(model, {}), default_conditions(model)), 7 * n - 4) << n;
  }
}

TEST(ManyJoints, BaseParametersCostNoMoreThanSomeFactorisations) {
  const int n = 30, columns = 10 * n;
  const Model<double> model = chain(n);
  const Eigen::MatrixXd A = Eigen::MatrixXd::Random(50 * n, columns);
  const double unit = quickest(1, [&] { EXPECT_EQ(linear_algebra::triangular_factor(A).cols(), columns); });
  const double cost = quickest(1, [&] { EXPECT_EQ(base_parameters_of(model).count(), 7 * n - 4); });
  std::printf("  %.2f s, a factorisation %.2f s\n", cost, unit);
  EXPECT_LT(cost, 15 * unit);
}

TEST(ManyJoints, BaseParametersOfTooManyAreRefused) {
  const Model<double> model = chain(301);
  EXPECT_THROW(base_parameters_of(model), ComputationError);
}

}  // namespace torsor::test::many_joints_test
