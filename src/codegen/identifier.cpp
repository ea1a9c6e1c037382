#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "codegen/reserved_names.hpp"
#include "torsor/codegen/write_kernel.hpp"

namespace torsor {
namespace {

constexpr std::size_t longest_identifier = 63;  // MATLAB reads no more

bool is_letter_or_digit(char letter) {
  return static_cast<unsigned char>(letter) < 128 && std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

/// Whether a word in lower case is listed, or a variant of one that is: sinf, sinf32x, lgammaf_r.
bool is_listed(const std::string& word, int variants = 2) {
  if (std::string_view(reserved_names).find(" " + word + " ") != std::string_view::npos) return true;
  const auto is_variant = [&](std::string_view ending) {
    return word.size() > ending.size() && word.ends_with(ending) &&
           is_listed(word.substr(0, word.size() - ending.size()), variants - 1);
  };
  constexpr std::array<std::string_view, 11> endings{"f",    "l",  "f32", "f32x", "f64",      "f64x",
                                                     "f128", "_r", "_l",  "64",   "_unlocked"};
  return variants > 0 && std::ranges::any_of(endings, is_variant);
}

bool is_reserved_name(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  const auto is_kernel = [&](const std::string& one) { return kernel_identifier(one) == name; };
  const bool is_type = name.ends_with("_t") && !name.starts_with("robot_");
  return is_type || is_listed(name) || std::ranges::any_of(kernel_names(), is_kernel) ||
         std::ranges::any_of(control_kernel_names(), is_kernel);
}

}  // namespace

std::string identifier(const std::string& name) {
  std::string result;
  for (const char letter : name)
    if (is_letter_or_digit(letter))
      result += letter;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  result.resize(std::min(result.size(), longest_identifier - std::string_view("robot_").size()));
  while (result.ends_with('_')) result.pop_back();
  if (result.empty()) return "robot";
  const bool starts_with_a_digit = std::isdigit(static_cast<unsigned char>(result[0])) != 0;
  return starts_with_a_digit || is_reserved_name(result) ? "robot_" + result : result;
}

}  // namespace torsor
