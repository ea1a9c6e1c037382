#include <gtest/gtest.h>

#include <numbers>

#include "derivation/form_value.hpp"
#include "support/random_robot.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::base_parameter_equations_test {

using linear_algebra::MatrixXd;

std::map<std::string, TrigonometricForm> base_parameters(const Description& robot, EquationSymbols symbols) {
  std::map<std::string, TrigonometricForm> found;
  const Derivation derivation = derive(robot, {"base-parameters"}, symbols);
  for (const auto& [left, right] : derivation.groups.at(0).equations) found[left] = right;
  return found;
}

/// The regressor of the links alone at many random states, one below the other.
MatrixXd stacked_regressor(const Model<double>& model, const ParameterLayout& layout) {
  Random random(7);
  const int states = 3 + 3 * layout.size() / model.nv;
  MatrixXd stacked(states * model.nv, layout.size());
  for (int k = 0; k < states; ++k) {
    const Matrix<double> Y = regressor(model, layout, random.list(model.nq, 0.1, 3), random.list(model.nv, 0.1, 3),
                                       random.list(model.nv, 0.1, 5), default_conditions(model));
    for (int i = 0; i < Y.rows; ++i)
      for (int c = 0; c < Y.columns; ++c) stacked(k * model.nv + i, c) = Y(i, c);
  }
  return stacked;
}

/// The coefficients of the standard parameters in every equation.
MatrixXd coefficients(const std::map<std::string, TrigonometricForm>& equations, const std::vector<std::string>& names,
                      std::map<std::string, double> values) {
  MatrixXd result(equations.size(), names.size());
  for (const std::string& name : names) values[name] = 0;
  for (std::size_t c = 0; c < names.size(); ++c) {
    values[names[c]] = 1;
    Eigen::Index row = 0;
    for (const auto& [left, right] : equations) result(row++, static_cast<Eigen::Index>(c)) = form_value(right, values);
    values[names[c]] = 0;
  }
  return result;
}

int rank_of(const linear_algebra::VectorXd& values) {
  int rank = 0;
  while (rank < values.size() && values[rank] > 1e-9 * values[0]) ++rank;
  return values.size() == 0 || values[0] == 0 ? 0 : rank;
}

/// As many as the regressor has independent columns, independent of each other, and none acts in the null space.
void expect_same_span(const Description& robot, const std::string& what,
                      EquationSymbols symbols = EquationSymbols::standard,
                      const std::map<std::string, double>& lengths = {}) {
  const Model<double> model = build_model<double>(robot);
  const ParameterLayout layout = parameter_layout(model, {});
  const linear_algebra::RightSingular numeric = linear_algebra::right_singular(stacked_regressor(model, layout));
  const int rank = rank_of(numeric.values);
  const auto equations = base_parameters(robot, symbols);
  ASSERT_EQ(static_cast<int>(equations.size()), rank) << what;
  if (rank == 0) return;
  const MatrixXd G = coefficients(equations, parameter_names(layout), lengths);
  EXPECT_EQ(rank_of(linear_algebra::singular_values(G)), rank) << what;
  const MatrixXd null_space = numeric.V.rightCols(numeric.V.cols() - rank);
  EXPECT_LT((G * null_space).norm(), 1e-7 * G.norm()) << what;
}

/// Joints at right angles and in line as in real robots, lengths that may be 0, gravity along an axis or oblique.
Description plain_robot(Random& random, int joints) {
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

/// A revolute joint, and a prismatic one parallel to it at half a metre.
Description turning_slide() {
  Description robot;
  for (const JointType joint : {JointType::revolute, JointType::prismatic}) {
    described::Link link;
    link.name = robot.links.empty() ? "arm" : "slide";
    link.parent = robot.links.empty() ? "base" : "arm";
    link.joint_name = link.name;
    link.joint = joint;
    link.mass.mass = 1.0;
    robot.links.push_back(link);
  }
  robot.links[1].origin = described::Pose{{0.5, 0.0, 0.0}, {}};
  return robot;
}

TEST(BaseParameterEquations, InertiaAboutTheAxisHoldsAParallelSlideAtItsDistance) {
  auto found = base_parameters(turning_slide(), EquationSymbols::standard);
  EXPECT_EQ(found.size(), 2u);
  EXPECT_TRUE(found["ZZR1"].equals(typed_form("Izz1 + Izz2 + m2/4 + mx2")))
      << typeset(found["ZZR1"], Typesetting::text);
  EXPECT_TRUE(found["MR2"].equals(typed_form("m2")));
}

TEST(BaseParameterEquations, FactorsAreFormulasOfSymbolicLengths) {
  Description robot = turning_slide();
  robot.parameters.push_back({"r", 0.5});
  robot.links[1].origin->xyz[0].expression = std::get<Expression>(parse_expression("r"));
  auto found = base_parameters(robot, EquationSymbols::standard);
  EXPECT_TRUE(found["ZZR1"].equals(typed_form("Izz1 + Izz2 + m2*r^2 + 2*r*mx2")))
      << typeset(found["ZZR1"], Typesetting::text);
}

TEST(BaseParameterEquations, OfBuiltInRobotsSpanWhatTheRegressorDoes) {
  for (const std::string name : {"scara", "stanford", "two-rods", "mass-spring-damper", "rx90", "puma560"}) {
    Description robot = load_robot(name);
    std::map<std::string, double> values;
    const Evaluator<double> evaluator(robot);
    for (const auto& [parameter, value] : evaluator.parameters()) values[parameter] = value;
    expect_same_span(robot, name, EquationSymbols::standard, values);
  }
}

TEST(BaseParameterEquations, OfRandomRobotsSpanWhatTheRegressorDoes) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    expect_same_span(plain_robot(random, random.integer(1, 4)), "plain robot " + std::to_string(seed));
    expect_same_span(random_robot(random, random.integer(1, 3)), "random robot " + std::to_string(seed));
    expect_same_span(random_robot_with_followers(random, random.integer(2, 3)), "followers " + std::to_string(seed));
  }
}

}  // namespace torsor::test::base_parameter_equations_test
