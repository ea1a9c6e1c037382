#include "torsor/codegen/compile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "codegen/compiled_robot.hpp"
#include "codegen/native_compiler.hpp"
#include "codegen/native_source.hpp"
#include "codegen/temporary_folder.hpp"
#include "torsor/codegen/verify_kernels.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/instruction_set.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {
namespace {

using codegen::NativeCompiler;
using codegen::SharedObject;
using Function = RobotKernels::Function;
using Origin = CompiledFunction::Origin;

/// Code of one robot, which lives as long as something can call it.
struct LoadedKernels : RobotKernels {
  std::vector<SharedObject> objects;
};

/// States, and sines, that the processor takes at once.
int native_width() {
  return instruction_set == InstructionSet::avx512 ? 8 : instruction_set == InstructionSet::avx2 ? 4 : 2;
}

/// A kernel that can be compiled, its pose as p and R; or why it cannot.
struct Traced {
  Kernel kernel;
  std::string why;
};

Traced traced_for(const std::string& function, const Model<double>& model, const KernelTracer& tracer) {
  using namespace size_limits;
  if (model.nv == 0) return {{}, "no joint moves"};
  if (model.nv > compiled_joints)
    return {{}, fmt::format("the robot has {} velocities; functions are compiled up to {}", model.nv, compiled_joints)};
  Kernel kernel = tracer.trace(function);
  const ExpressionGraph& graph = ExpressionGraph::current();
  const std::vector<std::uint32_t> needed = graph.needed(kernel.entries());
  if (needed.size() > compiled_operations)
    return {{},
            fmt::format("it has {} operations; functions are compiled up to {}", needed.size(), compiled_operations)};
  if (std::ranges::any_of(needed, [&](std::uint32_t k) { return !std::isfinite(graph.node(k).value); }))
    return {{}, "a number in it is not finite: the inertia matrix is singular, or numbers of the robot are too large"};
  if (function == "forward-kinematics") std::swap(kernel.outputs[0], kernel.outputs[1]);
  return {std::move(kernel), {}};
}

/// Of short code for several states the compiler finds a better order; of long code a worse one.
std::vector<std::string> scheduling(const Kernel& kernel, int width) {
  constexpr std::size_t few = 2000;
  if (width == 1 || ExpressionGraph::current().needed(kernel.entries()).size() > few) return {};
  return {"-O2", "-fschedule-insns", "-fsched-pressure"};
}

/// Calls machine code for the inputs of a check: state by state, or several at once.
KernelRun run_native(const Kernel& kernel, const std::vector<KernelInputs>& inputs, const Function& function,
                     std::size_t width) {
  const std::size_t size = kernel.entries().size();
  std::vector<std::vector<double>> outputs;
  for (std::size_t first = 0; first < inputs.size(); first += width) {
    std::vector<double> x[3], y(size * width);
    for (std::size_t i = 0; i < inputs[first].size(); ++i)
      for (std::size_t k = 0; k < inputs[first][i].size(); ++k)
        for (std::size_t lane = 0; lane < width; ++lane)
          x[i].push_back(inputs[std::min(first + lane, inputs.size() - 1)][i][k]);
    if (width == 1)
      function.one(x[0].data(), x[1].data(), x[2].data(), y.data());
    else
      function.several(x[0].data(), x[1].data(), x[2].data(), width, y.data(), width);
    for (std::size_t lane = 0; lane < std::min(width, inputs.size() - first); ++lane) {
      std::vector<double>& output = outputs.emplace_back();
      for (std::size_t k = 0; k < size; ++k) output.push_back(y[k * width + lane]);
      if (kernel.name == "forward_kinematics") std::rotate(output.begin(), output.begin() + 3, output.end());
    }
  }
  return {std::move(outputs), {}};
}

/// What a function differs by from the run-time model, in words; nothing where it agrees.
std::string disagreement(const Kernel& kernel, const KernelCases& cases, const Function& function, int width) {
  for (const int states : {1, width}) {
    const auto run = [&](const Kernel& one, const std::vector<KernelInputs>& inputs) {
      return run_native(one, inputs, function, static_cast<std::size_t>(states));
    };
    const KernelAgreement agreement = verify_kernels({kernel}, cases, run, width + 3).front();
    if (!agreement.holds())
      return fmt::format("compiled code differs from it by {:.2g} in {}, {:.2g} is allowed", agreement.difference,
                         agreement.entry, agreement.tolerance * agreement.rounding);
  }
  return {};
}

void require_known_functions(const std::vector<std::string>& functions) {
  const std::vector<std::string> known = kernel_names();
  for (const std::string& function : functions) {
    if (std::ranges::find(known, function) == known.end())
      raise(UsageError("functions",
                       fmt::format("expected some of {}; found {}", fmt::join(known, ", "), in_quotes(function))));
    if (std::ranges::count(functions, function) > 1) raise(UsageError("functions", function + " is named twice"));
  }
}

/// The functions of a robot on their way to machine code.
class Compilation {
 public:
  Compilation(const Model<double>& model, const std::vector<std::string>& functions, const CompileOptions& options,
              int frame)
      : model_(model), use_(graph_), tracer_(model, {false, frame}), cases_(model, tracer_) {
    loaded_->width = native_width(), loaded_->frame = frame, loaded_->robot = model.parts();
    trace(functions);
    try {
      const NativeCompiler compiler(options);
      make(compiler);
    } catch (const UsageError& error) {
      if (!options.compiler.empty()) throw;
      for (CompiledFunction& function : functions_) function.why = error.what();
    }
  }

  std::shared_ptr<const RobotKernels> kernels() const { return loaded_; }
  const std::vector<CompiledFunction>& functions() const { return functions_; }

 private:
  using Clock = std::chrono::steady_clock;

  void trace(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const auto begin = Clock::now();
      auto [kernel, why] = traced_for(name, model_, tracer_);
      if (why.empty())
        for (const int width : {1, native_width()})
          sources_.push_back(
              {functions_.size(), codegen::native_source(kernel, width, native_width()), scheduling(kernel, width)});
      kernels_.push_back(std::move(kernel));
      functions_.push_back({name, Origin::run_time_model, why, since(begin)});
    }
  }

  /// Compiles on all cores, then takes what is sound.
  void make(const NativeCompiler& compiler) {
    struct Outcome {
      std::optional<NativeCompiler::Made> made;
      std::string why;
      double seconds = 0;
    };
    const auto work = [&](long k) {
      const auto begin = Clock::now();
      Outcome outcome;
      try {
        const Source& source = sources_[static_cast<std::size_t>(k)];
        outcome.made = compiler.make(source.text, source.options);
      } catch (const Error& error) {
        outcome.why = error.what();
      }
      outcome.seconds = since(begin);
      return outcome;
    };
    std::optional<NativeCompiler::Made> one;
    double slowest = 0;
    const auto take = [&](long k, Outcome outcome) {
      CompiledFunction& function = functions_[sources_[static_cast<std::size_t>(k)].function];
      slowest = k % 2 == 0 ? outcome.seconds : std::max(slowest, outcome.seconds);  // both at once
      if (k % 2 == 1) function.seconds += slowest;
      if (!outcome.made) function.why = outcome.why;
      if (k % 2 == 0)
        one = std::move(outcome.made);
      else if (one && outcome.made)
        add(sources_[static_cast<std::size_t>(k)].function, *one, *outcome.made);
    };
    in_order(static_cast<long>(sources_.size()), thread_count(0), work, take);
  }

  void add(std::size_t place, const NativeCompiler::Made& one, const NativeCompiler::Made& several) {
    CompiledFunction& function = functions_[place];
    const Function code{reinterpret_cast<RobotKernels::OneState>(one.object.function("kernel")),
                        reinterpret_cast<RobotKernels::SeveralStates>(several.object.function("kernel"))};
    function.why = disagreement(kernels_[place], cases_, code, loaded_->width);
    if (!function.why.empty()) return;
    const bool found = one.origin == Origin::cache && several.origin == Origin::cache;
    function.origin = found ? Origin::cache : Origin::compiled;
    function.kept = one.kept && several.kept;
    loaded_->by_name.emplace(function.name, code);
    loaded_->objects.push_back(one.object);
    loaded_->objects.push_back(several.object);
  }

  static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

  struct Source {
    std::size_t function;
    std::string text;
    std::vector<std::string> options;
  };

  const Model<double>& model_;
  ExpressionGraph graph_;
  ExpressionGraph::Use use_;
  KernelTracer tracer_;
  KernelCases cases_;
  std::vector<Kernel> kernels_;
  std::vector<Source> sources_;  // of each function two: one state, several at once
  std::vector<CompiledFunction> functions_;
  std::shared_ptr<LoadedKernels> loaded_ = std::make_shared<LoadedKernels>();
};

}  // namespace

CompiledRobot compile(const Model<double>& model, const std::vector<std::string>& functions,
                      const CompileOptions& options) {
  require_known_functions(functions);
  codegen::require_seconds(options.seconds);
  const int frame = options.frame < 0 ? model.tip : options.frame;
  const Compilation compilation(model, functions, options, frame);
  auto shared = std::make_shared<CompiledRobot::Shared>(CompiledRobot::Shared{model, frame, compilation.functions()});
  return {std::move(shared), compilation.kernels()};
}

}  // namespace torsor
