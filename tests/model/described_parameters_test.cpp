#include "torsor/model/described_parameters.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::test::described_parameters_test {

/// Torques of two models at random states, as a part of the largest.
double difference(const Model<double>& a, const Model<double>& b, int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  double largest = 0, apart = 0;
  for (int k = 0; k < 20; ++k) {
    std::vector<double> q = random.list(a.nq, 0, 2);
    normalize_position<double>(a, q);
    const std::vector<double> qd = random.list(a.nv, 0, 2), qdd = random.list(a.nv, 0, 5);
    const auto x = inverse_dynamics(a, q, qd, qdd), y = inverse_dynamics(b, q, qd, qdd);
    for (int i = 0; i < a.nv; ++i) {
      largest = std::max(largest, std::abs(x[i]));
      apart = std::max(apart, std::abs(x[i] - y[i]));
    }
  }
  return apart / largest;
}

/// The parameters of a robot, each a little larger.
std::vector<double> changed(const Model<double>& model, const ParameterLayout& layout) {
  std::vector<double> theta = parameters(model, layout);
  for (std::size_t c = 0; c < theta.size(); ++c) theta[c] *= layout.entries[c].kind <= ParameterKind::izz ? 1.25 : 1.5;
  return theta;
}

TEST(DescribedParameters, AreTheParametersOfTheModelThatIsBuiltFromThem) {
  for (const std::string& name : builtin_robot_names()) {
    const Description robot = read_builtin_robot(name);
    const Model<double> model = build_model<double>(robot);
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    const std::vector<double> theta = changed(model, layout);
    const Description result = with_parameters(robot, layout, theta);
    EXPECT_TRUE(check(result).empty()) << name;
    const Model<double> wanted = with_parameters<double>(model, layout, theta);
    EXPECT_LT(difference(wanted, build_model<double>(result), 1), 1e-12) << name;
    const WrittenRobot file = write_yaml(result);
    EXPECT_LT(difference(wanted, build_model<double>(read_robot(file.text, name)), 2), 1e-12) << name;
  }
}

TEST(DescribedParameters, ThatDoNotChangeStayAsTheyWereWritten) {
  for (const std::string& name : builtin_robot_names()) {
    const Description robot = read_builtin_robot(name);
    const Model<double> model = build_model<double>(robot);
    ParameterLayout nothing;
    nothing.inertial.assign(model.bodies.size(), -1);
    EXPECT_EQ(write_yaml(with_parameters(robot, nothing, {})).text, write_yaml(robot).text) << name;
  }
}

TEST(DescribedParameters, GiveRotorsAndFrictionToJointsThatHadNone) {
  for (const char* name : {"two-rods", "ur10", "puma560", "scara"}) {
    Description robot = read_builtin_robot(name);
    robot.links.back().rotor.reset();
    robot.links.back().friction.reset();
    const Model<double> model = build_model<double>(robot);
    ParameterSelection select;
    select.rotor = select.viscous = select.coulomb = select.asymmetric = select.offset = true;
    const ParameterLayout layout = parameter_layout(model, select);
    std::vector<double> theta = parameters(model, layout);
    for (std::size_t c = 0; c < theta.size(); ++c)
      if (layout.entries[c].kind > ParameterKind::izz) theta[c] += 0.1 + 0.01 * static_cast<double>(c);
    const Model<double> wanted = with_parameters<double>(model, layout, theta);
    EXPECT_LT(difference(wanted, build_model<double>(with_parameters(robot, layout, theta)), 3), 1e-11) << name;
  }
}

TEST(DescribedParameters, KeepPreslidingOnTheLinkSideWhereThereIsCoulombFriction) {
  Description robot = read_builtin_robot("puma560");  // friction on the side of the motors
  robot.links[1].friction->presliding_stiffness = 40.0, robot.links[1].friction->presliding_damping = 0.01;
  robot.links[2].friction->presliding_stiffness = 40.0;
  ASSERT_TRUE(check(robot).empty());
  const Model<double> model = build_model<double>(robot);
  const double gear = Evaluator<double>(robot).value(robot.links[1].rotor->ratio);
  EXPECT_DOUBLE_EQ(model.friction[1].presliding_stiffness, 40 * gear * gear);
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  std::vector<double> theta = changed(model, layout);
  for (std::size_t c = 0; c < theta.size(); ++c)
    if (layout.entries[c].body == 3 && layout.entries[c].kind > ParameterKind::izz) theta[c] = 0;
  const Description result = with_parameters(robot, layout, theta);
  EXPECT_TRUE(check(result).empty());
  const Model<double> built = build_model<double>(result);
  EXPECT_EQ(built.friction[1].presliding_stiffness, model.friction[1].presliding_stiffness);
  EXPECT_EQ(built.friction[1].presliding_damping, model.friction[1].presliding_damping);
  EXPECT_EQ(built.friction[2].presliding_stiffness, 0);
}

TEST(DescribedParameters, KeepFrictionThatGrowsWithTheLoad) {
  Description robot = read_builtin_robot("puma560");  // friction on the side of the motors, which a ratio does not know
  robot.links[1].friction->load = 0.08;
  ASSERT_TRUE(check(robot).empty());
  const Model<double> model = build_model<double>(robot);
  EXPECT_EQ(model.friction[1].load, 0.08);
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  const Model<double> built = build_model<double>(with_parameters(robot, layout, changed(model, layout)));
  EXPECT_EQ(built.friction[1].load, 0.08);
  EXPECT_NE(built.friction[1].coulomb, model.friction[1].coulomb);
}

Description with_a_flange(double mass) {
  Description robot = read_builtin_robot("ur10");
  described::Link flange;
  flange.name = "flange";
  flange.parent = robot.links.back().name;
  flange.joint_name = "bolts";
  flange.joint = JointType::fixed;
  flange.origin = described::Pose{{0.01, 0.02, 0.03}, {0.1, 0.2, 0.3}};
  flange.mass.mass = mass;
  flange.mass.inertia = {1e-3 * mass, 0.0, 0.0, 1e-3 * mass, 0.0, 1e-3 * mass};
  robot.links.push_back(flange);
  return robot;
}

TEST(DescribedParameters, FixedLinksKeepTheirMassWhereWhatIsLeftIsABody) {
  const Description robot = with_a_flange(0.02);
  const Model<double> model = build_model<double>(robot);
  const ParameterLayout layout = parameter_layout(model, {});
  const std::vector<double> theta = changed(model, layout);
  const Description result = with_parameters(robot, layout, theta);
  EXPECT_EQ(build_model<double>(result).frames.size(), model.frames.size());
  const Evaluator<double> values(result);
  EXPECT_EQ(values.value(result.links.back().mass.mass), 0.02);
  EXPECT_LT(difference(with_parameters<double>(model, layout, theta), build_model<double>(result), 4), 1e-12);
}

TEST(DescribedParameters, FixedLinksLoseTheirMassWhereNothingElseIsPossible) {
  const Description robot = with_a_flange(5);
  const Model<double> model = build_model<double>(robot);
  const ParameterLayout layout = parameter_layout(model, {});
  std::vector<double> theta = parameters(model, layout);
  for (int k = 0; k < 10; ++k) theta[layout.inertial.back() + k] *= 0.2;  // lighter than the flange alone
  const Description result = with_parameters(robot, layout, theta);
  const Evaluator<double> values(result);
  EXPECT_EQ(values.value(result.links.back().mass.mass), 0);
  EXPECT_TRUE(check(result).empty());
  EXPECT_LT(difference(with_parameters<double>(model, layout, theta), build_model<double>(result), 5), 1e-12);
}

}  // namespace torsor::test::described_parameters_test
