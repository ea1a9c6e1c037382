#include "cli/expect_told.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_report_name_test {

TEST(Outputs, AReportIsAPage) {
  const Folder folder;
  const std::string tail = "--report: expected a name that ends in .html or .htm, found ";
  for (const std::string name : {"-", "x.pdf", "html"})
    for (const std::string start :
         {"trajectory two-rods --from 0,0 --to 1,1 --duration 1", "workspace two-rods",
          "simulate two-rods --duration 1", "log nothing.csv", "identify two-rods nothing.csv"})
      expect_told(torsor(start + " --report " + name), 2, tail + name);
  EXPECT_EQ(torsor("trajectory two-rods --from 0,0 --to 1,1 --duration 1 --report " + (folder / "page.htm")).code, 0);
}

}  // namespace torsor::test::cli_report_name_test
