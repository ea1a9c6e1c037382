#include <gtest/gtest.h>

#include "torsor/core/error.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::load_friction_equations_test {

Description lift() {
  return read_robot(
      "name: lift\nparameters: {m: 3, c: 0.2}\nlinks:\n  - name: cage\n    joint: prismatic\n    mass: m\n"
      "    rotor: {inertia: 0.5, ratio: 1}\n    friction: {load: c}\n",
      "lift.yaml");
}

TEST(LoadFrictionEquations, HaveTheSignOfWhatTheLinksAsk) {
  const Derivation derivation = derive(lift(), {"torque", "regressor"});
  ASSERT_TRUE(derivation.complete);
  const std::string tau = typeset(derivation.groups.at(0).equations.at(0).right, Typesetting::text);
  EXPECT_EQ(tau,  // x + qdd1/2 + c sign(x) x sign(qd1) with x = m qdd1 + 9.81 m
            "m c sign(m qdd1 + 9.81 m) sign(qd1) qdd1 + m qdd1 + 1/2 qdd1 + 9.81 m c sign(m qdd1 + 9.81 m) sign(qd1) + "
            "9.81 m");
  EXPECT_EQ(derivation.groups.at(1).meaning,
            "tau = Y theta + friction that grows with the load; Yi,p multiplies the parameter p in tau i");
}

TEST(LoadFrictionEquations, ThatWouldLackItAreRefused) {
  for (const char* name : {"dissipation", "forward-dynamics"})
    EXPECT_THROW(derive(lift(), {name}), ComputationError) << name;
  EXPECT_NO_THROW(derive(lift(), {"gravity", "inertia"}));
}

}  // namespace torsor::test::load_friction_equations_test
