#pragma once

#include <string>

#include "torsor/core/error.hpp"

namespace torsor::logs {

/// What keeps a file from being a log or a trajectory at all.
inline FileError log_error(const std::string& file, Location where, const std::string& message) {
  return {file, where, message, "log-file"};
}

}  // namespace torsor::logs
