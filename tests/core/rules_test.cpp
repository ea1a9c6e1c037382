#include "torsor/core/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "robot_files/temporary_file.hpp"

namespace torsor::test {
namespace {

using Words = std::set<std::string>;

std::string sources() {
  std::string text;
  for (const char* folder : {"/include/torsor/core", "/src/robot_files", "/src/yaml", "/src/lint", "/src/model"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(TORSOR_SOURCE_DIR) + folder))
      if (entry.is_regular_file() && entry.path().filename() != "rules.cpp") text += text_of(entry.path());
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

Words codes() {
  Words result;
  for (const lint::Rule& rule : lint::rules()) result.emplace(rule.code);
  return result;
}

TEST(Rules, EachCodeIsThereOnceAndIsFound) {
  EXPECT_TRUE(std::is_sorted(lint::rules().begin(), lint::rules().end(),
                             [](const lint::Rule& a, const lint::Rule& b) { return a.code < b.code; }));
  EXPECT_EQ(codes().size(), lint::rules().size());
  for (const lint::Rule& rule : lint::rules()) {
    EXPECT_EQ(lint::find_rule(rule.code), &rule);
    EXPECT_FALSE(rule.meaning.empty() || rule.help.empty()) << rule.code;
  }
  EXPECT_EQ(lint::find_rule("axis"), nullptr);
  EXPECT_EQ(lint::find_rule("zzz"), nullptr);
}

TEST(Rules, EveryCodeThatTheSourcesTellIsARule) {
  const std::string text = sources();
  // Words with hyphens are codes; single words are where they stand in front of what is told.
  Words told = all_matches(text, "\"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\"");
  told.merge(all_matches(text, R"re((?:error|warning|note)\(\s*"([a-z]+)",)re"));
  told.merge(all_matches(text, R"re(\{"([a-z-]+)", Severity)re"));
  const Words known = codes();
  for (const std::string& code : told) EXPECT_TRUE(known.contains(code)) << code << " is told, but is no rule";
}

TEST(Rules, EveryRuleIsToldSomewhere) {
  const std::string text = sources();
  for (const std::string& code : codes())
    EXPECT_NE(text.find("\"" + code + "\""), std::string::npos) << code << " is a rule that nothing tells";
}

TEST(Rules, TheDocumentationListsThemAll) {
  const Words listed = all_matches(text_of(TORSOR_SOURCE_DIR "/docs/lint.md"), "\n\\| `([a-z][a-z0-9-]*)` \\|");
  EXPECT_EQ(listed, codes());
}

}  // namespace
}  // namespace torsor::test
