#include "torsor/simulation/event_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "torsor/model/position.hpp"

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
      return "too_many_steps";
    case stopped:
      break;
  }
  return "stopped";
}

std::string joint_of(const SimulationEvent& event, const std::vector<std::string>& velocity_names) {
  if (event.coupling >= 0) return "coupling " + std::to_string(event.coupling + 1);
  const auto v = static_cast<std::size_t>(event.velocity);
  return event.velocity >= 0 && v < velocity_names.size() ? velocity_names[v] : "";
}

namespace {

std::string unit_of(const SimulationEvent& event, const std::vector<std::string>& units_of_velocities) {
  const auto v = static_cast<std::size_t>(event.velocity);
  return event.velocity >= 0 && v < units_of_velocities.size() ? units_of_velocities[v] : "a second";
}

}  // namespace

std::vector<std::string> velocity_units(const Model<double>& model) {
  std::vector<std::string> units = torque_units(model);
  for (std::string& unit : units) unit = unit == "N" ? "m/s" : "rad/s";
  return units;
}

std::string in_words(const SimulationEvent& event, const std::vector<std::string>& units_of_velocities) {
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
      return fmt::format("hits a stop at {:.4g} {}", std::abs(event.value), unit_of(event, units_of_velocities));
    case leaves:
      return "leaves the stop";
    case rests:
      break;
  }
  return "all joints are at rest";
}

}  // namespace torsor
