#include "output/payload_output.hpp"

#include <fmt/format.h>

#include <array>
#include <iostream>

#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::cli {
namespace {

std::string basis(const PayloadEstimate& e) {
  return e.still
             ? counted(e.equations, "mean torque") + " at " + counted(e.poses, "pose") + ", approached from both sides"
             : fmt::format("{}, {:.1f} s of motion", counted(e.equations, "equation"), e.duration);
}

void print_load(const PayloadEstimate& e) {
  Table table({"load", "unit", "value", "deviation"});
  for (const auto& [name, unit, value, deviation, felt] : load_figures(e))
    table.add(
        {name, unit, felt ? fmt::format("{:.5g}", value) : "not felt", felt ? fmt::format("{:.2g}", deviation) : ""});
  std::cout << '\n';
  table.print(2);
  if (!e.found()) return;
  if (e.has_inertia()) std::cout << "The inertia is about the centre, in the axes of " << e.frame << ".\n";
  if (!e.absolute_gains)
    std::cout << fmt::format(
        "A gain that all joints share cannot be seen: {:.2g} % of it are part of the deviation of the mass, {:.2g} kg "
        "without.\n",
        100 * e.gain_deviation, e.mass_deviation_of_noise);
}

void print_joints(const PayloadEstimate& e) {
  const bool gains = !e.gains.empty();
  Table table({"joint", "", "torque rms", "left without load", "left with it", "left of unloaded", gains ? "gain" : "",
               gains ? "deviation" : ""});
  for (std::size_t j = 0; j < e.residuals.size(); ++j) {
    const PayloadResidual& r = e.residuals[j];
    const auto number = [](double value) { return fmt::format("{:.3g}", value); };
    table.add({r.joint, r.unit, number(r.loaded_torque), number(r.loaded_without_load), number(r.loaded),
               number(r.unloaded), gains ? fmt::format("{:.4f}", e.gains[j].value) : "",
               gains ? fmt::format("{:.2g}", e.gains[j].deviation) : ""});
  }
  std::cout << '\n';
  table.print(2);
}

/// Null for what no motion of the arm shows, here and below.
Json centre_json(const PayloadEstimate& e, const Vector3<double>& v) {
  const auto [x, y, z] = e.centre_felt();
  return Json::array({x ? Json(v.x) : Json(), y ? Json(v.y) : Json(), z ? Json(v.z) : Json()});
}

Json inertia_json(const PayloadEstimate& e, const Symmetric3<double>& I) {
  const std::array<bool, 6> felt = e.inertia_felt();
  const auto told = [&](std::size_t k, double value) { return felt[k] ? Json(value) : Json(); };
  return {{"xx", told(0, I.xx)}, {"xy", told(1, I.xy)}, {"xz", told(2, I.xz)},
          {"yy", told(3, I.yy)}, {"yz", told(4, I.yz)}, {"zz", told(5, I.zz)}};
}

Json joints_json(const PayloadEstimate& e) {
  Json list = Json::array();
  for (const PayloadResidual& r : e.residuals)
    list.push_back({{"joint", r.joint},
                    {"unit", r.unit},
                    {"unloaded", r.unloaded},
                    {"loaded", r.loaded},
                    {"loaded_without_load", r.loaded_without_load},
                    {"loaded_torque", r.loaded_torque}});
  return list;
}

}  // namespace

void print_payload(const PayloadEstimate& e, const std::vector<std::string>& written,
                   const std::vector<std::string>& withheld) {
  std::cout << fmt::format("{}: {}{}\n", e.robot, e.has_load ? "load in " + e.frame + " from " : "", basis(e));
  std::cout << in_words(e) << '\n';
  if (e.has_load) print_load(e);
  print_joints(e);
  if (e.found()) {
    std::cout << "\nFor controllers, where " << e.frame << " is the flange's frame:\n";
    for (const ControllerLine& line : controller_lines(e))
      std::cout << fmt::format("  {}: {}\n", line.controller, line.text);
  }
  if (!e.findings.empty()) std::cout << '\n';
  print(e.findings);
  for (const std::string& path : written) std::cout << "written: " << path << '\n';
  for (const std::string& path : withheld) std::cout << "not written: " << path << ": no load was found\n";
}

Json to_json(const PayloadEstimate& e) {
  Json json{{"robot", e.robot}, {"frame", e.frame}, {"verdict", in_words(e)}, {"static", e.still}};
  if (e.has_load) {
    const bool found = e.found(), inertia = found && e.has_inertia();
    json["found"] = found;
    json["mass"] = found ? Json(e.load.mass) : Json();
    json["mass_deviation"] = found ? Json(e.mass_deviation) : Json();
    json["mass_deviation_of_noise"] = e.mass_deviation_of_noise;
    json["centre"] = found ? centre_json(e, e.centre) : Json();
    json["centre_deviation"] = found ? centre_json(e, e.centre_deviation) : Json();
    json["inertia"] = inertia ? inertia_json(e, e.inertia) : Json();
    json["inertia_deviation"] = inertia ? inertia_json(e, e.inertia_deviation) : Json();
    json["unconstrained"] = std::vector<double>(e.unconstrained.begin(), e.unconstrained.end());
    json["controllers"] = Json::array();
    for (const ControllerLine& line : controller_lines(e))
      json["controllers"].push_back({{"controller", line.controller}, {"line", line.text}});
  }
  json["gain_deviation"] = e.gain_deviation;
  json["gains_are_absolute"] = e.absolute_gains;
  json["gains"] = Json::array();
  for (const TorqueGain& gain : e.gains)
    json["gains"].push_back({{"joint", gain.joint}, {"value", gain.value}, {"deviation", gain.deviation}});
  json["residuals"] = joints_json(e);
  json["logs"] = {{"unloaded", e.unloaded_logs}, {"loaded", e.loaded_logs}, {"reference", e.reference_logs}};
  json["equations"] = e.equations;
  json["blocks"] = e.blocks;
  json["poses"] = e.poses;
  json["duration"] = e.duration;
  json["smoothing"] = e.smoothing;
  json["seconds"] = e.seconds;
  json["findings"] = findings_json(e.findings);
  return json;
}

}  // namespace torsor::cli
