#pragma once

#include <gtest/gtest.h>

#include <numbers>

#include "derivation/form_value.hpp"
#include "support/random_robot.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/parameters.hpp"

/// Whether the base parameters as formulas are those that the regressor shows. The regressor knows nothing of
/// regrouping.
namespace torsor::test {

inline std::map<std::string, TrigonometricForm> base_parameter_forms(const Description& robot,
                                                                     EquationSymbols symbols) {
  std::map<std::string, TrigonometricForm> found;
  const Derivation derivation = derive(robot, {"base-parameters"}, symbols);
  for (const auto& [left, right] : derivation.groups.at(0).equations) found[left] = right;
  return found;
}

/// The regressor of the links alone at many random states, one below the other.
inline linear_algebra::MatrixXd stacked_regressor(const Model<double>& model, const ParameterLayout& layout) {
  Random random(7);
  const int states = 3 + 3 * layout.size() / model.nv;
  linear_algebra::MatrixXd stacked(states * model.nv, layout.size());
  for (int k = 0; k < states; ++k) {
    const Matrix<double> Y = regressor(model, layout, random.list(model.nq, 0.1, 3), random.list(model.nv, 0.1, 3),
                                       random.list(model.nv, 0.1, 5), default_conditions(model));
    for (int i = 0; i < Y.rows; ++i)
      for (int c = 0; c < Y.columns; ++c) stacked(k * model.nv + i, c) = Y(i, c);
  }
  return stacked;
}

/// The coefficients of the standard parameters in every equation.
inline linear_algebra::MatrixXd coefficients(const std::map<std::string, TrigonometricForm>& equations,
                                             const std::vector<std::string>& names,
                                             std::map<std::string, double> values) {
  linear_algebra::MatrixXd result(equations.size(), names.size());
  for (const std::string& name : names) values[name] = 0;
  for (std::size_t c = 0; c < names.size(); ++c) {
    values[names[c]] = 1;
    Eigen::Index row = 0;
    for (const auto& [left, right] : equations) result(row++, static_cast<Eigen::Index>(c)) = form_value(right, values);
    values[names[c]] = 0;
  }
  return result;
}

inline int rank_of(const linear_algebra::VectorXd& values) {
  int rank = 0;
  while (rank < values.size() && values[rank] > 1e-9 * values[0]) ++rank;
  return values.size() == 0 || values[0] == 0 ? 0 : rank;
}

/// As many as the regressor has independent columns, independent of each other, and none acts in the null space.
inline void expect_same_span(const Description& robot, const std::string& what,
                             EquationSymbols symbols = EquationSymbols::standard,
                             const std::map<std::string, double>& lengths = {}) {
  const Model<double> model = build_model<double>(robot);
  const ParameterLayout layout = parameter_layout(model, {});
  const linear_algebra::RightSingular numeric = linear_algebra::right_singular(stacked_regressor(model, layout));
  const int rank = rank_of(numeric.values);
  const auto equations = base_parameter_forms(robot, symbols);
  ASSERT_EQ(static_cast<int>(equations.size()), rank) << what;
  if (rank == 0) return;
  const linear_algebra::MatrixXd G = coefficients(equations, parameter_names(layout), lengths);
  EXPECT_EQ(rank_of(linear_algebra::singular_values(G)), rank) << what;
  const linear_algebra::MatrixXd null_space = numeric.V.rightCols(numeric.V.cols() - rank);
  EXPECT_LT((G * null_space).norm(), 1e-7 * G.norm()) << what;
}

/// Joints at right angles and in line as in real robots, lengths that may be 0, gravity along an axis or oblique.
inline Description plain_robot(Random& random, int joints) {
  Description robot;
  robot.name = "plain";
  robot.dh = random.flip() ? DhConvention::standard : DhConvention::modified;
  const double pull[] = {0, 0, -9.81};
  const int along = random.integer(0, 3);
  for (std::size_t k = 0; k < 3; ++k)
    robot.gravity[k] = along == 3 ? random.signed_uniform(1, 5) : pull[(k + static_cast<std::size_t>(along)) % 3];
  const auto angle = [&] { return random.integer(0, 9) == 0 ? 0.4 : random.integer(-1, 2) * std::numbers::pi / 2; };
  const auto length = [&] { return random.flip() ? 0.0 : random.signed_uniform(0.1, 0.6); };
  for (int k = 1; k <= joints; ++k) {
    described::Link link;
    link.name = "link" + std::to_string(k);
    link.joint_name = "joint" + std::to_string(k);
    link.parent =
        k == 1 ? "base" : robot.links[static_cast<std::size_t>(random.integer(std::max(0, k - 3), k - 2))].name;
    link.joint = random.integer(0, 2) == 0 ? JointType::prismatic : JointType::revolute;
    link.dh = described::DhRow{angle(), length(), length(), angle(), 0.0};
    link.mass = random_mass(random, true);
    robot.links.push_back(link);
  }
  return robot;
}

/// Robots of three kinds from one seed: plain, oblique with branches, and with joints that follow others.
inline void expect_same_span_of_random_robots(std::uint64_t seed) {
  Random random(seed);
  expect_same_span(plain_robot(random, random.integer(1, 4)), "plain robot " + std::to_string(seed));
  expect_same_span(random_robot(random, random.integer(1, 3)), "random robot " + std::to_string(seed));
  expect_same_span(random_robot_with_followers(random, random.integer(2, 3)), "followers " + std::to_string(seed));
}

}  // namespace torsor::test
