#include <gtest/gtest.h>

#include "derivation/form_value.hpp"
#include "support/random_robot.hpp"
#include "torsor/derivation/negligible_terms.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/exact_numbers.hpp"

namespace torsor::test::exact_equations_test {

described::Link point_mass(const std::string& name, const std::string& parent, const char* mass, const char* distance) {
  const auto written = [](const char* text) {
    return described::Quantity(std::get<Expression>(parse_expression(text)), {});
  };
  described::Link link;
  link.name = name;
  link.joint_name = "joint_" + name;
  link.parent = parent;
  link.mass.mass = written(mass);
  link.mass.com = {written(distance), 0.0, 0.0};
  return link;
}

/// A pendulum m at distance l whose axis is tilted by `roll` out of the vertical.
Description tilted_pendulum(double roll) {
  Description robot;
  robot.gravity[2] = -10.0;
  robot.parameters = {{"m", 2.0}, {"l", 0.7}};
  robot.links.push_back(point_mass("arm", "base", "m", "l"));
  robot.links[0].origin = described::Pose{{}, {roll, 0.0, 0.0}};
  return robot;
}

std::vector<std::string> texts(const Description& robot, const std::string& name,
                               EquationSymbols symbols = EquationSymbols::named) {
  const Derivation derivation = derive(robot, {name}, symbols);
  std::vector<std::string> result;
  for (const Equation& equation : derivation.groups.at(0).equations)
    result.push_back(typeset(equation.right, Typesetting::text));
  return result;
}

TEST(ExactEquations, HaveTheRootsOfTwoAndThree) {
  // the mass is at height l sin(q) sin(roll), so that gravity needs m g l sin(roll) cos(q)
  const auto gravity = [](double degrees) {
    return texts(tilted_pendulum(degrees / 180 * std::acos(-1.0)), "gravity")[0];
  };
  EXPECT_EQ(gravity(90), "10 m l cos(q1)");
  EXPECT_EQ(gravity(45), "5 sqrt(2) m l cos(q1)");
  EXPECT_EQ(gravity(120), "5 sqrt(3) m l cos(q1)");
  EXPECT_EQ(gravity(30), "5 m l cos(q1)");
  EXPECT_EQ(gravity(15), "-5/2 sqrt(2) m l cos(q1) + 5/2 sqrt(6) m l cos(q1)");
  EXPECT_EQ(gravity(180), "0");
}

TEST(ExactEquations, RootsAreTypeset) {
  const TrigonometricForm form = form_of("sqrt(3)/2*m1*cos(q1) + sqrt(6)*l/4");
  EXPECT_EQ(typeset(form, Typesetting::latex),
            "\\frac{1}{4} \\, \\sqrt{6} \\, l + \\frac{1}{2} \\, \\sqrt{3} \\, m_{1} \\, \\cos(q_{1})");
  EXPECT_NE(typeset(form, Typesetting::mathml).find("<msqrt><mn>3</mn></msqrt>"), std::string::npos);
  EXPECT_TRUE(form_of("sqrt(2)*sqrt(3)*x").equals(form_of("sqrt(6)*x")));
  EXPECT_TRUE(form_of("x/sqrt(2)").equals(form_of("sqrt(2)*x/2")));
  EXPECT_TRUE(form_of("cos(q1 + pi/6)").equals(form_of("sqrt(3)/2*cos(q1) - sin(q1)/2")));
}

TEST(ExactEquations, OfElevenDigitsAreThoseOfTheAngleThatIsMeant) {
  for (const double written : {1.57079632679, 0.78539816339, 2.09439510239, 3.14159265359, -0.523598775598}) {
    const double meant = std::round(written / 0.26179938779914941) * 0.26179938779914941;
    EXPECT_EQ(texts(with_exact_numbers(tilted_pendulum(written)).robot, "torque"),
              texts(tilted_pendulum(meant), "torque"));
  }
}

TEST(ExactEquations, RoundOffBesideItsNeighboursIsLeftOutAndReported) {
  Description robot = tilted_pendulum(std::acos(0.0));
  robot.links[0].mass.inertia = {0.0, 0.0, 0.0, 0.0, 0.0, 3e-14};  // beside m l^2
  const Derivation derivation = without_negligible_terms(derive(robot, {"inertia"}, EquationSymbols::numbers));
  EXPECT_EQ(derivation.negligible, 0u) << "it is one number with m l^2";
  robot.links.push_back(point_mass("hand", "arm", "m", "l"));
  robot.links[1].mass.com[0] = 1e-15;
  robot.links[1].origin = described::Pose{{0.5, 0.0, 0.0}, {}};
  const Derivation all = derive(robot, {"inertia"}, EquationSymbols::numbers);
  const Derivation two = without_negligible_terms(all);
  EXPECT_EQ(typeset(two.groups[0].equations[0].right, Typesetting::text), "1.48");  // 2 * 0.7^2 + 2 * 0.5^2
  EXPECT_GT(two.negligible, 0u);
  EXPECT_LT(two.largest_negligible, 1e-12);
  EXPECT_EQ(without_negligible_terms(all, 0).negligible, 0u);
}

TEST(ExactEquations, SumsThatCancelLeaveNothing) {
  const TrigonometricForm a = TrigonometricForm::symbol("a");
  EXPECT_TRUE((1.000001 * a - a - 1e-6 * a).is_zero()) << "the first difference is wrong by 1e-16";
  EXPECT_FALSE((1.000001 * a - a - 1.001e-6 * a).is_zero());
  EXPECT_TRUE(form_of("(0.1 + 0.2 - 0.3)*a").is_zero());
  EXPECT_FALSE(form_of("a*1e-20").is_zero());
}

/// Two point masses, the second on a joint at the end of the first that turns `ratio` times as fast.
Description follower(double ratio) {
  Description robot;
  robot.parameters = {{"m1", 1.0}, {"m2", 2.0}, {"l1", 0.5}, {"l2", 0.3}, {"k", ratio}};
  robot.links = {point_mass("upper", "base", "m1", "l1"), point_mass("lower", "upper", "m2", "l2")};
  robot.links[1].origin = described::Pose{{robot.links[0].mass.com[0], 0.0, 0.0}, {}};
  robot.links[1].mimic = described::Mimic{"joint_upper", ratio, 0.0};
  return robot;
}

TEST(ExactEquations, OfAJointThatFollowsAnotherAtAnyRatioAreReduced) {
  // v2 = l1 e(q) qd + (1 + k) l2 e(q + k q) qd, by hand
  for (const std::string k : {"0.5", "2", "-0.7", "1.13446"}) {
    const Derivation derivation = derive(follower(std::stod(k)), {"inertia"});
    const TrigonometricForm expected =
        form_of("m1*l1^2 + m2*(l1^2 + (1 + " + k + ")^2*l2^2 + 2*(1 + " + k + ")*l1*l2*cos(" + k + "*q1))");
    EXPECT_TRUE(derivation.groups[0].equations[0].right.equals(expected))
        << typeset(derivation.groups[0].equations[0].right, Typesetting::text);
  }
  EXPECT_EQ(texts(follower(0.5), "inertia")[0], "(m1 + m2) l1^2 + 9/4 m2 l2^2 + 3 m2 l1 l2 cos(1/2 q1)");
}

TEST(ExactEquations, OfAJointThatFollowsAtASymbolicRatioAreReduced) {
  Description robot = follower(0.4);
  robot.links[1].mimic->multiplier.expression = std::get<Expression>(parse_expression("k"));
  const TrigonometricForm found = derive(robot, {"inertia"}).groups[0].equations[0].right;
  EXPECT_TRUE(found.equals(form_of("m1*l1^2 + m2*(l1^2 + (1 + k)^2*l2^2 + 2*(1 + k)*l1*l2*cos(k*q1))")))
      << typeset(found, Typesetting::text);
  EXPECT_EQ(typeset(form_of("cos(2*k*q1)"), Typesetting::latex), "\\cos(2 \\, k \\, q_{1})");
}

TEST(ExactEquations, HaveTheValuesOfTheNumericalDynamics) {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    Random random(seed);
    Description robot = seed % 2 == 0 ? random_robot(random, 2) : random_robot_with_followers(random, 2);
    for (described::Link& link : robot.links) {
      link.friction.reset();
      if (link.origin) link.origin->rpy = {random.integer(-6, 6) * 0.26179938779914941, 0.0, 1.0};
      if (link.dh) link.dh->alpha = random.integer(-6, 6) * 0.26179938779914941;
    }
    robot.couplings.clear();
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model, false);
    std::map<std::string, double> values;
    for (std::size_t k = 0; k < state.qd.size(); ++k)
      for (const auto& [letter, list] : {std::pair{"q", &state.q}, {"qd", &state.qd}, {"qdd", &state.qdd}})
        values[letter + std::to_string(k + 1)] = (*list)[k];
    const std::vector<double> tau = inverse_dynamics(model, state.q, state.qd, state.qdd);
    const Derivation derivation = derive(robot, {"torque"}, EquationSymbols::numbers);
    ASSERT_TRUE(derivation.complete);
    for (std::size_t i = 0; i < tau.size(); ++i)
      EXPECT_NEAR(form_value(derivation.groups[0].equations[i].right, values), tau[i], 1e-9 * (1 + norm(tau)));
  }
}

}  // namespace torsor::test::exact_equations_test
