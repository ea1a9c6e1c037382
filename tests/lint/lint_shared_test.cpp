#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "lint/lint_text.hpp"
#include "robot_files/temporary_file.hpp"
#include "torsor/core/rules.hpp"
#include "torsor/lint/repair.hpp"

// Robot files that nobody here wrote, and what others noted about them.
namespace torsor::test::lint_shared_test {

const std::string folder = TORSOR_SHARED_DIR "/robots/";

std::vector<std::string> robot_files() {
  std::vector<std::string> files;
  for (const char* part : {"urdf", "mjcf", "awkward"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder + part)) {
      const std::string ending = entry.path().extension().string();
      if (entry.is_regular_file() && (ending == ".urdf" || ending == ".xml")) files.push_back(entry.path().string());
    }
  std::sort(files.begin(), files.end());
  return files;
}

std::size_t count(const std::vector<Finding>& findings, const std::set<std::string>& codes) {
  return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                [&](const Finding& finding) { return codes.contains(finding.code); }));
}

struct Note {
  std::string file;
  std::size_t number;
};
/// The files of INDEX.md with a note such as "triangle: 5", and its number.
std::vector<Note> notes(const std::string& name) {
  std::vector<Note> result;
  std::istringstream lines(text_of(folder + "INDEX.md"));
  const std::regex row("^\\| ([a-z0-9_]+) \\|.*" + name + ": ([0-9]+)");
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, match, row)) result.push_back({match[1], std::stoul(match[2])});
  return result;
}

std::vector<Finding> lint_shared(const std::string& robot) {
  const std::string path = folder + "urdf/" + robot + ".urdf";
  return lint::inspect(text_of(path), path);
}

TEST(LintShared, EveryFindingIsComplete) {
  const std::vector<std::string> files = robot_files();
  EXPECT_GT(files.size(), 150U);
  for (const std::string& file : files)
    for (const Finding& finding : lint::inspect(text_of(file), file)) {
      EXPECT_NE(find_rule(finding.code), nullptr) << to_string(finding);
      EXPECT_FALSE(finding.message.empty()) << to_string(finding);
      EXPECT_GE(finding.where.line, 1) << to_string(finding);
      EXPECT_GE(finding.where.column, 1) << to_string(finding);
    }
}

TEST(LintShared, AsManyTrianglesAreBrokenAsTheIndexNotes) {
  const std::vector<Note> noted = notes("triangle");
  EXPECT_GE(noted.size(), 4U);
  for (const auto& [robot, number] : noted)  // whoever has a negative moment breaks the triangle as well
    EXPECT_EQ(count(lint_shared(robot), {"inertia-triangle", "inertia-not-positive"}), number) << robot;
}

TEST(LintShared, AsManyInertiasAreNotPositiveDefiniteAsTheIndexNotes) {
  const std::vector<Note> noted = notes("not PD");
  EXPECT_GE(noted.size(), 9U);
  for (const auto& [robot, number] : noted)
    EXPECT_EQ(count(lint_shared(robot), {"inertia-not-positive", "inertia-zero", "inertia-semidefinite"}), number)
        << robot;
}

TEST(LintShared, RobotsWithoutInertiasAreTheOnesThatTheIndexNotes) {
  std::istringstream lines(text_of(folder + "INDEX.md"));
  const std::regex row("^\\| ([a-z0-9_]+) \\|.*no inertias at all");
  std::size_t noted = 0;
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, match, row)) {
      ++noted;
      EXPECT_EQ(count(lint_shared(match[1]), {"no-mass"}), 1U) << match[1];
    }
  EXPECT_GE(noted, 10U);
}

TEST(LintShared, ImplausibleInertiasAndSingularMatricesAreFoundWhereTheIndexNotesThem) {
  for (const auto& [robot, number] : notes("implausible inertia"))
    EXPECT_GE(count(lint_shared(robot), {"inertia-implausible", "inertia-placeholder"}), number) << robot;
  for (const char* robot : {"kinova_gen3_lite", "widowx", "robotiq_2f85"})
    EXPECT_EQ(count(lint_shared(robot), {"inertia-matrix-singular", "no-mass"}), 1U) << robot;
}

TEST(LintShared, WellMadeFilesOfVendorsHaveNoWarnings) {
  for (const char* robot : {"panda_erd", "ur5e", "z1", "go2", "kinova_gen3_7dof", "jaco_j2s7s300", "iiwa14_drake"}) {
    const std::string path = folder + "urdf/" + robot + ".urdf";
    if (!std::filesystem::exists(path)) continue;
    for (const Finding& finding : lint_shared(robot))
      EXPECT_EQ(finding.severity, Severity::note) << finding.code << " " << to_string(finding);
  }
}

TEST(LintShared, NoRealRobotIsTakenForOneInDegreesOrMillimetres) {
  for (const std::string& file : robot_files())
    EXPECT_EQ(count(lint::inspect(text_of(file), file), {"angle-unit", "length-unit"}), 0U) << file;
}

TEST(LintShared, WhatIsMendedIsNotFoundAgain) {
  std::size_t repairs = 0;
  std::set<std::string> mended;
  for (const Rule& rule : rules())
    if (rule.mended) mended.emplace(rule.code);
  for (const std::string& file : robot_files()) {
    const std::string text = text_of(file);
    const std::size_t before = count(lint::inspect(text, file), mended);
    const lint::Repaired result = lint::repair(text, file);
    EXPECT_EQ(before, result.repairs.size() + count(result.left, mended)) << file;
    EXPECT_TRUE(lint::repair(result.text, file).repairs.empty()) << file;
    EXPECT_EQ(result.repairs.empty(), result.text == text) << file;
    repairs += result.repairs.size();
  }
  EXPECT_GT(repairs, 100U);
}

}  // namespace torsor::test::lint_shared_test
