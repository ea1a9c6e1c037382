#include "torsor/codegen/compile.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "support/random_robot.hpp"
#include "torsor/codegen/kernel.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/batch.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::compile_test {

namespace fs = std::filesystem;
using Vector = std::vector<double>;
using Origin = CompiledFunction::Origin;

/// A cache of a test alone.
class Compile : public testing::Test {
 protected:
  Compile() {
    std::string name = (fs::temp_directory_path() / "torsor-test-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    options_.cache = folder_ / "cache";
  }
  ~Compile() override { fs::remove_all(folder_); }

  std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(options_.cache)) files.push_back(entry.path());
    return files;
  }

  fs::path folder_;
  CompileOptions options_;
};

Model<double> robot(const std::string& name) { return build_model<double>(load_robot(name)); }

/// All that a robot computes at a state.
std::vector<std::pair<const char*, Vector>> everything(CompiledRobot& robot, const RandomState& state,
                                                       const Vector& tau) {
  const Model<double>& model = robot.model();
  const int n = model.nv, parameters = parameter_layout(model, all_of(model)).size();
  const Vector &q = state.q, &qd = state.qd, &qdd = state.qdd;
  std::vector<std::pair<const char*, Vector>> results;
  const auto vector = [&](const char* name, int size) -> Vector& {
    return results.emplace_back(name, Vector(static_cast<std::size_t>(size), -1.0)).second;
  };
  const auto matrix = [&](const char* name, int rows, int columns) {
    return MatrixView<double>{vector(name, rows * columns).data(), rows, columns};
  };
  robot.inverse_dynamics(q, qd, qdd, vector("inverse dynamics", n));
  robot.forward_dynamics(q, qd, tau, vector("forward dynamics", n));
  robot.inertia_matrix(q, matrix("inertia matrix", n, n));
  robot.coriolis_matrix(q, qd, matrix("Coriolis matrix", n, n));
  robot.bias_torque(q, qd, vector("bias", n));
  robot.gravity_torque(q, vector("gravity", n));
  robot.friction_torque(qd, vector("friction", n));
  robot.forward_kinematics(q, vector("pose", 12));
  robot.jacobian(q, matrix("Jacobian", 6, n));
  robot.regressor(q, qd, qdd, matrix("regressor", n, parameters));
  robot.energy(q, qd, vector("energy", 2));
  robot.inverse_dynamics_derivatives(q, qd, qdd, matrix("derivatives of inverse dynamics", 3 * n, n));
  robot.forward_dynamics_derivatives(q, qd, tau, matrix("derivatives of forward dynamics", 3 * n, n));
  return results;
}

void expect_same(const std::vector<std::pair<const char*, Vector>>& found,
                 const std::vector<std::pair<const char*, Vector>>& expected, double tolerance) {
  for (std::size_t f = 0; f < found.size(); ++f) {
    double size = 1;
    for (const double value : expected[f].second) size = std::max(size, std::abs(value));
    for (std::size_t k = 0; k < found[f].second.size(); ++k)
      EXPECT_NEAR(found[f].second[k], expected[f].second[k], tolerance * size) << found[f].first << ", entry " << k;
  }
}

void expect_the_run_time_model(const Model<double>& model, const std::vector<std::string>& functions,
                               const CompileOptions& options, std::uint64_t seed) {
  CompiledRobot compiled = compile(model, functions, options), plain = compile(model, {}, options);
  for (const CompiledFunction& function : compiled.functions()) EXPECT_EQ(function.why, "") << function.name;
  EXPECT_TRUE(compiled.complete());
  Random random(seed);
  for (int k = 0; k < 20; ++k) {
    const RandomState state(random, model);
    const Vector tau = random.list(model.nv, 0.1, 9);
    expect_same(everything(compiled, state, tau), everything(plain, state, tau), 1e-9);
  }
}

TEST_F(Compile, GivesTheRunTimeModel) {
  expect_the_run_time_model(robot("panda"), {"inverse-dynamics", "inertia-matrix", "forward-dynamics", "jacobian"},
                            options_, 3);
  options_.compiler = "cc -O0";  // quick to compile: the text is the same
  expect_the_run_time_model(robot("showcase"), kernel_names(), options_, 3);
}

TEST_F(Compile, GivesTheRunTimeModelOfRobotsWithEverything) {
  options_.compiler = "cc -O0";
  Random random(5);
  const std::vector<std::string> all = kernel_names();
  expect_the_run_time_model(build_model<double>(random_robot(random, 3)), all, options_, 1);
  expect_the_run_time_model(build_model<double>(random_robot_with_ball_and_free_joints(random, 2)), all, options_, 2);
  expect_the_run_time_model(build_model<double>(random_robot_with_followers(random, 3)), all, options_, 3);
}

/// States of a batch, in a layout.
Vector laid(const std::vector<Vector>& list, BatchLayout layout) {
  const std::size_t width = list[0].size(), count = list.size();
  Vector all(width * count);
  for (std::size_t s = 0; s < count; ++s)
    for (std::size_t k = 0; k < width; ++k)
      all[layout == BatchLayout::states ? s * width + k : k * count + s] = list[s][k];
  return all;
}

TEST_F(Compile, HasTheSameDigitsForAnyNumberOfThreadsAndStates) {
  const Model<double> model = robot("panda");
  const auto kernels = compile(model, {"inverse-dynamics"}, options_).kernels();
  Random random(7);
  std::vector<Vector> q, qd, qdd;
  for (int k = 0; k < 600; ++k) {
    const RandomState state(random, model);
    q.push_back(state.q), qd.push_back(state.qd), qdd.push_back(state.qdd);
  }
  q[301][3] = 3e6;  // an angle that the polynomial is not made for, among others
  q[302][2] = -1e5 - 1;
  const auto torques = [&](std::size_t count, BatchLayout layout, int threads) {
    const auto first = [&](const std::vector<Vector>& list) {
      return laid({list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count)}, layout);
    };
    Vector tau(count * 7);
    Batch(model, {layout, threads, kernels}).inverse_dynamics(first(q), first(qd), first(qdd), tau);
    std::vector<Vector> list(count, Vector(7));
    for (std::size_t s = 0; s < count; ++s)
      for (std::size_t k = 0; k < 7; ++k) list[s][k] = tau[layout == BatchLayout::states ? s * 7 + k : k * count + s];
    return list;
  };
  const std::vector<Vector> expected = torques(600, BatchLayout::states, 1);
  for (const BatchLayout layout : {BatchLayout::states, BatchLayout::components})
    for (const int threads : {1, 2, 3})
      for (const std::size_t count : {1u, 2u, 7u, 8u, 9u, 304u, 600u})
        EXPECT_EQ(torques(count, layout, threads),
                  std::vector<Vector>(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(count)))
            << count << " states, " << threads << " threads";
  Vector tau(7);
  NewtonEulerWorkspace<double> workspace(model);
  for (const std::size_t s : {0u, 301u, 302u, 599u}) {
    inverse_dynamics<double>(model, q[s], qd[s], qdd[s], default_conditions(model), workspace, tau);
    for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(expected[s][k], tau[k], 1e-11 * 100) << s;
  }
}

TEST_F(Compile, IsUsedByBatchesInTheRobotsOwnConditionsOnly) {
  const Model<double> model = robot("two-rods");
  RobotKernels wrong{2, model.tip, {}, model.parts()};
  wrong.by_name["gravity-torque"].several = [](const double*, const double*, const double*, std::size_t, double* y,
                                               std::size_t m) { y[0] = y[1] = y[m] = y[m + 1] = 77; };
  BatchOptions options;
  options.kernels = std::make_shared<RobotKernels>(wrong);
  Vector tau(2);
  Batch(model, options).gravity_torque(Vector{0.1, 0.2}, tau);
  EXPECT_EQ(tau, (Vector{77, 77}));
  Batch(model, {{0, 0, -1.6}, {}, {}}, options).gravity_torque(Vector{0.1, 0.2}, tau);
  EXPECT_NE(tau, (Vector{77, 77}));
}

TEST_F(Compile, IsOfOneRobotAlone) {
  const Model<double> model = robot("two-rods");
  BatchOptions options;
  options.kernels = compile(model, {}, options_).kernels();
  Batch(model, options);
  EXPECT_THROW(Batch(with_gravity(model, {0, 0, 0}), options), UsageError);
  EXPECT_THROW(Batch(robot("panda"), options), UsageError);
}

TEST_F(Compile, ChecksLengths) {
  for (const std::vector<std::string>& functions : {kernel_names(), std::vector<std::string>()}) {
    CompileOptions quick = options_;
    quick.compiler = "cc -O0";
    CompiledRobot rods = compile(robot("two-rods"), functions, quick);
    const Vector two(2), three(3);
    Vector result(2), long_result(3);
    Matrix<double> B(2, 3);
    EXPECT_THROW(rods.inverse_dynamics(two, two, three, result), UsageError);
    EXPECT_THROW(rods.inverse_dynamics(two, two, two, long_result), UsageError);
    EXPECT_THROW(rods.forward_dynamics(three, two, two, result), UsageError);
    EXPECT_THROW(rods.inertia_matrix(two, B.view()), UsageError);
    EXPECT_THROW(rods.energy(two, two, long_result), UsageError);
    rods.inverse_dynamics(two, two, two, result);
  }
}

TEST_F(Compile, KeepsWhatItMade) {
  const Model<double> model = robot("two-rods");
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::compiled);
  EXPECT_EQ(kept().size(), 2u);  // one state, several at once
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::cache);
  options_.compiler = "cc -O1";
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::compiled);
  EXPECT_EQ(compile(with_gravity(model, {0, -3, 0}), {"inverse-dynamics"}, options_).functions()[0].origin,
            Origin::compiled);
  options_.cache.clear();
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::compiled);
}

TEST_F(Compile, TrustsNoFileThatChanged) {
  const Model<double> model = robot("two-rods");
  compile(model, {"inverse-dynamics"}, options_);
  for (const fs::path& file : kept()) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(2000), stream.put('!');
  }
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::compiled);
  for (const fs::path& file : kept()) fs::resize_file(file, 1000);
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::compiled);
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::cache);
}

TEST_F(Compile, TrustsNoFolderThatOthersMayWriteTo) {
  const Model<double> model = robot("two-rods");
  compile(model, {"inverse-dynamics"}, options_);
  struct stat about{};
  ASSERT_EQ(::stat(options_.cache.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0700U);
  ::chmod(options_.cache.c_str(), 0777);
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::compiled);
  EXPECT_FALSE(compile(model, {"inverse-dynamics"}, options_).functions()[0].kept);
  EXPECT_EQ(kernel_cache_problem(options_.cache), "others may write to it");
  ::chmod(options_.cache.c_str(), 0700);
  fs::rename(options_.cache, folder_ / "elsewhere");
  fs::create_directory_symlink(folder_ / "elsewhere", options_.cache);
  EXPECT_EQ(compile(model, {"inverse-dynamics"}, options_).functions()[0].origin, Origin::compiled);
}

TEST_F(Compile, WorksInSeveralProgramsAtOnce) {
  const Model<double> model = robot("two-rods");
  std::vector<pid_t> children;
  for (int k = 0; k < 4; ++k) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(compile(model, {"inverse-dynamics", "energy"}, options_).complete() ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  EXPECT_EQ(kept().size(), 4u);
  const CompiledRobot again = compile(model, {"inverse-dynamics", "energy"}, options_);
  for (const CompiledFunction& function : again.functions()) EXPECT_EQ(function.origin, Origin::cache);
}

/// A variable of the environment for the length of a test.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* now = std::getenv(name)) before_ = now;
    ::setenv(name, value, 1);
  }
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST_F(Compile, FallsBackToTheRunTimeModel) {
  const Model<double> model = robot("panda");
  {
    const Variable nothing("PATH", folder_.c_str()), none("CC", "");
    CompiledRobot plain = compile(model, {"inverse-dynamics"}, options_);
    EXPECT_FALSE(plain.complete());
    EXPECT_EQ(plain.functions()[0].why, "compiler: expected a C compiler, found no gcc, clang or cc on the PATH");
    EXPECT_TRUE(plain.kernels()->by_name.empty());
    Vector tau(7), expected(7);
    const Vector q(7, 0.4), qd(7, -0.3), qdd(7, 1.5);
    plain.inverse_dynamics(q, qd, qdd, tau);
    EXPECT_EQ(tau, inverse_dynamics<double>(model, q, qd, qdd));
  }
  options_.compiler = "false";
  const CompiledRobot failed = compile(model, {"inverse-dynamics"}, options_);
  EXPECT_NE(failed.functions()[0].why.find("ended with exit code 1"), std::string::npos) << failed.functions()[0].why;
  options_.compiler = "true";  // which makes nothing
  for (int k = 0; k < 2; ++k)
    EXPECT_NE(compile(model, {"inverse-dynamics"}, options_).functions()[0].why.find("it made no file"),
              std::string::npos);
  options_.compiler = "no-such-compiler";
  EXPECT_THROW(compile(model, {"inverse-dynamics"}, options_), UsageError);
}

TEST_F(Compile, FindsCodeThatIsWrong) {
  const fs::path wrong = folder_ / "wrong-compiler";
  std::ofstream(wrong) << "#!/bin/sh\nsed -i 's/4.16666666666666019037e-02/4.17e-02/' kernel.c\nexec cc \"$@\"\n";
  fs::permissions(wrong, fs::perms::owner_all);
  options_.compiler = wrong.string();
  const CompiledRobot robot_of_wrong = compile(robot("two-rods"), {"inverse-dynamics"}, options_);
  EXPECT_FALSE(robot_of_wrong.complete());
  EXPECT_NE(robot_of_wrong.functions()[0].why.find("differs"), std::string::npos);
}

/// The distance to the true value in units of the last place.
double ulps(double found, long double truth) {
  const double near = std::abs(static_cast<double>(truth));
  const double ulp = std::nextafter(near, std::numeric_limits<double>::infinity()) - near;
  return static_cast<double>(std::abs(static_cast<long double>(found) - truth)) / ulp;
}

TEST_F(Compile, TakesSinesWithinOneAndAHalfUnitsOfTheLastPlace) {
  CompiledRobot link = compile(robot("one-link"), {"forward-kinematics"}, options_);
  ASSERT_TRUE(link.complete());
  Vector pose(12);
  const auto error_at = [&](double x) {
    link.forward_kinematics(Vector{x}, pose);
    return std::max(ulps(pose[3], std::cos(static_cast<long double>(x))),
                    ulps(pose[6], std::sin(static_cast<long double>(x))));
  };
  Random random(1);
  for (const double range : {1e-3, 1.0, 3.2, 100.0, 1e4, 1e5, 1e9}) {
    double worst = 0;
    for (int k = 0; k < 30000; ++k) worst = std::max(worst, error_at(random.uniform(-range, range)));
    EXPECT_LT(worst, 1.5) << range;
    EXPECT_GT(worst, 0.49) << range;  // the reference is finer than double
  }
  double worst = 0;
  for (int k = -63000; k <= 63000; ++k) {  // where digits cancel
    const double x = k * 1.5707963267948966;
    worst = std::max({worst, error_at(x), error_at(std::nextafter(x, 1e9)), error_at(x + 0.7853981633974483)});
  }
  EXPECT_LT(worst, 1.5);
}

TEST_F(Compile, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(compile(robot("two-rods"), {"inverse-dynamic"}, options_), UsageError);
  EXPECT_THROW(compile(robot("two-rods"), {"energy", "energy"}, options_), UsageError);
}

TEST_F(Compile, LeavesLargeRobotsToTheRunTimeModel) {
  Random random(9);
  const Model<double> model = build_model<double>(random_robot(random, 70));
  const CompiledRobot large = compile(model, {"inverse-dynamics"}, options_);
  EXPECT_EQ(large.functions()[0].why, "the robot has 70 velocities; functions are compiled up to 64");
}

}  // namespace torsor::test::compile_test
