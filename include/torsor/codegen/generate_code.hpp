#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "torsor/codegen/verify_kernels.hpp"
#include "torsor/scalar/count.hpp"

namespace torsor {

struct GenerateOptions {
  std::vector<std::string> functions;  // of kernel_names() and control_kernel_names()
  Language language = Language::c;
  GeneratedScalar scalar = GeneratedScalar::float64;  // float for C and C++ only
  bool parameter_vector = false;                      // as in KernelOptions
  int frame = -1;
  std::string name;    // of the files, and before every function; empty: the robot's
  int test_cases = 0;  // for each function
  GeneratedSines sines = GeneratedSines::library;
};

/// Numbers of a function at one state: its inputs, then what the library gives for its outputs, by name.
using GeneratedCase = std::vector<std::pair<std::string, std::vector<double>>>;

struct GeneratedFunction {
  std::string name;  // inverse_dynamics
  Operations cost;
  std::vector<GeneratedCase> cases;  // at random states, to test a port with; none where the result is not finite
};

/// A file that goes with generated code: "_test.c" for panda_test.c.
struct CompanionFile {
  std::string ending, text;
  bool is_example = false;  // a beginning that people go on with: one that is there must stay
};

/// The dynamics of one robot as source code without dependencies.
struct GeneratedCode {
  std::string prefix;          // the name of the files without their endings
  std::string source, header;  // header: for C and C++ only
  std::vector<GeneratedFunction> functions;
  std::vector<CompanionFile> companions;  // of controllers in C: a loop that calls them, a program with the cases
  std::vector<std::string> warnings;      // such as functions that have no finite result
};

/// Traces the functions, writes them, and puts at the head of the file what a reader has to know: the order of joints
/// and parameters, and one state with its result to check a port by. Throws UsageError for a function that is not
/// known, and for a scalar or sines that the language does not have, ComputationError for a robot without joints,
/// and for controllers of one with ball or free joints.
GeneratedCode generate_code(const Model<double>& model, const GenerateOptions& options);

/// Whether a text was written by generate_code, and may be written over. An example that people go on with is not.
bool is_generated(std::string_view text);
/// What a generated text computes in, by its head; nothing where it does not say so.
std::optional<GeneratedScalar> generated_scalar_of(std::string_view text);

/// .c, .cpp, .py or .m; and .h or .hpp, or nothing where a language has no headers.
std::string source_suffix(Language language);
std::string header_suffix(Language language);

}  // namespace torsor
