#include "torsor/model/exact_numbers.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/model/evaluator.hpp"
#include "torsor/model/joint.hpp"

namespace torsor {
namespace {

using described::Quantity, described::Triple;

constexpr double angle_step = 0.26179938779914941;  // 15 degrees

Expression exact_expression(const std::string& text) { return std::get<Expression>(parse_expression(text)); }

bool names_parameters(const Quantity& quantity) {
  const auto steps = quantity.expression.steps();
  return std::any_of(steps.begin(), steps.end(),
                     [](const Expression::Step& step) { return step.operation == Expression::Operation::name; });
}

class ExactNumbers {
 public:
  ExactNumbers(Description robot, const ExactTolerance& tolerance)
      : result_{std::move(robot), {}}, tolerance_(tolerance) {}

  ExactRobot run() {
    Description& robot = result_.robot;
    for (described::Parameter& parameter : robot.parameters)
      if (std::abs(value(parameter.value)) > 0.5 * angle_step) angle(parameter.value, "parameter " + parameter.name);
    small(robot.gravity, "gravity");
    pose(robot.base, robot.base_name);
    mass(robot.base_mass, robot.base_name);
    for (described::Link& each : robot.links) link(each);
    if (robot.tool) pose(robot.tool->pose, "tool");
    if (robot.payload) mass(robot.payload->mass, "payload");
    return std::move(result_);
  }

 private:
  double value(const Quantity& quantity) const {
    return names_parameters(quantity) ? 0.0 : evaluate<double>(quantity.expression, [](const auto&) { return 0.0; });
  }
  void replace(Quantity& quantity, const std::string& element, const std::string& taken) {
    result_.rounded.push_back({element, quantity.expression.text(), taken, quantity.where});
    quantity.expression = exact_expression(taken);
  }

  void angle(Quantity& quantity, const std::string& element) {
    const double found = value(quantity), steps = std::round(found / angle_step);
    const double off = std::abs(found - steps * angle_step);
    if (std::abs(steps) > 1e4 || off <= 4 * resolution<double> * std::abs(found)) return;
    if (off <= tolerance_.angle)
      return replace(quantity, element, steps == 0 ? "0" : std::to_string(15 * std::lround(steps)) + "deg");
    if (off > 1e-4 || steps == 0) return;
    ++result_.almost;
    result_.almost_within = std::max(result_.almost_within, off);
  }
  void length(Quantity& quantity, const std::string& element) {
    const double found = std::abs(value(quantity));
    if (found > 0 && found <= tolerance_.length) replace(quantity, element, "0");
  }
  /// Entries that are nothing beside the largest of them.
  void small(std::span<Quantity> entries, const std::string& element) {
    double largest = 0;
    for (const Quantity& entry : entries) largest = std::max(largest, std::abs(value(entry)));
    for (Quantity& entry : entries)
      if (const double found = std::abs(value(entry)); found > 0 && found <= tolerance_.length * largest)
        replace(entry, element, "0");
  }
  void lengths(Triple& triple, const std::string& element) {
    for (Quantity& entry : triple) length(entry, element);
  }
  void pose(described::Pose& pose, const std::string& owner) {
    lengths(pose.xyz, owner + ": xyz");
    for (Quantity& entry : pose.rpy) angle(entry, owner + ": rpy");
  }

  /// Only the direction counts: its largest entry becomes 1, where the others then are those of 30, 45 or 60 degrees.
  void axis(Triple& axis, const std::string& element) {
    if (std::any_of(axis.begin(), axis.end(), names_parameters)) return;
    double largest = 0;
    for (const Quantity& entry : axis) largest = std::max(largest, std::abs(value(entry)));
    constexpr std::pair<double, const char*> known[] = {{0, "0"}, {0.57735026918962576, "1/sqrt(3)"}, {1, "1"}};
    std::array<std::string, 3> exact;
    double off = 0;
    for (std::size_t k = 0; k < 3; ++k)
      for (const auto& [size, text] : known) {
        const double entry = value(axis[k]) / largest, distance = std::abs(std::abs(entry) - size);
        if (distance > std::max(tolerance_.angle, 4 * resolution<double>)) continue;
        exact[k] = (entry < 0 && size > 0 ? "-" : "") + std::string(text);
        off = std::max(off, distance);
      }
    if (std::any_of(exact.begin(), exact.end(), [](const std::string& text) { return text.empty(); })) return;
    if (off > 4 * resolution<double>) {
      const auto list = [](const auto& a, const auto& b, const auto& c) { return a + " " + b + " " + c; };
      result_.rounded.push_back({element,
                                 list(axis[0].expression.text(), axis[1].expression.text(), axis[2].expression.text()),
                                 list(exact[0], exact[1], exact[2]), axis[0].where});
    }
    for (std::size_t k = 0; k < 3; ++k) axis[k].expression = exact_expression(exact[k]);
  }

  void mass(described::MassProperties& mass, const std::string& owner) {
    lengths(mass.com, owner + ": com");
    for (Quantity& entry : mass.rpy) angle(entry, owner + ": rpy of the inertia");
    small(mass.inertia, owner + ": inertia");
    for (described::Shape& shape : mass.shapes) pose(shape.pose, owner + ": shape");
  }

  void link(described::Link& link) {
    const std::string& name = link.name;
    const bool sliding = slides(link.joint);
    if (link.origin) pose(*link.origin, name);
    if (link.dh) {
      auto& [theta, d, a, alpha, offset] = *link.dh;
      angle(alpha, name + ": alpha"), angle(theta, name + ": theta");
      length(a, name + ": a"), length(d, name + ": d");
      sliding ? length(offset, name + ": offset") : angle(offset, name + ": offset");
    }
    axis(link.axis, name + ": axis");
    if (link.rotor && link.rotor->axis) axis(*link.rotor->axis, name + ": axis of the rotor");
    if (link.mimic)
      sliding ? length(link.mimic->offset, name + ": mimic") : angle(link.mimic->offset, name + ": mimic");
    mass(link.mass, name);
  }

  ExactRobot result_;
  ExactTolerance tolerance_;
};

}  // namespace

ExactRobot with_exact_numbers(Description robot, const ExactTolerance& tolerance) {
  return ExactNumbers(std::move(robot), tolerance).run();
}

}  // namespace torsor
