#include "codegen/generated_files.hpp"
#include "torsor/codegen/verify_generated.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Controllers as kernels, beside what they are made of.
namespace torsor::test::control_kernels_test {

using Vector = std::vector<double>;

Model<double> robot(const std::string& name) { return build_model<double>(load_robot(name)); }

const std::string strict = " -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror";

/// Values of a case by their names.
const Vector& at(const GeneratedCase& one, const std::string& name) {
  for (const auto& [key, values] : one)
    if (key == name) return values;
  throw std::out_of_range(name);
}

void expect_close(const Vector& found, const Vector& expected, double tolerance) {
  double size = 1;
  for (const double x : expected) size = std::max(size, std::abs(x));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance * size) << i;
}

TEST(ControlKernels, AgreeWithTheLibraryForEveryBuiltInRobotInBothScalars) {
  for (const std::string& name : builtin_robot_names()) {
    const Model<double> model = robot(name);
    if (model.nq != model.nv) continue;
    for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32})
      for (const bool parameter_vector : {false, true}) {
        if (parameter_vector && name != "rx90") continue;
        const Folder folder;
        GenerateOptions options = control_functions(Language::c);
        options.scalar = scalar, options.parameter_vector = parameter_vector;
        const std::string file = write_generated(folder, generate_code(model, options), Language::c);
        const GeneratedAgreement agreement = verify_generated(model, file, {20, -1, "cc" + strict});
        ASSERT_EQ(agreement.functions.size(), 3u);
        for (const KernelAgreement& one : agreement.functions)
          EXPECT_TRUE(one.holds()) << name << ": " << one.kernel << " " << one.disagreement << one.failure;
      }
  }
}

TEST(ControlKernels, AgreeWithTheLibraryInCppPythonAndMatlab) {
  const Model<double> model = robot("puma560");
  const Folder folder;
  for (const Language language : {Language::python, Language::matlab}) {
    GenerateOptions options = control_functions(language);
    options.test_cases = 3;
    const GeneratedCode code = generate_code(model, options);
    EXPECT_TRUE(code.companions.empty());
    write_cases(write_generated(folder, code, language), code);
  }
  expect_scripts_agree(folder);
  const std::string file =
      write_generated(folder, generate_code(model, control_functions(Language::cpp)), Language::cpp);
  EXPECT_TRUE(verify_generated(model, file, {20, -1, ""}).holds());
}

/// tau = ID(q, qd, y), with friction at the reference's velocity in place of the joint's.
TEST(ControlKernels, ComputedTorqueIsInverseDynamicsOfTheCorrectedAcceleration) {
  for (const std::string name : {"panda", "puma560", "showcase"}) {
    const Model<double> model = robot(name);
    if (model.nq != model.nv) continue;
    GenerateOptions options = control_functions(Language::c);
    options.test_cases = 10;
    const GeneratedCode code = generate_code(model, options);
    for (const GeneratedCase& one : code.functions[0].cases) {
      const Vector &q = at(one, "q"), &qd = at(one, "qd"), &q_r = at(one, "q_r"), &qd_r = at(one, "qd_r");
      Vector y = at(one, "qdd_r");
      for (std::size_t i = 0; i < y.size(); ++i)
        y[i] += at(one, "stiffness")[i] * (q_r[i] - q[i]) + at(one, "damping")[i] * (qd_r[i] - qd[i]);
      Vector tau = inverse_dynamics(model, q, qd, y);
      const Vector of_motion = friction_torque(model, qd), of_reference = friction_torque(model, qd_r);
      for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += of_reference[i] - of_motion[i];
      expect_close(at(one, "tau"), tau, 1e-12);
    }
  }
}

/// d/dq of the kinetic energy, by differences: C^T qd.
Vector slope_of_kinetic_energy(const Model<double>& model, const Vector& q, const Vector& qd) {
  const double h = 1e-5;
  Vector slope(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    Vector plus = q, minus = q;
    plus[i] += h, minus[i] -= h;
    slope[i] = (kinetic_energy(model, plus, qd) - kinetic_energy(model, minus, qd)) / (2 * h);
  }
  return slope;
}

TEST(ControlKernels, TheObserverKeepsMomentumAndWhatIsKnownOfItsRate) {
  const Model<double> model = robot("panda");
  GenerateOptions options = control_functions(Language::c);
  options.test_cases = 10;
  const GeneratedCode code = generate_code(model, options);
  for (const GeneratedCase& one : code.functions[1].cases) {
    const Vector &q = at(one, "q"), &qd = at(one, "qd");
    const Matrix<double> B = inertia_matrix(model, q);
    const Vector g = gravity_torque(model, q), friction = friction_torque(model, qd);
    Vector p(q.size()), known = slope_of_kinetic_energy(model, q, qd);
    for (std::size_t i = 0; i < p.size(); ++i) {
      known[i] -= g[i] + friction[i];
      for (std::size_t j = 0; j < p.size(); ++j) p[i] += B(static_cast<int>(i), static_cast<int>(j)) * qd[j];
    }
    expect_close(at(one, "integral"), p, 1e-12);
    expect_close(at(one, "known"), known, 1e-8);
  }
}

/// r + K dt r = K (p - integral - dt tau - dt/2 (known before and now)), and the integral takes the new r.
TEST(ControlKernels, AStepOfTheObserverIsImplicit) {
  const Model<double> model = robot("puma560");
  GenerateOptions options = control_functions(Language::c);
  options.test_cases = 10;
  const GeneratedCode code = generate_code(model, options);
  for (const GeneratedCase& one : code.functions[2].cases) {
    const Matrix<double> B = inertia_matrix(model, at(one, "q"));
    const double dt = at(one, "dt")[0];
    for (std::size_t i = 0; i < 6; ++i) {
      double p = 0;
      for (std::size_t j = 0; j < 6; ++j) p += B(static_cast<int>(i), static_cast<int>(j)) * at(one, "qd")[j];
      const double k = at(one, "gain")[i], r = at(one, "r")[i];
      const double integral =
          at(one, "integral")[i] + dt * (at(one, "tau")[i] + (at(one, "known")[i] + at(one, "next_known")[i]) / 2);
      EXPECT_NEAR(r * (1 + k * dt), k * (p - integral), 1e-9);
      EXPECT_NEAR(at(one, "next_integral")[i], integral + dt * r, 1e-12);
    }
  }
}

TEST(ControlKernels, AreRefusedForJointsOfSeveralAxes) {
  const Model<double> model = build_model<double>(
      read_robot("name: ball\ninertia_about: com\nlinks:\n  - {joint: ball, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}\n",
                 "ball.yaml"));
  try {
    generate_code(model, control_functions(Language::c));
    FAIL();
  } catch (const ComputationError& error) {
    EXPECT_STREQ(error.what(),
                 "computed-torque: expected joints of one axis each, whose positions can be subtracted; ball has ball "
                 "or free joints");
  }
}

}  // namespace torsor::test::control_kernels_test
