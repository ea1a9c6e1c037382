#include "codegen/generated_files.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Python on lists and on numbers that behave as NumPy's, and MATLAB through a small reader of its own, beside the
// library's algorithms on numbers.
namespace torsor::test::generated_scripts_test {

void expect_every_robot_agrees(bool parameter_vector) {
  const Folder folder;
  for (const Language language : {Language::python, Language::matlab})
    for (const std::string& name : builtin_robot_names()) {
      GenerateOptions options = all_functions(language);
      options.test_cases = 3;
      options.parameter_vector = parameter_vector;
      const GeneratedCode code = generate_code(build_model<double>(load_robot(name)), options);
      write_cases(write_generated(folder, code, language), code);
    }
  expect_scripts_agree(folder);
}

TEST(GeneratedScripts, OfEveryBuiltInRobotAgreeWithTheLibrary) { expect_every_robot_agrees(false); }
TEST(GeneratedScripts, WithAVectorOfParametersAgreeWithTheLibrary) { expect_every_robot_agrees(true); }

TEST(GeneratedPython, TakesNumPyWhereFrictionHasASharpStep) {
  Description robot = load_robot("two-rods");
  described::Friction sharp;
  sharp.coulomb = {0.3, 0.5};
  for (described::Link& link : robot.links) link.friction = sharp;
  const Folder folder;
  GenerateOptions options = all_functions(Language::python);
  options.test_cases = 5;
  const GeneratedCode code = generate_code(build_model<double>(robot), options);
  EXPECT_NE(code.source.find("qd[0] > 0.0"), std::string::npos);
  write_cases(write_generated(folder, code, Language::python), code);
  expect_scripts_agree(folder);
}

TEST(GeneratedScripts, ThatAreWrongAreFoundOut) {
  const Model<double> model = build_model<double>(load_robot("two-rods"));
  for (const Language language : {Language::python, Language::matlab})
    for (const auto& [right, wrong] :
         {std::pair{" + ", " - "}, {"cos(", "coz("}, {"return ", "retur "}, {"end\n", "\n"}}) {
      GenerateOptions options = all_functions(language);
      options.test_cases = 1;
      GeneratedCode code = generate_code(model, options);
      const std::size_t body = code.source.find("t1 = ");
      const std::size_t place = code.source.find(right, body);
      if (place == std::string::npos) continue;  // of the other language
      code.source.replace(place, std::string(right).size(), wrong);
      const Folder folder;
      write_cases(write_generated(folder, code, language), code);
      EXPECT_NE(std::system(("python3 " TORSOR_SOURCE_DIR "/tests/codegen/run_generated.py " + (folder / "") +
                             " >/dev/null 2>&1")
                                .c_str()),
                0)
          << right;
    }
}

}  // namespace torsor::test::generated_scripts_test
