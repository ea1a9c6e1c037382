#include "robot_files/mesh_points.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

#include "torsor/core/limits.hpp"

namespace torsor {
namespace {

std::optional<std::string> bytes_of(const std::filesystem::path& path) {
  std::error_code failed;
  const auto size = std::filesystem::file_size(path, failed);
  if (failed || size > limits::mesh_bytes) return std::nullopt;
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  return file ? std::optional(std::move(bytes)) : std::nullopt;
}

/// 80 bytes of text, the number of triangles, then 50 bytes each: normal, three corners, and two bytes of no meaning.
std::optional<MeshPoints> binary_stl(std::string_view bytes) {
  constexpr std::size_t head = 84, triangle = 50;
  if (bytes.size() < head) return std::nullopt;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  if (bytes.size() != head + triangle * count) return std::nullopt;
  MeshPoints points;
  points.reserve(std::size_t{3} * count);
  for (std::size_t k = 0; k < count; ++k) {
    std::array<float, 9> corners{};
    std::memcpy(corners.data(), bytes.data() + head + triangle * k + 12, sizeof corners);
    for (std::size_t c = 0; c < 9; c += 3) points.push_back({corners[c], corners[c + 1], corners[c + 2]});
  }
  return points;
}

/// The numbers behind `word` in every line that begins with it: "vertex" of STL, "v" of OBJ.
MeshPoints points_behind(std::string_view text, std::string_view word) {
  MeshPoints points;
  const auto skip_blanks = [](std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    skip_blanks(line);
    if (!line.starts_with(word)) continue;
    line.remove_prefix(word.size());
    std::array<double, 3> point{};
    bool sound = line.starts_with(' ') || line.starts_with('\t');
    for (double& entry : point) {
      skip_blanks(line);
      const auto read = std::from_chars(line.data(), line.data() + line.size(), entry);
      sound = sound && read.ec == std::errc();
      line.remove_prefix(static_cast<std::size_t>(read.ptr - line.data()));
    }
    if (sound) points.push_back(point);
  }
  return points;
}

}  // namespace

std::variant<MeshPoints, std::string> read_mesh_points(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending != ".stl" && ending != ".obj") return "expected a mesh in STL or OBJ";
  const std::optional<std::string> bytes = bytes_of(path);
  if (!bytes) return "expected a file that can be read, of at most 256 MB";
  std::optional<MeshPoints> points = ending == ".stl" ? binary_stl(*bytes) : std::nullopt;
  if (!points) points = points_behind(*bytes, ending == ".stl" ? "vertex" : "v");
  std::erase_if(*points, [](const auto& p) {  // a number that is none, or farther away than any robot reaches
    return !std::ranges::all_of(p, [](double x) { return std::abs(x) < 1e9; });
  });
  if (points->empty()) return "expected triangles, found none";
  return std::move(*points);
}

}  // namespace torsor
