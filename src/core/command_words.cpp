#include <unistd.h>

#include <cstdlib>
#include <system_error>

#include "core/child_process.hpp"

namespace torsor {
namespace {

bool is_program(const std::filesystem::path& path) {
  std::error_code problem;
  return std::filesystem::is_regular_file(path, problem) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<std::filesystem::path> found_program(const std::string& name) {
  std::error_code problem;
  if (name.find('/') != std::string::npos) {
    const std::filesystem::path path = std::filesystem::absolute(name, problem);
    return is_program(path) ? std::optional(path) : std::nullopt;
  }
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders == nullptr ? "/usr/bin:/bin" : folders;
  while (!name.empty() && !rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path folder = rest.substr(0, colon);
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    std::filesystem::path path = std::filesystem::absolute(folder, problem) / name;
    if (!folder.empty() && is_program(path)) return path;
  }
  return {};
}

std::optional<std::vector<std::string>> command_words(std::string_view command) {
  std::vector<std::string> words;
  bool inside = false;  // a word
  char quote = 0;
  for (const char letter : command) {
    const bool blank = letter == ' ' || letter == '\t' || letter == '\n';
    if (quote == 0 && blank) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (quote == 0 && (letter == '\'' || letter == '"'))
      quote = letter;
    else if (letter == quote)
      quote = 0;
    else
      words.back() += letter;
  }
  if (quote != 0) return {};
  return words;
}

}  // namespace torsor
