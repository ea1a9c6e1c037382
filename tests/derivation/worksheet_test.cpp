#include "torsor/derivation/worksheet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "derivation/form_of_text.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::worksheet_test {

/// A built-in robot up to its third joint where it has more than four: closed forms of longer arms take minutes.
Description short_robot(const std::string& name) {
  Description robot = load_robot(name);
  if (robot.links.size() <= 4) return robot;
  robot.links.resize(3);
  robot.tool.reset(), robot.payload.reset(), robot.couplings.clear();
  return robot;
}

double largest(const TrigonometricForm& form) {
  double size = 0;
  for (const auto& [product, coefficient] : form.terms()) size = std::max(size, std::abs(double(coefficient)));
  return size;
}

TEST(Worksheet, EndsInTheTorquesOfDeriveForEveryBuiltInRobot) {
  for (const std::string& name : builtin_robot_names()) {
    const Description robot = short_robot(name);
    const Worksheet sheet = worksheet(robot, EquationSymbols::named, 20'000);
    ASSERT_TRUE(sheet.complete && sheet.agree) << name;
    const std::vector<Equation> derived = derive(robot, {"torque"}).groups.at(0).equations;
    const std::vector<WorksheetFormula>& last = sheet.equations.back().formulas;
    ASSERT_GE(last.size(), derived.size());
    for (std::size_t i = 0; i < derived.size(); ++i)
      EXPECT_LE(largest(last[last.size() - derived.size() + i].entries.at(0) - derived[i].right),
                1e-12 * largest(derived[i].right))
          << name << ": " << typeset(derived[i].right, Typesetting::text);
  }
}

TEST(Worksheet, KeepsTheSpringAndTheDamperOfNotes004) {
  const WorksheetFormula tau2 = worksheet(load_robot("mass-spring-damper")).equations.back().formulas.back();
  EXPECT_TRUE(tau2.entries.at(0).equals(form_of("M1*(qdd1 + qdd2) + c*qd2 + k*q2 - M1*g")));
}

/// The entry `k` of the formula with that left side, on one side of a worksheet.
TrigonometricForm entry(const std::vector<WorksheetStep>& steps, const std::string& left, std::size_t k = 0) {
  for (const WorksheetStep& step : steps)
    for (const WorksheetFormula& formula : step.formulas)
      if (formula.left == left) return formula.entries.at(k);
  ADD_FAILURE() << "no " << left;
  return {};
}

TEST(Worksheet, TakesOffWhatGravityCompensationCarries) {
  Description robot = load_robot("two-rods");
  robot.links[0].gravity_compensation.emplace().part = 0.5;
  robot.links[1].gravity_compensation.emplace().part = 1.0;
  const Worksheet sheet = worksheet(robot);
  EXPECT_TRUE(sheet.agree);
  EXPECT_TRUE(entry(sheet.lagrange, "c_{1}").equals(form_of("m1*g*l*cos(q1)/4")));
  EXPECT_TRUE(entry(sheet.lagrange, "c_{2}").is_zero());
  EXPECT_TRUE(entry(sheet.lagrange, "P").equals(form_of("m1*g*l*sin(q1)/4")));
}

TEST(Worksheet, HasTheStepsOfNotes002) {
  const Worksheet sheet = worksheet(load_robot("two-rods"));
  ASSERT_EQ(sheet.kinematics.at(0).table.rows.size(), 2u);
  EXPECT_EQ(sheet.kinematics[0].table.rows[1],
            (std::vector<std::string>{"$2$", "revolute", "$q_{2}$", "$0$", "$l$", "$0$"}));
  EXPECT_TRUE(entry(sheet.kinematics, "{}^{0}A_{1}", 3).equals(form_of("l*cos(q1)")));
  EXPECT_TRUE(entry(sheet.kinematics, "{}^{1}A_{2}", 3).equals(form_of("l*cos(q2)")));
  EXPECT_TRUE(entry(sheet.kinematics, "{}^{0}A_{2}", 3).equals(form_of("l*cos(q1) + l*cos(q1 + q2)")));
  EXPECT_TRUE(entry(sheet.lagrange, "Q_{1}", 1).equals(form_of("-1")));
  EXPECT_TRUE(entry(sheet.lagrange, "U_{21}", 3).equals(form_of("-l*sin(q1) - l*sin(q1 + q2)")));
  EXPECT_TRUE(entry(sheet.lagrange, "U_{22}", 3).equals(form_of("-l*sin(q1 + q2)")));
  EXPECT_TRUE(entry(sheet.lagrange, "J_{1}", 0).equals(form_of("m1*l^2/3")));
  EXPECT_TRUE(entry(sheet.lagrange, "J_{2}", 3).equals(form_of("-m2*l/2")));
  EXPECT_TRUE(entry(sheet.lagrange, "D_{12}").equals(form_of("m2*l^2/3 + m2*l^2*cos(q2)/2")));
  EXPECT_TRUE(entry(sheet.lagrange, "h_{122}").equals(form_of("-m2*l^2*sin(q2)/2")));
  EXPECT_TRUE(entry(sheet.lagrange, "c_{2}").equals(form_of("m2*g*l*cos(q1 + q2)/2")));
  EXPECT_TRUE(entry(sheet.lagrange, "P").equals(form_of("m1*g*l*sin(q1)/2 + m2*g*(l*sin(q1) + l*sin(q1 + q2)/2)")));
}

TEST(Worksheet, HasTheStepsOfNotes003) {  // with the misprints of the scan corrected
  const Worksheet sheet =
      worksheet(load_robot("two-point-masses"), EquationSymbols::named, 20'000, EquationNotation::MVG);
  const auto expect = [&](const std::string& left, std::size_t k, const std::string& formula) {
    EXPECT_TRUE(entry(sheet.newton_euler, left, k).equals(form_of(formula))) << left << k;
  };
  expect("{}^{2}\\omega_{2}", 2, "qd1 + qd2");
  expect("{}^{2}\\dot{\\omega}_{2}", 2, "qdd1 + qdd2");
  expect("{}^{1}\\dot{v}_{1}", 0, "g*sin(q1)");
  expect("{}^{1}\\dot{v}_{c1}", 0, "g*sin(q1) - l1*qd1^2");
  expect("{}^{2}\\dot{v}_{2}", 1, "l1*qdd1*cos(q2) + l1*qd1^2*sin(q2) + g*cos(q1 + q2)");
  expect("{}^{2}\\dot{v}_{c2}", 0, "-l2*(qd1 + qd2)^2 + l1*qdd1*sin(q2) - l1*qd1^2*cos(q2) + g*sin(q1 + q2)");
  expect("{}^{1}F_{1}", 1, "m1*(g*cos(q1) + l1*qdd1)");
  expect("{}^{2}N_{2}", 2, "0");
  expect("{}^{2}n_{2}", 2,
         "l2^2*m2*(qdd1 + qdd2) + l1*l2*m2*qdd1*cos(q2) + l1*l2*m2*qd1^2*sin(q2) + l2*m2*g*cos(q1 + q2)");
  EXPECT_TRUE(entry(sheet.equations, "M(q)", 1).equals(form_of("m2*l2^2 + m2*l1*l2*cos(q2)")));
  EXPECT_TRUE(entry(sheet.equations, "V(q, \\dot{q})", 1).equals(form_of("m2*l1*l2*sin(q2)*qd1^2")));
  EXPECT_TRUE(entry(sheet.equations, "G(q)", 1).equals(form_of("m2*l2*g*cos(q1 + q2)")));
}

TEST(Worksheet, ListsTheDerivativesOfTransformsInOrder) {
  std::vector<std::string> order;
  const Worksheet sheet = worksheet(short_robot("stanford"));
  for (const WorksheetFormula& formula : sheet.lagrange.at(1).formulas) order.push_back(formula.left);
  EXPECT_EQ(order, (std::vector<std::string>{"U_{11}", "U_{21}", "U_{22}", "U_{31}", "U_{32}", "U_{33}"}));
}

TEST(Worksheet, ReportsHowFarItIs) {
  std::vector<double> shares;
  worksheet(load_robot("two-rods"), EquationSymbols::named, 20'000, EquationNotation::Dhc,
            [&](double share) { shares.push_back(share); });
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1);
}

TEST(Worksheet, PageNeedsNothingElse) {
  const Worksheet sheet = worksheet(load_robot("two-rods"));
  EXPECT_NE(write_latex(sheet).find("\\ddot{q}_{1}"), std::string::npos);
  EXPECT_NE(write_markdown(sheet).find("$$U_{11} = "), std::string::npos);
  const std::string html = write_html(sheet);
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(html.find("http"), std::string::npos);
  EXPECT_EQ(html.find("\\"), std::string::npos) << "all LaTeX is typeset, in prose too";
}

}  // namespace torsor::test::worksheet_test
