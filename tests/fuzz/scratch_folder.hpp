#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace torsor::fuzz {

/// A folder that this program alone uses, for inputs that are read as files. It is gone when the program ends.
inline const std::filesystem::path& scratch_folder() {
  static const std::filesystem::path folder = [] {
    std::string name = (std::filesystem::temp_directory_path() / "torsor-fuzz-XXXXXX").string();
    return std::filesystem::path(::mkdtemp(name.data()));
  }();
  static const int registered = std::atexit([] { std::filesystem::remove_all(scratch_folder()); });
  (void)registered;
  return folder;
}

/// Writes a file of that name there, and tells its path.
inline std::string write_scratch(const char* name, std::string_view bytes) {
  const std::string path = (scratch_folder() / name).string();
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

inline std::string_view bytes_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace torsor::fuzz
