#include "torsor/core/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "robot_files/temporary_file.hpp"

namespace torsor::test::rules_test {

using Words = std::set<std::string>;

/// Where the findings of a subject are told, and the page of the documentation that lists them.
struct Told {
  Subject subject;
  std::vector<const char*> sources;  // files and folders
  const char* page;
};
const std::vector<Told> subjects{
    {Subject::robot_file,
     {"src/robot_files", "src/yaml", "src/lint", "src/model", "apps/cli/arguments/robot_arguments.cpp"},
     "docs/lint.md"},
    {Subject::log, {"src/logs", "src/log_health"}, "docs/log.md"},
    {Subject::identification, {"src/estimation", "apps/cli/commands/identify.cpp"}, "docs/identify.md"},
    {Subject::payload, {"src/experiments/payload/payload_findings.cpp"}, "docs/payload.md"}};

std::string sources(const Told& told) {
  const std::filesystem::path root(TORSOR_SOURCE_DIR);
  std::string text;
  for (const char* source : told.sources) {
    if (!std::filesystem::is_directory(root / source)) {
      text += text_of(root / source);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / source))
      if (entry.is_regular_file()) text += text_of(entry.path());
  }
  return text;
}

Words all_matches(const std::string& text, const std::string& pattern) {
  Words words;
  const std::regex expression(pattern);
  for (auto found = std::sregex_iterator(text.begin(), text.end(), expression); found != std::sregex_iterator();
       ++found)
    words.insert((*found)[1]);
  return words;
}

Words codes(std::span<const Rule> rules) {
  Words result;
  for (const Rule& rule : rules) result.emplace(rule.code);
  return result;
}

TEST(Rules, EachCodeIsThereOnceAndIsFound) {
  EXPECT_EQ(codes(rules()).size(), rules().size());
  for (const Rule& rule : rules()) {
    EXPECT_EQ(find_rule(rule.code), &rule);
    EXPECT_FALSE(rule.meaning.empty() || rule.help.empty()) << rule.code;
  }
  EXPECT_EQ(find_rule("axis"), nullptr);
  EXPECT_EQ(find_rule("zzz"), nullptr);
}

TEST(Rules, ThoseOfEachSubjectAreAllOfThemInAlphabeticalOrder) {
  std::size_t count = 0;
  for (const Told& told : subjects) {
    const std::span<const Rule> found = rules(told.subject);
    EXPECT_TRUE(
        std::is_sorted(found.begin(), found.end(), [](const Rule& a, const Rule& b) { return a.code < b.code; }));
    for (const Rule& rule : found) EXPECT_EQ(rule.subject, told.subject) << rule.code;
    count += found.size();
  }
  EXPECT_EQ(count, rules().size());
}

TEST(Rules, EveryCodeThatTheSourcesTellIsARule) {
  for (const Told& told : subjects) {
    const std::string text = sources(told);
    // Words with hyphens are codes; single words are where they stand in front of what is told.
    Words found = all_matches(text, "\"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\"");
    found.merge(all_matches(text, R"re((?:error|warning|note)\(\s*"([a-z]+)",)re"));
    found.merge(all_matches(text, R"re((?:\{|add\()"([a-z-]+)",\s*Severity)re"));
    Words known = codes(rules(told.subject));
    if (told.subject == Subject::identification) known.merge(codes(rules(Subject::log)));
    for (const std::string& code : found) EXPECT_TRUE(known.contains(code)) << code << " is told, but is no rule";
  }
}

TEST(Rules, EveryRuleIsToldSomewhere) {
  for (const Told& told : subjects) {
    const std::string text = sources(told);
    for (const std::string& code : codes(rules(told.subject)))
      EXPECT_NE(text.find("\"" + code + "\""), std::string::npos) << code << " is a rule that nothing tells";
  }
}

TEST(Rules, TheDocumentationListsThemAll) {
  for (const Told& told : subjects) {
    const std::string page = text_of(std::string(TORSOR_SOURCE_DIR "/") + told.page);
    EXPECT_EQ(all_matches(page, "\n\\| `([a-z][a-z0-9-]*)` \\|"), codes(rules(told.subject))) << told.page;
  }
}

}  // namespace torsor::test::rules_test
