#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "robot_files/temporary_file.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::worksheet_pages_test {

bool runs(const std::string& command) { return std::system((command + " > /dev/null 2>&1").c_str()) == 0; }

const std::vector<std::string> robots{"one-link", "two-rods", "two-point-masses", "mass-spring-damper", "scara"};

/// Compiles a LaTeX document, and finds no line that is too long for the page.
void expect_pages(const std::string& document, const std::string& name) {
  const TemporaryFile sheet(document, ".tex");
  std::filesystem::path path = sheet.path();
  EXPECT_TRUE(runs("cd " + path.parent_path().string() + " && pdflatex -interaction=nonstopmode " + path.string()))
      << name;
  const std::string log = text_of(path.replace_extension(".log"));
  const std::size_t overfull = log.find("Overfull \\hbox");
  EXPECT_EQ(overfull, std::string::npos) << name << ": " << log.substr(std::min(overfull, log.size()), 200);
  for (const char* ending : {".log", ".aux", ".pdf"}) std::filesystem::remove(path.replace_extension(ending));
}

TEST(WorksheetPages, LatexCompilesAndNoLineIsTooLong) {
  if (!runs("pdflatex --version")) GTEST_SKIP() << "needs pdflatex";
  for (const std::string& name : robots) expect_pages(write_latex(worksheet(load_robot(name))), name);
}

TEST(WorksheetPages, EquationsOfAnyLengthFitThePage) {
  if (!runs("pdflatex --version")) GTEST_SKIP() << "needs pdflatex";
  std::string document =
      "\\documentclass[a4paper]{article}\\usepackage{amsmath}\\usepackage[margin=2cm]{geometry}\\allowdisplaybreaks\n"
      "\\begin{document}\n";
  const Derivation derivation = derive(load_robot("puma560"), {"torque"});
  for (const auto& [left, right] : derivation.groups.at(0).equations)
    document += typeset_equation(left, right, Typesetting::latex) + "\n";
  expect_pages(document + "\\end{document}\n", "puma560");
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
