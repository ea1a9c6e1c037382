#include "derivation/base_parameter_span.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::base_parameter_equations_test {

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
  auto found = base_parameter_forms(turning_slide(), EquationSymbols::standard);
  EXPECT_EQ(found.size(), 2u);
  EXPECT_TRUE(found["ZZR1"].equals(form_of("Izz1 + Izz2 + m2/4 + mx2"))) << typeset(found["ZZR1"], Typesetting::text);
  EXPECT_TRUE(found["MR2"].equals(form_of("m2")));
}

TEST(BaseParameterEquations, FactorsAreFormulasOfSymbolicLengths) {
  Description robot = turning_slide();
  robot.parameters.push_back({"r", 0.5});
  robot.links[1].origin->xyz[0].expression = std::get<Expression>(parse_expression("r"));
  auto found = base_parameter_forms(robot, EquationSymbols::standard);
  EXPECT_TRUE(found["ZZR1"].equals(form_of("Izz1 + Izz2 + m2*r^2 + 2*r*mx2")))
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
  for (std::uint64_t seed = 0; seed < 30; ++seed) expect_same_span_of_random_robots(seed);
}

}  // namespace torsor::test::base_parameter_equations_test
