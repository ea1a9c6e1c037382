#include "torsor/codegen/generate_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/generated_marks.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"

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
std::vector<std::string> remarks(const Kernel& kernel, const KernelCase& check, const Model<double>& model,
                                 const KernelTracer& tracer, bool parameter_vector) {
  std::vector<std::string> lines{
      fmt::format("Units: m, rad, kg, s, N, N m. Matrices row by row. q, qd and tau in the order {}",
                  fmt::join(velocity_names(model), ", "))};
  if (parameter_vector) {
    lines.push_back(fmt::format("theta: {}, in the links' frames of the robot's table",
                                fmt::join(parameter_names(tracer.layout()), ", ")));
    lines.push_back(fmt::format("{}{}", parameter_vector_mark, fmt::join(tracer.parameters(), ", ")));
  } else {
    lines.emplace_back("The robot's parameters are constants, regrouped towards the base where no torque tells");
  }
  for (std::size_t i = 0; i < kernel.inputs.size(); ++i)
    if (kernel.inputs[i].name != "theta")
      lines.push_back(fmt::format("Check: {} = {:.17g}", kernel.inputs[i].name, fmt::join(check.inputs[i], ", ")));
  lines.push_back(fmt::format("Check: {} = {:.15g}", kernel.name, fmt::join(check.expected, ", ")));
  return lines;
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
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const KernelTracer tracer(model, {options.parameter_vector, options.frame});
  const std::vector<Kernel> kernels = traced(tracer, options.functions);
  const KernelCases cases(model, tracer, options.frame);
  GeneratedFile file{model.name, identifier(options.name.empty() ? model.name : options.name), {}};
  file.remarks = remarks(kernels[0], cases.at(kernels[0], 1), model, tracer, options.parameter_vector);
  GeneratedCode code{
      file.prefix, write_kernels(kernels, file, options.language), write_header(kernels, file, options.language), {}};
  for (const Kernel& kernel : kernels) {
    GeneratedFunction& function = code.functions.emplace_back();
    function.name = kernel.name;
    function.cost = graph.operations(kernel.entries());
    for (int k = 1; k <= options.test_cases; ++k)
      function.cases.push_back(by_name(kernel, cases.at(kernel, static_cast<std::uint64_t>(k))));
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
