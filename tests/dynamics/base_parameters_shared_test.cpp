#include <gtest/gtest.h>

#include "support/shared_robots.hpp"
#include "support/unit_of_length.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::test::base_parameters_shared_test {

#if defined(TORSOR_ADDRESS_SANITIZER)
constexpr int most_joints = 7;
#else
constexpr int most_joints = 10;
#endif

TEST(BaseParametersOfShared, AreTheSameInMillimetres) {
  int robots = 0;
  for (const std::string& file : shared_robot_files()) {
    const Model<double> model = build_model<double>(shared_robot(file, {}));
    if (model.nv == 0 || model.body_count() > most_joints + 1) continue;
    ++robots;
    const auto analysed = [](const Model<double>& robot) {
      return base_parameters(robot, parameter_layout(robot, {.rotor = true, .viscous = true, .coulomb = true}),
                             default_conditions(robot));
    };
    const BaseParameters metres = analysed(model), millimetres = analysed(in_unit(model, 1000));
    EXPECT_EQ(metres.count(), millimetres.count()) << file;
    EXPECT_EQ(metres.identifiability, millimetres.identifiability) << file;
  }
  EXPECT_GE(robots, 40);
}

}  // namespace torsor::test::base_parameters_shared_test
