#include <gtest/gtest.h>

#include "derivation/form_value.hpp"
#include "support/random_robot.hpp"
#include "support/shared_robots.hpp"
#include "torsor/derivation/negligible_terms.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/model/exact_numbers.hpp"

namespace torsor::test::exact_equations_shared_test {

class SharedRobotEquations : public testing::TestWithParam<std::string> {};

bool is_simple(const Model<double>& model) {
  for (int i = 1; i < model.body_count(); ++i)
    if (velocity_count(model.bodies[i].joint) != 1) return false;
  return model.nv > 0 && model.nv <= 8;
}

/// Real files are full of angles and zeros with some digits: nothing of them is left in the formulas.
TEST_P(SharedRobotEquations, HaveNoRoundOffAndTheValuesOfTheNumericalDynamics) {
  const ExactRobot exact = with_exact_numbers(shared_robot(GetParam(), {}), {1e-5, 1e-12});
  const Model<double> model = build_model<double>(exact.robot);
  if (!is_simple(model)) return;  // a hand, or a robot with legs
  const Derivation derivation = without_negligible_terms(derive(exact.robot, {"gravity"}, EquationSymbols::numbers));
  if (!derivation.complete) return;
  Random random(1);
  const std::vector<double> q = random.list(model.nq, 0.1, 2);
  std::map<std::string, double> values;
  for (std::size_t k = 0; k < q.size(); ++k) values["q" + std::to_string(k + 1)] = q[k];
  const std::vector<double> expected = gravity_torque(model, q);
  double largest = 0;
  for (const Equation& equation : derivation.groups[0].equations)
    for (const auto& [product, coefficient] : equation.right.terms())
      largest = std::max(largest, std::abs(coefficient.value));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const TrigonometricForm& form = derivation.groups[0].equations[i].right;
    EXPECT_NEAR(form_value(form, values), expected[i], 1e-9 * (1 + norm(expected)));
    for (const auto& [product, coefficient] : form.terms())
      EXPECT_GT(std::abs(coefficient.value), 1e-12 * largest) << typeset(form, Typesetting::text);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, SharedRobotEquations, testing::ValuesIn(shared_robot_files()),
                         [](const auto& test) { return as_test_name(test.param); });

}  // namespace torsor::test::exact_equations_shared_test
