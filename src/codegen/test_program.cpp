#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/comment_line.hpp"
#include "codegen/control_kit.hpp"
#include "codegen/expression_writer.hpp"
#include "codegen/generated_marks.hpp"

namespace torsor::codegen {
namespace {

// 0: robot, 1: mark, 2: prefix, 3: scalar, 4: zero
constexpr const char* test_head = R"(/* Test vectors of {0}, {1}. Do not edit. */
/* Compile it with {2}.c. It returns 0 where every function gives what the library gives, but for rounding. */

#include <stdio.h>

#include "{2}.h"

static {3} larger({3} largest, {3} difference) {{
  const {3} size = difference < {4} ? -difference : difference;
  return size <= largest || largest != largest ? largest : size; /* what is no number stays */
}}

static int told(const char *name, {3} largest, {3} allowed) {{
  const int fine = largest <= allowed;
  printf("%s: off by %.2g, %.2g allowed: %s\n", name, (double)largest, (double)allowed, fine ? "fine" : "WRONG");
  return fine;
}}
)";

// 0: kernel, 1: scalar, 2: cases, 3: their length, 4: their lines, 5: number of results, 6: prefix, 7: arguments,
// 8: where the expected ones begin, 9: zero, 10: allowed
constexpr const char* test_check = R"(
static const {1} {0}_cases[{2}][{3}] = {{
{4}}};

static int {0}_check(void) {{
  {1} result[{5}], largest = {9};
  int k, i;
  for (k = 0; k < {2}; ++k) {{
    const {1} *a = {0}_cases[k];
    {6}_{0}({7});
    for (i = 0; i < {5}; ++i) largest = larger(largest, result[i] - a[{8} + i]);
  }}
  return told("{0}", largest, {10});
}}
)";

/// What an entry of the result may be off by: rounding in the worst case.
double allowed_difference(const Kernel& kernel, const std::vector<KernelCase>& cases, GeneratedScalar scalar) {
  double largest = 0;
  for (const KernelCase& one : cases)
    largest = std::max(largest, one.scale * one.condition * *std::ranges::max_element(one.unit));
  return kernel_tolerance(kernel, scalar) * largest;
}

}  // namespace

void TestProgram::add(const Kernel& kernel, const std::vector<KernelCase>& cases) {
  const auto literal = [&](double x) { return number_literal(x, Language::c, file_.scalar); };
  std::vector<std::string> arguments;
  std::size_t at = 0, results = 0;
  const auto place = [](const char* start, std::size_t k) { return start + (k > 0 ? fmt::format(" + {}", k) : ""); };
  for (const Kernel::Input& input : kernel.inputs) arguments.push_back(place("a", at)), at += input.symbols.size();
  for (const Kernel::Output& output : kernel.outputs)
    arguments.push_back(place("result", results)), results += output.entries.size();
  std::string lines;
  for (const KernelCase& one : cases) {
    std::vector<std::string> numbers;
    for (const auto& list : one.inputs) std::ranges::transform(list, std::back_inserter(numbers), literal);
    std::ranges::transform(one.expected, std::back_inserter(numbers), literal);
    lines += fmt::format("  {{{}}},\n", fmt::join(numbers, ", "));
  }
  checks_ += fmt::format(fmt::runtime(test_check), kernel.name, name_of(file_.scalar), cases.size(), at + results,
                         lines, results, file_.prefix, fmt::join(arguments, ", "), at, literal(0),
                         literal(allowed_difference(kernel, cases, file_.scalar)));
  calls_ += fmt::format("  wrong += !{}_check();\n", kernel.name);
}

std::string TestProgram::text() const {
  return fmt::format(fmt::runtime(test_head), comment_line(file_.robot), generated_mark, file_.prefix,
                     name_of(file_.scalar), number_literal(0, Language::c, file_.scalar)) +
         checks_ + "\nint main(void) {\n  int wrong = 0;\n" + calls_ + "  return wrong != 0;\n}\n";
}

}  // namespace torsor::codegen
