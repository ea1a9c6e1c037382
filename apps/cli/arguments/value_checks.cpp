#include "arguments/value_checks.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

/// The number that a text is, or NaN.
double number_in(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data() + text.starts_with('+'), end, value);
  return problem == std::errc() && stop == end ? value : std::nan("");
}

/// "a, b or c".
std::string one_of_them(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k)
    text += (k == 0 ? "" : k + 1 == words.size() ? " or " : ", ") + words[k];
  return text;
}

bool is_among(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string found(const std::string& word) { return word.empty() ? "nothing" : in_quotes(word); }

}  // namespace

std::string number_problem(const std::string& text) {
  return std::isfinite(number_in(text)) ? "" : "expected a number, found " + found(text);
}

std::string natural_number_problem(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos && !text.empty();
  if (!digits) return "expected a whole number that is not negative, found " + found(text);
  return text.size() < 20 ? "" : "expected a whole number of at most 19 digits, found " + found(text);
}

std::string whole_number_problem(const std::string& text) {
  const bool negative = text.starts_with('-');
  const bool whole = natural_number_problem(negative ? text.substr(1) : text).empty();
  if (!whole) return "expected a whole number, found " + found(text);
  constexpr double most = std::numeric_limits<int>::max();
  return std::abs(number_in(text)) <= most ? "" : "expected a whole number up to 2147483647, found " + found(text);
}

std::string positive_problem(const std::string& text) {
  return number_in(text) > 0 ? "" : "expected a number above 0, found " + found(text);
}

std::string range_problem(const std::string& text, double low, double high) {
  const double value = number_in(text);
  if (value >= low && value <= high) return "";
  return "expected a number from " + number_text(low) + " to " + number_text(high) + ", found " + found(text);
}

std::string word_problem(const std::string& text, const std::vector<std::string>& words) {
  if (is_among(words, text)) return "";
  return "expected " + one_of_them(words) + ", found " + found(text) + did_you_mean(text, words);
}

std::string word_list_problem(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words_in(text))
    if (!is_among(words, word))
      return "expected a list of " + one_of_them(words) + ", found " + found(word) + did_you_mean(word, words);
  return "";
}

std::vector<std::string> words_in(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    const std::string word = list.substr(start, end - start);
    const std::size_t first = word.find_first_not_of(' ');
    words.push_back(first == std::string::npos ? "" : word.substr(first, word.find_last_not_of(' ') + 1 - first));
    start = end + 1;
  }
  return words;
}

}  // namespace torsor::cli
