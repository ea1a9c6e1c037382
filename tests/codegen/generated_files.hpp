#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/folder.hpp"
#include "support/json.hpp"
#include "torsor/codegen/generate_code.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::test {

/// Writes the files of generated code into a folder, and returns the path of the source.
inline std::string write_generated(const Folder& folder, const GeneratedCode& code, Language language) {
  const std::string stem = folder / code.prefix;
  write_file(stem + source_suffix(language), code.source);
  if (!code.header.empty()) write_file(stem + header_suffix(language), code.header);
  return stem + source_suffix(language);
}

inline GenerateOptions control_functions(Language language) {
  GenerateOptions options;
  options.functions = control_kernel_names();
  options.language = language;
  return options;
}

inline GenerateOptions all_functions(Language language) {
  GenerateOptions options;
  options.functions = kernel_names();
  options.language = language;
  return options;
}

/// The cases of generated code beside its source, for run_generated.py.
inline void write_cases(const std::string& source, const GeneratedCode& code, double tolerance = 1e-12) {
  Json::Members functions;
  for (const GeneratedFunction& function : code.functions) {
    const bool slopes = function.name.ends_with("_derivatives");
    const bool solves = function.name.starts_with("forward_dynamics") || function.name == "state_derivative";
    const bool two = function.name == "forward_kinematics" || function.name == "observer_start";
    const std::size_t results = slopes || function.name == "observer_step" ? 3 : two ? 2 : 1;
    Json::array_t cases, inputs, outputs;
    for (const GeneratedCase& one : function.cases) {
      Json::Members values;
      for (const auto& [name, list] : one) values.emplace_back(name, list);
      cases.push_back(Json::of(values));
    }
    if (!function.cases.empty())
      for (std::size_t k = 0; k < function.cases[0].size(); ++k)
        (k + results < function.cases[0].size() ? inputs : outputs).emplace_back(function.cases[0][k].first);
    functions.emplace_back(function.name, Json::of(Json::Members{{"inputs", Json::of(inputs)},
                                                                 {"outputs", Json::of(outputs)},
                                                                 {"cases", Json::of(cases)},
                                                                 {"tolerance", solves ? 1e-9 : tolerance}}));
  }
  write_file(source + ".json", Json::of(functions).dump());
}

/// A command that has to succeed: what it printed where it does not.
inline void expect_success(const Folder& folder, const std::string& command) {
  const std::string messages = folder / "messages";
  EXPECT_EQ(std::system((command + " >" + messages + " 2>&1").c_str()), 0) << command << ":\n"
                                                                           << text_of(messages).substr(0, 4000);
}

/// Runs all Python and MATLAB of a folder on its cases.
inline void expect_scripts_agree(const Folder& folder) {
  expect_success(folder, "python3 " TORSOR_SOURCE_DIR "/tests/codegen/run_generated.py " + (folder / ""));
}

}  // namespace torsor::test
