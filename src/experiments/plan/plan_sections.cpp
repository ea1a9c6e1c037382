#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/plan/plan_parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

constexpr double coarse_level = 5;  // degrees that nobody overlooks

std::string n(double value, int digits = 3) { return plan_number(value, digits); }

const PlannedJoint& worst(const std::vector<PlannedJoint>& joints, double PlannedJoint::* figure) {
  return *std::ranges::min_element(joints, {}, figure);
}

PlanSection mounting(const PlanSetup& setup, const ExperimentPlan& plan) {
  const PlannedMounting& mount = plan.mounting;
  PlanSection section{"mount", "Mount", {}};
  auto& steps = section.steps;
  steps.push_back("The plan counts with gravity (" + n(mount.gravity.x) + ", " + n(mount.gravity.y) + ", " +
                  n(mount.gravity.z) +
                  ") m/s^2 in base axes: mount it so, or say how it stands when its logs are read.");
  if (mount.level > coarse_level)
    steps.emplace_back("Any spirit level will do, and any mount that does not shake: a tilt is lost in the noise.");
  if (mount.level > 0 && mount.level <= coarse_level) {
    const PlannedJoint& joint = worst(plan.joints, &PlannedJoint::level);
    steps.push_back("Level the base to " + n(mount.level, 2) + (n(mount.level, 2) == "1" ? " degree" : " degrees") +
                    ": 1 degree of tilt is " + n(joint.tilt_torque) + " " + joint.unit + " at " + joint.name +
                    ", where the noise is " + n(joint.noise) + " " + joint.unit + ".");
    steps.push_back("Bolt it to something stiff: the motion loads the base with up to " + n(mount.force) +
                    " N, and with a moment that varies by " + n(mount.moment) + " Nm. A mount of " +
                    n(mount.stiffness, 2) +
                    " Nm/rad tilts by as much as the level above; its own frequency has to be above " +
                    n(5 * plan.recording.torque_frequency, 2) + " Hz.");
  }
  if (mount.wall > 0)
    steps.push_back("As it stands " + counted(mount.parameters, "base parameter") +
                    " can be known; with gravity across it (on a wall) " + std::to_string(mount.wall) +
                    (mount.gained.empty() ? "." : ", " + enumerated(mount.gained) + " besides."));
  steps.emplace_back(setup.robot.payload
                         ? "The payload of the robot file stays on, and nothing else; cables are tied as in later use."
                         : "Tool and payload off, or in the robot file with mass, centre and inertia; cables are tied "
                           "as in later use.");
  return section;
}

PlanSection warming(const PlanSetup& setup, const ExperimentPlan& plan) {
  PlanSection section{"warm-up", "Warm up", {}};
  auto& steps = section.steps;
  steps.push_back("Play identification.csv over and over, " + n(std::ceil(600 / plan.motions.front().demand.duration)) +
                  " times in 10 minutes: all joints move, so all gears and their grease warm up.");
  steps.emplace_back(
      "Record one repetition as warm-1.csv, go on for 10 minutes, record warm-2.csv, and compare (commands below); go "
      "on until nothing changes.");
  std::vector<std::string> words;
  for (const PlannedJoint& joint : plan.joints)
    if (setup.knows_noise && std::isfinite(joint.noticed_friction))
      words.push_back(joint.name + " " + n(joint.noticed_friction, 2) + " " + joint.unit);
  if (!words.empty())
    steps.push_back("Changes of Coulomb friction that one repetition shows, at this noise: " + enumerated(words) + ".");
  steps.emplace_back("Note the temperature of room and joints at the beginning and at the end.");
  return section;
}

std::string spread(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + n(value, 4);
  return text;
}

PlanSection playing(const ExperimentPlan& plan) {
  PlanSection section{"motions", "Play and record", {}};
  auto& steps = section.steps;
  steps.push_back(
      "Go slowly to the place where identification.csv begins: q = " + spread(plan.motions[0].rows.q.front()) +
      ". Sweeps and poses begin and end there too; validation.csv at q = " + spread(plan.motions[1].rows.q.front()) +
      ".");
  steps.emplace_back(
      "First play each motion at a tenth of its speed with a hand on the stop: the plan knows limits of the robot "
      "file, not the room.");
  steps.push_back("Play identification.csv " + std::to_string(plan.repetitions) +
                  " times in one go, without rests, and record all of it in one file; all others once.");
  steps.push_back("All motions together take " + n(plan.minutes, 2) + " minutes.");
  return section;
}

PlanSection recording(const PlanSetup& setup, const ExperimentPlan& plan) {
  const PlannedRecording& r = plan.recording;
  PlanSection section{"record", "What to record", {}};
  auto& steps = section.steps;
  steps.emplace_back(
      "Columns: t in s; q1.. in rad or m; tau1.. in Nm or N, or motor currents in A with a mapping that has constants "
      "and gear ratios; qd1.. where the drive measures it; temperature in a file beside it.");
  steps.push_back(
      "At " + n(r.rate, 4) + " samples a second or more: the motion has up to " + n(r.motion_frequency) + " Hz" +
      (setup.has_masses
           ? ", its torque up to " + n(r.torque_frequency) + " Hz, smoothing will cut off at " + n(r.cutoff) + " Hz"
           : "") +
      ". Where the drive samples faster, an anti-alias filter below " + n(r.rate / 2.5) +
      " Hz, the same for position and torque.");
  if (r.time_error > 0)
    steps.push_back("Time stamps of the controller, not of the computer that receives them: a delay of " +
                    n(1000 * r.time_error, 2) + " ms between q and tau costs as much torque as the noise.");
  std::vector<std::string> words, assumed;
  for (const PlannedJoint& joint : plan.joints) {
    if (joint.position_step > 0)
      words.push_back(joint.name + " " + n(joint.position_step, 2) +
                      (joint.unit == "N" ? " m"
                                         : " rad (" + n(std::ceil(2 * std::numbers::pi / joint.position_step), 3) +
                                               " counts a turn)"));
    if (!joint.ratio_stated) assumed.push_back(joint.name);
  }
  if (!words.empty())
    steps.push_back(
        "Encoder steps at the joint (motor step over gear ratio) so that accelerations are no noisier than torques, at "
        "most: " +
        enumerated(words) + ".");
  steps.emplace_back(
      "Say where torque is measured: motor currents see rotors and gear friction; sensors behind the gears see neither "
      "(then identify neither).");
  if (!assumed.empty())
    steps.push_back("Find the gear ratio and rotor inertia of " +
                    (assumed.size() == plan.joints.size() && assumed.size() > 1 ? "all joints" : enumerated(assumed)) +
                    ": the robot file has none, and the slowest sweeps assume a ratio of " +
                    n(plan.joints.front().gear_ratio) + ".");
  return section;
}

PlanSection accuracy(const ExperimentPlan& plan) {
  PlanSection section{"accuracy", "What to expect", {}};
  auto& steps = section.steps;
  long reached = 0, wanted = 0;
  std::vector<std::string> poor;
  for (const PlannedParameter& one : plan.parameters) {
    if (one.outlook == Outlook::minor || one.outlook == Outlook::no_value) continue;
    ++wanted;
    if (one.outlook == Outlook::reached)
      ++reached;
    else
      poor.push_back(one.name);
  }
  if (wanted > 0)
    steps.push_back(std::to_string(reached) + " of " + std::to_string(wanted) +
                    " parameters that matter (1 % of a joint's torque or more) are known to " +
                    plan_percent(plan.accuracy) + " after " + counted(plan.repetitions, "repetition") +
                    "; condition number " + n(plan.condition) + ".");
  else
    steps.push_back("The robot file has no values: deviations are absolute; " +
                    counted(plan.repetitions, "repetition") + " are proposed.");
  if (!poor.empty())
    steps.push_back("These will stay less well known, however often the motion is repeated: " + enumerated(poor) +
                    "; the table says why.");
  if (!plan.never_seen.empty()) steps.push_back("No motion of any joint shows " + enumerated(plan.never_seen) + ".");
  steps.push_back("Deviations are those of white noise, " + n(plan.equations, 4) +
                  " measurements a second, with friction as in the model. Real noise is coloured: expect two to five "
                  "times as much, and let the identification tell.");
  return section;
}

PlanSection first_log(const ExperimentPlan& plan) {
  PlanSection section{"first-log", "What the first log says", {}};
  auto& steps = section.steps;
  for (const FirstLog& log : plan.first_logs) {
    steps.push_back(log.name + ": " + std::to_string(log.sound_rows) + " of " + counted(log.rows, "row") +
                    " are sound, " + n(log.duration) + " s" +
                    (log.usable ? "." : "; it is of no use, and was left out."));
    for (const Finding& finding : log.findings)
      if (finding.severity != Severity::note)
        steps.push_back((finding.element.empty() ? "" : finding.element + ": ") + finding.message +
                        (finding.fix.empty() ? "" : ". Next time: " + finding.fix) + ".");
    std::vector<std::string> little;
    for (std::size_t j = 0; j < log.range_share.size(); ++j)
      if (log.range_share[j] < 0.3)
        little.push_back(plan.joints[j].name + " (" + plan_percent(log.range_share[j]) + ")");
    if (!little.empty()) steps.push_back("Little of the range was used by " + enumerated(little) + ".");
  }
  if (!plan.first_result) return section;
  const FirstResult& result = *plan.first_result;
  steps.push_back("Identification: " + result.grade + ". " + result.sentence);
  steps.push_back("Condition number " + n(result.condition) +
                  "; that of the motion of this plan, with the log taken into account, is " + n(plan.condition) + ".");
  std::vector<std::string> noise, slow;
  for (std::size_t j = 0; j < plan.joints.size(); ++j) {
    noise.push_back(plan.joints[j].name + " " + n(plan.joints[j].noise, 2) + " " + plan.joints[j].unit);
    if (j < result.slow_share.size() && result.slow_share[j] > 0.3)
      slow.push_back(plan.joints[j].name + " (" + plan_percent(result.slow_share[j]) + ")");
  }
  steps.push_back("Noise, from its residual: " + enumerated(noise) + "; this plan counts with it.");
  if (!slow.empty())
    steps.push_back("Too slow to count for much of the time: " + enumerated(slow) + ". Do without rests.");
  if (!result.poorly_known.empty())
    steps.push_back("Not known to " + plan_percent(plan.accuracy) +
                    " yet, the largest torque first: " + enumerated(result.poorly_known) + ".");
  return section;
}

}  // namespace

void plan_sections(const PlanSetup& setup, ExperimentPlan& plan) {
  if (!plan.first_logs.empty()) plan.sections.push_back(first_log(plan));
  plan.sections.push_back(mounting(setup, plan));
  plan.sections.push_back(warming(setup, plan));
  plan.sections.push_back(playing(plan));
  plan.sections.push_back(recording(setup, plan));
  plan.sections.push_back(accuracy(plan));
}

}  // namespace torsor
