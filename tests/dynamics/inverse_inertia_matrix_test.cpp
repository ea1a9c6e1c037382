#include "torsor/dynamics/inverse_inertia_matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/dual_state.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor::test::inverse_inertia_matrix_test {

/// The largest difference to Eigen's inverse, when B and its inverse are scaled so that B has ones on its diagonal and
/// metres do not count against radians; and by what rounding may have grown.
void expect_inverse(const Model<double>& model, const std::vector<double>& q) {
  const Matrix<double> B = inertia_matrix(model, q), inverse = inverse_inertia_matrix(model, q);
  const EigenVector<double> scale = eigen(B).diagonal().cwiseAbs().cwiseSqrt();
  const EigenMatrix<double> scaled = scale.cwiseInverse().asDiagonal() * eigen(B) * scale.cwiseInverse().asDiagonal();
  const EigenMatrix<double> expected = scaled.partialPivLu().inverse();
  const EigenMatrix<double> found = scale.asDiagonal() * eigen(inverse) * scale.asDiagonal();
  const double condition = scaled.norm() * expected.norm();
  EXPECT_LE((found - expected).norm(), 1e-14 * condition * expected.norm()) << model.name;
  EXPECT_EQ(eigen(inverse), eigen(inverse).transpose()) << model.name << ": both triangles";
}

TEST(InverseInertiaMatrix, IsTheInverseThatEigenFinds) {
  for (const char* name : {"puma560", "panda", "stanford", "tx40", "scara", "two-rods"}) {
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    Random random(5);
    for (int k = 0; k < 20; ++k) {
      const std::vector<double> q = random.list(model.nq, 0.1, 3);
      const Matrix<double> B = inertia_matrix(model, q), inverse = inverse_inertia_matrix(model, q);
      const EigenMatrix<double> expected = eigen(B).inverse();
      EXPECT_LE((eigen(inverse) - expected).norm(), 1e-12 * expected.norm()) << name;
      expect_inverse(model, q);
    }
  }
}

TEST(InverseInertiaMatrix, HoldsForBranchesBallsFollowersAndCoupledRotors) {
  int coupled = 0, followers = 0;
  for (int seed = 0; seed < 300; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    InverseInertiaMatrixWorkspace<double> workspace(model);
    Matrix<double> inverse(model.nv, model.nv);
    inverse_inertia_matrix<double>(model, state.q, workspace, inverse.view());
    const auto positive = [](double pivot) { return pivot > 0; };
    if (!std::all_of(workspace.pivots.begin(), workspace.pivots.end(), positive)) continue;  // B is no inertia
    coupled += model.coupled_rotors, followers += model.followers;
    expect_inverse(model, state.q);
  }
  EXPECT_GT(coupled, 20);
  EXPECT_GT(followers, 20);
}

TEST(InverseInertiaMatrix, IsTheSameByArticulatedBodiesAsThroughTheFactors) {
  int robots = 0;
  for (int seed = 0; seed < 300; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    if (!joints_are_independent(model)) continue;
    const RandomState state(random, model);
    InverseInertiaMatrixWorkspace<double> workspace(model);
    Matrix<double> expected(model.nv, model.nv), found(model.nv, model.nv);
    inverse_inertia_through_factors<double>(model, state.q, workspace, expected.view());
    const std::vector<double> pivots = workspace.pivots;
    if (lost_pivot(inertia_matrix(model, state.q), pivots) >= 0) continue;
    inverse_inertia_by_articulated_bodies<double>(model, state.q, workspace, found.view());
    ++robots;
    EXPECT_LE((eigen(found) - eigen(expected)).norm(), 1e-9 * eigen(expected).norm()) << seed;
    EXPECT_LE(norm(difference(workspace.pivots, pivots)), 1e-9 * norm(pivots)) << seed;
  }
  EXPECT_GT(robots, 100);
}

/// So deep that articulated bodies take over; and a bush, whose bodies are not in the order of its branches.
TEST(InverseInertiaMatrix, HoldsForALongChainAndABush) {
  for (const bool bush : {false, true}) {
    Random random(7);
    Description robot = random_robot(random, 40);
    robot.couplings.clear();
    for (std::size_t k = 0; k < robot.links.size(); ++k) {
      described::Link& link = robot.links[k];
      link.parent = k == 0 ? "base" : robot.links[bush ? (k - 1) / 2 : k - 1].name;
      if (!link.origin && !link.dh) link.origin = random_pose(random);
      link.rotor = described::Rotor{1e-3, 20, {}};
    }
    const Model<double> model = build_model<double>(robot);
    InverseInertiaMatrixWorkspace<double> workspace(model);
    EXPECT_EQ(workspace.branches.depth > deepest_for_factors, !bush);
    const std::vector<double> q = random.list(model.nq, 0.1, 3);
    Matrix<double> by_bodies(model.nv, model.nv);
    inverse_inertia_by_articulated_bodies<double>(model, q, workspace, by_bodies.view());
    const Matrix<double> B = inertia_matrix_by_columns(model, q), inverse = inverse_inertia_matrix(model, q);
    const EigenMatrix<double> one = EigenMatrix<double>::Identity(model.nv, model.nv);
    EXPECT_LE((eigen(B) * eigen(by_bodies) - one).norm(), 1e-9);
    EXPECT_LE((eigen(B) * eigen(inverse) - one).norm(), 1e-9);
  }
}

TEST(InverseInertiaMatrix, HasPivotsThatTellOfAJointThatMovesNothing) {
  const Model<double> model = changed(build_model<double>(read_builtin_robot("two-rods")),
                                      [](ModelParts<double>& parts) { parts.bodies[2].inertia = {}; });
  InverseInertiaMatrixWorkspace<double> workspace(model);
  Matrix<double> inverse(2, 2);
  inverse_inertia_matrix<double>(model, std::vector<double>{0.1, 0.2}, workspace, inverse.view());
  EXPECT_EQ(workspace.pivots[1], 0);
}

}  // namespace torsor::test::inverse_inertia_matrix_test
