#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace torsor::codegen {

/// Shared objects of earlier runs, in a folder that belongs to this user alone. A file is the object with its key
/// behind it: all that it was made from. Several programs may use it at once, because a file appears whole or not at
/// all and its content follows from its name.
class KernelCache {
 public:
  /// Empty: nothing is found, and nothing kept.
  explicit KernelCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The file of a key, where it is there, sound, and nobody else could have written it.
  std::optional<std::filesystem::path> find(std::string_view key) const;
  /// The file it was kept in; nothing where that cannot be: then this run does without.
  std::optional<std::filesystem::path> keep(std::string_view key, std::string_view object) const;

 private:
  std::filesystem::path file_of(std::string_view key) const;
  void remove_oldest() const;

  std::filesystem::path folder_;
};

}  // namespace torsor::codegen
