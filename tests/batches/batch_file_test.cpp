#include "torsor/batches/batch_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "robot_files/temporary_file.hpp"
#include "support/random_robot.hpp"
#include "torsor/core/text.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/logs/state_file.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::batch_file_test {

using Vector = std::vector<double>;

Model<double> panda() { return build_model<double>(read_builtin_robot("panda")); }

std::string header(const Model<double>& model) {
  std::string text = "t";
  for (int k = 1; k <= model.nq; ++k) text += ",q" + std::to_string(k);
  for (const char* name : {"qd", "qdd", "tau"})
    for (int k = 1; k <= model.nv; ++k) text += "," + std::string(name) + std::to_string(k);
  return text + "\n";
}

/// States of which a file has all vectors.
std::string states(const Model<double>& model, int rows) {
  std::string text = header(model);
  Random random(3);
  for (int k = 0; k < rows; ++k) {
    const RandomState state(random, model);
    text += number_text(0.01 * k);
    for (const Vector& vector : {state.q, state.qd, state.qdd, random.list(model.nv, 0.1, 9)})
      for (const double value : vector) text += "," + number_text(value);
    text += '\n';
  }
  return text;
}

/// What goes to a file, as rows of numbers; the first is the header's.
struct Written {
  std::string text;
  TableTarget target{TableFormat::csv, [this](std::string_view bytes) { text += bytes; }, {}};
  Written() = default;
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
};

BatchFileOptions options_for(std::vector<BatchFunction> functions, const Written& written) {
  BatchFileOptions options;
  options.functions = std::move(functions);
  options.stream.target = &written.target;
  return options;
}

/// Accelerations of one file are what gives the torques of it back.
TEST(BatchFile, InverseDynamicsUndoesForwardDynamics) {
  const Model<double> model = panda();
  const TemporaryFile file(states(model, 1000), ".csv");
  const Conditions<double> conditions = default_conditions(model);
  const WrenchesAt wrenches_at = [&](const Vector&) {
    return std::vector<Wrench<double>>{{model.frames[static_cast<std::size_t>(model.tip)].body, {{1, 2, 3}, {4, 5, 6}}},
                                       {3, {{0, 1, 0}, {2, 0, 1}}}};
  };
  Written forward, inverse;
  BatchFileOptions options = options_for({BatchFunction::forward_dynamics}, forward);
  options.wrenches_at = wrenches_at;
  batch_of_file(model, file.path(), conditions, options);
  ASSERT_TRUE(forward.text.starts_with("t,qdd1,qdd2,"));
  StateFileOptions reading{model.nq, model.nv, {StateVector::q, StateVector::qd, StateVector::tau}, {}};
  StateRows given, found;
  StateFile(file.path(), reading).read(0, given);
  const TemporaryFile accelerations(forward.text, ".csv");
  reading.wanted = {StateVector::qdd};
  StateFile(accelerations.path(), reading).read(0, found);
  ASSERT_GT(found.count, 100u);
  const std::size_t n = 7;
  for (std::size_t k = 0; k < std::min(given.count, found.count); ++k) {
    const auto row = [&](const Vector& all) { return Vector(&all[k * n], &all[k * n] + n); };
    const Vector q = row(given.of(StateVector::q));
    const std::vector<Wrench<double>> wrenches = wrenches_at(q);
    Conditions<double> here = conditions;
    here.wrenches = wrenches;
    const Vector tau = inverse_dynamics<double>(model, q, row(given.of(StateVector::qd)),
                                                row(found.of(StateVector::qdd)), here),
                 expected = row(given.of(StateVector::tau));
    for (std::size_t j = 0; j < n; ++j) ASSERT_NEAR(tau[j], expected[j], 1e-9) << k;
  }
}

TEST(BatchFile, FunctionsStandBesideEachOther) {
  const Model<double> model = panda();
  const TemporaryFile file(states(model, 3), ".csv");
  std::vector<BatchFunction> all;
  std::string expected = "t";
  for (const auto& [name, function] : batch_functions()) {
    all.push_back(function);
    for (const std::string& column : batch_columns(model, function)) expected += "," + column;
  }
  Written written;
  const BatchFileResult result =
      batch_of_file(model, file.path(), default_conditions(model), options_for(all, written));
  EXPECT_EQ(written.text.substr(0, written.text.find('\n')), expected);
  EXPECT_EQ(result.rows, 3u);
  EXPECT_EQ(static_cast<long>(result.columns.size()), std::count(expected.begin(), expected.end(), ','));
  const auto numbers = std::count(written.text.begin(), written.text.end(), ',');
  EXPECT_EQ(numbers, 4 * static_cast<long>(result.columns.size()));
}

TEST(BatchFile, FiguresAreThoseOfTheColumns) {
  const Model<double> model = build_model<double>(read_builtin_robot("one-link"));
  const TemporaryFile file("q1\n0\n1\n-2\n", ".csv");
  Written written;
  const BatchFileResult result = batch_of_file(model, file.path(), default_conditions(model),
                                               options_for({BatchFunction::gravity_torque}, written));
  StateRows rows;
  const TemporaryFile back("q1" + written.text.substr(written.text.find('\n')), ".csv");
  StateFile(back.path(), {1, 1, {StateVector::q}, {}}).read(0, rows);
  const Vector& g = rows.of(StateVector::q);
  ASSERT_EQ(g.size(), 3u);
  ASSERT_EQ(result.columns.size(), 1u);
  EXPECT_EQ(result.columns[0].name, "gravity1");
  EXPECT_EQ(result.columns[0].smallest, *std::min_element(g.begin(), g.end()));
  EXPECT_EQ(result.columns[0].largest, *std::max_element(g.begin(), g.end()));
  EXPECT_NEAR(result.columns[0].rms, std::sqrt((g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) / 3), 1e-12);
  EXPECT_NE(g[0], g[1]);
}

TEST(BatchFile, HasTheSameBytesForAnyNumberOfThreads) {
  const Model<double> model = panda();
  const TemporaryFile file(states(model, 4000), ".csv");
  std::string expected;
  for (const int threads : {1, 2, 5}) {
    Written written;
    BatchFileOptions options = options_for({BatchFunction::inverse_dynamics, BatchFunction::inertia_matrix}, written);
    options.stream.threads = threads;
    batch_of_file(model, file.path(), default_conditions(model), options);
    if (expected.empty()) expected = written.text;
    EXPECT_TRUE(written.text == expected) << threads;
  }
}

TEST(BatchFile, QuaternionsAreBroughtToUnitLengthOrRefused) {
  Random random(2);
  Description robot = random_robot_with_ball_and_free_joints(random, 3);
  robot.links[0].joint = JointType::free;
  const Model<double> model = build_model<double>(robot);
  ASSERT_GT(model.nq, model.nv);
  Written plain, scaled;
  const std::string text = states(model, 2);
  const TemporaryFile file(text, ".csv");
  batch_of_file(model, file.path(), default_conditions(model), options_for({BatchFunction::bias_torque}, plain));
  EXPECT_EQ(std::count(plain.text.begin(), plain.text.end(), '\n'), 3);
  std::string wrong = text + "1";
  for (int k = 0; k < model.nq + 3 * model.nv; ++k) wrong += ",2";
  const TemporaryFile bad(wrong + "\n", ".csv");
  try {
    batch_of_file(model, bad.path(), default_conditions(model), options_for({BatchFunction::bias_torque}, scaled));
    FAIL() << "2,2,2,2 is no rotation";
  } catch (const ComputationError& error) {
    EXPECT_EQ(error.what(), bad.path() + ": row 3: expected quaternions w,x,y,z of length 1: no result");
  }
}

TEST(BatchFile, TheRowWithoutAnAnswerIsTold) {
  const Model<double> model = panda();
  std::string text = states(model, 3000);
  text += "1";
  for (int k = 0; k < 28; ++k) text += ",1e300";
  const TemporaryFile file(text + "\n", ".csv");
  Written written;
  try {
    batch_of_file(model, file.path(), default_conditions(model), options_for({BatchFunction::energy}, written));
    FAIL() << "row 3001 has no energy";
  } catch (const ComputationError& error) {
    EXPECT_EQ(error.what(), file.path() + ": energy of row 3001 is not finite: no result");
  }
}

TEST(BatchFile, WhatFunctionsNeedIsAskedFor) {
  using enum StateVector;
  EXPECT_EQ(vectors_needed({BatchFunction::inertia_matrix}), (std::vector{q}));
  EXPECT_EQ(vectors_needed({BatchFunction::friction_torque}), (std::vector{qd}));
  EXPECT_EQ(vectors_needed({BatchFunction::forward_dynamics, BatchFunction::regressor}),
            (std::vector{q, qd, qdd, tau}));
}

}  // namespace torsor::test::batch_file_test
