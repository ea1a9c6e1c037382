#include <filesystem>

#include "codegen/generated_files.hpp"
#include "torsor/codegen/verify_generated.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Generated code that somebody changed: whatever it does when it is called, it is a result of the verification.
namespace torsor::test::failing_code_test {

/// Where temporary files go, in its own folder, for the time of a test.
class TemporaryPlace {
 public:
  explicit TemporaryPlace(const std::string& name) : path_(folder_ / name) {
    std::filesystem::create_directory(path_);
    if (const char* old = std::getenv("TMPDIR")) old_ = old;
    ::setenv("TMPDIR", path_.c_str(), 1);
  }
  ~TemporaryPlace() {
    if (old_.empty())
      ::unsetenv("TMPDIR");
    else
      ::setenv("TMPDIR", old_.c_str(), 1);
  }
  bool is_empty() const { return std::filesystem::is_empty(path_); }
  const Folder& around() const { return folder_; }

 private:
  Folder folder_;
  std::string path_, old_;
};

Model<double> two_rods() { return build_model<double>(load_robot("two-rods")); }

std::string generated(const Folder& folder, Language language) {
  GenerateOptions options;
  options.functions = {"gravity-torque", "energy"};
  options.language = language;
  return write_generated(folder, generate_code(two_rods(), options), language);
}

/// Puts a statement at the start of the first function, gravity_torque.
void plant(const std::string& file, const std::string& declarations, const std::string& statement) {
  std::string text = text_of(file);
  const bool python = file.ends_with(".py");
  const std::size_t body =
      python ? text.find("\"\"\"\n", text.find("def gravity_torque")) + 4 : text.find("{\n", text.find("void ")) + 2;
  text.insert(body, (python ? "    " : "  ") + statement + "\n");
  text.insert(text.find(python ? "import math" : "#include <math.h>"), declarations + "\n");
  write_file(file, text);
}

KernelAgreement result_with(Language language, const std::string& declarations, const std::string& statement,
                            double seconds = 60) {
  const TemporaryPlace place("temporary");
  const std::string file = generated(place.around(), language);
  plant(file, declarations, statement);
  const GeneratedAgreement agreement = verify_generated(
      two_rods(), file, {.states = 3, .command = language == Language::c ? "cc -O0" : "", .seconds = seconds});
  EXPECT_FALSE(agreement.holds());
  EXPECT_TRUE(agreement.functions.at(1).holds()) << "the other function is as good as before";
  EXPECT_TRUE(place.is_empty());
  return agreement.functions.at(0);
}

#define EXPECT_FAILS(result, text)                                       \
  {                                                                      \
    const KernelAgreement one = result;                                  \
    EXPECT_FALSE(one.holds());                                           \
    EXPECT_NE(one.failure.find(text), std::string::npos) << one.failure; \
  }

TEST(FailingCode, ACrashIsAFailureOfItsFunction) {
  EXPECT_FAILS(result_with(Language::c, "", "*(volatile int*)8 = 1;"), "ended by signal 11 (Segmentation fault)");
  EXPECT_FAILS(result_with(Language::c, "#include <stdlib.h>", "abort();"), "ended by signal 6");
  EXPECT_FAILS(result_with(Language::c, "#include <stdlib.h>", "exit(7);"), "ended with exit code 7");
  EXPECT_FAILS(result_with(Language::c, "#include <stdlib.h>", "exit(0);"), "printed something");
  EXPECT_FAILS(result_with(Language::python, "", "1/0"), "ended with exit code 1: ZeroDivisionError");
  EXPECT_FAILS(result_with(Language::python, "import os", "os.kill(os.getpid(), 11)"), "signal 11");
}

TEST(FailingCode, AFunctionThatDoesNotEndIsStopped) {
  EXPECT_FAILS(result_with(Language::c, "", "for (volatile int k = 0;;) k = 1;", 1), "did not end within 1 s");
  EXPECT_FAILS(result_with(Language::c, "#include <unistd.h>", "sleep(1000);", 1), "did not end within 1 s");
  EXPECT_FAILS(result_with(Language::c, "#include <unistd.h>", "while (fork() >= 0) sleep(1000);", 1), "did not end");
  EXPECT_FAILS(result_with(Language::python, "import time", "time.sleep(1000)", 2), "did not end within 2 s");
  EXPECT_FAILS(result_with(Language::c, "#include <unistd.h>", "sleep(1000);", 0.25), "did not end within 0.25 s");
}

TEST(FailingCode, AFunctionThatTakesMemoryIsStopped) {
  EXPECT_FAILS(result_with(Language::c, "#include <stdlib.h>\n#include <string.h>",
                           "for (;;) memset(malloc(1 << 24), 1, 1 << 24);"),
               "of the 1024 MiB that it may take");
  EXPECT_FAILS(result_with(Language::python, "", "bytearray(1 << 40)"), "MemoryError");
}

TEST(FailingCode, AFunctionThatPrintsWithoutEndIsStopped) {
  EXPECT_FAILS(result_with(Language::c, "#include <stdio.h>", "for (;;) puts(\"more\");"), "printed more than");
  EXPECT_FAILS(result_with(Language::c, "#include <stdio.h>", "puts(\"once\");"), "printed something");
  EXPECT_FAILS(result_with(Language::python, "", "print('once')"), "printed something else");
}

TEST(FailingCode, WritingOutsideOfTheOutputsIsAFailure) {
  EXPECT_FAILS(result_with(Language::c, "", "gravity[2] = 1;"), "wrote outside of its outputs");
  EXPECT_FAILS(result_with(Language::c, "", "gravity[-1] = 1;"), "wrote outside of its outputs");
  EXPECT_FAILS(result_with(Language::c, "", "((double*)q)[2] = 1;"), "wrote outside of its outputs");
}

TEST(FailingCode, WhatDoesNotCompileIsToldAndLeavesNothing) {
  const TemporaryPlace place("temporary");
  const std::string file = generated(place.around(), Language::c);
  plant(file, "#error mine", "");
  try {
    verify_generated(two_rods(), file, {.states = 3});
    FAIL() << "it compiled";
  } catch (const ComputationError& error) {
    EXPECT_NE(std::string(error.what()).find("#error mine"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(place.is_empty());
}

TEST(FailingCode, NoShellReadsTheNameOfAFolder) {
  for (const char* name : {"it's", "a b", "a;touch planted;b", "$(touch planted)", "a\"b", "-o", "a\nb", "&& exit 0"})
    for (const Language language : {Language::c, Language::python}) {
      const TemporaryPlace place(name);
      const std::string file = generated(place.around(), language);
      EXPECT_TRUE(verify_generated(two_rods(), file, {.states = 3}).holds()) << name;
      EXPECT_TRUE(place.is_empty()) << name;
    }
  EXPECT_FALSE(std::filesystem::exists("planted"));
}

TEST(FailingCode, NoShellReadsTheCommand) {
  const TemporaryPlace place("temporary");
  const std::string file = generated(place.around(), Language::c), planted = place.around() / "planted";
  for (const std::string& command : {"cc; touch " + planted, "cc `touch " + planted + "`",
                                     "cc $(touch " + planted + ")", "cc && touch " + planted + " ||"})
    EXPECT_THROW(verify_generated(two_rods(), file, {.states = 3, .command = command}), Error) << command;
  EXPECT_FALSE(std::filesystem::exists(planted));
}

TEST(FailingCode, ACommandIsWordsBetweenBlanksOrInQuotes) {
  const TemporaryPlace place("temporary");
  const std::string file = generated(place.around(), Language::c), spaced = place.around() / "my compiler";
  const auto holds = [&](const std::string& command) {
    return verify_generated(two_rods(), file, {.states = 3, .command = command}).holds();
  };
  const char* script =
      "#!/bin/sh\nfor word; do if test \"$word\" = '-D A'; then shift; exec cc \"$@\"; fi; done; exit 3\n";
  write_file(spaced, script);
  std::filesystem::permissions(spaced, std::filesystem::perms::owner_all);
  EXPECT_TRUE(holds("\"" + spaced + "\" '-D A' -O1"));
  EXPECT_TRUE(holds("'" + spaced + "'\t-D' 'A"));
  EXPECT_THROW(holds(spaced + " '-D A'"), UsageError) << "the path has a blank";
  EXPECT_THROW(holds("cc '-O1"), UsageError);
  EXPECT_THROW(holds("  "), UsageError);
}

TEST(FailingCode, AMissingInterpreterIsNamed) {
  const TemporaryPlace place("temporary");
  const std::string path = std::getenv("PATH");
  for (const auto& [language, name] : {std::pair{Language::c, "cc"},
                                       {Language::cpp, "c++"},
                                       {Language::python, "python3"},
                                       {Language::matlab, "octave-cli"}}) {
    const std::string file = generated(place.around(), language);
    ::setenv("PATH", (place.around() / "none").c_str(), 1);
    try {
      verify_generated(two_rods(), file, {.states = 3});
      ADD_FAILURE() << name;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.option(), "command");
      EXPECT_EQ(error.message(), "expected a program that compiles or runs generated code, found no '" +
                                     std::string(name) + "' on the PATH");
    }
    ::setenv("PATH", path.c_str(), 1);
  }
  EXPECT_TRUE(place.is_empty());
}

TEST(FailingCode, NamesOfTheProgramAroundItAreFree) {
  for (const char* name : {"x", "y", "k", "e", "line", "flat", "inputs", "run_kernel", "driver", "kernels", "program",
                           "call", "run", "scalar", "block", "tau", "q"})
    for (const Language language : {Language::c, Language::cpp, Language::python}) {
      const Folder folder;
      GenerateOptions options;
      options.functions = {"energy"};
      options.language = language;
      options.name = name;
      const std::string file = write_generated(folder, generate_code(two_rods(), options), language);
      const std::string command = language == Language::python ? "" : language == Language::c ? "cc -O0" : "c++ -O0";
      EXPECT_TRUE(verify_generated(two_rods(), file, {.states = 2, .command = command}).holds()) << file;
    }
}

TEST(FailingCode, AFolderForTemporaryFilesHasToBeThere) {
  const Folder folder;
  const std::string file = generated(folder, Language::python);
  const TemporaryPlace place("temporary");
  ::setenv("TMPDIR", (folder / "none").c_str(), 1);
  EXPECT_THROW(verify_generated(two_rods(), file, {.states = 3}), ComputationError);
}

}  // namespace torsor::test::failing_code_test
