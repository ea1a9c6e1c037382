#include "torsor/dynamics/friction.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/scalar/dual.hpp"

namespace torsor::test::friction_test {

const Friction<double> shaped{.viscous = 2,
                              .coulomb = 5,
                              .viscous_difference = 0.25,
                              .coulomb_difference = 0.5,
                              .offset = -1,
                              .stribeck = 3,
                              .width = 0.3,
                              .stribeck_velocity = 4};

TEST(Friction, WithAWidthFollowsTheClosedForm) {
  // qd = 0.4: s(0.4, 0.3) = 0.4 / 0.5 = 0.8; qd = 3: s(3, 4) = 0.6, s(3, 0.3) = 3 / sqrt(9.09)
  const double wide = 0.4 / std::sqrt(16.16);
  EXPECT_NEAR(shaped.torque(0.4), 2.25 * 0.4 + 5.5 * 0.8 + 3 * (0.8 - wide) - 1, 1e-15);
  EXPECT_NEAR(shaped.torque(-3.0), -1.75 * 3 - 4.5 * 3 / std::sqrt(9.09) - 3 * (3 / std::sqrt(9.09) - 0.6) - 1, 1e-14);
}

TEST(Friction, WithoutAWidthJumps) {
  EXPECT_EQ((Friction<double>{.coulomb = 5}.torque(1e-9)), 5);
  EXPECT_EQ((Friction<double>{.coulomb = 5}.torque(0.0)), 0);
  EXPECT_NEAR((Friction<double>{.stribeck = 3, .stribeck_velocity = 1}.torque(1e-9)), 3, 1e-8);
  EXPECT_LT((Friction<double>{.stribeck = 3, .stribeck_velocity = 1}.torque(100.0)), 3 * 0.5e-4 * 1.001);
}

using Term = double Friction<double>::*;
using Value = double FrictionTerms<double>::*;
/// A coefficient of Friction, what it multiplies, and the parameter that it is.
struct TermOfTheLaw {
  ParameterKind kind;
  Term coefficient;
  Value value;
};
const TermOfTheLaw every_term[] = {
    {ParameterKind::viscous, &Friction<double>::viscous, &FrictionTerms<double>::viscous},
    {ParameterKind::coulomb, &Friction<double>::coulomb, &FrictionTerms<double>::coulomb},
    {ParameterKind::viscous_difference, &Friction<double>::viscous_difference,
     &FrictionTerms<double>::viscous_difference},
    {ParameterKind::coulomb_difference, &Friction<double>::coulomb_difference,
     &FrictionTerms<double>::coulomb_difference},
    {ParameterKind::stribeck, &Friction<double>::stribeck, &FrictionTerms<double>::stribeck},
    {ParameterKind::offset, &Friction<double>::offset, &FrictionTerms<double>::offset}};

/// One joint without mass that has every term, so that each is a column of the regressor.
Model<double> rubbing_joint() {
  Description robot;
  robot.name = "rubbing";
  robot.links.resize(1);
  robot.links[0].name = "link", robot.links[0].joint_name = "joint", robot.links[0].parent = "base";
  described::Friction friction;
  friction.viscous = {2.25, 1.75}, friction.coulomb = {5.5, 4.5}, friction.offset = -1.0;
  friction.stribeck = 3.0, friction.width = 0.3, friction.stribeck_velocity = 4.0;
  robot.links[0].friction = friction;
  return build_model<double>(robot);
}

TEST(Friction, TorqueAndRegressorAreTheSameLawTermByTerm) {
  const Model<double> model = rubbing_joint();
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  for (const double qd : {-3.0, -0.1, 0.4, 2.0}) {
    const FrictionTerms<double> law = friction_law(unit_friction<double>(), qd, shaped.shape());
    const Matrix<double> Y = regressor(model, layout, {0.0}, {qd}, {0.0}, {});
    int found = 0;
    for (const auto& [kind, coefficient, value] : every_term) {
      Friction<double> alone{.width = shaped.width, .stribeck_velocity = shaped.stribeck_velocity};
      alone.*coefficient = 7;
      EXPECT_NEAR(alone.torque(qd), 7 * (law.*value), 1e-14) << static_cast<int>(kind);
      for (int c = 0; c < layout.size(); ++c) {
        if (layout.entries[c].kind != kind) continue;
        EXPECT_EQ(Y(0, c), law.*value) << static_cast<int>(kind);
        ++found;
      }
    }
    EXPECT_EQ(found, 6);
    EXPECT_NEAR(friction_torque(model, {qd})[0], shaped.torque(qd), 1e-15);
  }
}

TEST(Friction, EveryTermIsTheDerivativeOfItsDissipation) {
  const FrictionShape<Dual> shape{Dual(0.3), Dual(4.0)};
  for (const double qd : {-2.0, -0.1, 0.05, 0.7, 5.0}) {
    const FrictionTerms<double> law = friction_law(unit_friction<double>(), qd, shaped.shape());
    const FrictionTerms<Dual> path = friction_dissipation(unit_friction<Dual>(), Dual(qd, 1.0), shape);
    EXPECT_NEAR(path.viscous.derivative(), law.viscous, 1e-14);
    EXPECT_NEAR(path.coulomb.derivative(), law.coulomb, 1e-14);
    EXPECT_NEAR(path.viscous_difference.derivative(), law.viscous_difference, 1e-14);
    EXPECT_NEAR(path.coulomb_difference.derivative(), law.coulomb_difference, 1e-14);
    EXPECT_NEAR(path.stribeck.derivative(), law.stribeck, 1e-14);
    EXPECT_NEAR(path.offset.derivative(), law.offset, 1e-14);
  }
}

TEST(Friction, IsTheDerivativeOfItsDissipation) {
  const Friction<Dual> friction{Dual(2.0),  Dual(5.0), Dual(0.25), Dual(0.5),
                                Dual(-1.0), Dual(3.0), Dual(0.3),  Dual(4.0)};
  for (const double qd : {-2.0, -0.1, 0.05, 0.7, 5.0})
    EXPECT_NEAR(friction.dissipation(Dual(qd, 1.0)).derivative(), shaped.torque(qd), 1e-13) << qd;
}

}  // namespace torsor::test::friction_test
