#include "torsor/core/grouped_findings.hpp"

#include <unordered_map>

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
