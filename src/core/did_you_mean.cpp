#include "torsor/core/did_you_mean.hpp"

#include <algorithm>

#include "torsor/core/text.hpp"

namespace torsor {
namespace {

std::string plain(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  std::string result(word.substr(0, 40));
  for (char& c : result) c = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

/// How far a known word is from what was written; letters that changed places are one slip.
std::size_t slips(const std::string& written, const std::string& known) {
  const auto begins = [](const std::string& a, const std::string& b) { return b.size() > 1 && a.starts_with(b); };
  if (written == known) return 0;
  const bool same_letters = std::is_permutation(written.begin(), written.end(), known.begin(), known.end());
  if (same_letters || begins(written, known) || begins(known, written)) return 1;
  return edit_distance(written, known);
}

}  // namespace

std::vector<std::string> likely_meant(std::string_view word, const std::vector<std::string>& known) {
  const std::string written = plain(word);
  std::size_t fewest = std::max<std::size_t>(written.size() / 3, 1);  // a third of the letters
  std::vector<std::string> meant;
  for (const std::string& candidate : known) {
    const std::size_t count = written.empty() ? fewest + 1 : slips(written, plain(candidate));
    if (count > fewest || (written.size() < 2 && count > 0)) continue;
    if (count < fewest) meant.clear();
    fewest = count;
    if (meant.size() < 3) meant.push_back(candidate);
  }
  return meant;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  std::string text;
  for (const std::string& meant : likely_meant(word, known))
    text += (text.empty() ? "; did you mean " : " or ") + in_quotes(meant);
  return text.empty() ? text : text + "?";
}

}  // namespace torsor
