#include "codegen/kernel_driver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace torsor::codegen {
namespace {

constexpr const char* driver_body = R"(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*kernel_)(scalar_** a);
enum { margin_ = 64 };
static const scalar_ mark_ = (scalar_)-7.25e30;

static scalar_* block_(size_t count) {
  scalar_* start = (scalar_*)malloc((count + 2 * margin_) * sizeof(scalar_));
  size_t k;
  if (start == NULL) exit(1);
  for (k = 0; k < count + 2 * margin_; ++k) start[k] = mark_;
  return start + margin_;
}

static int is_whole_(const scalar_* a, size_t count) {
  size_t k;
  for (k = 0; k < margin_; ++k)
    if (memcmp(a + count + k, &mark_, sizeof mark_) != 0 || memcmp(a - 1 - k, &mark_, sizeof mark_) != 0) return 0;
  return 1;
}

static int run_(kernel_ call, const size_t* counts, size_t inputs, size_t arguments) {
  scalar_* a[16];
  double value;
  size_t i, k;
  FILE* file = fopen("inputs", "rb");
  if (file == NULL) return 1;
  for (i = 0; i < arguments; ++i) a[i] = block_(counts[i]);
  for (;;) {
    for (i = 0; i < inputs; ++i)
      for (k = 0; k < counts[i]; ++k) {
        if (fread(&value, sizeof value, 1, file) != 1) return fflush(stdout) == 0 ? 0 : 1;
        a[i][k] = (scalar_)value;
      }
    call(a);
    for (i = 0; i < arguments; ++i)
      if (!is_whole_(a[i], counts[i])) {
        fputs("it wrote outside of its outputs\n", stderr);
        return 1;
      }
    for (i = inputs; i < arguments; ++i)
      for (k = 0; k < counts[i]; ++k) {
        value = (double)a[i][k];
        fwrite(&value, sizeof value, 1, stdout);
      }
  }
}
)";

std::vector<std::size_t> argument_sizes(const Kernel& kernel) {
  std::vector<std::size_t> sizes;
  sizes.reserve(kernel.inputs.size() + kernel.outputs.size());
  for (const Kernel::Input& input : kernel.inputs) sizes.push_back(input.symbols.size());
  for (const Kernel::Output& output : kernel.outputs) sizes.push_back(output.entries.size());
  return sizes;
}

std::string python_driver(const std::string& prefix, const Kernel& kernel, const std::vector<std::string>& arguments) {
  return fmt::format(R"(import {0} as kernels_
def flat_(y_):
    for e_ in y_:
        if isinstance(e_, (list, tuple)):
            yield from flat_(e_)
        else:
            yield e_
for line_ in open('inputs'):
    x_ = [float(t_) for t_ in line_.split()]
    print(*(repr(float(e_)) for e_ in flat_(kernels_.{1}({2}))))
)",
                     prefix, kernel.name, fmt::join(arguments, ", "));
}

std::string matlab_driver(const std::string& prefix, const Kernel& kernel, const std::vector<std::string>& arguments) {
  std::vector<std::string> names, columns;
  for (const Kernel::Output& output : kernel.outputs) {
    names.push_back(fmt::format("y{}_", names.size()));
    columns.push_back(names.back() + (output.columns > 1 ? "'(:)" : "(:)"));
  }
  return fmt::format(R"(inputs_ = dlmread('inputs', ' ');
for k_ = 1:rows(inputs_)
  x_ = inputs_(k_, :);
  [{3}] = {0}.{1}({2});
  printf('%.17g ', [{4}]); printf('\n');
end
)",
                     prefix, kernel.name, fmt::join(arguments, ", "), fmt::join(names, ", "), fmt::join(columns, "; "));
}

}  // namespace

std::string compiled_driver(const std::string& prefix, Language language, const std::vector<Kernel>& kernels,
                            GeneratedScalar scalar) {
  const bool c = language == Language::c;
  std::string calls, choice;
  for (const Kernel& kernel : kernels) {
    const std::vector<std::size_t> sizes = argument_sizes(kernel);
    std::vector<std::string> arguments;
    arguments.reserve(sizes.size());
    for (std::size_t k = 0; k < sizes.size(); ++k) arguments.push_back(fmt::format("a[{}]", k));
    calls += fmt::format("\nstatic void call_{0}_(scalar_** a) {{ {1}{2}{0}({3}); }}\n", kernel.name, prefix,
                         c ? "_" : "::", fmt::join(arguments, ", "));
    calls += fmt::format("static const size_t sizes_{}_[] = {{{}}};\n", kernel.name, fmt::join(sizes, ", "));
    choice += fmt::format("  if (strcmp(words[1], \"{0}\") == 0) return run_(call_{0}_, sizes_{0}_, {1}, {2});\n",
                          kernel.name, kernel.inputs.size(), sizes.size());
  }
  return fmt::format("#include \"{}{}\"\n\ntypedef {} scalar_;\n", prefix, c ? ".h" : ".hpp", name_of(scalar)) +
         driver_body + calls + "\nint main(int count, char** words) {\n  if (count != 2) return 2;\n" + choice +
         "  return 2;\n}\n";
}

std::string script_driver(const std::string& prefix, Language language, const Kernel& kernel) {
  const bool python = language == Language::python;
  std::vector<std::string> arguments;
  std::size_t at = 0;
  for (const Kernel::Input& input : kernel.inputs) {
    const std::size_t from = at;
    at += input.symbols.size();
    arguments.push_back(python ? fmt::format("x_[{}:{}]", from, at) : fmt::format("x_({}:{})", from + 1, at));
  }
  return python ? python_driver(prefix, kernel, arguments) : matlab_driver(prefix, kernel, arguments);
}

}  // namespace torsor::codegen
