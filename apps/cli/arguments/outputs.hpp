#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/command_line.hpp"
#include "torsor/core/output_file.hpp"

namespace torsor::cli {

/// The one gate for the files that a command writes. Before the command runs, every file that a flag names is looked
/// at: it must not be one that the command reads, nor that of another flag, nor anything but a regular file, and it
/// must not be there yet where --force is not given; those of --report and --studio end in .html or .htm. A file that
/// cannot be written later does not cost the answer: what kept it from being written is reported once that is printed.
class Outputs {
 public:
  /// A flag that names a file to write; "-" and nothing are none. The first one of a command adds --force.
  Option add_to(Command& command, const std::string& flag, std::string& path, const std::string& help);
  /// Only --force, for a command that chooses the names itself.
  void add_force(Command& command, const std::string& help = "Write over files that are there");

  /// Throws UsageError where a file is one that the command reads.
  void require_not_read(const std::string& path) const;
  /// Throws UsageError where the name of a robot to be written as YAML ends like another kind of file.
  static void require_yaml(const std::string& path, const std::string& flag);
  bool force() const { return force_; }
  Existing existing() const { return force_ ? Existing::replace : Existing::keep; }

  /// Writes a text to a file that a flag names; nothing happens where the path is empty.
  void write(const std::string& path, std::string_view text);
  /// Lets `write` write the file.
  void write_with(const std::string& path, const std::function<void()>& write);
  /// Opens a file that is written piece by piece. What keeps it from being written ends the writing, not the command.
  void open(const std::string& path);
  void append(std::string_view bytes);
  void write_start(std::string_view bytes);
  /// Now it is whole, and has its name.
  void close();
  const std::vector<std::string>& written() const { return written_; }
  /// Throws what kept a file from being written, if anything did.
  void require_written() const;

 private:
  void attempt(const std::function<void()>& write);

  bool force_ = false;
  std::optional<Command> command_;
  std::vector<std::string> written_;
  std::exception_ptr problem_;
  std::string open_path_;
  std::unique_ptr<OutputFile> open_file_;
};

}  // namespace torsor::cli
