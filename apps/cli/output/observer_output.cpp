#include <fmt/format.h>

#include <iostream>

#include "output/control_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

struct Felt {
  const FeltTorque& largest;
  FeltContact contact;
  const std::string& frame;
};

Felt felt_by(const Model<double>& model, const RunControl& control) {
  const FeltTorque& largest = control.observer()->largest();
  return {largest, contact_at(model, control.tip(), largest),
          model.frames[static_cast<std::size_t>(control.tip())].name};
}

/// "As a push at tool at 0.5 s: ...".
std::string in_words(const Felt& felt) {
  const auto& [force, unexplained] = felt.contact;
  return fmt::format("as one push on {} at {} s: {}, {}, {} N in base axes; {:.0f} % of the torque is not explained",
                     felt.frame, shown(felt.largest.time), shown(force.x), shown(force.y), shown(force.z),
                     100 * unexplained);
}

}  // namespace

void print_observer(const Model<double>& model, const RunControl& control) {
  const Felt felt = felt_by(model, control);
  const Input<double> last = control.observer()->torque();
  std::cout << fmt::format("\ntorques from outside, by the observer\n");
  Table table({"joint", fmt::format("at {} s", shown(felt.largest.time)), "at the end"});
  const std::vector<std::string> names = velocity_names(model);
  for (std::size_t i = 0; i < names.size(); ++i) table.add({names[i], shown(felt.largest.torque[i]), shown(last[i])});
  table.print();
  if (felt.largest.size() > 0) std::cout << in_words(felt) << '\n';
}

Json observer_json(const Model<double>& model, const RunControl& control, double gain) {
  const Felt felt = felt_by(model, control);
  const Vector3<double>& force = felt.contact.force;
  return {{"gain", gain},
          {"external_torque", control.external_torques()},
          {"largest",
           {{"time", felt.largest.time},
            {"torque", felt.largest.torque},
            {"contact",
             {{"frame", felt.frame},
              {"force", Json::array({force.x, force.y, force.z})},
              {"unexplained", felt.contact.unexplained}}}}}};
}

SimulationTracking tracking_of(const Model<double>& model, const RunControl& control, const std::string& controller) {
  SimulationTracking tracking;
  tracking.external = control.external_torques();
  if (control.observer() != nullptr && control.observer()->largest().size() > 0)
    tracking.remarks.push_back("Torques from outside, by the observer, " + in_words(felt_by(model, control)) + ".");
  const std::optional<ControlReview> review = control.review();
  if (!review) return tracking;
  tracking.controller = controller;
  tracking.reference = control.references();
  tracking.torque_limits = control.torque_limits();
  tracking.rms_error = review->rms_error, tracking.largest_error = review->largest_error;
  tracking.rms_torque = review->rms_torque, tracking.largest_torque = review->largest_torque;
  tracking.samples = review->samples, tracking.saturated = review->saturated;
  for (const ControlFinding& finding : review->findings) tracking.findings.push_back(in_words(finding, model));
  return tracking;
}

}  // namespace torsor::cli
