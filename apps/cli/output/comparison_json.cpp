#include <cmath>

#include "output/answer.hpp"
#include "output/comparison_output.hpp"
#include "output/control_output.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

const char* velocity_word(ControlLoopOptions::Velocity velocity) {
  switch (velocity) {
    case ControlLoopOptions::Velocity::measured:
      return "measured";
    case ControlLoopOptions::Velocity::difference:
      return "difference";
    case ControlLoopOptions::Velocity::filtered:
      return "filtered";
    case ControlLoopOptions::Velocity::observer:
      break;
  }
  return "observer";
}

Json loop_json(const ControlLoopOptions& loop) {
  return {{"rate_hz", loop.rate},
          {"delay_s", loop.delay},
          {"encoder", loop.encoder.empty() ? Json() : Json(loop.encoder.front())},
          {"velocity", velocity_word(loop.velocity)},
          {"torque_noise", loop.torque_noise.empty() ? Json(0.0) : Json(loop.torque_noise.front())},
          {"torque_limits", loop.torque_limits.empty() ? Json() : to_json_or_null(loop.torque_limits)}};
}

std::string outcome_in_full(const ControllerRun& run, const Model<double>& robot) {
  if (!run.refused.empty()) return run.refused;
  return run.held() || run.lost() != nullptr ? outcome_of(run, robot) : to_string(run.end, velocity_names(robot));
}

/// Errors and findings by joint are those of `simulate --controller`, under the same keys.
Json run_json(const ControllerRun& run, const Model<double>& robot, const std::string& controller) {
  const Json findings = to_json(run.review, robot, controller, {})["findings"];
  return {{"payload_kg", run.payload},
          {"held", run.held()},
          {"end_s", run.end.time},
          {"outcome", outcome_in_full(run, robot)},
          {"rms_error", to_json_or_null(run.review.rms_error)},
          {"largest_error", to_json_or_null(run.review.largest_error)},
          {"rms_error_of_all", to_json_or_null(run.rms_error)},
          {"largest_error_of_all", to_json_or_null(run.largest_error)},
          {"rms_tip_error_mm", to_json_or_null(1e3 * run.rms_tip_error)},
          {"largest_tip_error_mm", to_json_or_null(1e3 * run.largest_tip_error)},
          {"final_error", to_json_or_null(run.final_error)},
          {"final_tip_error_mm", to_json_or_null(1e3 * run.final_tip_error)},
          {"rms_torque", to_json_or_null(run.rms_torque)},
          {"largest_torque", to_json_or_null(run.review.largest_torque)},
          {"rms_torque_share", to_json_or_null(run.rms_torque_use)},
          {"peak_torque_share", to_json_or_null(run.peak_torque_use)},
          {"torque_squared_integral", to_json_or_null(run.torque_squared)},
          {"energy_j", to_json_or_null(run.energy)},
          {"work_j", to_json_or_null(run.work)},
          {"saturated_share", run.review.saturated},
          {"samples", run.review.samples},
          {"findings", findings}};
}

}  // namespace

Json to_json(const ControllerComparison& comparison, const Model<double>& robot,
             const ControllerComparisonOptions& options) {
  Json controllers = Json::array(), ranking = Json::array();
  for (const ControllerRecord& record : comparison.controllers) {
    Json runs = Json::array();
    for (const ControllerRun& run : record.runs) runs.push_back(run_json(run, robot, record.controller.name));
    const std::optional<double> heaviest = record.heaviest_held();
    controllers.push_back({{"controller", record.controller.name},
                           {"stiffness", record.gains.stiffness},
                           {"damping", record.gains.damping},
                           {"integral", record.gains.integral},
                           {"held_up_to_kg", heaviest ? Json(*heaviest) : Json()},
                           {"runs", runs}});
  }
  for (const std::size_t place : comparison.ranking) ranking.push_back(comparison.controllers[place].controller.name);
  return {{"robot", robot.name},
          {"joints", velocity_names(robot)},
          {"tip", robot.frames[static_cast<std::size_t>(options.tip)].name},
          {"start_s", comparison.start},
          {"duration_s", comparison.duration},
          {"bandwidth_rad_per_s", options.bandwidth},
          {"loop", loop_json(options.loop)},
          {"torque_limits", options.torque_limits.empty() ? Json() : to_json_or_null(options.torque_limits)},
          {"payloads_kg", comparison.payloads},
          {"ranking", ranking},
          {"controllers", controllers}};
}

}  // namespace torsor::cli
