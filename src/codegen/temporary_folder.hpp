#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/child_process.hpp"
#include "core/on_signal.hpp"

namespace torsor::codegen {

/// A folder of this program alone, which goes with all that is in it: with this object, and where a signal ends the
/// program.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, std::string_view text) const;
  /// Runs a program there. What it leaves for itself, such as the parts of a compilation, goes with the folder.
  ChildOutcome run(ChildProcess& child) const;

 private:
  std::filesystem::path path_;
  std::optional<OnSignal> at_signal_;
};

/// Throws UsageError (option `seconds`) where a limit on the time of a program is none.
void require_seconds(double seconds);

}  // namespace torsor::codegen
