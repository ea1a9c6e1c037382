#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "codegen/generated_files.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Names of robots, links and joints are free text; every file that is generated from them compiles all the same.
namespace torsor::test::hostile_names_test {

using namespace std::string_literals;

/// Keywords of every target, names of its libraries, and texts that mean something in its comments.
const std::vector<std::string> hostile_names{"class",
                                             "int",
                                             "namespace",
                                             "restrict",
                                             "typeof",
                                             "co_await",
                                             "static_assert",
                                             "NULL",
                                             "EOF",
                                             "linux",
                                             "std",
                                             "lambda",
                                             "None",
                                             "def",
                                             "async",
                                             "elseif",
                                             "end",
                                             "classdef",
                                             "methods",
                                             "function",
                                             "parfor",
                                             "endif",
                                             "math",
                                             "Math",
                                             "random",
                                             "gamma",
                                             "j1",
                                             "y0f",
                                             "sin",
                                             "sinf",
                                             "index",
                                             "link",
                                             "select",
                                             "time",
                                             "string",
                                             "stdio",
                                             "platform",
                                             "numpy",
                                             "types",
                                             "zeros",
                                             "sign",
                                             "main",
                                             "size_t",
                                             "inverse-dynamics",
                                             "jacobian",
                                             "energy",
                                             "q",
                                             "t1",
                                             "",
                                             "6r",
                                             "3 arms",
                                             "\u00E9t\u00E9",
                                             "\u673A\u5668\u4EBA",
                                             "_leading",
                                             "__both__",
                                             "--",
                                             "a.b/c",
                                             "../up",
                                             "a */ int\n#error \\",
                                             "/* b",
                                             "*/*",
                                             "//",
                                             "x ?"
                                             "?/",
                                             "\"quotes' `",
                                             "back\\slash\\",
                                             "two\nlines",
                                             "one\rtwo\r\n",
                                             "# import os",
                                             "%{",
                                             "%}",
                                             "\"\"\"",
                                             "'''",
                                             "#include <none>",
                                             "$(touch x)",
                                             "a\0b"s,
                                             "\x01\x1B\x7F",
                                             "\xFF\xFE",
                                             "\xE0\x80\x80",
                                             "\xED\xA0\x80",
                                             "\xE2\x80\xAE left",
                                             "\xE2\x81\xA6 right",
                                             std::string(300, 'a'),
                                             "Function: f()",
                                             "x, written by torsor generate",
                                             "Joints: 1 (a)",
                                             "double",
                                             "self",
                                             "M_PI",
                                             "EINVAL",
                                             "INT_MAX",
                                             "uint8_t",
                                             "lgamma_r",
                                             "expf128",
                                             "timespec",
                                             "isnan",
                                             "list",
                                             "repr",
                                             "rows",
                                             "100 %d %s",
                                             "coding: utf-7",
                                             "-*- coding=none -*-",
                                             "a?"
                                             "?/\nb",
                                             "a ?"
                                             "?/?"
                                             "?/ */*/",
                                             "end\\\n#error",
                                             "...",
                                             "% }"};

Model<double> robot_named(const std::string& name) {
  Description robot = load_robot("two-rods");
  robot.name = name;
  for (described::Link& link : robot.links) link.name += name, link.joint_name += name;
  robot.links[1].parent = robot.links[0].name;
  return build_model<double>(robot);
}

/// Generated files of all names in one folder, each name of a file once; their paths.
std::vector<std::string> write_all(const Folder& folder, Language language, bool cases) {
  std::set<std::string> taken;
  std::vector<std::string> files;
  for (std::size_t k = 0; k < hostile_names.size(); ++k) {
    GenerateOptions options = all_functions(language);
    options.test_cases = cases ? 1 : 0;
    if (taken.contains(identifier(hostile_names[k]))) options.name = "taken" + std::to_string(k);
    const GeneratedCode code = generate_code(robot_named(hostile_names[k]), options);
    EXPECT_TRUE(taken.insert(code.prefix).second) << code.prefix;
    files.push_back(write_generated(folder, code, language));
    if (cases) write_cases(files.back(), code);
  }
  return files;
}

/// Compiles all files as one, below headers whose names could stand in the way.
void expect_compiles(Language language, const std::vector<std::string>& compilers) {
  const Folder folder;
  std::string all;
  for (const char* header : {"math.h", "stdlib.h", "string.h", "stdio.h", "time.h", "signal.h", "unistd.h", "fcntl.h"})
    all += std::string("#include <") + header + ">\n";
  for (const std::string& file : write_all(folder, language, false)) all += "#include \"" + file + "\"\n";
  const std::string path = folder / ("every_name" + source_suffix(language));
  write_file(path, all);
  for (const std::string& compiler : compilers)
    expect_success(folder,
                   compiler + " -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I" + (folder / "") + " " + path);
}

TEST(HostileNames, CompileInC) { expect_compiles(Language::c, {"cc -std=c99", "cc -std=gnu17"}); }
TEST(HostileNames, CompileInCpp) { expect_compiles(Language::cpp, {"c++ -std=c++11", "c++ -std=gnu++20"}); }
/// Every word in the headers that generated code and its users include, macros too.
std::set<std::string> words_of_headers(const Folder& folder, const std::string& headers) {
  write_file(folder / "headers.cpp", headers);
  std::set<std::string> words;
  for (const char* what : {"-P", "-dM"}) {
    const std::string out = folder / "words";
    expect_success(folder, "c++ -std=gnu++20 -E " + std::string(what) + " -o " + out + " " + (folder / "headers.cpp"));
    std::string word;
    for (const char letter : text_of(out) + " ")
      if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_')
        word += letter;
      else if (!word.empty())
        words.insert(std::exchange(word, ""));
  }
  return words;
}

TEST(HostileNames, AreNoNamespaceThatAHeaderOfCHasInAnotherMeaning) {
  const Folder folder;
  std::string text;
  for (const char* header : {"cmath", "stdlib.h", "string.h", "stdio.h", "time.h", "signal.h", "unistd.h", "fcntl.h",
                             "errno.h", "limits.h", "float.h", "stdint.h", "assert.h"})
    text += std::string("#include <") + header + ">\n";
  std::set<std::string> names;
  for (const std::string& word : words_of_headers(folder, text)) names.insert(identifier(word));
  EXPECT_GT(names.size(), 3000u);
  for (const std::string& name : names) text += "namespace " + name + " { void energy_of_robot(); }\n";
  write_file(folder / "all.cpp", text);
  expect_success(folder, "c++ -std=gnu++20 -fsyntax-only " + (folder / "all.cpp"));
}

TEST(HostileNames, RunInPythonAndMatlab) {
  const Folder folder;
  write_all(folder, Language::python, true);
  write_all(folder, Language::matlab, true);
  expect_scripts_agree(folder);
}

TEST(Identifier, IsANameInEveryLanguage) {
  EXPECT_EQ(identifier("two-rods"), "two_rods");
  EXPECT_EQ(identifier("6r"), "robot_6r");
  EXPECT_EQ(identifier("\u00E9t\u00E9"), "t");
  EXPECT_EQ(identifier(""), "robot");
  EXPECT_EQ(identifier("_a--b_"), "a_b");
  EXPECT_EQ(identifier("class"), "robot_class");
  EXPECT_EQ(identifier("Class"), "robot_Class");
  EXPECT_EQ(identifier("classic"), "classic");
  EXPECT_EQ(identifier("energy"), "robot_energy");
  EXPECT_EQ(identifier("int8_t"), "robot_int8_t");
  EXPECT_EQ(identifier("sinf32x"), "robot_sinf32x");
  EXPECT_EQ(identifier("UR10"), "UR10");
  EXPECT_EQ(identifier(std::string(300, 'a')).size(), 57u);
  for (const std::string& name : hostile_names) EXPECT_EQ(identifier(identifier(name)), identifier(name));
  for (const std::string& name : builtin_robot_names()) EXPECT_FALSE(identifier(name).starts_with("robot")) << name;
}

}  // namespace torsor::test::hostile_names_test
