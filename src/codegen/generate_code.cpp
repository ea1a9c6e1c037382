#include "torsor/codegen/generate_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/generated_interface.hpp"
#include "codegen/generated_marks.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

std::vector<Kernel> traced(const KernelTracer& tracer, const std::vector<std::string>& functions) {
  const std::vector<std::string> known = kernel_names();
  if (functions.empty())
    raise(UsageError("functions", fmt::format("expected at least one of {}", fmt::join(known, ", "))));
  std::vector<Kernel> kernels;
  for (const std::string& function : functions) {
    if (std::find(known.begin(), known.end(), function) == known.end())
      raise(UsageError("functions",
                       fmt::format("expected some of {}; found {}", fmt::join(known, ", "), in_quotes(function))));
    if (std::count(functions.begin(), functions.end(), function) > 1)
      raise(UsageError("functions", function + " is named twice"));
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
  for (std::size_t i = 0; i < kernel.inputs.size(); ++i)
    if (kernel.inputs[i].name != "theta")
      lines.push_back(fmt::format("Check: {} = {:.17g}", kernel.inputs[i].name, fmt::join(check.inputs[i], ", ")));
  lines.push_back(fmt::format("Check: {} = {:.15g}", kernel.name, fmt::join(check.expected, ", ")));
  return lines;
}

/// Functions that have no finite result in any state.
std::vector<std::string> singularities(const std::vector<Kernel>& kernels, const KernelCases& cases) {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels) {
    const auto singular = [&](std::uint64_t seed) { return !cases.at(kernel, seed).regular(); };
    if (singular(1) && singular(2) && singular(3)) names.push_back(kernel.name);
  }
  if (names.empty()) return {};
  return {fmt::format("no finite result of {}: the inertia matrix is singular", enumerated(names))};
}

void require_possible(const Model<double>& model, const GenerateOptions& options) {
  const bool compiled = options.language == Language::c || options.language == Language::cpp;
  if (options.scalar == GeneratedScalar::float32 && !compiled)
    raise(UsageError("scalar", "expected double, which Python and MATLAB compute in; found float"));
  if (model.nv == 0) raise(ComputationError(model.name + " has no joint that moves: there is nothing to generate"));
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
  const std::vector<Kernel> kernels = traced(tracer, options.functions);
  const KernelCases cases(model, tracer, options.scalar);
  GeneratedCode code;
  code.prefix = identifier(options.name.empty() ? model.name : options.name);
  code.warnings = singularities(kernels, cases);
  codegen::GeneratedInterface interface(model, tracer, kernels);
  interface.prefix = code.prefix, interface.scalar = options.scalar;
  GeneratedFile file{model.name, code.prefix, interface.lines(), options.scalar};
  for (const auto& list : {code.warnings, remarks(kernels[0], cases.at(kernels[0], 1), tracer)})
    file.remarks.insert(file.remarks.end(), list.begin(), list.end());
  code.source = write_kernels(kernels, file, options.language);
  code.header = write_header(kernels, file, options.language);
  for (const Kernel& kernel : kernels) {
    GeneratedFunction& function = code.functions.emplace_back();
    function.name = kernel.name;
    function.cost = graph.operations(kernel.entries());
    for (int k = 1; k <= options.test_cases; ++k)
      if (const KernelCase one = cases.at(kernel, static_cast<std::uint64_t>(k)); one.regular())
        function.cases.push_back(by_name(kernel, one));
  }
  return code;
}

bool is_generated(std::string_view text) { return text.find(generated_mark) != std::string_view::npos; }

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
