#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lint/judge.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor::lint {
namespace {

/// Numbers that only make sense in degrees or millimetres, where radians and metres are meant.
class UnitJudge {
 public:
  UnitJudge(const Description& robot, const std::vector<LinkFacts>& links, bool yaml, const Add& add)
      : robot_(robot), values_(robot), links_(links), yaml_(yaml), add_(add) {}

  void judge() {
    angles("base", {}, robot_.base.rpy);
    for (const described::Link& link : robot_.links) judge_link(link);
    if (robot_.tool) angles("tool", robot_.tool->where, robot_.tool->pose.rpy);
    if (robot_.tool) lengths("tool", robot_.tool->where, robot_.tool->pose.xyz);
    judge_lengths();
  }

 private:
  struct Named {
    const char* name;
    const described::Quantity* written;
  };
  struct Length {
    double value = 0;
    std::string element, name;
    Location where;
  };

  void judge_link(const described::Link& link) {
    const std::string joint = "joint " + link.joint_name;
    if (link.origin) {
      angles(joint, link.where, link.origin->rpy);
      lengths(joint, link.where, link.origin->xyz);
    }
    if (link.dh) {
      std::vector<Named> turns{{"theta", &link.dh->theta}, {"alpha", &link.dh->alpha}};
      if (link.joint == JointType::revolute) turns.push_back({"offset", &link.dh->offset});
      angles(joint, link.where, turns);
      add_length(joint, link.where, "a", link.dh->a);
      add_length(joint, link.where, "d", link.dh->d);
    }
    for (const described::Shape& shape : link.mass.shapes) angles("link " + link.name, shape.where, shape.pose.rpy);
    if (link.mass.shapes.empty()) angles("link " + link.name, link.mass.where, link.mass.rpy);
    if (link.limits.position) judge_limits(link, *link.limits.position);
  }

  /// What was written with its unit is meant.
  static bool names_its_unit(const std::string& text) {
    return text.find("deg") != std::string::npos || text.find("pi") != std::string::npos;
  }
  std::string in_radians(double degrees) const {
    return yaml_ ? fmt::format("{}deg", Expression(degrees).text())
                 : Expression(degrees * std::numbers::pi / 180).text();
  }
  void tell_angles(const std::string& element, Location where, const std::vector<Named>& found) const {
    if (found.empty()) return;
    std::string list, degrees;
    for (const auto& [name, written] : found) {
      const char* comma = list.empty() ? "" : ", ";
      list += fmt::format("{}{} {}", comma, name, written->expression.text());
      degrees += comma + in_radians(values_.value(*written));
    }
    add_({"angle-unit", Severity::warning, "", found[0].written->where.line > 0 ? found[0].written->where : where,
          element,
          fmt::format("expected radians, found {}, which look{} like degrees", list, found.size() == 1 ? "s" : ""),
          fmt::format("did you mean {}?", degrees)});
  }
  /// Nobody writes more than a whole turn for a direction.
  void angles(const std::string& element, Location where, const std::vector<Named>& written) const {
    std::vector<Named> found;
    for (const Named& angle : written)
      if (std::abs(values_.value(*angle.written)) > 1.01 * 2 * std::numbers::pi &&
          !names_its_unit(angle.written->expression.text()))
        found.push_back(angle);
    tell_angles(element, where, found);
  }
  void angles(const std::string& element, Location where, const described::Triple& rpy) const {
    angles(element, where, {{"roll", &rpy[0]}, {"pitch", &rpy[1]}, {"yaw", &rpy[2]}});
  }

  /// A joint may turn several times, but seldom by a whole number of radians above 15.
  void judge_limits(const described::Link& link, const std::array<described::Quantity, 2>& limits) {
    if (link.joint == JointType::prismatic) {
      for (const described::Quantity& limit : limits)
        add_length("joint " + link.joint_name, link.where, "position limit", limit);
      return;
    }
    if (link.joint != JointType::revolute) return;
    std::vector<Named> found;
    for (const described::Quantity& limit : limits) {
      const double value = std::abs(values_.value(limit));
      if (value >= 15 && value <= 720 && value == std::round(value) && !names_its_unit(limit.expression.text()))
        found.push_back({"position limit", &limit});
    }
    tell_angles("joint " + link.joint_name, link.where, found);
  }

  void lengths(const std::string& element, Location where, const described::Triple& xyz) {
    constexpr const char* names[] = {"x", "y", "z"};
    for (std::size_t k = 0; k < 3; ++k) add_length(element, where, names[k], xyz[k]);
  }
  void add_length(const std::string& element, Location where, const char* name, const described::Quantity& written) {
    const double value = std::abs(values_.value(written));
    largest_ = std::max(largest_, value);
    if (value < least_) return;
    ++count_;
    if (value > longest_.value) longest_ = {value, element, name, written.where.line > 0 ? written.where : where};
  }
  /// One finding for all: who writes one length in millimetres writes all of them so.
  void judge_lengths() const {
    if (count_ == 0 || std::max(links_[0].reach, largest_) < 5 * least_) return;
    add_({"length-unit", Severity::warning, "", longest_.where, longest_.element,
          fmt::format("expected metres, found {} {}{}, which looks like millimetres", longest_.name,
                      Expression(longest_.value).text(),
                      count_ == 1 ? "" : fmt::format(" and {} more of {} or above", count_ - 1, least_)),
          fmt::format("did you mean {}?", Expression(longest_.value / 1000).text())});
  }

  static constexpr double least_ = 10;  // metres; no robot has such a link, but for cranes
  const Description& robot_;
  Evaluator<double> values_;
  const std::vector<LinkFacts>& links_;
  bool yaml_;
  const Add& add_;
  Length longest_;
  double largest_ = 0;
  int count_ = 0;
};

}  // namespace

void judge_units(const Description& robot, const std::vector<LinkFacts>& links, bool yaml, const Add& add) {
  UnitJudge(robot, links, yaml, add).judge();
}

}  // namespace torsor::lint
