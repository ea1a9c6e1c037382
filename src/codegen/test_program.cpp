#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/comment_line.hpp"
#include "codegen/control_kit.hpp"
#include "codegen/expression_writer.hpp"
#include "codegen/generated_marks.hpp"
#include "codegen/kernel_rounding.hpp"

namespace torsor::codegen {
namespace {

// 0: robot, 1: mark, 2: prefix, 3: scalar, 4: zero
constexpr const char* test_head = R"(/* Test vectors of {0}, {1}. Do not edit. */
/* Compile it with {2}.c. It returns 0 where every function gives what the library gives, but for rounding. */
/* A case: arguments, results, and what each result may be off by. */

#include <stdio.h>

#include "{2}.h"

/* The entry that is off by the largest share of what it may be. */
typedef struct {{
  const char *name;
  int entry;
  {3} off, allowed, share;
}} worst_entry;

static const worst_entry none = {{"", 0, {4}, {4}, {4}}};

static void compare(const char *name, int count, const {3} *found, const {3} *expected, const {3} *allowed,
                    worst_entry *worst) {{
  int i;
  for (i = 0; i < count; ++i) {{
    const {3} difference = found[i] - expected[i], off = difference < {4} ? -difference : difference;
    const {3} share = off / allowed[i];
    const int first = worst->name[0] == 0;
    if (!first && (share <= worst->share || worst->share != worst->share)) continue; /* what is no number stays */
    worst->name = name, worst->entry = i, worst->off = off, worst->allowed = allowed[i], worst->share = share;
  }}
}}

static int told(const char *function, worst_entry worst) {{
  const int fine = worst.off <= worst.allowed;
  printf("%s: off by %.2g in %s[%d], %.2g allowed: %s\n", function, (double)worst.off, worst.name, worst.entry,
         (double)worst.allowed, fine ? "fine" : "WRONG");
  return fine;
}}
)";

// 0: kernel, 1: scalar, 2: cases, 3: their length, 4: their lines, 5: number of results, 6: prefix, 7: arguments,
// 8: comparisons
constexpr const char* test_check = R"(
static const {1} {0}_cases[{2}][{3}] = {{
{4}}};

static int {0}_check(void) {{
  {1} result[{5}];
  worst_entry worst = none;
  int k;
  for (k = 0; k < {2}; ++k) {{
    const {1} *a = {0}_cases[k];
    {6}_{0}({7});
{8}  }}
  return told("{0}", worst);
}}
)";

/// Two digits are enough.
std::string short_literal(double x, GeneratedScalar scalar) {
  const bool single = scalar == GeneratedScalar::float32;
  return fmt::format("{:.1e}{}", std::clamp(x, single ? 1e-37 : 1e-307, single ? 1e38 : 1e308), single ? "f" : "");
}

/// "a + 7" for a place in an array.
std::string place_in(const char* array, std::size_t k) { return array + (k > 0 ? fmt::format(" + {}", k) : ""); }

}  // namespace

void TestProgram::add(const Kernel& kernel, const std::vector<KernelCase>& cases) {
  const auto literal = [&](double x) { return number_literal(x, Language::c, file_.scalar); };
  std::vector<std::string> arguments;
  std::size_t at = 0, results = 0;
  for (const Kernel::Input& input : kernel.inputs) arguments.push_back(place_in("a", at)), at += input.symbols.size();
  const std::size_t count = kernel.entries().size();
  std::string comparisons;
  for (const Kernel::Output& output : kernel.outputs) {
    arguments.push_back(place_in("result", results));
    comparisons += fmt::format("    compare(\"{}\", {}, {}, a + {}, a + {}, &worst);\n", output.name,
                               output.entries.size(), place_in("result", results), at + results, at + count + results);
    results += output.entries.size();
  }
  std::string lines;
  const KernelRounding rounding(kernel, file_.scalar);
  for (const KernelCase& one : cases) {
    std::vector<std::string> numbers;
    for (const auto& list : one.inputs) std::ranges::transform(list, std::back_inserter(numbers), literal);
    std::ranges::transform(one.expected, std::back_inserter(numbers), literal);
    for (const double allowed : allowed_differences(rounding.of(one)))
      numbers.push_back(short_literal(allowed, file_.scalar));
    lines += fmt::format("  {{{}}},\n", fmt::join(numbers, ", "));
  }
  checks_ += fmt::format(fmt::runtime(test_check), kernel.name, name_of(file_.scalar), cases.size(), at + 2 * count,
                         lines, count, file_.prefix, fmt::join(arguments, ", "), comparisons);
  calls_ += fmt::format("  wrong += !{}_check();\n", kernel.name);
}

std::string TestProgram::text() const {
  return fmt::format(fmt::runtime(test_head), comment_line(file_.robot), generated_mark, file_.prefix,
                     name_of(file_.scalar), number_literal(0, Language::c, file_.scalar)) +
         checks_ + "\nint main(void) {\n  int wrong = 0;\n" + calls_ + "  return wrong != 0;\n}\n";
}

}  // namespace torsor::codegen
