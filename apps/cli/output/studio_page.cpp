#include "output/studio_page.hpp"

#include <cstdint>
#include <cstdlib>

#include "output/json.hpp"

namespace torsor::cli {
namespace {

constexpr std::string_view title = "<title>Torsor Studio</title>";
constexpr std::string_view data_begins = R"(<script type="application/json" id="studio-data">)";
constexpr std::string_view data_ends = "</script>";

/// JSON inside of HTML: no character that could end the element or begin another one. In JSON a `<` stands in texts
/// only, where it may be written by its number.
std::string for_html(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

std::string in_base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8U | (k + i < bytes.size() ? static_cast<unsigned char>(bytes[k + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += k + i <= bytes.size() ? letters[group >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

}  // namespace

std::vector<std::filesystem::path> studio_page_places() {
  const char* named = std::getenv("TORSOR_STUDIO_PAGE");  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  if (named != nullptr && *named != '\0') return {named};
  std::error_code none;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none);
  if (none || program.empty()) return {};
  const std::filesystem::path above = program.parent_path().parent_path();
  return {above / "share" / "torsor" / "studio.html", above.parent_path() / "studio" / "studio.html"};
}

bool is_studio_page(std::string_view text) { return text.substr(0, 4096).find(title) != std::string_view::npos; }

std::optional<std::string> studio_page(std::string_view page, const StudioContent& content) {
  const std::size_t begin = page.find(data_begins), inside = begin + data_begins.size();
  const std::size_t end = begin == std::string_view::npos ? begin : page.find(data_ends, inside);
  if (end == std::string_view::npos) return {};
  Json data = Json::object();
  if (!content.robot.empty()) data["name"] = content.robot_name, data["robot"] = content.robot;
  for (const auto& [name, bytes] : content.meshes)
    data["meshes"].push_back({{"name", name}, {"bytes", in_base64(bytes)}});
  if (!content.log.empty()) {
    data["log"] = {{"name", content.log_name}, {"text", content.log}};
    if (!content.log_origin.empty()) data["log"]["origin"] = content.log_origin;
  }
  return std::string(page.substr(0, inside)) + for_html(data.line()) + std::string(page.substr(end));
}

}  // namespace torsor::cli
