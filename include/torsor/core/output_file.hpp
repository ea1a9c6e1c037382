#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/error.hpp"

namespace torsor {

class OnSignal;

/// A file that cannot be written: no such folder, no permission, a full disk, something there that is not a file.
class WriteError : public Error {
 public:
  WriteError(const std::filesystem::path& path, const std::string& why);
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};
[[noreturn]] void raise(const WriteError& error);

/// Throws WriteError where something has the name that is not a regular file: a device, a folder, a symbolic link.
void require_regular_file_or_none(const std::filesystem::path& path);

/// What becomes of a file that already has the name.
enum class Existing { keep, replace };

/// A file that appears whole or not at all. The bytes go to a new file of a random name in the same folder, which takes
/// the name in finish(); without finish() it is removed, and so it is before SIGINT, SIGTERM or SIGHUP ends the
/// program. Regular files only: a device, a folder and a symbolic link are refused. With Existing::keep, of several
/// programs that write the same name at the same time one succeeds. Throws WriteError, with the reason of the system;
/// UsageError where a file has the name and is to be kept.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path, Existing existing = Existing::replace);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  /// Other bytes in the place of the first ones, where these are only known in the end: a header with a number of rows.
  void write_start(std::string_view bytes);
  /// The bytes are on the disk and the file has its name.
  void finish();

 private:
  [[noreturn]] void fail(int reason);
  [[noreturn]] void raise_exists() const;
  void require_place() const;
  void open_unfinished();
  void take_the_name();
  void drop();

  std::filesystem::path path_, folder_, unfinished_;
  Existing existing_;
  int file_ = -1;
  std::unique_ptr<OnSignal> at_signal_;
};

/// From now on no file that this program reads (read_file, logs) is written over. For programs, not for libraries.
void protect_files_that_are_read();

/// Unfinished files beside `path` that nobody writes any more: of a program that was killed.
std::vector<std::filesystem::path> abandoned_files(const std::filesystem::path& path);

}  // namespace torsor
