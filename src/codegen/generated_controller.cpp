#include "torsor/codegen/generated_controller.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/generated_interface.hpp"
#include "codegen/native_compiler.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

/// The file with its header in place of the line that includes it: one text to compile.
std::string with_header(std::string text, const std::filesystem::path& file, const std::string& prefix) {
  const std::string include = fmt::format("#include \"{}.h\"", prefix);
  const std::size_t place = text.find(include);
  if (place == std::string::npos) return text;
  return text.replace(place, include.size(), codegen::read_generated(file.parent_path() / (prefix + ".h")));
}

/// Throws where a call would hand over other numbers than the function takes.
void require_computed_torque(const codegen::GeneratedInterface& found, const Model<double>& robot,
                             const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& expected, const std::string& instead) {
    raise(FileError(file.string(), {1, 1}, fmt::format("expected {}; found {}", expected, instead)));
  };
  codegen::GeneratedInterface expected(velocity_names(robot));
  if (found.joints != expected.joints) refuse("the joints " + expected.joints, found.joints);
  if (!found.parameters.empty()) refuse("masses that are constants", "masses as the argument theta");
  const int n = robot.nv;
  const std::string signature = fmt::format(
      "computed_torque(q[{0}], qd[{0}], q_r[{0}], qd_r[{0}], qdd_r[{0}], stiffness[{0}], damping[{0}]) -> tau[{0}]", n);
  if (std::ranges::find(found.functions, signature) == found.functions.end())
    refuse("the function computed-torque among those that were generated",
           fmt::format("{} others", found.functions.size()));
}

/// A call of the compiled function on numbers of its own kind.
template <class Number>
class Board {
 public:
  Board(codegen::SharedObject object, const std::string& function, const Gains<double>& gains)
      : object_(std::move(object)), function_(reinterpret_cast<Function>(object_.function(function.c_str()))),
        stiffness_(gains.stiffness.begin(), gains.stiffness.end()),
        damping_(gains.damping.begin(), gains.damping.end()), numbers_(6 * stiffness_.size()) {}

  void operator()(const Reference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau) {
    const std::size_t n = stiffness_.size();
    Number* place = numbers_.data();
    for (const Input<double>& from : {q, qd, reference.q, reference.qd, reference.qdd}) {
      std::ranges::transform(from, place, [](double x) { return static_cast<Number>(x); });
      place += n;
    }
    const Number* x = numbers_.data();
    function_(x, x + n, x + 2 * n, x + 3 * n, x + 4 * n, stiffness_.data(), damping_.data(), place);
    std::copy_n(place, n, tau.begin());
  }

 private:
  using Function = void (*)(const Number*, const Number*, const Number*, const Number*, const Number*, const Number*,
                            const Number*, Number*);
  codegen::SharedObject object_;
  Function function_;
  std::vector<Number> stiffness_, damping_, numbers_;  // q, qd, q_r, qd_r, qdd_r, tau
};

template <class Number>
ControlCall on_board(codegen::SharedObject object, const std::string& function, const Gains<double>& gains) {
  const auto board = std::make_shared<Board<Number>>(std::move(object), function, gains);
  return [board](double, const Reference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau) {
    (*board)(reference, q, qd, tau);
  };
}

/// The usual compiler, if none is asked for; where there is none, the file is what asks for one.
codegen::NativeCompiler compiler_for(const std::filesystem::path& file, const CompileOptions& options) {
  try {
    return codegen::NativeCompiler(options);
  } catch (const UsageError& error) {
    if (!options.compiler.empty()) throw;
    raise(UsageError(file.string() + ": to run it, " + error.message() + "; the variable CC can name one"));
  }
}

}  // namespace

ControlCall generated_controller(const std::filesystem::path& file, const Model<double>& robot,
                                 const Gains<double>& gains, const CompileOptions& options) {
  const std::string text = codegen::read_generated(file);
  const codegen::GeneratedInterface found = codegen::read_interface(text, file);
  require_computed_torque(found, robot, file);
  codegen::NativeCompiler::Made made =
      compiler_for(file, options).make(with_header(text, file, found.prefix), {"-O2", "-ffp-contract=off"});
  const std::string function = found.prefix + "_computed_torque";
  return found.scalar == GeneratedScalar::float32 ? on_board<float>(std::move(made.object), function, gains)
                                                  : on_board<double>(std::move(made.object), function, gains);
}

}  // namespace torsor
