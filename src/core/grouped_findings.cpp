#include "torsor/core/grouped_findings.hpp"

#include <string_view>
#include <unordered_map>
#include <utility>

namespace torsor {
namespace {

/// What all of a like group have in common, in a text that nothing else gives.
std::string advised_by(const Finding& finding) {
  std::string text =
      finding.code + '\n' + std::to_string(static_cast<int>(finding.severity)) + '\n' + finding.file + '\n';
  text += finding.fix;
  for (const std::string& option : finding.options) text += '\n' + option;
  return text;
}

bool in_number(char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+'; }

/// Where the first number of a word stands; nothing of it where there is none.
std::pair<std::size_t, std::size_t> number_in(const std::string& word) {
  for (std::size_t start = 0; start < word.size(); ++start) {
    if (!in_number(word[start])) continue;
    std::size_t end = start;
    bool digit = false;
    for (; end < word.size() && in_number(word[end]); ++end) digit |= word[end] >= '0' && word[end] <= '9';
    while (end > start && word[end - 1] == '.') --end;  // of the sentence
    if (digit) return {start, end - start};
    start = end;
  }
  return {word.size(), 0};
}

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text)
    if (c == ' ')
      words.emplace_back();
    else
      words.back().push_back(c);
  return words;
}

/// The text with # for the first number of every word.
std::string pattern_of(const std::string& text) {
  std::string pattern;
  for (std::string word : words_in(text)) {
    const auto [at, length] = number_in(word);
    pattern += (length > 0 ? word.replace(at, length, "#") : word) + ' ';
  }
  return pattern;
}

/// ": torque" of "joint 2: torque".
std::string quantity_of(const std::string& element) {
  const std::size_t colon = element.rfind(": ");
  return colon == std::string::npos ? "" : element.substr(colon);
}

/// "2" of "joint 2: torque"; nothing where the element is another, or two joints.
std::string joint_in(const std::string& element) {
  constexpr std::string_view start = "joint ";
  if (!element.starts_with(start)) return "";
  const std::string name = element.substr(start.size(), element.rfind(": ") - start.size());
  return name.find(" joint ") == std::string::npos ? name : "";
}

/// One text of some with the same pattern: the figures that differ stand side by side.
std::string merged_message(const std::vector<const Finding*>& group) {
  std::vector<std::vector<std::string>> texts;
  texts.reserve(group.size());
  for (const Finding* finding : group) texts.push_back(words_in(finding->message));
  std::string message;
  for (std::size_t w = 0; w < texts[0].size(); ++w) {
    std::string word = texts[0][w];
    const auto [at, length] = number_in(word);
    std::string numbers;
    bool differ = false;
    for (const auto& text : texts) {
      const auto [from, count] = number_in(text[w]);
      numbers += (numbers.empty() ? "" : "/") + text[w].substr(from, count);
      differ |= text[w] != word;
    }
    message += (w == 0 ? "" : " ") + (differ ? word.replace(at, length, numbers) : word);
  }
  return message;
}

FoldedFinding merged(const std::vector<const Finding*>& group) {
  FoldedFinding all{*group[0], {}};
  std::string names;
  for (const Finding* finding : group) {
    all.joints.push_back(joint_in(finding->element));
    names += (names.empty() ? "" : ", ") + all.joints.back();
  }
  if (group.size() == 1) return all;
  all.finding.element = "joint " + names + quantity_of(all.finding.element);
  all.finding.message = merged_message(group);
  return all;
}

template <class Key>
std::vector<FindingGroup> grouped(const std::vector<Finding>& findings, const Key& key) {
  std::vector<FindingGroup> groups;
  std::unordered_map<std::string, std::size_t> places;
  for (const Finding& finding : findings) {
    const std::string alone = finding.element.empty() ? std::to_string(groups.size()) : "";
    const auto [found, is_new] = places.emplace(alone + '\n' + key(finding), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(&finding);
  }
  return groups;
}

}  // namespace

std::vector<FindingGroup> equal_findings(const std::vector<Finding>& findings) {
  return grouped(findings, [](const Finding& finding) { return advised_by(finding) + '\n' + finding.message; });
}

std::vector<FindingGroup> like_findings(const std::vector<Finding>& findings) { return grouped(findings, advised_by); }

std::vector<FoldedFinding> folded_joints(const std::vector<Finding>& findings) {
  std::vector<FoldedFinding> folded;
  std::unordered_map<std::string, std::vector<const Finding*>> groups;
  const auto key = [](const Finding& finding) {
    return advised_by(finding) + '\n' + pattern_of(finding.message) + '\n' + quantity_of(finding.element);
  };
  for (const Finding& finding : findings)
    if (!joint_in(finding.element).empty()) groups[key(finding)].push_back(&finding);
  for (const Finding& finding : findings) {
    if (joint_in(finding.element).empty())
      folded.push_back({finding, {}});
    else if (const auto& group = groups[key(finding)]; group[0] == &finding)
      folded.push_back(merged(group));
  }
  return folded;
}

std::vector<Finding> findings_of(const std::vector<FoldedFinding>& folded) {
  std::vector<Finding> list;
  list.reserve(folded.size());
  for (const FoldedFinding& one : folded) list.push_back(one.finding);
  return list;
}

std::string elements_of(const FindingGroup& group) {
  const Finding& first = *group[0];
  const std::string kind = first.element.substr(0, first.element.find(' ') + 1);
  std::string text = first.element;
  for (std::size_t k = 1; k < group.size(); ++k) {
    const Finding& other = *group[k];
    text += ", " + (other.element.starts_with(kind) ? other.element.substr(kind.size()) : other.element);
    if (other.where.line > 0) text += " (line " + std::to_string(other.where.line) + ")";
  }
  return text;
}

}  // namespace torsor
