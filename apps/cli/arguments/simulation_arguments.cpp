#include "arguments/simulation_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arguments/choices.hpp"
#include "arguments/payload_text.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

const Choices<Integrator> methods{{{"dormand-prince", Integrator::dormand_prince},
                                   {"dormand-prince-8", Integrator::dormand_prince_8},
                                   {"rosenbrock", Integrator::rosenbrock},
                                   {"rk4", Integrator::runge_kutta_4},
                                   {"euler", Integrator::semi_implicit_euler},
                                   {"midpoint", Integrator::midpoint}}};

/// The robot with a load at its tip.
Model<double> carrying(const RobotArguments& robot, const Model<double>& model, const std::string& load) {
  const described::MassProperties mass = read_payload(load, "--payload-at");
  const std::string tip = model.frames[robot.tip(model)].name;
  return robot.load([&](Description& description) { description = with_payload(std::move(description), tip, mass); });
}

}  // namespace

void SimulationArguments::add_to(Command& command) {
  command
      .option("--method", method_,
              "dormand-prince (default; order 5, the step follows from the tolerance), dormand-prince-8 (order 8, for "
              "fine tolerances), rosenbrock (for stiff springs, "
              "stops and friction), rk4, euler (fixed steps) or midpoint (fixed steps, symplectic)")
      .one_of(methods.words());
  command
      .option("--tolerance", tolerance_,
              "Error that a step may have, relative, and absolute in rad or m (default 1e-8)")
      .between(1e-14, 0.1);
  command
      .option("--step", step_,
              "s; of methods with fixed steps (default 0.001), and the largest one of those that choose theirs "
              "(default 0.1)")
      .positive();
  command.flag("--no-limits", no_limits_, "Joints pass through the limits of their positions");
  command.option("--restitution", restitution_, "Speed after a stop is hit, over that before it (default 0)")
      .between(0.0, 1.0);
  Option stiffness =
      command.option("--stop-stiffness", stiffness_, "Nm/rad or N/m: stops yield as springs (default: hard stops)")
          .between(1e-12, 1e12);
  command.option("--stop-damping", damping_, "Nms/rad or Ns/m of stops that yield (default 0)")
      .between(0.0, 1e12)
      .needs(stiffness);
}

bool SimulationArguments::adapts() const {
  const Integrator method = methods.meaning(method_);
  return method == Integrator::dormand_prince || method == Integrator::dormand_prince_8 ||
         method == Integrator::rosenbrock;
}

SimulationOptions SimulationArguments::options(const std::vector<JointLimits>& limits, double duration) const {
  constexpr double most_steps = 1e9;
  SimulationOptions options;
  options.method = methods.meaning(method_);
  if (tolerance_ && !adapts())
    throw UsageError(
        "--tolerance: expected a method that chooses its steps, dormand-prince, dormand-prince-8 or rosenbrock; "
        "found " +
        method_ + ", which takes --step");
  if (step_ && duration / *step_ > most_steps)
    throw UsageError(fmt::format("--step: expected at most {:g} steps, found {:g} s in steps of {:g}", most_steps,
                                 duration, *step_));
  if (restitution_ && stiffness_)
    throw UsageError("--restitution: expected hard stops, without --stop-stiffness, found both");
  if (no_limits_ && (restitution_ || stiffness_))
    throw UsageError("--no-limits: expected no --restitution and no --stop-stiffness beside it, found one");
  if (tolerance_) options.tolerance = *tolerance_;
  if (step_) options.step = *step_;
  if (!no_limits_) options.limits = limits;
  if (restitution_) options.stops.restitution = *restitution_;
  if (stiffness_) options.stops.stiffness = *stiffness_;
  if (damping_) options.stops.damping = *damping_;
  options.work = true;
  return options;
}

void LoadArguments::add_to(Command& command) {
  command
      .option(
          "--payload-at", texts_,
          "TIME:LOAD: from then on the tip carries this load, as --payload takes it, besides --payload and in place of "
          "the one before; TIME:none drops it; may be repeated")
      .value("TIME:LOAD")
      .one_word_each();
}

std::vector<std::string> LoadArguments::in_words() const {
  std::vector<std::string> lines;
  for (const std::string& text : texts_) {
    const std::string time = text.substr(0, text.find(':')), load = text.substr(time.size() + 1);
    lines.push_back("From " + time + " s on the tip carries " + (load == "none" ? "nothing" : load));
  }
  return lines;
}

std::vector<ModelChange> LoadArguments::changes(const RobotArguments& robot, const Model<double>& model, double from,
                                                double to) const {
  std::vector<ModelChange> changes;
  for (const std::string& text : texts_) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || colon == 0)
      throw UsageError("--payload-at: expected TIME:LOAD, such as 0.5:2 or 1.5:none; found " + in_quotes(text));
    const std::vector<double> time = parse_numbers(text.substr(0, colon), "--payload-at");
    if (time.size() != 1 || !(time[0] > from && time[0] < to))
      throw UsageError(fmt::format("--payload-at: expected a time between {:g} and {:g} s, found {}", from, to,
                                   in_quotes(text.substr(0, colon))));
    const std::string load = text.substr(colon + 1);
    changes.push_back({time[0], load == "none" ? model : carrying(robot, model, load)});
  }
  std::sort(changes.begin(), changes.end(), [](const ModelChange& a, const ModelChange& b) { return a.time < b.time; });
  for (std::size_t k = 1; k < changes.size(); ++k)
    if (changes[k].time == changes[k - 1].time)
      throw UsageError(fmt::format("--payload-at: expected each time once, found {:g} again", changes[k].time));
  return changes;
}

}  // namespace torsor::cli
