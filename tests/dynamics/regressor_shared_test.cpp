#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/random_robot.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/robot_files/load_robot.hpp"

// SymPyBotics 5d4613a, tests/test_results.py: the kinematics of the PUMA 560 with 60 random parameters, which no body
// has, in the order [Lxx Lxy Lxz Lyy Lyz Lzz lx ly lz m] a link.
namespace torsor::test::regressor_shared_test {

using Json = nlohmann::json;

Json oracle(const std::string& id) {
  std::ifstream file(TORSOR_SHARED_DIR "/robots/dh/oracles.json");
  for (const Json& entry : Json::parse(file))
    if (entry["id"] == id) return entry;
  ADD_FAILURE() << "no oracle " << id;
  return {};
}
std::vector<double> list(const Json& values) { return values.get<std::vector<double>>(); }

/// Their order to ours.
std::vector<double> our_order(const std::vector<double>& theirs) {
  std::vector<double> theta;
  for (std::size_t at = 0; at < theirs.size(); at += 10)
    for (const std::size_t k : {9, 6, 7, 8, 0, 1, 2, 3, 4, 5}) theta.push_back(theirs[at + k]);
  return theta;
}

class SymPyBotics : public testing::Test {
 protected:
  Model<double> model = without_rotors(without_friction(build_model<double>(read_builtin_robot("puma560"))));
  ParameterLayout layout = parameter_layout(model, {});

  void expect(const std::vector<double>& actual, const Json& entry) const {
    std::vector<double> expected;
    for (const Json& row : entry["expected"])
      for (const Json& value : row.is_array() ? row : Json::array({row})) expected.push_back(value);
    ASSERT_EQ(actual.size(), expected.size());
    const double tolerance = entry["abs_tol"];
    for (std::size_t k = 0; k < actual.size(); ++k) EXPECT_NEAR(actual[k], expected[k], tolerance) << k;
  }
};

TEST_F(SymPyBotics, RegressorTimesSixtyParametersIsTheirTorque) {
  const Json entry = oracle("sympy.std.rand.tau"), &input = entry["input"];
  const Matrix<double> Y =
      regressor(model, layout, list(input["q"]), list(input["qd"]), list(input["qdd"]), default_conditions(model));
  const std::vector<double> theta = our_order(list(input["params"]));
  std::vector<double> tau(6, 0.0);
  for (int i = 0; i < 6; ++i)
    for (int c = 0; c < 60; ++c) tau[i] += Y(i, c) * theta[c];
  expect(tau, entry);
}

TEST_F(SymPyBotics, AModelWithSixtyParametersHasTheirTerms) {
  const Json gravity = oracle("sympy.std.rand.g"), coriolis = oracle("sympy.std.rand.c"),
             inertia = oracle("sympy.std.rand.M");
  const std::vector<double> theta = our_order(list(gravity["input"]["params"]));
  const Model<double> other = with_parameters<double>(model, layout, theta);
  expect(gravity_torque(other, list(gravity["input"]["q"])), gravity);
  expect(coriolis_torque(other, list(coriolis["input"]["q"]), list(coriolis["input"]["qd"])), coriolis);
  expect(inertia_matrix(other, list(inertia["input"]["q"])).data, inertia);
}

}  // namespace torsor::test::regressor_shared_test
