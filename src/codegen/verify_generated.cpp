#include "torsor/codegen/verify_generated.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/generated_interface.hpp"
#include "codegen/temporary_folder.hpp"
#include "torsor/codegen/generate_code.hpp"
#include "torsor/core/error.hpp"

namespace torsor {
namespace {

Language language_of(const std::filesystem::path& path) {
  for (const Language language : {Language::c, Language::cpp, Language::python, Language::matlab})
    if (path.extension() == source_suffix(language)) return language;
  raise(UsageError(path.string() + ": expected a generated file, .c, .cpp, .py or .m"));
}

const char* usual_command(Language language) {
  switch (language) {
    case Language::c:
      return "cc -std=c99 -O2 -Wall -Wextra -Werror";
    case Language::cpp:
      return "c++ -std=c++11 -O2 -Wall -Wextra -Werror";
    case Language::python:
      return "python3";
    default:
      return "octave-cli --quiet --no-init-file";
  }
}

/// A generated file, as it was read.
struct Source {
  std::filesystem::path path;
  Language language;
  std::string text;
  codegen::GeneratedInterface interface;

  explicit Source(const std::filesystem::path& file)
      : path(file), language(language_of(file)), text(codegen::read_generated(file)),
        interface(codegen::read_interface(text, file)) {}

  bool defines(const Kernel& kernel) const {
    const std::string call = kernel.name + "(";
    const std::string definition = language == Language::c        ? "void " + interface.prefix + "_" + call
                                   : language == Language::cpp    ? "void " + call
                                   : language == Language::python ? "def " + call
                                                                  : "] = " + call;
    return text.find(definition) != std::string::npos;
  }

  /// The kernels that the file has, which are those of the robot: a call hands over as many numbers as it takes.
  std::vector<Kernel> kernels(const Model<double>& model, const KernelTracer& tracer) const {
    std::vector<Kernel> all, listed;
    for (const std::string& name : kernel_names()) all.push_back(tracer.trace(name));
    if (model.nq == model.nv)
      for (const std::string& name : control_kernel_names()) all.push_back(tracer.trace(name));
    codegen::require_interface(codegen::GeneratedInterface(model, tracer, all), interface, path);
    for (const std::string& signature : interface.functions)
      for (const Kernel& kernel : all)
        if (kernel.name == codegen::function_name(signature)) listed.push_back(kernel);
    for (const Kernel& kernel : listed)
      if (!defines(kernel))
        raise(FileError(path.string(), {1, 1}, "expected a definition of " + kernel.name + ", found none"));
    return listed;
  }

  /// Compiled where the language is, and run by an interpreter otherwise.
  RunKernel runner(const std::vector<Kernel>& kernels, const KernelTool& tool) const {
    if (header_suffix(language).empty())
      return [this, tool](const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
        return run_script(text, interface.prefix, language, kernel, inputs, tool);
      };
    const std::string header =
        codegen::read_generated(path.parent_path() / (interface.prefix + header_suffix(language)));
    const auto compiled =
        std::make_shared<CompiledKernels>(text, header, interface.prefix, language, kernels, tool, interface.scalar);
    return [compiled](const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
      return compiled->run(kernel, inputs);
    };
  }
};

}  // namespace

bool GeneratedAgreement::holds() const {
  return std::ranges::all_of(functions, [](const KernelAgreement& one) { return one.holds(); });
}

GeneratedAgreement verify_generated(const Model<double>& model, const std::filesystem::path& file,
                                    const VerifyGeneratedOptions& options) {
  const Source source(file);
  if (options.states < 1) raise(UsageError("states", fmt::format("expected 1 or more, found {}", options.states)));
  codegen::require_seconds(options.seconds);
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const KernelTracer tracer(model, {!source.interface.parameters.empty(), options.frame});
  const std::vector<Kernel> kernels = source.kernels(model, tracer);
  const KernelTool tool{options.command.empty() ? usual_command(source.language) : options.command, options.seconds};
  return {tool.command, verify_kernels(kernels, KernelCases(model, tracer, source.interface.scalar),
                                       source.runner(kernels, tool), options.states)};
}

}  // namespace torsor
