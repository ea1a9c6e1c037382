#include "torsor/simulation/event_words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace torsor {

const char* name_of(SimulationEvent::Kind kind) {
  using enum SimulationEvent::Kind;
  switch (kind) {
    case sticks:
      return "sticks";
    case slides:
      return "slides";
    case reverses:
      return "reverses";
    case hits:
      return "hits";
    case leaves:
      return "leaves";
    case rests:
      break;
  }
  return "rests";
}

const char* name_of(SimulationEnd::Kind kind) {
  using enum SimulationEnd::Kind;
  switch (kind) {
    case reached:
      return "reached";
    case not_finite:
      return "not_finite";
    case step_too_small:
      return "step_too_small";
    case no_solution:
      return "no_solution";
    case singular:
      return "singular";
    case outside_limits:
      return "outside_limits";
    case open_loop:
      return "open_loop";
    case too_many_steps:
      break;
  }
  return "too_many_steps";
}

std::string joint_of(const SimulationEvent& event, const std::vector<std::string>& velocity_names) {
  if (event.coupling >= 0) return "coupling " + std::to_string(event.coupling + 1);
  const auto v = static_cast<std::size_t>(event.velocity);
  return event.velocity >= 0 && v < velocity_names.size() ? velocity_names[v] : "";
}

std::string in_words(const SimulationEvent& event) {
  using enum SimulationEvent::Kind;
  const char* way = event.value < 0 ? "backwards" : "forwards";
  switch (event.kind) {
    case sticks:
      return "sticks";
    case slides:
      return fmt::format("slides {}", way);
    case reverses:
      return fmt::format("reverses, then moves {}", way);
    case hits:
      return fmt::format("hits a stop at {:.4g} a second", std::abs(event.value));
    case leaves:
      return "leaves the stop";
    case rests:
      break;
  }
  return "all joints are at rest";
}

}  // namespace torsor
