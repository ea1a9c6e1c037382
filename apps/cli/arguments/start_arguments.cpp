#include "arguments/start_arguments.hpp"

#include <fmt/format.h>

#include <cmath>

#include "output/remark.hpp"
#include "output/shown.hpp"
#include "torsor/core/text.hpp"
#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/logs/state_file.hpp"
#include "torsor/model/deflections.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/position_ranges.hpp"
#include "torsor/simulation/rest_position.hpp"

namespace torsor::cli {
namespace {

/// "waist and elbow"
std::string joints_at(const Model<double>& model, const std::vector<int>& velocities) {
  const std::vector<std::string> names = velocity_names(model);
  std::vector<std::string> chosen;
  chosen.reserve(velocities.size());
  for (const int v : velocities) chosen.push_back(names.at(static_cast<std::size_t>(v)));
  return enumerated(chosen);
}

/// The loop whose points are farthest apart: "loop pin: the points of coupler and rocker are 12 mm apart".
struct OpenLoop {
  double gap = 0;  // m
  std::string words;
};
OpenLoop widest_loop(const Model<double>& model, const Vector& q) {
  const Vector still(static_cast<std::size_t>(model.nv));
  const LoopClosure<double> loops = loop_closure<double>(model, q, still);
  OpenLoop widest;
  for (std::size_t k = 0; k < model.loops.size(); ++k) {
    const double gap = widest_gap(Input<double>(&loops.gap[3 * k], 3));
    if (gap <= widest.gap) continue;
    const Loop<double>& loop = model.loops[k];
    const auto link = [&](int end) { return model.frames[model.bodies[loop.body[end]].frame].name; };
    widest = {gap, fmt::format("loop {}: the points of {} and {} are {:.4g} mm apart",
                               loop.name.empty() ? std::to_string(k + 1) : loop.name, link(0), link(1), 1e3 * gap)};
  }
  return widest;
}

constexpr double closed = 1e-6;  // m; what a simulation takes for closed at its start

}  // namespace

void StartArguments::add_to(Command& command) {
  q_.add_to(command, "--q", "Joint positions at the start (default 0, or the middle of limits that exclude it)");
  qd_.add_to(command, "--qd", "Joint velocities at the start (default 0)");
  Option(q_.option()).not_called({"--position", "--positions", "--joints", "--angles"});
  Option(qd_.option()).not_called({"--dq", "--velocity", "--velocities"});
  file_option_ = command
                     .option("--state", file_,
                             "A CSV or NPY with columns q1.., qd1.., such as --output writes: the run goes on from its "
                             "last row, or that of --state-row, at the time of that row")
                     .file()
                     .excludes({q_.option(), qd_.option()});
  command.option("--state-row", row_, "Which row of --state, from 1 on (default: the last one)").needs(file_option_);
  command.option("--start-time", time_, "Time at the start, s (default 0, or that of the row of --state)");
  command.flag("--close-loops", close_, "Move the joints of the start until the points of closed loops meet");
  command.flag("--rest", rest_, "Begin where gravity, springs and torques balance, looked for from the start on");
}

StartArguments::State StartArguments::from_file(const Model<double>& model) const {
  StateFileOptions options;
  options.positions = model.nq, options.velocities = model.nv, options.deflections = deflection_names(model);
  options.wanted = {StateVector::q, StateVector::qd, StateVector::z};
  const StateFile file(file_, options);
  const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
  const std::size_t nz = options.deflections.size();
  const auto row_of = [](const Vector& rows, std::size_t row, std::size_t width) {
    const auto from = rows.begin() + static_cast<std::ptrdiff_t>(row * width);
    return rows.empty() ? Vector() : Vector(from, from + static_cast<std::ptrdiff_t>(width));
  };
  std::size_t before = 0;
  State state;
  StateRows rows;
  for (long piece = 0; piece < file.piece_count(); before += rows.count, ++piece) {
    file.read(piece, rows);
    const std::size_t wanted = row_ ? static_cast<std::size_t>(*row_) - 1 - before : rows.count - 1;
    if (rows.count == 0 || wanted >= rows.count) continue;
    state = {row_of(rows.of(StateVector::q), wanted, nq), row_of(rows.of(StateVector::qd), wanted, nv),
             row_of(rows.of(StateVector::z), wanted, nz), file.has_time() ? rows.time[wanted] : 0, ""};
  }
  if (before == 0) file.fail_without_rows();
  if (state.q.empty()) throw UsageError(fmt::format("--state-row: expected 1 to {}, found {}", before, *row_));
  normalize_position<double>(model, state.q);
  return state;
}

std::string StartArguments::move_inside(const Model<double>& model, const std::vector<JointLimits>& limits, Vector& q) {
  std::string moved;
  for (const PositionRange& range : position_ranges(model, limits)) {
    double& position = q[static_cast<std::size_t>(range.q)];
    const double inside = middle_if_outside(range, position);
    if (inside == position) continue;
    position = inside;
    moved += fmt::format("{}{} at {}", moved.empty() ? "" : ", ",
                         model.joint_names[static_cast<std::size_t>(range.body) - 1], shown(position));
  }
  return moved;
}

StartArguments::State StartArguments::state(const Model<double>& model, const SimulationOptions& options) const {
  if (row_ && *row_ < 1) throw UsageError(fmt::format("--state-row: expected a number from 1 on, found {}", *row_));
  State state = file_option_.given() ? from_file(model) : State{q_.positions(model), qd_.velocities(model), {}, 0, ""};
  if (!file_option_.given() && !q_.given()) state.moved = move_inside(model, options.limits, state.q);
  if (time_) state.time = *time_;
  if (!std::isfinite(options.stops.stiffness)) require_within(model, options.limits, state.q);
  return state;
}

/// The joint, its limits and where it is.
void StartArguments::require_within(const Model<double>& model, const std::vector<JointLimits>& limits,
                                    const Vector& q) const {
  for (const PositionRange& range : position_ranges(model, limits)) {
    const double position = q[static_cast<std::size_t>(range.q)];
    if (position >= range.low - 1e-9 && position <= range.high + 1e-9) continue;
    const std::string unit = model.bodies[range.body].joint == JointType::prismatic ? "m" : "rad";
    throw UsageError(
        fmt::format("{}: {}: expected a position within its limits, {} to {} {}; found {}; --no-limits "
                    "leaves them out",
                    flag(), model.joint_names[static_cast<std::size_t>(range.body) - 1], shown(range.low),
                    shown(range.high), unit, shown(position)));
  }
}

void StartArguments::settle(const RobotArguments& robot, const Model<double>& model, const Surroundings& surroundings,
                            const SimulationOptions& options, State& state) const {
  if (!state.moved.empty())
    remark(Severity::note, "0 is outside of the limits of some joints, which begin in their middle: " + state.moved,
           robot.json());
  if (close_ && model.loops.empty())
    throw UsageError("--close-loops: expected a robot with closed loops, found none in " + model.name);
  if (close_ && !close_loops(model, state.q, {.limits = options.limits}).held)
    if (const OpenLoop open = widest_loop(model, state.q); open.gap > closed)
      throw ComputationError(
          fmt::format("--close-loops: {} where they come nearest from there; begin elsewhere "
                      "with --q",
                      open.words));
  if (rest_) go_to_rest(robot, model, surroundings, options, state);
  if (const OpenLoop open = widest_loop(model, state.q); open.gap >= closed)
    throw UsageError(
        fmt::format("{}: {} at the start; --close-loops moves the joints until they meet", flag(), open.words));
}

void StartArguments::go_to_rest(const RobotArguments& robot, const Model<double>& model,
                                const Surroundings& surroundings, const SimulationOptions& options,
                                State& state) const {
  const RestPosition rest = rest_position(model, state.q, surroundings, {state.time, options.limits});
  if (!rest.loops_closed)
    throw ComputationError(fmt::format("--rest: {} where they come nearest from there; begin elsewhere with --q",
                                       widest_loop(model, rest.q).words));
  if (!rest.found && body_of_velocity(model, rest.velocity).joint == JointType::free)
    throw ComputationError("--rest: found no position of rest: a free base falls; --gravity 0,0,0 lets it float");
  if (!rest.found)
    throw ComputationError(fmt::format("--rest: found no position of rest: {} is out of balance by {} {} at {}",
                                       joints_at(model, {rest.velocity}), shown(rest.residual),
                                       torque_units(model)[static_cast<std::size_t>(rest.velocity)],
                                       shown_configuration(model, rest.q)));
  if (!rest.stable)
    remark(Severity::note, "the position of rest is not stable: rounding alone may make the robot leave it",
           robot.json());
  if (!rest.neutral.empty())
    remark(Severity::note,
           "the position of rest is one of many: nothing drives " + joints_at(model, rest.neutral) + " back or away",
           robot.json());
  if (!rest.stopped.empty())
    remark(Severity::note, "the position of rest is at a stop of " + joints_at(model, rest.stopped), robot.json());
  state.q = rest.q;
}

}  // namespace torsor::cli
