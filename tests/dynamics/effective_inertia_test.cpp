#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.hpp"
#include "torsor/dynamics/effective_inertia_range.hpp"
#include "torsor/dynamics/effective_inertia_table.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::effective_inertia_test {

constexpr double right_angle = 1.5707963267948966;

Model<double> builtin(const char* name, const Overrides& overrides = {}) {
  return build_model<double>(read_builtin_robot(name, overrides));
}

/// Only inertia acts: no gravity, friction, springs.
Model<double> inertia_only(const Model<double>& model) {
  return changed(without_friction(model), [](ModelParts<double>& parts) {
    for (Coupling<double>& coupling : parts.couplings) coupling.stiffness = coupling.sine = coupling.cosine = 0;
    parts.gravity = {};
  });
}

/// A link of 1 kg, and a wrist that moves no mass.
Description massless_wrist() {
  Description robot;
  robot.name = "massless";
  for (const char* name : {"arm", "wrist"}) {
    described::Link link;
    link.name = link.joint_name = name;
    link.parent = robot.links.empty() ? "base" : "arm";
    link.dh = described::DhRow{};
    robot.links.push_back(link);
  }
  robot.links[0].mass.mass = 1.0;
  robot.links[0].mass.com = {1.0, 0.0, 0.0};
  return robot;
}

TEST(EffectiveInertia, IsTheNotesTable) {  // [notes 004, Table 4.1]: m2, quarter turns of joint 2, D11 D12 D22 I1 I2
  const std::vector<std::vector<double>> table{{1, 0, 6, 2, 1, 6, 2},           {1, 1, 4, 1, 1, 4, 3},
                                               {1, 2, 2, 0, 1, 2, 2},           {1, 3, 4, 1, 1, 4, 3},
                                               {4, 0, 18, 8, 4, 18, 2},         {4, 1, 10, 4, 4, 10, 6},
                                               {4, 2, 2, 0, 4, 2, 2},           {4, 3, 10, 4, 4, 10, 6},
                                               {100, 0, 402, 200, 100, 402, 2}, {100, 1, 202, 100, 100, 202, 102},
                                               {100, 2, 2, 0, 100, 2, 2},       {100, 3, 202, 100, 100, 202, 102}};
  for (const auto& row : table) {
    const Model<double> model = builtin("two-point-masses-vertical", {{"m2", std::to_string(int(row[0]))}});
    const EffectiveInertia<double> inertia = effective_inertia(model, {0.3, row[1] * right_angle});
    EXPECT_NEAR(inertia.B(0, 0), row[2], 1e-12);
    EXPECT_NEAR(inertia.B(0, 1), row[3], 1e-12);
    EXPECT_NEAR(inertia.B(1, 1), row[4], 1e-12);
    EXPECT_NEAR(locked_inertia(inertia.B, 0), row[5], 1e-12);
    EXPECT_NEAR(inertia.locked[0], row[5], 1e-12);
    EXPECT_NEAR(free_inertia(inertia.B, 0, 1), row[6], 1e-11);
    EXPECT_NEAR(inertia.free[0], row[6], 1e-11);
  }
}

TEST(EffectiveInertia, IsWhatATorqueAtOneJointMeets) {
  Random random(4);
  for (int trial = 0; trial < 100; ++trial) {
    const Model<double> model = inertia_only(build_model<double>(random_robot(random, random.integer(1, 9))));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), still(model.nv, 0.0);
    const EffectiveInertia<double> inertia = effective_inertia(model, q);
    if (lost_pivot(inertia.B, inertia.pivots) >= 0) continue;
    for (int i = 0; i < model.nv; ++i) {
      std::vector<double> unit = still;
      unit[i] = 1;
      const double free = 1 / forward_dynamics(model, q, still, unit)[i];  // the others follow as they like
      const double locked = inverse_dynamics(model, q, still, unit)[i];    // the others are held
      EXPECT_NEAR(inertia.free[i], free, 1e-8 * std::abs(free));
      EXPECT_NEAR(inertia.locked[i], locked, 1e-9 * std::abs(locked));
      EXPECT_LE(inertia.free[i], inertia.locked[i] * (1 + 1e-12)) << "freedom adds no inertia";
    }
  }
}

TEST(EffectiveInertia, OfTwoJointsIsTheSameWithOneFreeAndWithAllFree) {
  Random random(5);
  for (int trial = 0; trial < 50; ++trial) {
    const Model<double> model = build_model<double>(random_robot(random, 2));
    const EffectiveInertia<double> inertia = effective_inertia(model, random.list(2, 0.1, 3));
    if (lost_pivot(inertia.B, inertia.pivots) >= 0) continue;
    for (const int i : {0, 1})
      EXPECT_NEAR(inertia.free[i], free_inertia(inertia.B, i, 1 - i), 1e-9 * inertia.locked[i]);
  }
}

TEST(EffectiveInertia, LosesItsActuatorInertiaWithoutRotors) {
  Random random(6);
  for (int trial = 0; trial < 50; ++trial) {
    const Model<double> model = build_model<double>(random_robot(random, random.integer(1, 9)));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), rotors = actuator_inertia(model);
    const Matrix<double> B = inertia_matrix(model, q), bare = inertia_matrix(without_rotors(model), q);
    for (int i = 0; i < model.nv; ++i) EXPECT_NEAR(rotors[i], B(i, i) - bare(i, i), 1e-10 * (1 + B(i, i)));
  }
}

TEST(EffectiveInertia, OfASingularMatrixIsKnownAndNamesTheJoint) {
  const EffectiveInertia<double> inertia = effective_inertia(build_model<double>(massless_wrist()), {0.1, 0.2});
  EXPECT_EQ(lost_pivot(inertia.B, inertia.pivots), 1);
  EXPECT_DOUBLE_EQ(inertia.locked[0], 1);
  EXPECT_EQ(inertia.locked[1], 0);
  EXPECT_TRUE(std::isnan(free_inertia(inertia.B, 0, 1)));
}

TEST(EffectiveInertiaRange, HasTheExtremesAndWhereTheyAre) {
  const Model<double> model = builtin("two-point-masses-vertical");
  std::vector<std::vector<double>> list;
  for (int k = 0; k < 4; ++k) list.push_back({0.5, k * right_angle});
  const EffectiveInertiaRange range = effective_inertia_range(model, list);
  EXPECT_EQ(range.configurations, 4);
  EXPECT_EQ(range.singular, 0);
  EXPECT_NEAR(range.locked[0].low, 2, 1e-12);
  EXPECT_NEAR(range.locked[0].high, 6, 1e-12);
  EXPECT_NEAR(range.locked[0].ratio(), 3, 1e-12);
  EXPECT_EQ(range.locked[0].low_at, list[2]);
  EXPECT_EQ(range.locked[0].high_at, list[0]);
  EXPECT_NEAR(range.free[0].low, 2, 1e-12);
  EXPECT_NEAR(range.free[0].high, 3, 1e-12);
  EXPECT_EQ(range.free[0].low_at, list[0]) << "of equal ones the first";
  EXPECT_EQ(range.free[0].high_at, list[1]);
  EXPECT_NEAR(range.locked[1].ratio(), 1, 1e-15);
}

TEST(EffectiveInertiaRange, LeavesSingularConfigurationsOutOfTheFreeInertia) {
  const EffectiveInertiaRange range = effective_inertia_range(build_model<double>(massless_wrist()), {{0, 0}, {1, 1}});
  EXPECT_EQ(range.singular, 2);
  EXPECT_TRUE(std::isnan(range.free[0].low));
  EXPECT_DOUBLE_EQ(range.locked[0].high, 1);
}

TEST(EffectiveInertiaRange, OfNothingIsNotANumber) {
  const EffectiveInertiaRange range = effective_inertia_range(builtin("two-rods"), {});
  EXPECT_EQ(range.configurations, 0);
  EXPECT_TRUE(std::isnan(range.locked[0].low) && std::isnan(range.free[1].ratio()));
}

TEST(EffectiveInertiaSurvey, HasTheRangeOfAllConfigurationsAndTheFirstOfThem) {
  const Model<double> model = builtin("two-point-masses-vertical");
  const Configurations turn = Configurations::sweep(model, {0.5, 0}, {{1, 0, 3 * right_angle, 4}});
  const EffectiveInertiaSurvey survey = survey_effective_inertia(model, turn, 2);
  EXPECT_EQ(survey.range.configurations, 4);
  EXPECT_NEAR(survey.range.locked[0].low, 2, 1e-12) << "which is not among the first two";
  EXPECT_NEAR(survey.range.locked[0].high, 6, 1e-12);
  ASSERT_EQ(survey.rows.size(), 2u);
  EXPECT_EQ(survey.rows[1].q, turn.at(1));
  EXPECT_NEAR(survey.rows[1].locked[0], 4, 1e-12);
  EXPECT_NEAR(survey.rows[1].free[0], 3, 1e-12);
}

TEST(EffectiveInertiaSurvey, HasNoFreeInertiaWhereTheMatrixIsSingular) {
  const Model<double> model = build_model<double>(massless_wrist());
  const EffectiveInertiaSurvey survey =
      survey_effective_inertia(model, Configurations::sweep(model, {0, 0}, {{0, 0, 1, 3}}), 100);
  EXPECT_EQ(survey.range.singular, 3);
  ASSERT_EQ(survey.rows.size(), 3u);
  EXPECT_DOUBLE_EQ(survey.rows[2].locked[0], 1);
  EXPECT_TRUE(std::isnan(survey.rows[2].free[0]));
}

TEST(EffectiveInertiaTable, IsTheNotesTable) {  // [notes 004, Table 4.1]: the loads come on top of m2 = 1
  const Model<double> model = builtin("two-point-masses-vertical");
  const auto table = effective_inertia_table(model, model.tip, 0, 1, {0, 3, 99}, {0.3, 9});
  ASSERT_EQ(table.size(), 12u);
  const auto expect = [&](std::size_t row, double cosine, double D11, double D12, double D22, double free) {
    EXPECT_EQ(table[row].cosine, cosine) << row;
    EXPECT_NEAR(table[row].D_ii, D11, 1e-12) << row;
    EXPECT_NEAR(table[row].locked, D11, 1e-12) << row;
    EXPECT_NEAR(table[row].D_ij, D12, 1e-12) << row;
    EXPECT_NEAR(table[row].D_jj, D22, 1e-12) << row;
    EXPECT_NEAR(table[row].free, free, 1e-11) << row;
  };
  expect(0, 1, 6, 2, 1, 2);
  expect(2, -1, 2, 0, 1, 2);
  expect(5, 0, 10, 4, 4, 6);
  expect(8, 1, 402, 200, 100, 2);
  expect(11, 0, 202, 100, 100, 102);
}

}  // namespace torsor::test::effective_inertia_test
