#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "support/unit_of_length.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"

// What the motion can tell does not depend on how lengths are written down.
namespace torsor::test::base_parameters_units_test {

BaseParameters all_base_parameters(const Model<double>& model, bool base_wrench = false) {
  ParameterSelection select = all_of(model);
  select.base = base_wrench;
  return base_parameters(model, parameter_layout(model, select), default_conditions(model));
}

/// Without friction, rotors and springs of free joints: one number for all axes of a free joint has no unit.
Model<double> robot_with_ball_and_free_joints(Random& random, int joints) {
  const Model<double> model = build_model<double>(random_robot_with_ball_and_free_joints(random, joints));
  return changed(without_rotors(without_friction(model)), [](ModelParts<double>& parts) {
    std::erase_if(parts.pose_springs,
                  [&](const auto& spring) { return parts.bodies[spring.body].joint == JointType::free; });
  });
}

void expect_same_in_millimetres(const Model<double>& metres, const std::string& name) {
  const Model<double> millimetres = in_unit(metres, 1000);
  for (const bool base_wrench : {false, true}) {
    const BaseParameters a = all_base_parameters(metres, base_wrench),
                         b = all_base_parameters(millimetres, base_wrench);
    EXPECT_EQ(a.count(), b.count()) << name;
    EXPECT_EQ(a.dependent, b.dependent) << name;
    EXPECT_EQ(a.identifiability, b.identifiability) << name;
    ASSERT_EQ(a.singular_values.size(), b.singular_values.size());
    for (int k = 0; k < a.count(); ++k)
      EXPECT_NEAR(a.singular_values[k], b.singular_values[k], 1e-9 * a.singular_values[0]) << name;
  }
}

TEST(UnitOfLength, ChangesTorquesAsPowerChanges) {  // so that in_unit is the same robot
  Random random(21);
  for (int trial = 0; trial < 40; ++trial) {
    const Model<double> model = trial % 2 == 0
                                    ? build_model<double>(random_robot_with_followers(random, random.integer(2, 7)))
                                    : robot_with_ball_and_free_joints(random, random.integer(1, 6));
    const Model<double> other = in_unit(model, 1000);
    const RandomState state(random, model, false);
    const std::vector<double> u = velocity_units(model, 1000);
    std::vector<double> qd = state.qd, qdd = state.qdd;
    for (int v = 0; v < model.nv; ++v) qd[v] *= u[v], qdd[v] *= u[v];
    const std::vector<double> tau = inverse_dynamics(model, state.q, state.qd, state.qdd, default_conditions(model));
    std::vector<double> found =
        inverse_dynamics(other, positions_in_unit(model, state.q, 1000), qd, qdd, default_conditions(other));
    for (int v = 0; v < model.nv; ++v) found[v] *= u[v] / 1e6;
    EXPECT_LT(norm(difference(found, tau)), 1e-10 * norm(tau));
  }
}

TEST(BaseParameters, OfFortyRandomRobotsAreTheSameInMillimetres) {
  Random random(8);
  for (int trial = 0; trial < 40; ++trial) {
    const int joints = random.integer(1, 6);
    const std::string name = "trial " + std::to_string(trial);
    if (trial % 4 == 1) {
      expect_same_in_millimetres(robot_with_ball_and_free_joints(random, joints), name);
      continue;
    }
    const Description robot =
        trial % 4 == 0 ? random_robot_with_followers(random, joints + 1) : random_robot(random, joints);
    expect_same_in_millimetres(build_model<double>(robot), name);
  }
}

TEST(BaseParameters, OfTheBuiltInRobotsAreTheSameInMillimetres) {
  for (const std::string& name : builtin_robot_names())
    expect_same_in_millimetres(build_model<double>(read_builtin_robot(name)), name);
}

TEST(BaseParameters, OfRobotsOfOneShapeAreTheSameWhateverTheirSize) {  // in the same gravity
  for (const char* name : {"puma560", "stanford", "two-rods", "mass-spring-damper"})
    for (const double size : {1e-4, 1e-2, 30.0, 1e4}) {
      const Model<double> model = build_model<double>(read_builtin_robot(name));
      const Model<double> other = with_gravity(in_unit(model, size), model.gravity);
      ParameterSelection select;
      select.rotor = select.viscous = select.coulomb = select.offset = true;
      const auto count = [&](const Model<double>& robot) {
        return base_parameters(robot, parameter_layout(robot, select), default_conditions(robot)).count();
      };
      EXPECT_EQ(count(other), count(model)) << name << " times " << size;
    }
}

}  // namespace torsor::test::base_parameters_units_test
