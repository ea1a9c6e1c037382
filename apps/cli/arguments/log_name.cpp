#include "arguments/log_name.hpp"

#include <cmath>
#include <filesystem>
#include <utility>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code none;
  return fs::exists(path, none);
}

/// What stands before the last @ and behind it; nothing behind where there is no @.
std::pair<std::string, std::string> cut(const std::string& text) {
  const std::size_t at = text.find_last_of('@');
  if (at == std::string::npos || at == 0) return {text, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

bool is_mapping(const std::string& text) { return text.ends_with(".yaml") || text.ends_with(".yml"); }

bool meet(const LogWindow& a, const LogWindow& b) {
  return a.from.value_or(-INFINITY) < b.to.value_or(INFINITY) && b.from.value_or(-INFINITY) < a.to.value_or(INFINITY);
}

}  // namespace

LogName log_name(const std::string& text, const std::string& flag) {
  LogName name{text, ""};
  for (int part = 0; part < 2 && !exists(name.path); ++part) {
    const auto [before, behind] = cut(name.path);
    if (before == name.path) break;
    const auto window = read_log_window(behind);
    const bool first_window = window && name.window.open() && name.mapping.empty();
    if (first_window)
      name.window = *window;
    else if (is_mapping(behind) && name.mapping.empty())
      name.mapping = behind;
    else if (exists(before) || part > 0)
      throw UsageError(flag +
                       ": expected LOG, LOG@mapping.yaml, LOG@12s:40s (from before to) or "
                       "LOG@mapping.yaml@12s:40s, found " +
                       in_quotes(behind) + " behind the @ in " + in_quotes(text));
    else
      break;
    name.path = before;
  }
  return name;
}

std::string log_path(const std::string& text) {
  try {
    return log_name(text, "").path;
  } catch (const UsageError&) {
    return text;
  }
}

CleanLog open_log_named(const std::string& text, const std::string& flag, CleanLogOptions common) {
  const LogName name = log_name(text, flag);
  if (!name.mapping.empty()) common.mapping = read_log_mapping_file(name.mapping);
  if (!name.window.open()) common.mapping.window = name.window;
  common.label = text;
  return CleanLog(name.path, common);
}

std::vector<CleanLog> open_logs_named(const std::vector<std::string>& texts, const std::string& flag,
                                      const CleanLogOptions& common) {
  std::vector<CleanLog> logs;
  logs.reserve(texts.size());
  for (const std::string& text : texts) require_usable(logs.emplace_back(open_log_named(text, flag, common)));
  return logs;
}

void require_apart(const std::vector<std::string>& texts, const std::string& expected) {
  std::vector<std::pair<fs::path, LogWindow>> seen;
  for (const std::string& text : texts) {
    const LogName name = log_name(text, "LOG");
    std::error_code none;
    const fs::path whole = fs::weakly_canonical(name.path, none);
    for (const auto& [path, window] : seen)
      if (path == whole && meet(window, name.window)) throw UsageError(text + ": expected " + expected);
    seen.emplace_back(whole, name.window);
  }
}

}  // namespace torsor::cli
