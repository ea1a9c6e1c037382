#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "by_joint.hpp"
#include "finding.hpp"
#include "friction_words.hpp"
#include "log_argument.hpp"
#include "long_work.hpp"
#include "torsor/experiments/excitation_series.hpp"
#include "torsor/experiments/excite.hpp"
#include "torsor/experiments/link_capsules.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor::python {
namespace {

std::vector<JointLimits> limits_of(const Robot& robot, const nb::dict& given) {
  std::vector<JointLimits> limits = joint_limits(robot.description());
  const auto put = [&](const char* name, double JointLimits::* limit) {
    const nb::object value = given[name];
    if (value.is_none()) return;
    const std::vector<double> values = by_joint(name, value, limits.size());
    for (std::size_t j = 0; j < limits.size(); ++j) limits[j].*limit = values[j];
  };
  put("max_velocity", &JointLimits::velocity);
  put("max_acceleration", &JointLimits::acceleration);
  put("max_torque", &JointLimits::torque);
  return limits;
}

void set_surroundings(const Robot& robot, const nb::dict& given, ExciteOptions& options) {
  if (const nb::object floor = given["floor"]; !floor.is_none()) options.floor = nb::cast<double>(floor);
  if (const nb::object box = given["workspace"]; !box.is_none()) {
    const std::vector<std::vector<double>> corners = rows("workspace", box, 3);
    if (corners.size() != 2) throw UsageError("workspace", "expected two corners, shape (2, 3)");
    const auto corner = [&](std::size_t k) { return Vector3<double>{corners[k][0], corners[k][1], corners[k][2]}; };
    options.workspace = Box{corner(0), corner(1)};
    options.tip = robot.model().frames[robot.frame(given["frame"])].name;
  }
  options.clearance = nb::cast<double>(given["clearance"]);
}

ExciteOptions options_of(const Robot& robot, const nb::dict& given) {
  ExciteOptions options;
  const auto criterion = nb::cast<std::string>(given["criterion"]);
  if (criterion != "d-optimal" && criterion != "condition")
    throw UsageError("criterion", "expected d-optimal or condition, found " + in_quotes(criterion));
  options.criterion = criterion == "condition" ? ExcitationCriterion::condition : ExcitationCriterion::d_optimal;
  options.period = nb::cast<double>(given["period"]);
  options.harmonics = nb::cast<int>(given["harmonics"]);
  options.rate = nb::cast<double>(given["rate"]);
  options.starts = nb::cast<int>(given["starts"]);
  options.seed = nb::cast<std::uint64_t>(given["seed"]);
  if (!(options.period > 0)) throw UsageError("period", "expected s, above 0, found " + number_text(options.period));
  if (!(options.rate > 0))
    throw UsageError("rate", "expected samples a second, above 0, found " + number_text(options.rate));
  if (!(options.period * options.rate <= 1e6))
    throw UsageError("rate", "expected at most a million samples in a period");
  if (const nb::object noise = given["noise"]; !noise.is_none())
    options.noise = by_joint("noise", noise, static_cast<std::size_t>(robot.model().nv));
  options.limits = limits_of(robot, given);
  set_surroundings(robot, given, options);
  set_friction(nb::cast<std::vector<std::string>>(given["friction"]), options.identification);
  options.identification.rotor = nb::cast<bool>(given["rotor"]);
  options.identification.gravity = gravity_of(given["gravity"]);
  return options;
}

FieldsList parameters_of(const ExcitingMotion& motion) {
  FieldsList list;
  for (const ExpectedDeviation& one : motion.parameters) {
    Fields entry;
    entry["name"] = text(one.name);
    entry["combination"] = text(one.words);
    entry["value"] = one.value ? nb::object(nb::float_(*one.value)) : nb::object(nb::none());
    entry["deviation"] = one.deviation;
    entry["before"] = one.before;
    list.append(entry);
  }
  return list;
}

Fields fields_of(const Robot& robot, const ExcitingMotion& motion, const ExciteOptions& options) {
  const Model<double>& model = robot.model();
  const auto joints = static_cast<std::size_t>(model.nv);
  const Trajectory rows_of_motion = sampled(motion.series, options.rate);
  Conditions<double> conditions = default_conditions(model);
  if (options.identification.gravity) conditions.gravity = *options.identification.gravity;
  const TrajectoryTorque torque = trajectory_torque(model, rows_of_motion, conditions);
  Fields result;
  result["period"] = motion.series.period();
  result["centre"] = to_array(motion.series.centre);
  result["sine"] = matrix_or_none(motion.series.sine);
  result["cosine"] = matrix_or_none(motion.series.cosine);
  result["time"] = to_array(rows_of_motion.time);
  result["q"] = to_array(rows_of_motion.q, joints);
  result["qd"] = to_array(rows_of_motion.qd, joints);
  result["qdd"] = to_array(rows_of_motion.qdd, joints);
  result["tau"] = to_array(torque.tau, joints);
  result["criterion"] = motion.criterion == ExcitationCriterion::d_optimal ? "d-optimal" : "condition";
  result["condition_number"] = motion.condition;
  result["log_det"] = motion.log_det;
  result["starts"] = to_array(motion.values);
  result["parameters"] = parameters_of(motion);
  nb::list limits;
  for (const NearestLimit& limit : motion.limits)
    limits.append(nb::make_tuple(text(limit.what), limit.slack, limit.time));
  result["limits"] = limits;
  result["notes"] = texts(motion.notes);
  return result;
}

Fields excite(const Robot& robot, const nb::dict& given, nb::handle after, nb::handle progress) {
  const Model<double>& model = robot.model();
  const OwnedLogs earlier = owned_logs(robot, after);
  ExciteOptions options = options_of(robot, given);
  std::vector<std::string> notes;
  if (nb::cast<bool>(given["capsules"])) options.capsules = link_capsules(robot.description(), model, notes);
  ExcitingMotion motion =
      run_listening(progress, [robot = robot.description(), earlier, options](const Progress& tell) mutable {
        options.after = earlier.named();
        options.progress = tell;
        return torsor::excite(robot, options);
      });
  motion.notes.insert(motion.notes.begin(), notes.begin(), notes.end());
  return fields_of(robot, motion, options);
}

}  // namespace

void bind_excitation(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_excite", &excite, "options"_a, "after"_a, "progress"_a.none(),
            nb::sig("def _excite(self, options: dict[str, typing.Any], after: object, progress: object) -> dict[str, "
                    "typing.Any]"));
}

}  // namespace torsor::python
