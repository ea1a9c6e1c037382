#include "torsor/dynamics/base_parameters.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::base_parameters_test {

constexpr Vector3<double> down{0, 0, -9.81}, sideways{9.81, 0, 0};

ParameterSelection selection(bool rotor, bool friction, bool coupling = false) {
  ParameterSelection select;
  select.rotor = rotor;
  select.viscous = select.coulomb = select.offset = friction;
  select.coupling = coupling;
  return select;
}
BaseParameters analyse(const Description& robot, const ParameterSelection& select, const Vector3<double>& gravity) {
  const Model<double> model = build_model<double>(robot);
  return base_parameters(model, parameter_layout(model, select), {gravity, {}, {}});
}

/// Every angle of the table to four decimals, as URDF files have them: 1.5708.
Description rounded(Description robot) {
  for (described::Link& link : robot.links)
    if (link.dh)
      for (described::Quantity* angle : {&link.dh->alpha, &link.dh->theta}) {
        const double value = evaluate<double>(angle->expression, [](const std::string&) { return 0.0; });
        *angle = std::round(value * 1e4) / 1e4;
      }
  return robot;
}

struct Case {
  const char* robot;
  RotorModel rotors;
  Vector3<double> gravity;
  int rigid, with_rotors, with_friction;
};

TEST(BaseParameters, AreAsManyAsTheLiteratureSays) {
  constexpr auto reflected = RotorModel::reflected, gyroscopic = RotorModel::gyroscopic;
  const Case cases[] = {{"puma560", reflected, down, 36, 40, 58},     {"rx90", reflected, down, 36, 40, 58},
                        {"tx40", reflected, down, 36, 40, 58},        {"ur10", reflected, down, 36, 40, 58},
                        {"ur5e", reflected, down, 36, 40, 58},        {"stanford", reflected, down, 33, 37, 55},
                        {"panda", reflected, down, 43, 48, 69},       {"iiwa14", reflected, down, 43, 48, 69},
                        {"puma560", reflected, sideways, 38, 42, 60},  // mounted on a wall
                        {"panda", reflected, sideways, 45, 50, 71},   {"scara", reflected, down, 8, 11, 22},
                        {"scara", gyroscopic, down, 8, 11, 23},       {"two-rods", reflected, {0, -9.81, 0}, 6, 7, 13}};
  for (const auto& [name, rotors, gravity, rigid, with_rotors, with_friction] : cases) {
    Description robot = read_builtin_robot(name);
    robot.rotor_model = rotors;
    for (const Description& written : {robot, rounded(robot)}) {
      const BaseParameters bodies = analyse(written, selection(false, false), gravity);
      EXPECT_EQ(bodies.count(), rigid) << name;
      EXPECT_TRUE(bodies.clear) << name;
      EXPECT_EQ(analyse(written, selection(true, false), gravity).count(), with_rotors) << name;
      EXPECT_EQ(analyse(written, selection(true, true), gravity).count(), with_friction) << name;
    }
  }
}

TEST(BaseParameters, OfTheTx40WithItsCoupledWristAre61) {
  EXPECT_EQ(analyse(read_builtin_robot("tx40"), selection(true, true, true), down).count(), 61);
}

TEST(BaseParameters, OfTheRx90AreThoseOfKhalil) {  // W. Khalil, E. Dombre 2002, table 9.4, with d3 = rl4 = 0.45
  const Model<double> model = build_model<double>(read_builtin_robot("rx90"));
  const ParameterLayout layout = parameter_layout(model, {});
  const BaseParameters base = base_parameters(model, layout, default_conditions(model));
  std::set<std::string> words;
  for (int b = 0; b < base.count(); ++b) words.insert(base_parameter_in_words(base, layout, b));
  for (const char* expected : {"Izz1 + Iyy2 + 0.2025 m3 + Iyy3 + 0.2025 m4 + 0.2025 m5 + 0.2025 m6",
                               "Ixx2 - Iyy2 - 0.2025 m3 - 0.2025 m4 - 0.2025 m5 - 0.2025 m6",
                               "Ixy2",
                               "Ixz2 - 0.45 mz3",
                               "Iyz2",
                               "Izz2 + 0.2025 m3 + 0.2025 m4 + 0.2025 m5 + 0.2025 m6",
                               "mx2 + 0.45 m3 + 0.45 m4 + 0.45 m5 + 0.45 m6",
                               "my2",
                               "Ixx3 - Iyy3 + 0.2025 m4 + 0.9 mz4 + Iyy4 + 0.2025 m5 + 0.2025 m6",
                               "Ixy3",
                               "Ixz3",
                               "Iyz3",
                               "Izz3 + 0.2025 m4 + 0.9 mz4 + Iyy4 + 0.2025 m5 + 0.2025 m6",
                               "mx3",
                               "my3 + 0.45 m4 + mz4 + 0.45 m5 + 0.45 m6",
                               "Ixx4 - Iyy4 + Iyy5",
                               "Izz4 + Iyy5",
                               "mx4",
                               "my4 - mz5",
                               "Ixx5 - Iyy5 + Iyy6",
                               "Izz5 + Iyy6",
                               "mx5",
                               "my5 + mz6",
                               "Ixx6 - Iyy6",
                               "Izz6",
                               "mx6",
                               "my6"})
    EXPECT_TRUE(words.contains(expected)) << expected;
}

TEST(BaseParameters, CarryTheWholeTorque) {  // Y theta = Y_independent beta, at states that were not used to find them
  for (const char* name : {"puma560", "stanford", "scara", "iiwa14", "tx40"}) {
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    const BaseParameters base = base_parameters(model, layout, default_conditions(model));
    const std::vector<double> beta = base_values(base, parameters(model, layout));
    Random random(17);
    for (int k = 0; k < 20; ++k) {
      const RandomState state(random, model, false);
      Conditions<double> conditions = default_conditions(model);
      const Matrix<double> Y = regressor(model, layout, state.q, state.qd, state.qdd, conditions);
      std::vector<double> product(model.nv, 0.0);
      for (int i = 0; i < model.nv; ++i)
        for (int b = 0; b < base.count(); ++b) product[i] += Y(i, base.independent[b]) * beta[b];
      const std::vector<double> tau = inverse_dynamics(model, state.q, state.qd, state.qdd, conditions);
      EXPECT_LT(norm(difference(product, tau)), 1e-9 * norm(tau)) << name;
    }
  }
}

TEST(BaseParameters, SayWhatCanBeToldAlone) {
  const Model<double> model = build_model<double>(read_builtin_robot("rx90"));
  const ParameterLayout layout = parameter_layout(model, {});
  const BaseParameters base = base_parameters(model, layout, default_conditions(model));
  const std::vector<std::string> names = parameter_names(layout);
  const auto of = [&](const std::string& name) {
    return base.identifiability[std::find(names.begin(), names.end(), name) - names.begin()];
  };
  EXPECT_EQ(of("Izz6"), Identifiability::alone);
  EXPECT_EQ(of("my2"), Identifiability::alone);
  EXPECT_EQ(of("m6"), Identifiability::in_combination);
  EXPECT_EQ(of("Izz1"), Identifiability::in_combination);
  EXPECT_EQ(of("m1"), Identifiability::none);
  EXPECT_EQ(of("Ixx1"), Identifiability::none);
}

}  // namespace torsor::test::base_parameters_test
