#include "torsor/codegen/compiled_kernels.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "torsor/io/error.hpp"

namespace torsor {
namespace {

std::filesystem::path new_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "torsor-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw ComputationError("no folder for temporary files can be made in " + name);
  return name;
}

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A function for each kernel that takes its arguments in one array, so that all have the same type.
std::string entry_points(const std::string& prefix, const std::vector<Kernel>& kernels) {
  std::string text = "\n#include \"" + prefix + ".h\"\n";
  for (const Kernel& kernel : kernels) {
    std::string arguments;
    for (std::size_t k = 0; k < kernel.inputs.size() + kernel.outputs.size(); ++k)
      arguments += (k == 0 ? "a[" : ", a[") + std::to_string(k) + "]";
    text += "void call_" + kernel.name + "(double** a);\n";
    text += "void call_" + kernel.name + "(double** a) { " + prefix + "_" + kernel.name + "(" + arguments + "); }\n";
  }
  return text;
}

}  // namespace

struct CompiledKernels::Library {
  std::filesystem::path folder = new_folder();
  void* handle = nullptr;

  Library() = default;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (handle != nullptr) dlclose(handle);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
};

CompiledKernels::CompiledKernels(const std::string& source, const std::string& header, const std::string& prefix,
                                 const std::vector<Kernel>& kernels, const std::string& compiler)
    : library_(std::make_unique<Library>()) {
  const std::filesystem::path& folder = library_->folder;
  std::ofstream(folder / (prefix + ".h")) << header;
  std::ofstream(folder / "kernels.c") << source << entry_points(prefix, kernels);
  const std::string place = "'" + folder.string() + "'";
  const std::string command = compiler + " -fPIC -shared -I" + place + " " + place + "/kernels.c -o " + place +
                              "/kernels.so -lm >" + place + "/messages 2>&1";
  if (std::system(command.c_str()) != 0)
    throw ComputationError("'" + compiler + "' does not compile the generated C:\n" + contents(folder / "messages"));
  library_->handle = dlopen((folder / "kernels.so").c_str(), RTLD_NOW | RTLD_LOCAL);
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
  for (std::vector<double>& argument : arguments) list.push_back(argument.data());
  std::size_t at = 0;
  for (const Kernel::Output& output : kernel.outputs) {
    list.push_back(outputs.data() + at);
    at += output.entries.size();
  }
  function(list.data());
  return outputs;
}

}  // namespace torsor
