#include "arguments/files.hpp"

#include "torsor/core/limits.hpp"
#include "torsor/core/read_file.hpp"

namespace torsor::cli {

std::string file_text(const std::string& path, const std::string& flag) {
  return read_file(path, "a file for " + flag, limits::robot_file_bytes, "robot-file", Streams::passed_on);
}

}  // namespace torsor::cli
