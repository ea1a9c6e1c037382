#include <cmath>
#include <set>
#include <sstream>

#include "codegen/generated_files.hpp"
#include "torsor/codegen/compiled_kernels.hpp"
#include "torsor/control/momentum_observer.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// What a controller's board gets: functions, a loop, a test program. Compiled as there.
namespace torsor::test::control_kit_test {

const std::string strict = " -std=c99 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror ";

const std::vector<std::string> kit_functions{"computed-torque",    "gravity-torque", "friction-torque",
                                             "forward-kinematics", "jacobian",       "observer-start",
                                             "observer-step"};

Model<double> panda() { return build_model<double>(load_robot("panda")); }

GenerateOptions kit_options(GeneratedScalar scalar) {
  GenerateOptions options;
  options.functions = kit_functions;
  options.scalar = scalar;
  options.test_cases = 20;
  return options;
}

/// The files of a kit in a folder.
class Kit {
 public:
  explicit Kit(const GenerateOptions& options, const Model<double>& model = panda())
      : code(generate_code(model, options)) {
    write_generated(folder, code, Language::c);
    for (const CompanionFile& file : code.companions) write_file(folder / (code.prefix + file.ending), file.text);
  }
  std::string in_folder(const std::string& command) const { return "cd " + (folder / "") + " && " + command; }

  Folder folder;
  GeneratedCode code;
};

bool is_there(const std::string& program) { return std::system((program + " --version >/dev/null 2>&1").c_str()) == 0; }

/// What an object file needs of others, and what it can write to: names by `nm`.
struct Symbols {
  std::set<std::string> needed, writable;

  explicit Symbols(const std::string& listing) {
    std::istringstream lines(listing);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(
          line.substr(std::min<std::size_t>(line.size(), line.find_first_not_of("0123456789abcdef"))));
      std::string kind, name;
      words >> kind >> name;
      if (kind == "U") needed.insert(name);
      if (std::string("bBcCdDgGsS").find(kind) != std::string::npos) writable.insert(name);
    }
  }
};

/// Compiles the kit's source without a warning; it needs sines, cosines, roots and copies, and has nothing to write to.
void expect_bare(const std::string& compiler, const std::string& nm, GeneratedScalar scalar) {
  const Kit kit(kit_options(scalar));
  expect_success(kit.folder, kit.in_folder(compiler + strict + "-c panda.c -o panda.o"));
  for (const char* other : {"panda_loop.c", "panda_test.c"})
    expect_success(kit.folder, kit.in_folder(compiler + strict + "-c " + other + " -o other.o"));
  ASSERT_EQ(std::system(kit.in_folder(nm + " panda.o > symbols").c_str()), 0);
  const Symbols symbols(text_of(kit.folder / "symbols"));
  std::set<std::string> allowed{"memcpy", "memset", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"};
  for (const std::string function : {"sin", "cos", "sqrt"})
    allowed.insert(function + (scalar == GeneratedScalar::float32 ? "f" : ""));
  for (const std::string& name : symbols.needed) EXPECT_TRUE(allowed.contains(name)) << compiler << " needs " << name;
  EXPECT_TRUE(symbols.needed.contains(scalar == GeneratedScalar::float32 ? "sinf" : "sin"));
  EXPECT_TRUE(symbols.writable.empty()) << compiler << ": " << *symbols.writable.begin();
}

TEST(ControlKit, CompilesCleanlyAndKeepsNothing) {
  for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32})
    for (const std::string compiler : {"cc -ffreestanding", "clang-19 -ffreestanding"})
      if (is_there(compiler.substr(0, compiler.find(' ')))) expect_bare(compiler, "nm", scalar);
}

TEST(ControlKit, CompilesForMicrocontrollersAndKeepsNothing) {
  if (!is_there("arm-none-eabi-gcc"))
    GTEST_SKIP() << "no arm-none-eabi-gcc (Debian: gcc-arm-none-eabi, libnewlib-arm-none-eabi)";
  expect_bare("arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard", "arm-none-eabi-nm",
              GeneratedScalar::float32);
  expect_bare("arm-none-eabi-gcc -mthumb -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard", "arm-none-eabi-nm",
              GeneratedScalar::float64);
}

/// Both programs, quick to compile.
void expect_programs_run(const Kit& kit) {
  const std::string quick = "cc -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror ";
  expect_success(kit.folder, kit.in_folder(quick + "-c panda.c"));
  for (const char* program : {"panda_test", "panda_loop"})
    expect_success(kit.folder, kit.in_folder(quick + "panda.o " + program + ".c -o program -lm && ./program"));
}

TEST(ControlKit, ItsProgramsRun) {
  for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32}) {
    GenerateOptions options = kit_options(scalar);
    expect_programs_run(Kit(options));
    options.parameter_vector = true;
    expect_programs_run(Kit(options));
  }
}

TEST(ControlKit, TheLoopTakesTheFunctionsThatThereAre) {
  for (const std::vector<std::string>& functions :
       {std::vector<std::string>{"computed-torque"},
        {"observer-step"},
        {"jacobian", "computed-torque"},
        {"inverse-dynamics", "observer-start", "observer-step", "gravity-torque"}}) {
    GenerateOptions options = kit_options(GeneratedScalar::float32);
    options.functions = functions;
    expect_programs_run(Kit(options));
  }
  GenerateOptions options = kit_options(GeneratedScalar::float32);
  options.functions = {"gravity-torque"};
  EXPECT_TRUE(generate_code(panda(), options).companions.empty());
}

TEST(ControlKit, TheTestProgramFindsAWrongSign) {
  const Kit kit(kit_options(GeneratedScalar::float32));
  std::string source = kit.code.source;
  const std::size_t body = source.find("void panda_computed_torque("),
                    place = source.find(" - ", source.find("tau[1] = ", body));
  source.replace(place, 3, " + ");
  write_file(kit.folder / "panda.c", source);
  ASSERT_EQ(std::system(kit.in_folder("cc -O0 panda.c panda_test.c -o program -lm").c_str()), 0);
  EXPECT_NE(std::system(kit.in_folder("./program > told").c_str()), 0);
  EXPECT_NE(text_of(kit.folder / "told").find("computed_torque: off by"), std::string::npos);
  EXPECT_NE(text_of(kit.folder / "told").find("WRONG"), std::string::npos);
}

/// The torque of the last joint of a UR10 is a thousandth of the first one's: each has a tolerance of its own.
TEST(ControlKit, TheTestProgramFindsAWristWithoutTorque) {
  for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32}) {
    GenerateOptions options = kit_options(scalar);
    options.functions = {"computed-torque", "inverse-dynamics", "gravity-torque"};
    const Kit kit(options, build_model<double>(load_robot("ur10")));
    const std::string program = "cc -O0 ur10.c ur10_test.c -o program -lm && ./program > told";
    EXPECT_EQ(std::system(kit.in_folder(program).c_str()), 0) << text_of(kit.folder / "told");
    std::string source = kit.code.source;
    for (std::size_t at = source.find("  tau[5] = "); at != std::string::npos; at = source.find("  tau[5] = ", at + 1))
      source.replace(at, source.find(';', at) - at, "  tau[5] = 0");
    write_file(kit.folder / "ur10.c", source);
    EXPECT_NE(std::system(kit.in_folder(program).c_str()), 0);
    const std::string told = text_of(kit.folder / "told");
    for (const std::string name : {"computed_torque", "inverse_dynamics"}) {
      const std::size_t line = told.find(name + ": off by");
      ASSERT_NE(line, std::string::npos) << told;
      const std::string said = told.substr(line, told.find('\n', line) - line);
      EXPECT_TRUE(said.ends_with("WRONG") && said.find("in tau[5]") != std::string::npos) << said;
    }
    EXPECT_NE(told.find("gravity_torque: off by"), std::string::npos);
    EXPECT_NE(told.find("fine"), std::string::npos);
  }
}

/// Outputs of every function on the cases, which are numbers that a float has.
std::vector<KernelRun> results(GeneratedScalar scalar) {
  const Model<double> model = panda();
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const KernelTracer tracer(model);
  std::vector<Kernel> kernels;
  for (const std::string& name : kit_functions) kernels.push_back(tracer.trace(name));
  const GeneratedCode code = generate_code(model, kit_options(scalar));
  const CompiledKernels compiled(code.source, code.header, "panda", Language::c, kernels, {"cc -O0"}, scalar);
  const KernelCases cases(model, tracer, GeneratedScalar::float32);
  std::vector<KernelRun> runs;
  for (const Kernel& kernel : kernels) {
    std::vector<KernelInputs> inputs;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) inputs.push_back(cases.at(kernel, seed).inputs);
    runs.push_back(compiled.run(kernel, inputs));
  }
  return runs;
}

TEST(ControlKit, FloatDiffersFromDoubleByLessThanOnePartInTenThousand) {
  const std::vector<KernelRun> coarse = results(GeneratedScalar::float32), fine = results(GeneratedScalar::float64);
  for (std::size_t f = 0; f < fine.size(); ++f) {
    double largest = 0, difference = 0;
    ASSERT_EQ(coarse[f].outputs.size(), 200u) << coarse[f].failure;
    for (std::size_t k = 0; k < fine[f].outputs.size(); ++k)
      for (std::size_t i = 0; i < fine[f].outputs[k].size(); ++i) {
        largest = std::max(largest, std::abs(fine[f].outputs[k][i]));
        difference = std::max(difference, std::abs(fine[f].outputs[k][i] - coarse[f].outputs[k][i]));
      }
    std::printf("  %-20s %.1e of %.3g\n", kit_functions[f].c_str(), difference / largest, largest);
    EXPECT_LT(difference, 1e-4 * largest) << kit_functions[f];
  }
}

/// A motion that both sides write down.
const char* motion_program = R"(
#include <math.h>
#include <stdio.h>

#include "panda.h"

static double q[7], qd[7], tau[7], gain[7];

static void set(double t) {
  int i;
  for (i = 0; i < 7; ++i) {
    q[i] = sin(t + i), qd[i] = cos(t + i), tau[i] = 3 * sin(2 * t - i), gain[i] = 10 + i;
  }
}

int main(void) {
  panda_observer observer, other;
  int k, i;
  set(0.0);
  panda_observer_begin(&observer, q, qd);
  for (k = 1; k <= 200; ++k) {
    set(0.001 * k);
    panda_observer_begin(&other, q, qd);
    panda_observer_update(&observer, q, qd, tau, gain, 0.001);
  }
  for (i = 0; i < 7; ++i) printf("%.17g\n", observer.r[i]);
  for (i = 0; i < 7; ++i) printf("%.17g\n", other.r[i]);
  return 0;
}
)";

TEST(ControlKit, TheObserverInItsStructIsTheLibrarysOverAMotion) {
  const Model<double> model = panda();
  const Kit kit(kit_options(GeneratedScalar::float64));
  write_file(kit.folder / "motion.c", motion_program);
  ASSERT_EQ(std::system(kit.in_folder("cc -O0 panda.c motion.c -o motion -lm && ./motion > printed").c_str()), 0);
  std::vector<double> q(7), qd(7), tau(7), gain(7);
  const auto set = [&](double t) {
    for (std::size_t k = 0; k < 7; ++k) {
      const auto i = static_cast<double>(k);
      q[k] = std::sin(t + i), qd[k] = std::cos(t + i), tau[k] = 3 * std::sin(2 * t - i), gain[k] = 10 + i;
    }
  };
  set(0);
  MomentumObserver<double> observer(model, gain);
  observer.start(q, qd);
  for (int k = 1; k <= 200; ++k) set(0.001 * k), observer.step(q, qd, tau, 0.001);
  double largest = 0;
  for (const double r : observer.torque()) largest = std::max(largest, std::abs(r));
  EXPECT_GT(largest, 1) << "something is felt";
  std::istringstream printed(text_of(kit.folder / "printed"));
  for (const double r : observer.torque()) {
    double value = 0;
    ASSERT_TRUE(printed >> value);
    EXPECT_NEAR(value, r, 1e-12 * largest);
  }
  for (double value = 0; printed >> value;) EXPECT_EQ(value, 0) << "another observer keeps its own";
}

}  // namespace torsor::test::control_kit_test
