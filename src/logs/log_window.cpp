#include <array>
#include <charconv>
#include <cmath>

#include "torsor/logs/log_mapping.hpp"

namespace torsor {
namespace {

/// "12s", "500ms", "2min", "12": seconds.
std::optional<double> seconds_in(std::string_view text) {
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || !std::isfinite(number)) return {};
  constexpr std::array<std::pair<std::string_view, double>, 4> units{{{"", 1}, {"s", 1}, {"ms", 1e-3}, {"min", 60}}};
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const auto& [name, size] : units)
    if (unit == name) return number * size;
  return {};
}

}  // namespace

std::optional<LogWindow> read_log_window(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.size() == 1) return {};
  LogWindow window;
  for (const auto& [part, end] : {std::pair(text.substr(0, colon), &window.from), {text.substr(colon + 1), &window.to}})
    if (!part.empty()) {
      *end = seconds_in(part);
      if (!*end) return {};
    }
  if (window.from && window.to && !(*window.from < *window.to)) return {};
  return window;
}

}  // namespace torsor
