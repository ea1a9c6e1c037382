#include "torsor/model/tip.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace torsor {
namespace {

/// The words of a name in small letters: "Left_EE-link" has left, ee and link.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z', small = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    if (capital || small || digit)
      words.back() += static_cast<char>(capital ? c - 'A' + 'a' : c);
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

/// How much a name says that its link is what the robot works with; 0 says most. `tool` is what this library writes.
int rank_of(const std::string& name) {
  if (name == "tool") return 0;
  const std::vector<std::string> words = words_of(name);
  const auto has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  if (has("tool0")) return 1;
  if (has("tcp")) return 2;
  if (has("ee") || has("eef") || has("endeffector") || has("effector") || has("tool")) return 3;
  return has("flange") ? 4 : 5;
}

struct End {
  std::size_t link;
  int joints;  // that move, between it and the base
};

/// Links that carry no other.
std::vector<End> ends_of(const Description& robot) {
  const std::size_t count = robot.links.size();
  std::unordered_map<std::string_view, std::size_t> index;
  std::vector<int> joints(count, 0);
  std::vector<char> carries(count, 0);
  index.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const described::Link& link = robot.links[k];
    const bool next = k > 0 && robot.links[k - 1].name == link.parent;  // as in most of a long chain
    const auto parent = next ? index.end() : index.find(link.parent);
    const std::size_t at = next ? k - 1 : parent != index.end() ? parent->second : count;
    joints[k] = (at < count ? joints[at] : 0) + (link.joint != JointType::fixed ? 1 : 0);
    if (at < count) carries[at] = 1;
    index.emplace(link.name, k);
  }
  std::vector<End> ends;
  for (std::size_t k = 0; k < count; ++k)
    if (carries[k] == 0) ends.push_back({k, joints[k]});
  return ends;
}

/// Keeps the ends for which `badness` is least.
template <class Badness>
void keep_best(std::vector<End>& ends, const Badness& badness) {
  if (ends.empty()) return;
  int best = badness(ends.front());
  for (const End& end : ends) best = std::min(best, badness(end));
  std::erase_if(ends, [&](const End& end) { return badness(end) > best; });
}

}  // namespace

std::vector<std::size_t> tip_candidates(const Description& robot) {
  std::vector<End> ends = ends_of(robot);
  keep_best(ends, [](const End& end) { return end.joints > 0 ? 0 : 1; });
  if (ends.size() > 1) keep_best(ends, [&](const End& end) { return rank_of(robot.links[end.link].name); });
  keep_best(ends, [](const End& end) { return -end.joints; });
  std::vector<std::size_t> links;
  links.reserve(ends.size());
  for (const End& end : ends) links.push_back(end.link);
  return links;
}

std::vector<std::string> tip_names(const Description& robot) {
  std::vector<std::string> names;
  for (const std::size_t link : tip_candidates(robot)) names.push_back(robot.links[link].name);
  return names;
}

}  // namespace torsor
