#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "robot_files/temporary_file.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::worksheet_pages_test {

bool runs(const std::string& command) { return std::system((command + " > /dev/null 2>&1").c_str()) == 0; }

const std::vector<std::string> robots{"one-link", "two-rods", "two-point-masses", "mass-spring-damper", "scara"};

TEST(WorksheetPages, LatexCompilesAndNoLineIsTooLong) {
  if (!runs("pdflatex --version")) GTEST_SKIP() << "needs pdflatex";
  for (const std::string& name : robots) {
    const TemporaryFile sheet(write_latex(worksheet(load_robot(name))), ".tex");
    const std::filesystem::path path = sheet.path();
    EXPECT_TRUE(runs("cd " + path.parent_path().string() + " && pdflatex -interaction=nonstopmode " + path.string()))
        << name;
    std::filesystem::path log = path;
    const std::string told = text_of(log.replace_extension(".log"));
    EXPECT_EQ(told.find("Overfull \\hbox"), std::string::npos)
        << name << ": " << told.substr(told.find("Overfull"), 200);
    for (const char* ending : {".log", ".aux", ".pdf"}) std::filesystem::remove(log.replace_extension(ending));
  }
}

TEST(WorksheetPages, HtmlIsWellFormed) {
  if (!runs("python3 --version")) GTEST_SKIP() << "needs python3";
  for (const std::string& name : robots) {
    const std::string html = write_html(worksheet(load_robot(name)));
    const TemporaryFile page(html.substr(html.find('\n') + 1), ".html");
    EXPECT_TRUE(runs("python3 -c \"import xml.dom.minidom; xml.dom.minidom.parse('" + page.path() + "')\"")) << name;
  }
}

}  // namespace torsor::test::worksheet_pages_test
