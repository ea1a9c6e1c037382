#include "arguments/comparison_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "arguments/control_arguments.hpp"
#include "arguments/value_checks.hpp"
#include "torsor/codegen/generated_controller.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {
namespace {

constexpr std::size_t most_payloads = 1000;

std::vector<ControllerKind> known_kinds() {
  std::vector<ControllerKind> kinds = controller_kinds();
  kinds.insert(kinds.end(), tip_controller_kinds().begin(), tip_controller_kinds().end());
  return kinds;
}

std::vector<std::string> names_of(const std::vector<ControllerKind>& kinds) {
  std::vector<std::string> names;
  names.reserve(kinds.size());
  for (const ControllerKind kind : kinds) names.emplace_back(name_of(kind));
  return names;
}

std::string list_problem(const std::string& text) {
  std::string kinds;
  for (const std::string& name : words_in(text))
    if (!is_generated_code(name)) kinds += (kinds.empty() ? "" : ",") + name;
  return kinds.empty() && !text.empty() ? "" : word_list_problem(kinds, names_of(known_kinds()));
}

ComparedController named(const std::string& name, const TipOptions& tip) {
  for (const ControllerKind kind : known_kinds())
    if (name == name_of(kind)) return {name, kind, {}, tip, {}};
  return {name,
          ControllerKind::computed_torque,
          {},
          {},  // its code has a model of its own
          [name](const Model<double>& model, const Gains<double>& gains, const Reference<double>&) -> Controller {
            return generated_controller(name, model, gains);
          }};
}

std::string separated(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// FROM:TO:COUNT, ends included.
std::vector<double> payload_range(const std::string& text) {
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  const auto refuse = [&] {
    throw UsageError(
        fmt::format("--payloads: expected a list such as 0,1,2, or FROM:TO:COUNT with a COUNT of 2 to {}; "
                    "found {}",
                    most_payloads, in_quotes(text)));
  };
  if (second == std::string::npos) refuse();
  const std::vector<double> from = parse_numbers(text.substr(0, first), "--payloads");
  const std::vector<double> to = parse_numbers(text.substr(first + 1, second - first - 1), "--payloads");
  const std::vector<double> count = parse_numbers(text.substr(second + 1), "--payloads");
  if (from.size() != 1 || to.size() != 1 || count.size() != 1) refuse();
  if (!(count[0] >= 2 && count[0] <= static_cast<double>(most_payloads)) || count[0] != std::floor(count[0])) refuse();
  std::vector<double> payloads(static_cast<std::size_t>(count[0]));
  for (std::size_t k = 0; k < payloads.size(); ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(payloads.size() - 1);
    payloads[k] = (1 - share) * from[0] + share * to[0];
  }
  return payloads;
}

}  // namespace

void ComparisonArguments::add_to(Command& command) {
  command
      .option("--controllers", controllers_,
              "Who takes part, of pd, pd-gravity, feed-forward, computed-torque, adaptive and lqr (default: these), "
              "impedance and operational-space of the tip, and FILE.c, computed torque that `torsor generate` wrote")
      .offers(names_of(known_kinds()))
      .value("LIST")
      .check(list_problem);
  command
      .option("--gains", gains_,
              "CONTROLLER=STIFFNESS:DAMPING of one of them, each one number or one for each joint; may be repeated")
      .one_word_each();
  command
      .option("--bandwidth", bandwidth_,
              "rad/s at which errors fade without overshoot, of all controllers that have no --gains")
      .positive()
      .show_default();
  command
      .option("--payloads", payloads_,
              "kg at the tip that the controllers do not know of, besides 0: a list such as 1,2,3, or FROM:TO:COUNT "
              "(default: none)")
      .value("LIST");
  tip_.add_to(command);
}

std::vector<ComparedController> ComparisonArguments::controllers(const Model<double>& robot, const Model<double>& model,
                                                                 int tip) const {
  const std::vector<std::string> names = controllers_.empty() ? names_of(controller_kinds()) : words_in(controllers_);
  const bool any_of_tip = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return !is_generated_code(name) && is_of_tip(named(name, {}).kind);
  });
  if (!any_of_tip) tip_.refuse("expected impedance or operational-space in --controllers beside it, found none");
  const TipOptions of_tip = any_of_tip ? tip_.options(robot, model, tip) : TipOptions{};
  std::vector<ComparedController> controllers;
  controllers.reserve(names.size());
  for (const std::string& name : names) {
    for (const ComparedController& other : controllers)
      if (other.name == name) throw UsageError("--controllers: expected each one once, found " + name + " twice");
    controllers.push_back(named(name, of_tip));
  }
  for (const std::string& text : gains_) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw UsageError(
          "--gains: expected CONTROLLER=STIFFNESS:DAMPING, such as pd=400:40, for units differ from one controller to "
          "the next; found " +
          in_quotes(text));
    const std::string name = text.substr(0, equals);
    const auto found = std::find_if(controllers.begin(), controllers.end(),
                                    [&](const ComparedController& one) { return one.name == name; });
    if (found == controllers.end())
      throw UsageError(fmt::format("--gains: expected a controller that takes part, {}; found {}{}", separated(names),
                                   in_quotes(name), did_you_mean(name, names)));
    if (!found->gains.stiffness.empty())
      throw UsageError("--gains: expected one for each controller, found two for " + name);
    if (is_of_tip(found->kind))
      throw UsageError("--gains: expected --tip-stiffness and --tip-damping for " + name + ", found " +
                       in_quotes(text));
    found->gains = parse_gains(text.substr(equals + 1), robot.nv, found->make ? "" : name);
  }
  return controllers;
}

std::vector<double> ComparisonArguments::payloads() const {
  std::vector<double> payloads =
      payloads_.find(':') != std::string::npos ? payload_range(payloads_) : parse_numbers(payloads_, "--payloads");
  if (payloads.size() > most_payloads)
    throw UsageError(fmt::format("--payloads: expected at most {} masses, found {}", most_payloads, payloads.size()));
  for (const double mass : payloads)
    if (!(mass >= 0)) throw UsageError(fmt::format("--payloads: expected masses of 0 kg or more, found {:g}", mass));
  return payloads;
}

}  // namespace torsor::cli
