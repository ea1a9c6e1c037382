#include "yaml/slip.hpp"

#include <algorithm>
#include <vector>

#include "torsor/core/text.hpp"

namespace torsor::yaml {
namespace {

/// The lines before and with the one of that number, the last one first.
std::vector<std::string_view> lines_up_to(std::string_view text, int number) {
  std::vector<std::string_view> lines;
  for (std::size_t start = 0; start < text.size() && static_cast<int>(lines.size()) < number;) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

/// Where the first word of a line starts, behind the dashes of lists.
std::size_t first_word(std::string_view line) {
  std::size_t at = line.find_first_not_of(" \t");
  while (at != std::string_view::npos && line.substr(at).starts_with("- ")) at = line.find_first_not_of(" \t", at + 1);
  return std::min(at, line.size());
}

std::optional<Slip> slip_in(std::string_view line, int number) {
  const auto place = [&](std::size_t at) { return Location{number, static_cast<int>(at) + 1}; };
  const std::string_view indentation = line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
  if (const std::size_t tab = indentation.find('\t'); tab != std::string_view::npos && indentation != line)
    return Slip{place(tab),
                "expected spaces before the first word of a line, found a tab: YAML does not allow tabs there"};
  const std::size_t start = first_word(line);
  const std::string_view word = line.substr(start, line.find_first_of(" \t\r,", start) - start);
  if (!lacks_space(word)) return {};
  const std::size_t colon = word.find(':');
  return Slip{place(start + colon + 1), "expected a space after " + in_quotes(word.substr(0, colon + 1)) + ", found " +
                                            in_quotes(word.substr(colon + 1))};
}

}  // namespace

bool lacks_space(std::string_view word) {
  constexpr std::string_view name = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const std::size_t colon = word.find_first_not_of(name);
  return colon != std::string_view::npos && colon > 0 && word[colon] == ':' && colon + 1 < word.size() &&
         !word.substr(colon).starts_with("://");
}

std::optional<Slip> find_slip(std::string_view text, int line) {
  constexpr std::size_t looked_at = 3;  // the parser may notice at the next key
  const std::vector<std::string_view> lines = lines_up_to(text, line);
  for (std::size_t k = 0; k < std::min(lines.size(), looked_at); ++k)
    if (auto slip = slip_in(lines[k], static_cast<int>(lines.size() - k))) return slip;
  return {};
}

}  // namespace torsor::yaml
