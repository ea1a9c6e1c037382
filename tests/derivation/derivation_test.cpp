#include "torsor/derivation/derivation.hpp"

#include <gtest/gtest.h>

#include "derivation/form_of_text.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::derivation_test {

void expect_equations(const std::string& robot, const std::string& name, const std::vector<std::string>& expected) {
  const Derivation derivation = derive(load_robot(robot), {name});
  ASSERT_TRUE(derivation.complete);
  const std::vector<Equation>& equations = derivation.groups.at(0).equations;
  ASSERT_EQ(equations.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_TRUE(equations[k].right.equals(form_of(expected[k])))
        << robot << ": " << equations[k].left << " = " << typeset(equations[k].right, Typesetting::text)
        << "\n expected " << typeset(form_of(expected[k]), Typesetting::text);
}

TEST(Derivation, OfTwoRodsIsThatOfNotes002) {
  expect_equations("two-rods", "inertia",
                   {"m1*l^2/3 + 4*m2*l^2/3 + m2*l^2*cos(q2)", "m2*l^2/3 + m2*l^2*cos(q2)/2", "m2*l^2/3"});
  expect_equations("two-rods", "coriolis",
                   {"-m2*l^2*sin(q2)*qd2^2/2 - m2*l^2*sin(q2)*qd1*qd2", "m2*l^2*sin(q2)*qd1^2/2"});
  expect_equations("two-rods", "gravity",
                   {"m1*g*l*cos(q1)/2 + m2*g*l*cos(q1 + q2)/2 + m2*g*l*cos(q1)", "m2*g*l*cos(q1 + q2)/2"});
}

TEST(Derivation, OfTwoPointMassesIsThatOfNotes003) {
  const std::string M11 = "(m2*l2^2 + 2*m2*l1*l2*cos(q2) + (m1 + m2)*l1^2)", M12 = "(m2*l2^2 + m2*l1*l2*cos(q2))";
  const std::string V1 = "(-m2*l1*l2*sin(q2)*qd2^2 - 2*m2*l1*l2*sin(q2)*qd1*qd2)", V2 = "m2*l1*l2*sin(q2)*qd1^2";
  const std::string G1 = "(m2*l2*g*cos(q1 + q2) + (m1 + m2)*l1*g*cos(q1))", G2 = "m2*l2*g*cos(q1 + q2)";
  expect_equations("two-point-masses", "inertia", {M11, M12, "m2*l2^2"});
  expect_equations(
      "two-point-masses", "torque",
      {M11 + "*qdd1 + " + M12 + "*qdd2 + " + V1 + " + " + G1, M12 + "*qdd1 + m2*l2^2*qdd2 + " + V2 + " + " + G2});
}

TEST(Derivation, OfTwoPointMassesFromTheVerticalIsThatOfNotes004) {
  expect_equations("two-point-masses-vertical", "inertia",
                   {"(m1 + m2)*d1^2 + m2*d2^2 + 2*m2*d1*d2*cos(q2)", "m2*(d2^2 + d1*d2*cos(q2))", "m2*d2^2"});
  expect_equations("two-point-masses-vertical", "coriolis",
                   {"-m2*d1*d2*sin(q2)*qd2^2 - 2*m2*d1*d2*sin(q2)*qd1*qd2", "m2*d1*d2*sin(q2)*qd1^2"});
  expect_equations("two-point-masses-vertical", "gravity",
                   {"(m1 + m2)*g*d1*sin(q1) + m2*g*d2*sin(q1 + q2)", "m2*g*d2*sin(q1 + q2)"});
  expect_equations(
      "two-point-masses-vertical", "kinetic-energy",
      {"(m1 + m2)*d1^2*qd1^2/2 + m2*d2^2*(qd1^2 + 2*qd1*qd2 + qd2^2)/2 + m2*d1*d2*cos(q2)*(qd1^2 + qd1*qd2)"});
}

TEST(Derivation, OfTheMassesWithSpringAndDamperIsThatOfNotes004) {
  expect_equations("mass-spring-damper", "torque",
                   {"(M0 + M1)*qdd1 + M1*qdd2 - (M0 + M1)*g", "M1*(qdd1 + qdd2) + c*qd2 + k*q2 - M1*g"});
  expect_equations("mass-spring-damper", "dissipation", {"c*qd2^2/2"});
  expect_equations("one-link", "torque", {"I*qdd1 + m*g*lc*cos(q1)"});
}

/// d/dt dL/dqd - dL/dq on the graph: Lagrange's equation itself, beside Newton-Euler.
TEST(Derivation, NewtonEulerIsLagrangesEquation) {
  for (const std::string name : {"two-rods", "two-point-masses-vertical", "scara", "mass-spring-damper"}) {
    ExpressionGraph graph;
    const ExpressionGraph::Use use(graph);
    const Model<Expr> model = build_model<Expr>(
        load_robot(name), [](const std::string& symbol, const Expr&) { return Expr::symbol(symbol); });
    std::vector<Expr> q, qd, qdd, tau(static_cast<std::size_t>(model.nv));
    for (int k = 0; k < model.nv; ++k)
      for (const auto& [list, letter] : {std::pair{&q, "q"}, {&qd, "qd"}, {&qdd, "qdd"}})
        list->push_back(Expr::symbol(letter + std::to_string(k + 1)));
    const Expr L =
        kinetic_energy(model, q, qd) - gravity_energy<Expr>(model, forward_kinematics(model, q), model.gravity);
    NewtonEulerWorkspace<Expr> workspace(model);
    newton_euler<Expr>(model, q, qd, qdd, default_conditions(model), workspace, tau);
    const auto slope = [](const Expr& f, const Expr& symbol) { return derivatives({&f, 1}, symbol)[0]; };
    for (std::size_t i = 0; i < tau.size(); ++i) {
      const Expr momentum = slope(L, qd[i]);
      Expr torque = -slope(L, q[i]);
      for (std::size_t k = 0; k < tau.size(); ++k)
        torque += slope(momentum, q[k]) * qd[k] + slope(momentum, qd[k]) * qdd[k];
      const std::vector<TrigonometricForm> forms = trigonometric_forms(std::vector{torque, tau[i]}).forms;
      EXPECT_TRUE(forms[0].equals(forms[1])) << name << ": " << typeset(forms[0], Typesetting::text) << "\n"
                                             << typeset(forms[1], Typesetting::text);
    }
  }
}

TEST(Derivation, BaseParametersOfAPlanarArmAreTheKnownOnes) {
  const Derivation derivation = derive(load_robot("two-rods"), {"base-parameters"});
  std::map<std::string, std::string> found;
  for (const auto& [left, right] : derivation.groups.at(0).equations) found[left] = typeset(right, Typesetting::text);
  EXPECT_EQ(found.size(), 4u);
  EXPECT_TRUE(form_of("m1*l^2/3 + m2*l^2")
                  .equals(derive(load_robot("two-rods"), {"base-parameters"}).groups[0].equations[0].right))
      << found["ZZR1"];
  EXPECT_EQ(found["ZZR2"], "1/3 m2 l^2");
  EXPECT_EQ(found["MXR2"], "1/2 m2 l");
}

TEST(Derivation, HasAsManyBaseParametersAsTheNumericalAnalysis) {
  const std::pair<const char*, std::size_t> known[] = {
      {"rx90", 36}, {"stanford", 33}, {"puma560", 36}, {"panda", 43}, {"scara", 8}};
  for (const auto& [name, count] : known) {
    Description robot = load_robot(name);
    for (described::Link& link : robot.links) link.rotor.reset(), link.friction.reset();
    robot.couplings.clear();
    const Derivation derivation = derive(robot, {"base-parameters"}, EquationSymbols::standard);
    EXPECT_EQ(derivation.groups.at(0).equations.size(), count) << name;
  }
}

TEST(Derivation, BaseParametersKeepSymbolicLengths) {
  // Khalil's table of the RX-90: ZZR2 = Izz2 + D3^2 (m3 + ... + m6), MXR2 = mx2 + D3 (m3 + ... + m6)
  const Derivation derivation = derive(load_robot("rx90"), {"base-parameters"}, EquationSymbols::standard);
  std::map<std::string, TrigonometricForm> found;
  for (const auto& [left, right] : derivation.groups.at(0).equations) found[left] = right;
  EXPECT_TRUE(found["ZZR2"].equals(form_of("Izz2 + D3^2*(m3 + m4 + m5 + m6)")))
      << typeset(found["ZZR2"], Typesetting::text);
  EXPECT_TRUE(found["MXR2"].equals(form_of("mx2 + D3*(m3 + m4 + m5 + m6)")))
      << typeset(found["MXR2"], Typesetting::text);
  EXPECT_TRUE(found["ZZR1"].equals(form_of("Izz1 + Iyy2 + Iyy3 + D3^2*(m3 + m4 + m5 + m6)")))
      << typeset(found["ZZR1"], Typesetting::text);
}

TEST(Derivation, StopsWhereItGrowsTooLong) {
  const Derivation derivation = derive(load_robot("puma560"), {"gravity", "torque"}, EquationSymbols::standard, 100);
  EXPECT_FALSE(derivation.complete);
  EXPECT_GT(derivation.largest, 100u);
}

TEST(TrigonometricForm, IsTheSameForEqualExpressions) {
  EXPECT_TRUE(form_of("sin(q1)^2 + cos(q1)^2").equals(form_of("1")));
  EXPECT_TRUE(form_of("cos(q1)*cos(q2) - sin(q1)*sin(q2)").equals(form_of("cos(q1 + q2)")));
  EXPECT_TRUE(form_of("sin(q1 - q2)").equals(form_of("sin(q1)*cos(q2) - cos(q1)*sin(q2)")));
  EXPECT_TRUE(form_of("2*sin(q1)*cos(q1)").equals(form_of("sin(2*q1)")));
  EXPECT_TRUE(form_of("cos(q1 + pi/2)").equals(form_of("-sin(q1)")));
  EXPECT_TRUE(form_of("(a + b)^2/a").equals(form_of("a + 2*b + b^2/a")));
  EXPECT_FALSE(form_of("cos(q1)").equals(form_of("sin(q1)")));
}

}  // namespace torsor::test::derivation_test
