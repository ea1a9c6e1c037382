#include "codegen/kernel_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "torsor/codegen/compile.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor {
namespace codegen {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20U;  // of a folder; beyond it the oldest half goes
constexpr std::string_view mark = "torsor kernel 1\n";

/// FNV-1a, from any start.
std::uint64_t hash(std::string_view bytes, std::uint64_t h = 14695981039346656037U) {
  for (const char byte : bytes) h = (h ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  return h;
}

/// What stands behind an object: key, sizes, a checksum of all.
std::string with_key(std::string_view object, std::string_view key) {
  std::string bytes(object);
  bytes += key;
  const std::uint64_t tail[] = {object.size(), key.size(), hash(bytes)};
  bytes.append(reinterpret_cast<const char*>(tail), sizeof tail);
  bytes += mark;
  return bytes;
}

/// The file holds an object with just this key, as it was written.
bool is_sound(const fs::path& path, std::string_view key) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::uint64_t tail[3];
  if (bytes.size() < sizeof tail + mark.size() || !bytes.ends_with(mark)) return false;
  const std::size_t content = bytes.size() - mark.size() - sizeof tail;
  std::memcpy(tail, bytes.data() + content, sizeof tail);
  const std::string_view all(bytes.data(), content);
  return tail[0] <= content && tail[1] == content - tail[0] && tail[2] == hash(all) && all.substr(tail[0]) == key;
}

/// Nobody but this user can have changed it.
bool is_ours(const fs::path& path, mode_t kind) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0 && (about.st_mode & S_IFMT) == kind && about.st_uid == ::geteuid() &&
         (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

fs::path KernelCache::file_of(std::string_view key) const {
  return folder_ / fmt::format("{:016x}{:016x}.so", hash(key), hash(key, hash("another start")));
}

std::optional<fs::path> KernelCache::find(std::string_view key) const {
  if (folder_.empty() || !is_ours(folder_, S_IFDIR)) return {};
  fs::path path = file_of(key);
  if (!is_ours(path, S_IFREG) || !is_sound(path, key)) return {};
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // so that it is not the oldest
  return path;
}

std::optional<fs::path> KernelCache::keep(std::string_view key, std::string_view object) const {
  if (folder_.empty() || !kernel_cache_problem(folder_).empty()) return {};
  fs::path path = file_of(key);
  if (failure_of([&] { write_file(path, with_key(object, key)); })) return {};
  remove_oldest();
  return path;
}

void KernelCache::remove_oldest() const {
  std::error_code ignored;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored)) {
    if (entry.path().extension() != ".so") continue;
    files.emplace_back(entry.last_write_time(ignored), entry.path());
    bytes += entry.file_size(ignored);
  }
  if (bytes <= most_bytes) return;
  std::ranges::sort(files);
  for (std::size_t k = 0; k < files.size() / 2; ++k) fs::remove(files[k].second, ignored);
}

}  // namespace codegen

std::string kernel_cache_problem(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::create_directories(folder.parent_path(), ignored);
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return std::strerror(errno);
  struct stat about{};
  if (::lstat(folder.c_str(), &about) != 0) return std::strerror(errno);
  if (S_ISLNK(about.st_mode)) return "it is a symbolic link";
  if (!S_ISDIR(about.st_mode)) return "it is not a folder";
  if (about.st_uid != ::geteuid()) return "it belongs to another user";
  if ((about.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "others may write to it";
  return ::access(folder.c_str(), W_OK) == 0 ? "" : "it may not be written to";
}

std::filesystem::path default_kernel_cache() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets one
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string chosen = variable("TORSOR_CACHE"); !chosen.empty())
    return chosen == "off" ? std::filesystem::path() : std::filesystem::absolute(chosen);
  if (const std::filesystem::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "torsor";
  if (const std::filesystem::path home = variable("HOME"); home.is_absolute()) return home / ".cache" / "torsor";
  return {};
}

}  // namespace torsor
