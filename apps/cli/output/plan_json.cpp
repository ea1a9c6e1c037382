#include <cmath>

#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "output/plan_output.hpp"

namespace torsor::cli {
namespace {

Json motion_json(const ExperimentPlan& plan, const PlannedMotion& motion) {
  Json limits = Json::array();
  for (const LimitUse& use : motion.demand.limits)
    limits.push_back({{"joint", plan.joints[use.joint].name},
                      {"kind", name_of(use.kind)},
                      {"value", use.value},
                      {"limit", use.limit},
                      {"share", use.share},
                      {"time", use.time}});
  return {{"purpose", name_of(motion.purpose)},
          {"file", motion.file},
          {"log", motion.log},
          {"what", motion.what},
          {"repetitions", motion.repetitions},
          {"duration", motion.demand.duration},
          {"rows", motion.rows.time.size()},
          {"start", motion.rows.q.front()},
          {"limits", limits}};
}

Json parameter_json(const ExperimentPlan& plan, const PlannedParameter& one) {
  return {{"name", one.name},
          {"combination", one.words},
          {"value", one.value ? Json(*one.value) : Json()},
          {"joint", plan.joints[one.joint].name},
          {"torque", one.torque},
          {"share", one.share},
          {"standard_deviation_after_1", to_json_or_null(one.deviation[0])},
          {"standard_deviation_after_3", to_json_or_null(one.deviation[1])},
          {"standard_deviation_after_10", to_json_or_null(one.deviation[2])},
          {"standard_deviation_planned", to_json_or_null(one.planned)},
          {"standard_deviation_before", to_json_or_null(one.before)},
          {"torque_deviation", to_json_or_null(one.torque_deviation)},
          {"repetitions", one.repetitions > 0 ? Json(one.repetitions) : Json()},
          {"outlook", name_of(one.outlook)},
          {"why", one.why}};
}

Json planned_joint_json(const PlannedJoint& joint) {
  return {{"name", joint.name},
          {"torque_unit", joint.unit},
          {"noise", joint.noise},
          {"torque_rms", joint.torque_rms},
          {"torque_peak", joint.torque_peak},
          {"gear_ratio", joint.ratio_stated ? Json(joint.gear_ratio) : Json()},
          {"position_step", joint.position_step > 0 ? Json(joint.position_step) : Json()},
          {"tilt_torque", joint.tilt_torque},
          {"level", to_json_or_null(joint.level)},
          {"noticed_friction", to_json_or_null(joint.noticed_friction)}};
}

Json first_log_json(const FirstLog& log) {
  return {{"name", log.name},
          {"usable", log.usable},
          {"identified", log.identified},
          {"rows", log.rows},
          {"sound_rows", log.sound_rows},
          {"duration", log.duration},
          {"range_share", to_json_or_null(log.range_share)},
          {"findings", findings_json(log.findings)}};
}

Json first_result_json(const ExperimentPlan& plan) {
  if (!plan.first_result) return {};
  const FirstResult& result = *plan.first_result;
  return {{"grade", result.grade},
          {"sentence", result.sentence},
          {"condition_number", to_json_or_null(result.condition)},
          {"noise", to_json_or_null(result.noise)},
          {"slow_share", to_json_or_null(result.slow_share)},
          {"poorly_known", result.poorly_known}};
}

template <class List, class Make>
Json list_json(const List& list, const Make& make) {
  Json json = Json::array();
  for (const auto& one : list) json.push_back(make(one));
  return json;
}

Json mounting_json(const PlannedMounting& mount) {
  return {{"gravity", entries_json(mount.gravity)},
          {"level", mount.level > 0 ? Json(mount.level) : Json()},
          {"force", mount.force},
          {"moment", mount.moment},
          {"stiffness", mount.stiffness > 0 ? Json(mount.stiffness) : Json()},
          {"base_parameters", mount.parameters},
          {"base_parameters_on_a_wall", mount.wall},
          {"gained_on_a_wall", mount.gained}};
}

}  // namespace

Json to_json(const ExperimentPlan& plan, const std::vector<PlanCommand>& commands) {
  const PlannedRecording& recording = plan.recording;
  return {{"robot", plan.robot},
          {"accuracy", plan.accuracy},
          {"repetitions", plan.repetitions},
          {"minutes", plan.minutes},
          {"condition_number", plan.condition},
          {"measurements_per_second", plan.equations},
          {"warnings", plan.warnings},
          {"motions", list_json(plan.motions, [&](const PlannedMotion& one) { return motion_json(plan, one); })},
          {"friction_speeds", list_json(plan.speeds,
                                        [&](const FrictionSpeed& one) {
                                          return Json{{"joint", plan.joints[one.joint].name},
                                                      {"speed", one.speed},
                                                      {"stroke", one.stroke},
                                                      {"steady_time", one.seconds},
                                                      {"standard_deviation", one.deviation}};
                                        })},
          {"parameters",
           list_json(plan.parameters, [&](const PlannedParameter& one) { return parameter_json(plan, one); })},
          {"never_seen", plan.never_seen},
          {"joints", list_json(plan.joints, planned_joint_json)},
          {"recording",
           {{"motion_frequency", recording.motion_frequency},
            {"torque_frequency", recording.torque_frequency},
            {"cutoff", recording.cutoff},
            {"rate", recording.rate},
            {"time_error", recording.time_error}}},
          {"mounting", mounting_json(plan.mounting)},
          {"first_logs", list_json(plan.first_logs, first_log_json)},
          {"first_result", first_result_json(plan)},
          {"sections", list_json(plan.sections,
                                 [](const PlanSection& one) {
                                   return Json{{"id", one.id}, {"heading", one.heading}, {"steps", one.steps}};
                                 })},
          {"commands", list_json(commands, [](const PlanCommand& one) {
             return Json{{"command", one.line}, {"purpose", one.purpose}};
           })}};
}

}  // namespace torsor::cli
