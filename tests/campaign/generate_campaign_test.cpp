#include <sstream>

#include "campaign/campaign_robots.hpp"
#include "cli/run_tool.hpp"
#include "codegen/generated_files.hpp"

// Generated C and C++, many robots in one program, and Python, on cases of the library's algorithms on numbers.
namespace torsor::test::generate_campaign_test {

constexpr int batch = 20;

/// A C or C++ program that calls the functions of many robots and prints by how much each differs.
class Program {
 public:
  explicit Program(Language language) : cpp_(language == Language::cpp) {
    text_ =
        "#include <math.h>\n#include <stdio.h>\nstatic void compare(int robot, const char* name, const double* found, "
        "const double* expected, int n) {\n  double sum = 0, size = 0;\n  int k;\n  for (k = 0; k < n; ++k) sum += "
        "(found[k] - expected[k])*(found[k] - expected[k]), size += expected[k]*expected[k];\n"
        "  printf(\"%d %s %.17g\\n\", robot, name, sqrt(sum)/fmax(sqrt(size), 1e-3));\n}\n";
  }

  void add(int seed, const GeneratedCode& code, const std::string& source) {
    text_ += "#include \"" + source + "\"\n";
    for (const GeneratedFunction& function : code.functions)
      for (const GeneratedCase& one : function.cases) add(seed, code.prefix + (cpp_ ? "::" : "_"), function.name, one);
  }
  std::string text() const { return text_ + "int main(void) {\n" + calls_ + "  return 0;\n}\n"; }

 private:
  void add(int seed, const std::string& prefix, const std::string& function, const GeneratedCase& one) {
    const std::size_t results = function.ends_with("_derivatives") ? 3 : function == "forward_kinematics" ? 2 : 1;
    std::string arrays, arguments, comparisons;
    for (std::size_t k = 0; k < one.size(); ++k) {
      const auto& [name, values] = one[k];
      const bool input = k + results < one.size();
      arrays += "  static const double " + name + (input ? "" : "_expected") + "[] = {" + list_of(values) + "};\n";
      arguments += (k == 0 ? "" : ", ") + name;
      if (input) continue;
      arrays += "  double " + name + "[" + std::to_string(values.size()) + "];\n";
      comparisons += comparison(seed, prefix, function, one, k);
    }
    const std::string head = "case" + std::to_string(count_++) + "(";
    text_ += "static void " + head + "void) {\n" + arrays + "  " + prefix + function + "(" + arguments + ");\n" +
             comparisons + "}\n";
    calls_ += "  " + head + ");\n";
  }

  /// What solves with B is compared as a torque: the accelerations have its condition number for an error.
  static std::string comparison(int seed, const std::string& prefix, const std::string& function,
                                const GeneratedCase& one, std::size_t k) {
    const auto compare = [&](const std::string& found, const std::string& expected, std::size_t n) {
      return "  compare(" + std::to_string(seed) + ", \"" + function + "\", " + found + ", " + expected + ", " +
             std::to_string(n) + ");\n";
    };
    const std::string& name = one[k].first;
    const std::size_t size = one[k].second.size(), nv = one[one.size() - 2].second.size();
    if (function != "forward_dynamics" && function != "state_derivative")
      return compare(name, name + "_expected", size);
    const std::string nq = std::to_string(size - nv),
                      again = "  double again[" + std::to_string(nv) + "];\n  " + prefix;
    if (function == "forward_dynamics")
      return again + "inverse_dynamics(q, qd, qdd, again);\n" + compare("again", "tau", nv) + "  (void)qdd_expected;\n";
    return again + "inverse_dynamics(x, x + " + nq + ", xd + " + nq + ", again);\n" + compare("again", "u", nv) +
           compare("xd", "xd_expected", size - nv);
  }

  bool cpp_;
  int count_ = 0;
  std::string text_, calls_;
};

GeneratedCode generated(int seed, Language language) {
  GenerateOptions options = all_functions(language);
  // Their errors have the condition number of B: the tests of generated C compare them with it in mind.
  std::erase(options.functions, std::string("forward-dynamics-derivatives"));
  options.test_cases = 2;
  return generate_code(build_model<double>(campaign_robot(seed, 5)), options);
}

/// Compiles and runs the program, and takes up what it printed.
void run(const Folder& folder, Language language, const Program& program, CampaignReport& report) {
  const bool cpp = language == Language::cpp;
  const std::string source = folder / (cpp ? "program.cpp" : "program.c"), printed = folder / "printed";
  write_file(source, program.text());
  const std::string compiler = cpp ? "c++ -std=c++11" : "cc -std=c99";
  expect_success(folder, compiler + " -O0 -Wall -Wextra -Werror " + source + " -o " + (folder / "program") + " -lm");
  expect_success(folder, (folder / "program") + " | tee " + printed);
  std::istringstream lines(text_of(printed));
  int seed = 0;
  for (std::string function, number; lines >> seed >> function >> number;)
    report.compare(seed, std::stod(number), function);
}

void expect_generated_code_agrees(Language language, const std::string& name) {
  CampaignReport report("generate, " + name);
  for (int first = 1; first <= campaign_size(); first += batch) {
    const Folder folder;
    Program program(language);
    for (int seed = first; seed < first + batch && seed <= campaign_size(); ++seed) {
      const GeneratedCode code = generated(seed, language);
      program.add(seed, code, write_generated(folder, code, language));
    }
    run(folder, language, program, report);
  }
}

TEST(Campaign, GeneratedCAgreesWithTheLibrary) { expect_generated_code_agrees(Language::c, "C"); }
TEST(Campaign, GeneratedCppAgreesWithTheLibrary) { expect_generated_code_agrees(Language::cpp, "C++"); }

TEST(Campaign, GeneratedPythonAndMatlabAgreeWithTheLibrary) {
  for (int first = 1; first <= campaign_size(); first += batch) {
    const Folder folder;
    for (int seed = first; seed < first + batch && seed <= campaign_size(); ++seed)
      for (const Language language : {Language::python, Language::matlab}) {
        const GeneratedCode code = generated(seed, language);
        write_cases(write_generated(folder, code, language), code, 1e-9);
      }
    expect_scripts_agree(folder);
  }
}

}  // namespace torsor::test::generate_campaign_test
