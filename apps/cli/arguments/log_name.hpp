#pragma once

#include <string>
#include <vector>

#include "torsor/log_health/clean_log.hpp"

/// How all commands name logs: FILE, FILE@mapping.yaml, FILE@12s:40s, FILE@mapping.yaml@12s:40s. A file whose own name
/// is that wins.
namespace torsor::cli {

struct LogName {
  std::string path, mapping;  // no mapping: that of --mapping
  LogWindow window{};
};

/// Throws UsageError, with `flag`, where what follows an @ is neither a mapping nor a window.
LogName log_name(const std::string& text, const std::string& flag);
/// The file that a text names; the text itself where it names none.
std::string log_path(const std::string& text);

/// Opens one log: with its own mapping in place of that of `common`, and its window.
CleanLog open_log_named(const std::string& text, const std::string& flag, CleanLogOptions common);
/// Opens some logs, every one of which has to be usable.
std::vector<CleanLog> open_logs_named(const std::vector<std::string>& texts, const std::string& flag,
                                      const CleanLogOptions& common);

/// Throws UsageError where two logs have rows in common: the same file twice, without windows that are apart.
void require_apart(const std::vector<std::string>& texts, const std::string& expected);

}  // namespace torsor::cli
