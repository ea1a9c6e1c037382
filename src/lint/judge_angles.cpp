#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <unordered_map>

#include "lint/judge.hpp"
#include "torsor/core/text.hpp"

namespace torsor::lint {
namespace {

/// How many decimals the shortest text of a number has; -1 for one with an exponent.
int decimals(const std::string& text) {
  if (text.find_first_of("eE") != std::string::npos) return -1;
  const std::size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point) - 1;
}

/// "pi/2", "-3 pi/4"
std::string in_pi(double angle) {
  const auto eighths = static_cast<int>(std::lround(std::abs(angle) / (std::numbers::pi / 4)));
  const int divisor = eighths % 4 == 0 ? 1 : eighths % 2 == 0 ? 2 : 4;
  const int factor = eighths * divisor / 4;
  const std::string times = factor == 1 ? "" : fmt::format("{} ", factor);
  return fmt::format("{}{}pi{}", angle < 0 ? "-" : "", times, divisor == 1 ? "" : divisor == 2 ? "/2" : "/4");
}

/// The number of an expression that is nothing but one, with or without a minus.
std::optional<double> plain_number(const Expression& expression) {
  using enum Expression::Operation;
  const std::span<const Expression::Step> steps = expression.steps();
  if (steps.empty()) return expression.number();
  if (steps[0].operation != number) return {};
  if (steps.size() == 1) return steps[0].number;
  if (steps.size() == 2 && steps[1].operation == negate) return -steps[0].number;
  return {};
}

struct Angle {
  const described::Quantity* written;
  const char* name;
};

class AngleJudge {
 public:
  AngleJudge(const Add& add, std::string element, double reach)
      : add_(add), element_(std::move(element)), reach_(reach) {}

  /// One finding for all angles of a pose or row.
  void judge(const std::vector<Angle>& angles) const {
    std::string found;
    std::vector<std::string> names, exact_texts;
    double off = 0;
    Location where;
    for (const auto& [written, name] : angles) {
      const Expression& expression = written->expression;
      const auto value = plain_number(expression);
      const auto exact = value && written->where.line > 0 ? unrounded_angle(*value) : std::nullopt;
      if (!exact) continue;
      if (found.empty()) where = written->where;
      off = std::max(off, std::abs(*exact - *value));
      found += fmt::format("{}{} {} for {}", found.empty() ? "" : ", ", name, expression.text(), in_pi(*exact));
      names.emplace_back(name), exact_texts.push_back(Expression(*exact).text());
    }
    if (found.empty()) return;
    const double at_tip = off * reach_;
    add_({"rounded-angle", at_tip > 1e-4 ? Severity::warning : Severity::note, "", where, element_,
          fmt::format("found {}: up to {:.1e} rad off, which moves the tip by up to {:.1e} m", found, off, at_tip),
          "write " + enumerated(exact_texts) + (names.size() > 1 ? " for " + enumerated(names) : "")});
  }
  void judge(const described::Triple& rpy) const { judge({{&rpy[0], "roll"}, {&rpy[1], "pitch"}, {&rpy[2], "yaw"}}); }

 private:
  const Add& add_;
  std::string element_;
  double reach_;
};

}  // namespace

std::optional<double> unrounded_angle(double value) {
  const double eighth = std::numbers::pi / 4;
  const double multiple = std::round(value / eighth);
  const int digits = decimals(Expression(value).text());
  const int least = std::fmod(multiple, 2) == 0 ? 2 : 3;  // 0.79 may be meant as it stands; 1.57 hardly is
  if (multiple == 0 || std::abs(multiple) > 16 || digits < least) return {};
  const double exact = multiple * eighth, unit = std::pow(10.0, -digits);
  const double off = std::abs(exact - value);
  const bool cut_off = std::abs(value) < std::abs(exact) && off < unit;
  if (off <= 1e-9 || (off > 0.5000001 * unit && !cut_off)) return {};
  return exact;
}

void judge_angles(const Description& robot, const std::vector<LinkFacts>& links, const Add& add) {
  AngleJudge(add, "base", links[0].reach).judge(robot.base.rpy);
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const described::Link& link = robot.links[k];
    const LinkFacts& facts = links[k + 1];
    const AngleJudge judge(add, "joint " + link.joint_name, std::max(facts.reach, facts.center.norm()));
    if (link.origin) judge.judge(link.origin->rpy);
    if (link.dh) judge.judge({{&link.dh->alpha, "alpha"}, {&link.dh->theta, "theta"}, {&link.dh->offset, "offset"}});
  }
  if (robot.tool) AngleJudge(add, "tool", 0).judge(robot.tool->pose.rpy);
}

}  // namespace torsor::lint
