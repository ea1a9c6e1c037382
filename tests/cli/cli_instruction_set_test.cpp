#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"

namespace torsor::test::cli_instruction_set_test {

/// What the tool answers with the instructions that TORSOR_ISA names; an empty name is as if it were not there.
Json answer_with(const char* set, const std::string& words) {
  ::setenv("TORSOR_ISA", set, 1);  // NOLINT(concurrency-mt-unsafe)
  const Json json = answer(words);
  ::unsetenv("TORSOR_ISA");  // NOLINT(concurrency-mt-unsafe)
  return json;
}

TEST(InstructionSet, ChangesNoMoreThanTheLastDigits) {
  const std::string states[] = {
      "inverse-dynamics panda --q 0.3,-0.7,1.1,-1.9,0.4,2.1,-0.6 --qd 0.5,-0.3,0.2,0.9,-1.1,0.7,0.1 --qdd "
      "1,2,-0.5,0.3,0.8,-1.2,0.6",
      "inverse-dynamics puma560 --q 1,2e5,0.3,0.4,0.5,0.6 --qd 1,2,3,4,5,6"};  // an angle that the C library sees to
  for (const std::string& words : states) {
    const auto expected = answer_with("baseline", words)["tau"].get<std::vector<double>>();
    for (const char* set : {"avx2", "avx512", ""}) {
      const auto found = answer_with(set, words)["tau"].get<std::vector<double>>();
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k)
        EXPECT_NEAR(found[k], expected[k], 1e-11 * (1 + std::abs(expected[k]))) << set << ' ' << k;
    }
  }
}

TEST(InstructionSet, ANameThatIsNoneIsTold) {
  ::setenv("TORSOR_ISA", "AVX2", 1);  // NOLINT(concurrency-mt-unsafe)
  const ToolRun run = torsor("inverse-dynamics two-rods --q 1,2");
  ::unsetenv("TORSOR_ISA");  // NOLINT(concurrency-mt-unsafe)
  expect_told(run, 2, "TORSOR_ISA: expected baseline, avx2 or avx512, found 'AVX2'");
}

}  // namespace torsor::test::cli_instruction_set_test
