#include "torsor/codegen/compiled_kernels.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/temporary_folder.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

/// A function for each kernel that takes its arguments in one array of double, so that all have the same type.
std::string entry_point(const Kernel& kernel, const std::string& function, GeneratedScalar scalar) {
  std::string before, arguments, after;
  int at = 0;
  const auto pass = [&](std::size_t count, bool is_output) {
    const std::string k = std::to_string(at++), n = std::to_string(count), loop = "  for (k = 0; k < " + n + "; ++k) ";
    const bool copied = scalar == GeneratedScalar::float32;
    arguments += (arguments.empty() ? "" : ", ") + (copied ? "b" + k : "a[" + k + "]");
    if (!copied) return;
    before += "  float b" + k + "[" + n + "];\n";
    if (is_output) after += loop + "a[" + k + "][k] = (double)b" + k + "[k];\n";
    if (!is_output) before += loop + "b" + k + "[k] = (float)a[" + k + "][k];\n";
  };
  for (const Kernel::Input& input : kernel.inputs) pass(input.symbols.size(), false);
  for (const Kernel::Output& output : kernel.outputs) pass(output.entries.size(), true);
  const std::string counter = before.empty() ? "" : "  int k;\n";
  return " {\n" + counter + before + "  " + function + "(" + arguments + ");\n" + after + "}\n";
}

std::string entry_points(const std::string& prefix, Language language, const std::vector<Kernel>& kernels,
                         GeneratedScalar scalar) {
  const bool c = language == Language::c;
  std::string text;
  for (const Kernel& kernel : kernels) {
    const std::string head = (c ? "void call_" : "extern \"C\" void call_") + kernel.name + "(double** a)";
    text += "\n" + head + ";\n" + head + entry_point(kernel, prefix + (c ? "_" : "::") + kernel.name, scalar);
  }
  return text;
}

/// Numbers of a line, as a script prints them.
std::vector<double> numbers(const std::string& line) {
  std::vector<double> list;
  const char *at = line.data(), *end = at + line.size();
  while (at != end) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc{}) list.push_back(value);
    at = error == std::errc{} ? next : at + 1;
  }
  return list;
}

/// Reads a line of numbers for each call, calls the kernel, prints the outputs row by row.
std::string driver(const std::string& prefix, Language language, const Kernel& kernel) {
  std::string cut, names, flat;
  std::size_t at = 0;
  for (const Kernel::Input& input : kernel.inputs) {
    const std::string from = std::to_string(at + (language == Language::matlab ? 1 : 0));
    at += input.symbols.size();
    cut += (cut.empty() ? "" : ", ") + (language == Language::matlab ? "x(" + from + ":" + std::to_string(at) + ")"
                                                                     : "x[" + from + ":" + std::to_string(at) + "]");
  }
  for (const Kernel::Output& output : kernel.outputs) {
    names += (names.empty() ? "" : ", ") + output.name;
    flat += (flat.empty() ? "" : "; ") + output.name + (output.columns > 1 ? "'(:)" : "(:)");
  }
  if (language == Language::python)
    return "import sys, " + prefix +
           "\ndef flat(y):\n  for e in y:\n    if isinstance(e, (list, tuple)): yield from flat(e)\n"
           "    else: yield e\nfor line in open('inputs'):\n  x = [float(t) for t in line.split()]\n  y = " +
           prefix + "." + kernel.name + "(" + cut + ")\n  print(*(repr(float(e)) for e in flat(y)))\n";
  return "inputs = dlmread('inputs', ' ');\nfor k = 1:rows(inputs)\n  x = inputs(k, :);\n  [" + names +
         "] = " + prefix + "." + kernel.name + "(" + cut + ");\n  printf('%.17g ', [" + flat +
         "]); printf('\\n');\nend\n";
}

}  // namespace

struct CompiledKernels::Library {
  codegen::TemporaryFolder folder;
  void* handle = nullptr;

  Library() = default;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (handle != nullptr) dlclose(handle);
  }
};

CompiledKernels::CompiledKernels(const std::string& source, const std::string& header, const std::string& prefix,
                                 Language language, const std::vector<Kernel>& kernels, const std::string& compiler,
                                 GeneratedScalar scalar)
    : library_(std::make_unique<Library>()) {
  const codegen::TemporaryFolder& folder = library_->folder;
  const std::string suffix = language == Language::c ? "c" : "cpp";
  folder.write(prefix + (language == Language::c ? ".h" : ".hpp"), header);
  folder.write("kernels." + suffix, source + entry_points(prefix, language, kernels, scalar));
  if (!folder.run(compiler + " -fPIC -shared -I. kernels." + suffix + " -o kernels.so -lm"))
    throw ComputationError("'" + compiler + "' does not compile the generated code:\n" + folder.read("messages"));
  library_->handle = dlopen((folder.path() / "kernels.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_->handle == nullptr)
    throw ComputationError(std::string("the compiled kernels do not load: ") + dlerror());
}

CompiledKernels::~CompiledKernels() = default;

std::vector<double> CompiledKernels::call(const Kernel& kernel, const KernelInputs& inputs) const {
  using Function = void (*)(double**);
  auto* function = reinterpret_cast<Function>(dlsym(library_->handle, ("call_" + kernel.name).c_str()));
  if (function == nullptr) throw ComputationError("the compiled kernels have no " + kernel.name);
  KernelInputs arguments = inputs;
  std::vector<double> outputs(kernel.entries().size());
  std::vector<double*> list;
  list.reserve(arguments.size() + kernel.outputs.size());
  for (std::vector<double>& argument : arguments) list.push_back(argument.data());
  std::size_t at = 0;
  for (const Kernel::Output& output : kernel.outputs) {
    list.push_back(outputs.data() + at);
    at += output.entries.size();
  }
  function(list.data());
  return outputs;
}

std::vector<std::vector<double>> run_script(const std::string& source, const std::string& prefix, Language language,
                                            const Kernel& kernel, const std::vector<KernelInputs>& inputs,
                                            const std::string& interpreter) {
  const codegen::TemporaryFolder folder;
  const std::string suffix = language == Language::python ? ".py" : ".m";
  folder.write(prefix + suffix, source);
  folder.write("run_kernel" + suffix, driver(prefix, language, kernel));
  std::string lines;
  for (const KernelInputs& input : inputs) {
    std::string line;
    for (const std::vector<double>& list : input)
      for (const double value : list) line += (line.empty() ? "" : " ") + number_text(value);
    lines += line + "\n";
  }
  folder.write("inputs", lines);
  if (!folder.run(interpreter + " run_kernel" + suffix))
    throw ComputationError("'" + interpreter + "' does not run the generated code:\n" + folder.read("messages"));
  std::vector<std::vector<double>> outputs;
  std::istringstream printed(folder.read("out"));
  for (std::string line; std::getline(printed, line);) outputs.push_back(numbers(line));
  const std::size_t entries = kernel.entries().size();
  const auto whole = [&](const std::vector<double>& output) { return output.size() == entries; };
  if (outputs.size() != inputs.size() || !std::all_of(outputs.begin(), outputs.end(), whole))
    throw ComputationError("'" + interpreter + "' printed something else than " + std::to_string(inputs.size()) +
                           " lines of " + std::to_string(entries) + " numbers for " + kernel.name);
  return outputs;
}

}  // namespace torsor
