#include "output/online_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "output/finding_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

std::vector<double> list(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }

std::vector<double> deviations(const OnlineEstimator& estimator) {
  return list(estimator.covariance().diagonal().cwiseSqrt());
}

Json to_json(const LoadEstimate& load) {
  return {{"mass", load.mass},
          {"mass_deviation", load.mass_deviation},
          {"center", Json::array({load.center.x, load.center.y, load.center.z})}};
}

std::string in_words(const LoadEstimate& load) {
  return fmt::format("{:+.3f} kg +- {:.2g}", load.mass, load.mass_deviation);
}

/// Whether no joint has a width within which its Coulomb friction turns round.
bool steps(const Unknowns& unknowns) {
  return std::all_of(unknowns.model.friction.begin(), unknowns.model.friction.end(),
                     [](const Friction<double>& friction) { return friction.width == 0; });
}

double percent(const FrictionChange& change) { return 100 * (change.now - change.start) / std::abs(change.start); }

}  // namespace

OnlineOutput::OnlineOutput(const OnlineEstimator& estimator, bool json)
    : estimator_(estimator), json_(json), joints_(velocity_names(estimator.unknowns().model)),
      units_(torque_units(estimator.unknowns().model)) {
  const Unknowns& unknowns = estimator.unknowns();
  const std::vector<std::string> all = parameter_names(unknowns.layout);
  for (const int column : unknowns.base.independent) names_.push_back(all[column]);
}

/// Whoever waits for the line gets it now.
void OnlineOutput::line(const Json& json, const std::string& text) const {
  std::cout << (json_ ? json.line() : text) << '\n' << std::flush;
}

void OnlineOutput::event(const OnlineEvent& event) const {
  const bool up = event.kind == OnlineEvent::Kind::load_picked_up;
  line({{"event", up ? "load_picked_up" : "load_dropped"},
        {"time", event.time},
        {"mass", event.mass},
        {"mass_deviation", event.mass_deviation}},
       fmt::format("{:10.2f} s  load {}", event.time, up ? "picked up" : "dropped"));
}

void OnlineOutput::load(double time, const LoadEstimate& load) const {
  Json json{{"event", "load"}, {"time", time}};
  json.update(to_json(load));
  line(json, fmt::format("{:10.2f} s  load: {}", time, in_words(load)));
}

void OnlineOutput::friction(double time, const FrictionChange& change) const {
  line({{"event", "friction_changed"},
        {"time", time},
        {"parameter", name_of(change.parameter)},
        {"start", change.start},
        {"now", change.now},
        {"deviation", change.deviation}},
       fmt::format("{:10.2f} s  friction: {} from {:.4g} to {:.4g}, {:+.0f} %", time, name_of(change.parameter),
                   change.start, change.now, percent(change)));
}

void OnlineOutput::estimate() const {
  const std::vector<double> residual = list(estimator_.residual());
  std::string text;
  for (std::size_t j = 0; j < residual.size(); ++j) text += fmt::format(" {:.3g}", residual[j]);
  Json json{{"event", "estimate"},
            {"time", estimator_.time()},
            {"ready", estimator_.ready()},
            {"residual", residual},
            {"value", list(estimator_.beta())}};
  if (estimator_.ready()) json["deviation"] = deviations(estimator_);
  line(json, fmt::format("{:10.2f} s  residual{}", estimator_.time(), text));
}

void OnlineOutput::findings(const std::vector<Finding>& findings) const {
  if (findings.empty()) return;
  if (json_)
    std::cout << Json{{"event", "findings"}, {"findings", findings_json_by_joints(findings)}}.line() << '\n';
  else
    print_by_joints(findings);
  std::cout << std::flush;
}

void OnlineOutput::summary(const End& end) const {
  const std::optional<LoadEstimate>& load = end.load;
  const std::vector<double> value = list(estimator_.beta()), deviation = deviations(estimator_);
  Json parameters = Json::array(), changes = Json::array();
  for (std::size_t b = 0; b < names_.size(); ++b)
    parameters.push_back({{"name", names_[b]}, {"value", value[b]}, {"deviation", deviation[b]}});
  for (const FrictionChange& change : end.friction)
    changes.push_back({{"parameter", name_of(change.parameter)},
                       {"start", change.start},
                       {"now", change.now},
                       {"deviation", change.deviation}});
  if (json_) {
    Json json{{"event", "summary"},       {"time", estimator_.time()}, {"updates", estimator_.updates()},
              {"left_out", end.left_out}, {"parameters", parameters},  {"friction", changes}};
    json["load"] = load ? to_json(*load) : Json();
    json["written"] = end.written;
    json["withheld"] = end.withheld;
    std::cout << json.line() << '\n';
    return;
  }
  std::cout << fmt::format("\n{}, {} left out\n\n", counted(estimator_.updates(), "update"),
                           counted(end.left_out, "sample"));
  Table table({"parameter", "value", "deviation"});
  for (std::size_t b = 0; b < names_.size(); ++b)
    table.add({names_[b], fmt::format("{:.4g}", value[b]), fmt::format("{:.2g}", deviation[b])});
  table.print();
  if (steps(estimator_.unknowns()))
    std::cout << "\nCoulomb friction is a step, as in the robot file; the deviations do not allow for another shape: "
                 "take a robot that `torsor identify` wrote, or give --coulomb-width.\n";
  if (load) std::cout << "\nload at the last event: " << in_words(*load) << '\n';
  for (const std::string& path : end.written) std::cout << "\nwrote " << path << '\n';
  for (const std::string& path : end.withheld)
    std::cout << "\nnot written: " << path << ": the model does not explain the torque\n";
}

}  // namespace torsor::cli
