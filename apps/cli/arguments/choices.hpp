#pragma once

#include <string>
#include <utility>
#include <vector>

namespace torsor::cli {

/// The words that a flag takes, and what they stand for: the flag is declared, and its word read, from one list.
template <class T>
struct Choices {
  std::vector<std::pair<std::string, T>> entries;

  std::vector<std::string> words() const {
    std::vector<std::string> list;
    list.reserve(entries.size());
    for (const auto& [word, value] : entries) list.push_back(word);
    return list;
  }
  /// What one of words() stands for.
  T meaning(const std::string& text) const {
    for (const auto& [word, value] : entries)
      if (word == text) return value;
    return entries.front().second;
  }
};

}  // namespace torsor::cli
