#include <algorithm>
#include <cctype>
#include <string>

#include "codegen/reserved_names.hpp"
#include "torsor/codegen/write_kernel.hpp"

namespace torsor {
namespace {

constexpr std::size_t longest_identifier = 63;  // MATLAB reads no more

bool is_letter_or_digit(char letter) {
  return static_cast<unsigned char>(letter) < 128 && std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

bool is_reserved_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  const auto listed = [](const std::string& word) {
    return std::string_view(reserved_names).find(" " + word + " ") != std::string_view::npos;
  };
  const bool variant = name.ends_with('f') || name.ends_with('l');  // sinf, sinl
  const auto is_kernel = [&](const std::string& one) { return kernel_identifier(one) == name; };
  return listed(name) || (variant && listed(name.substr(0, name.size() - 1))) ||
         std::ranges::any_of(kernel_names(), is_kernel);
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
