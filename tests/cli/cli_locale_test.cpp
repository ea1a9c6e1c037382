#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/folder.hpp"
#include "cli/run_tool.hpp"

// Under LC_ALL=de_DE.UTF-8 the tool reads and prints what it does elsewhere.
namespace torsor::test::cli_locale_test {

TEST(CliLocale, ChangesNothing) {
  const Folder folder;
  const std::string log = folder / "log.csv";
  ASSERT_EQ(torsor("make-log two-rods --friction typical --duration 10 --rate 100 --output " + log).code, 0);
  const std::vector<std::string> calls{"inverse-dynamics puma560 --q 0,0.5,45deg,0,0,0",
                                       "show panda --json",
                                       "derive two-rods",
                                       "convert ur5e --to urdf",
                                       "terms two-rods --q 0.5,1.5 --json",
                                       "identify two-rods --quick --quiet --json " + log,
                                       "log " + log};
  std::vector<std::string> usual;
  for (const std::string& call : calls) usual.push_back(torsor(call).out);
  ::setenv("LC_ALL", "de_DE.UTF-8", 1);
  for (std::size_t k = 0; k < calls.size(); ++k) EXPECT_EQ(torsor(calls[k]).out, usual[k]) << calls[k];
  ::unsetenv("LC_ALL");
  for (const std::string& text : usual) EXPECT_NE(text, "");
}

}  // namespace torsor::test::cli_locale_test
