#include "output/studio_page.hpp"

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
  const std::size_t begin = page.find(data_begins);
  if (begin == std::string_view::npos) return {};
  const std::size_t inside = begin + data_begins.size(), end = page.find(data_ends, inside);
  if (end == std::string_view::npos) return {};
  Json data = Json::object();
  if (!content.robot.empty()) data["name"] = content.robot_name, data["robot"] = content.robot;
  if (!content.log.empty()) data["log"] = {{"name", content.log_name}, {"text", content.log}};
  return std::string(page.substr(0, inside)) + for_html(data.line()) + std::string(page.substr(end));
}

}  // namespace torsor::cli
