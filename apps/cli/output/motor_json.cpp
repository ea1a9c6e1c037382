#include "output/answer.hpp"
#include "output/motor_output.hpp"

namespace torsor::cli {
namespace {

Json load_json(const MotorLoad& load) {
  return {{"peak_torque", load.peak_torque},
          {"rms_torque", load.rms_torque},
          {"peak_speed", load.peak_speed},
          {"rms_speed", load.rms_speed},
          {"least_inertia_ratio", to_json_or_null(load.least_inertia_ratio)},
          {"largest_inertia_ratio", to_json_or_null(load.largest_inertia_ratio)}};
}

const char* word_of(BestRatio::Kind kind) {
  switch (kind) {
    case BestRatio::Kind::least:
      return "least";
    case BestRatio::Kind::limited_by_speed:
      return "limited_by_speed";
    case BestRatio::Kind::any_larger_is_less:
      return "any_larger_is_less";
    case BestRatio::Kind::unknown:
      return "unknown";
    case BestRatio::Kind::none:
      break;
  }
  return "none";
}

Json fit_json(const MotorFit& fit, const std::vector<Motor>& catalogue) {
  Json use;
  for (std::size_t k = 0; k < fit.use.size(); ++k) use[motor_demand_names[k]] = to_json_or_null(fit.use[k]);
  if (!fit.asks_inertia_ratio()) use["inertia_ratio"] = Json();
  Json json{{"motor", catalogue[fit.motor].name},
            {"ratio", fit.ratio},
            {"thermal_load", fit.thermal_load},
            {"suits", fit.suits()},
            {"use", use}};
  json.update(load_json(fit.load));
  return json;
}

Json joint_json(const JointSizing& joint, const std::vector<Motor>& catalogue) {
  const JointLoad& load = joint.load;
  Json json{{"joint", joint.joint},
            {"slides", joint.slides},
            {"peak_torque", load.peak_torque},
            {"rms_torque", load.rms_torque},
            {"peak_speed", load.peak_speed},
            {"rms_speed", load.rms_speed},
            {"peak_power", load.peak_power},
            {"peak_braking", load.peak_braking},
            {"mean_power", load.mean_power},
            {"regenerated_energy", to_json_or_null(load.regenerated_energy)},
            {"torque_limit", to_json_or_null(joint.limits.torque)},
            {"torque_margin", to_json_or_null(joint.torque_margin())},
            {"speed_limit", to_json_or_null(joint.limits.velocity)},
            {"speed_margin", to_json_or_null(joint.speed_margin())}};
  Json motor = load_json(joint.motor);
  motor.update({{"ratio", joint.drive.ratio},
                {"ratio_is_assumed", !joint.drive.has_ratio},
                {"rotor_inertia", joint.drive.rotor_inertia}});
  json["motor"] = motor;
  const bool exists = joint.has_best_ratio();
  json["best_ratio"] = {{"kind", word_of(joint.best.kind)},
                        {"ratio", exists ? Json(joint.best.ratio) : Json()},
                        {"rms_torque", exists ? Json(joint.best.rms_torque) : Json()},
                        {"saved", to_json_or_null(joint.saved())}};
  if (joint.fitted) json["fitted"] = fit_json(*joint.fitted, catalogue);
  if (!joint.choice) return json;
  const MotorChoice& choice = *joint.choice;
  json["choice"] = {{"examined", choice.examined},
                    {"suitable", choice.suitable},
                    {"best", choice.best ? fit_json(*choice.best, catalogue) : Json()},
                    {"nearest", choice.nearest ? fit_json(*choice.nearest, catalogue) : Json()}};
  return json;
}

}  // namespace

Json motors_json(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue) {
  Json joints = Json::array(), bearings = Json::array();
  for (const JointSizing& joint : sizing.joints) joints.push_back(joint_json(joint, catalogue));
  for (const BearingPeak& peak : sizing.bearings)
    bearings.push_back({{"joint", peak.joint},
                        {"force", peak.force},
                        {"force_row", peak.force_row + 1},
                        {"axial_force", peak.axial_force},
                        {"radial_force", peak.radial_force},
                        {"moment", peak.moment},
                        {"moment_row", peak.moment_row + 1},
                        {"tilting_moment", peak.tilting_moment}});
  Json json{{"rows", motion.weight.size()},
            {"duration", motion.time.empty() ? Json() : Json(motion.time.back() - motion.time.front())},
            {"joints", joints},
            {"bearings", bearings}};
  if (!catalogue.empty()) json["preference"] = name_of(sizing.preference);
  return json;
}

}  // namespace torsor::cli
