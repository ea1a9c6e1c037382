#include "torsor/control/controller_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>

#include "control/controller_recorder.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/parallel.hpp"

namespace torsor {
namespace {

/// What all runs have in common; it is only read.
struct ControllerTask {
  const Model<double>& model;
  const SampledMotion& motion;
  const ControllerComparisonOptions& options;
  std::vector<double> payloads;
  std::vector<Model<double>> robots;  // by load
  std::vector<Gains<double>> gains;   // by controller
};

/// The motion as a reference, with room of its own: one for each thread.
ReferenceAt reference_along(const SampledMotion& motion, std::size_t n) {
  struct Rows {
    std::vector<double> q, qd, qdd;
  };
  const std::vector<double> zero(n, 0.0);
  const auto rows = std::make_shared<Rows>(Rows{zero, zero, zero});
  return [rows, &motion](double t) -> Reference<double> {
    motion.evaluate(t, rows->q, rows->qd, rows->qdd);
    return {rows->q, rows->qd, rows->qdd};
  };
}

Controller law_of(const ControllerTask& task, const ComparedController& one, const Gains<double>& gains,
                  const Reference<double>& start) {
  if (one.make) return one.make(task.model, gains, start);
  return make_controller(task.model, {one.kind, gains, 1 / task.options.loop.rate, AntiWindup::conditional, one.tip},
                         start);
}

/// Of a controller that there is not, as where LQR has no stable gain: it followed nothing, and takes part no further.
ControllerRun refused_run(std::size_t n, double payload, double start, const std::string& why) {
  const std::vector<double> none(n, std::numeric_limits<double>::quiet_NaN());
  ControllerRun run;
  run.payload = payload, run.refused = why;
  run.end = {SimulationEnd::Kind::stopped, start, -1};
  run.review.rms_error = run.review.largest_error = run.review.rms_torque = run.review.largest_torque = none;
  run.final_error = run.rms_torque = run.rms_torque_use = run.peak_torque_use = none;
  run.trace.error.resize(n), run.trace.torque.resize(n);
  for (double* number : {&run.rms_error, &run.largest_error, &run.rms_tip_error, &run.largest_tip_error,
                         &run.final_tip_error, &run.torque_squared, &run.energy, &run.work})
    *number = none.empty() ? 0 : none.front();
  return run;
}

ControllerRun run_controller(const ControllerTask& task, const ComparedController& one, const Gains<double>& gains,
                             std::size_t load) {
  const Model<double>& robot = task.robots[load];
  const ReferenceAt reference = reference_along(task.motion, static_cast<std::size_t>(robot.nv));
  SimulationSchedule schedule;
  schedule.start = task.motion.begin(), schedule.duration = task.motion.end() - schedule.start;
  const Reference<double> start = reference(schedule.start);
  const std::vector<double> q(start.q.begin(), start.q.end()), qd(start.qd.begin(), start.qd.end());
  ControllerRecorder recorder(robot, task.options, schedule.duration);
  const Controller law = law_of(task, one, gains, start);
  ControlLoop loop(robot.nv, reference, recorder.listening_to(law), task.options.loop);
  schedule.on_tick = [&](double t, Input<double> at, Input<double> speed) { return recorder.tick(loop, t, at, speed); };
  Surroundings surroundings;
  surroundings.torque = [&loop](double, Input<double>, Input<double>, Output<double> tau) { loop.torque(tau); };
  const Simulation run = simulate(robot, q, qd, schedule, task.options.simulation, surroundings);
  return recorder.finish(run, loop.review(), task.payloads[load]);
}

ControllerRun run_or_refusal(const ControllerTask& task, const ComparedController& one, const Gains<double>& gains,
                             std::size_t load) {
  try {
    return run_controller(task, one, gains, load);
  } catch (const ComputationError& error) {
    const auto n = static_cast<std::size_t>(task.model.nv);
    return refused_run(n, task.payloads[load], task.motion.begin(), error.what());
  }
}

std::vector<double> rising_from_zero(std::vector<double> payloads) {
  payloads.push_back(0);
  std::sort(payloads.begin(), payloads.end());
  payloads.erase(std::unique(payloads.begin(), payloads.end()), payloads.end());
  return payloads;
}

ControllerTask prepare(const Model<double>& robot, const Model<double>& model, const SampledMotion& motion,
                       const std::vector<ComparedController>& controllers, const ControllerComparisonOptions& options) {
  ControllerTask task{model, motion, options, rising_from_zero(options.payloads), {}, {}};
  task.robots.reserve(task.payloads.size());
  for (const double mass : task.payloads)
    task.robots.push_back(mass > 0 ? with_payload(robot, options.tip, {mass, {}, {}}) : robot);
  const ReferenceAt reference = reference_along(motion, static_cast<std::size_t>(robot.nv));  // it owns its rows
  const std::vector<std::vector<double>> poses = poses_along(motion, static_cast<std::size_t>(robot.nv));
  const Reference<double> start = reference(motion.begin());
  task.gains.reserve(controllers.size());
  for (const ComparedController& one : controllers)
    task.gains.push_back(
        one.gains.stiffness.empty() && !is_of_tip(one.kind)
            ? default_gains(model, one.kind, start.q, options.bandwidth, {poses, 1 / options.loop.rate})
            : one.gains);
  return task;
}

std::vector<std::size_t> best_first(const std::vector<ControllerRecord>& records) {
  std::vector<std::size_t> places(records.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    const ControllerRun &one = records[a].nominal(), &other = records[b].nominal();
    if (one.held() != other.held()) return one.held();
    const double this_one = one.held() ? one.rms_tip_error : -one.end.time;
    const double that_one = one.held() ? other.rms_tip_error : -other.end.time;
    return this_one != that_one ? this_one < that_one : a < b;
  });
  return places;
}

double largest_number(const std::vector<double>& values) {
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (const double value : values) largest = std::fmax(largest, value);
  return largest;
}

}  // namespace

const ControlFinding* ControllerRun::lost() const {
  for (const ControlFinding& finding : review.findings)
    if (finding.kind == ControlFinding::Kind::lost || finding.kind == ControlFinding::Kind::not_finite) return &finding;
  return nullptr;
}

double ControllerRun::most_rms_torque_use() const { return largest_number(rms_torque_use); }
double ControllerRun::most_peak_torque_use() const { return largest_number(peak_torque_use); }

std::optional<double> ControllerRecord::heaviest_held() const {
  std::optional<double> heaviest;
  for (const ControllerRun& run : runs) {
    if (!run.held()) break;
    heaviest = run.payload;
  }
  return heaviest;
}

ControllerComparison compare_controllers(const Model<double>& robot, const Model<double>& model,
                                         const SampledMotion& motion,
                                         const std::vector<ComparedController>& controllers,
                                         const ControllerComparisonOptions& options) {
  const ControllerTask task = prepare(robot, model, motion, controllers, options);
  ControllerComparison result{motion.begin(), motion.end() - motion.begin(), task.payloads, {}, {}};
  result.controllers.reserve(controllers.size());
  for (std::size_t k = 0; k < controllers.size(); ++k)
    result.controllers.push_back({controllers[k], task.gains[k], {}});
  const long loads = static_cast<long>(task.payloads.size()), runs = loads * static_cast<long>(controllers.size());
  std::mutex telling;
  long done = 0;
  in_order(
      runs, thread_count(options.threads),
      [&](long k) {
        const auto which = static_cast<std::size_t>(k / loads);
        ControllerRun run =
            run_or_refusal(task, controllers[which], task.gains[which], static_cast<std::size_t>(k % loads));
        const std::lock_guard lock(telling);
        ++done;
        if (options.progress) options.progress(static_cast<double>(done) / static_cast<double>(runs));
        return run;
      },
      [&](long k, ControllerRun&& run) {
        result.controllers[static_cast<std::size_t>(k / loads)].runs.push_back(std::move(run));
      });
  result.ranking = best_first(result.controllers);
  return result;
}

}  // namespace torsor
