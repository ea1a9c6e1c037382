#include "torsor/codegen/generate_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "codegen/control_kit.hpp"
#include "codegen/generated_interface.hpp"
#include "codegen/generated_marks.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/require_load_free.hpp"
#include "torsor/model/require_moving.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {
namespace {

/// Functions with n^3 operations, and those whose results alone are n^2.
void require_traceable(const std::string& function, int joints) {
  using namespace size_limits;
  if (function == "forward-dynamics" || function == "state-derivative")
    size_limits::require_joints(function, joints, cubic_code_joints, "its operations grow as n^3");
  if (function == "inertia-matrix" || function == "coriolis-matrix" || function == "regressor" ||
      function.starts_with("observer"))
    size_limits::require_joints(function, joints, quadratic_code_joints, "its results grow as n^2");
}

bool is_controller(const std::string& function) { return std::ranges::count(control_kernel_names(), function) > 0; }

std::vector<Kernel> traced(const KernelTracer& tracer, const std::vector<std::string>& functions, int joints) {
  std::vector<std::string> known = kernel_names();
  for (const std::string& name : control_kernel_names()) known.push_back(name);
  if (functions.empty())
    raise(UsageError("functions", fmt::format("expected at least one of {}", fmt::join(known, ", "))));
  std::vector<Kernel> kernels;
  for (const std::string& function : functions) {
    if (std::find(known.begin(), known.end(), function) == known.end())
      raise(UsageError("functions",
                       fmt::format("expected some of {}; found {}", fmt::join(known, ", "), in_quotes(function))));
    if (std::count(functions.begin(), functions.end(), function) > 1)
      raise(UsageError("functions", function + " is named twice"));
    require_traceable(function, joints);
    if (function.starts_with("observer")) require_load_free(tracer.robot(), function);
    kernels.push_back(tracer.trace(function));
  }
  return kernels;
}

/// What a reader of the file has to know: the parameters, and one value to check a port by.
std::vector<std::string> remarks(const Kernel& kernel, const KernelCase& check, const KernelTracer& tracer) {
  std::vector<std::string> lines{
      "Units: m, rad, kg, s, N, N m. Matrices row by row. q, qd and tau in the joints' order"};
  if (!tracer.parameters().empty()) {
    lines.emplace_back("Masses of theta are in the links' frames of the robot's table");
    lines.push_back(fmt::format("The robot's own theta: {}", fmt::join(tracer.parameters(), ", ")));
  } else {
    lines.emplace_back("The robot's parameters are constants, regrouped towards the base where that changes no torque");
  }
  lines.emplace_back("Operations are counted below: all calls take the same ones, for there are no loops");
  lines.emplace_back(
      "Functions keep nothing between calls and allocate nothing: they may run at once in several places");
  if (!check.regular()) return lines;
  for (std::size_t i = 0; i < kernel.inputs.size(); ++i)
    if (kernel.inputs[i].name != "theta")
      lines.push_back(fmt::format("Check: {} = {:.17g}", kernel.inputs[i].name, fmt::join(check.inputs[i], ", ")));
  lines.push_back(fmt::format("Check: {} = {:.15g}", kernel.name, fmt::join(check.expected, ", ")));
  return lines;
}

/// There is no finite result in any state.
bool is_singular(const Kernel& kernel, const KernelCases& cases) {
  const auto singular = [&](std::uint64_t seed) { return !cases.at(kernel, seed).regular(); };
  return singular(1) && singular(2) && singular(3);
}

bool has_infinite_constant(const Kernel& kernel, GeneratedScalar scalar) {
  const ExpressionGraph& graph = ExpressionGraph::current();
  return std::ranges::any_of(graph.needed(kernel.entries()), [&](std::uint32_t k) {
    const ExpressionGraph::Node& node = graph.node(k);
    const double value = scalar == GeneratedScalar::float32 ? static_cast<float>(node.value) : node.value;
    return node.operation == ExpressionGraph::Operation::constant && !std::isfinite(value);
  });
}

/// Refuses numbers that overflow. Functions that solve with B may be infinite for another reason, so that the torque
/// stands in for them.
void require_finite(const std::vector<Kernel>& kernels, const KernelTracer& tracer, const KernelCases& cases) {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels) {
    const Kernel& looked_at = solves_with_inertia(kernel) ? tracer.trace("inverse-dynamics") : kernel;
    if (has_infinite_constant(looked_at, cases.scalar()) || is_singular(looked_at, cases)) names.push_back(kernel.name);
  }
  if (!names.empty())
    raise(ComputationError(fmt::format("no finite result of {}: the robot's numbers are too large for {}",
                                       enumerated(names), name_of(cases.scalar()))));
}

/// Functions that have no finite result in any state.
std::vector<std::string> singularities(const std::vector<Kernel>& kernels, const KernelCases& cases) {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels)
    if (is_singular(kernel, cases)) names.push_back(kernel.name);
  if (names.empty()) return {};
  return {fmt::format("no finite result of {}: the inertia matrix is singular", enumerated(names))};
}

void require_possible(const Model<double>& model, const GenerateOptions& options) {
  const bool compiled = options.language == Language::c || options.language == Language::cpp;
  if (options.scalar == GeneratedScalar::float32 && !compiled)
    raise(UsageError("scalar", "expected double, which Python and MATLAB compute in; found float"));
  if (options.sines == GeneratedSines::inside && (!compiled || options.scalar != GeneratedScalar::float64))
    raise(UsageError("sines", "expected library: only C and C++ in double have sines of their own; found inline"));
  const auto controller = std::ranges::find_if(options.functions, is_controller);
  if (model.nq != model.nv && controller != options.functions.end())
    raise(ComputationError(*controller + ": expected joints of one axis each, whose positions can be subtracted; " +
                           model.name + " has ball or free joints"));
  require_moving(model, "there is nothing to generate");
}

/// The numbers of a case under the names of the kernel.
GeneratedCase by_name(const Kernel& kernel, const KernelCase& one) {
  GeneratedCase result;
  for (std::size_t i = 0; i < kernel.inputs.size(); ++i) result.emplace_back(kernel.inputs[i].name, one.inputs[i]);
  auto first = one.expected.begin();
  for (const Kernel::Output& output : kernel.outputs) {
    const auto last = first + static_cast<std::ptrdiff_t>(output.entries.size());
    result.emplace_back(output.name, std::vector<double>(first, last));
    first = last;
  }
  return result;
}

}  // namespace

GeneratedCode generate_code(const Model<double>& model, const GenerateOptions& options) {
  require_possible(model, options);
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const KernelTracer tracer(model, {options.parameter_vector, options.frame});
  const std::vector<Kernel> kernels = traced(tracer, options.functions, model.nv);
  const KernelCases cases(model, tracer, options.scalar);
  require_finite(kernels, tracer, cases);
  GeneratedCode code;
  code.prefix = identifier(options.name.empty() ? model.name : options.name);
  code.warnings = singularities(kernels, cases);
  codegen::GeneratedInterface interface(model, tracer, kernels);
  interface.prefix = code.prefix, interface.scalar = options.scalar;
  GeneratedFile file{model.name, code.prefix, interface.lines(), options.scalar, options.sines};
  for (const auto& list : {code.warnings, remarks(kernels[0], cases.at(kernels[0], 1), tracer)})
    file.remarks.insert(file.remarks.end(), list.begin(), list.end());
  code.source = write_kernels(kernels, file, options.language);
  code.header = write_header(kernels, file, options.language);
  codegen::TestProgram test(file);
  for (const Kernel& kernel : kernels) {
    GeneratedFunction& function = code.functions.emplace_back();
    function.name = kernel.name;
    function.cost = graph.operations(kernel.entries());
    std::vector<KernelCase> list;
    for (int k = 1; k <= options.test_cases; ++k)
      if (const KernelCase one = cases.at(kernel, static_cast<std::uint64_t>(k)); one.regular())
        function.cases.push_back(by_name(kernel, one)), list.push_back(one);
    if (!list.empty()) test.add(kernel, list);
  }
  if (options.language != Language::c || std::ranges::none_of(options.functions, is_controller)) return code;
  code.companions.push_back({"_loop.c", codegen::control_loop(kernels, file, tracer.parameters(), model.nv), true});
  if (options.test_cases > 0) code.companions.push_back({"_test.c", test.text()});
  return code;
}

bool is_generated(std::string_view text) { return text.find(generated_mark) != std::string_view::npos; }

std::optional<GeneratedScalar> generated_scalar_of(std::string_view text) {
  for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32})
    if (text.find(codegen::scalar_line(scalar)) != std::string_view::npos) return scalar;
  return {};
}

std::string source_suffix(Language language) {
  switch (language) {
    case Language::c:
      return ".c";
    case Language::cpp:
      return ".cpp";
    case Language::python:
      return ".py";
    default:
      return ".m";
  }
}

std::string header_suffix(Language language) {
  return language == Language::c ? ".h" : language == Language::cpp ? ".hpp" : "";
}

}  // namespace torsor
