#include <fmt/format.h>

#include <cmath>

#include "arguments/simulation_arguments.hpp"
#include "output/remark.hpp"
#include "output/shown.hpp"
#include "torsor/logs/state_file.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {

void StartArguments::add_to(Command& command) {
  q_.add_to(command, "--q", "Joint positions at the start (default 0, or the middle of limits that exclude it)");
  qd_.add_to(command, "--qd", "Joint velocities at the start (default 0)");
  Option(q_.option()).not_called({"--position", "--positions", "--joints", "--angles"});
  Option(qd_.option()).not_called({"--dq", "--velocity", "--velocities"});
  file_option_ = command
                     .option("--state", file_,
                             "A CSV or NPY with columns q1.., qd1..: the run begins at its last row, or that of "
                             "--state-row")
                     .file()
                     .excludes({q_.option(), qd_.option()});
  command.option("--state-row", row_, "Which row of --state, from 1 on (default: the last one)").needs(file_option_);
  command.flag("--rest", rest_, "Begin where gravity, springs and torques balance, looked for from the start on");
}

StartArguments::State StartArguments::from_file(const Model<double>& model) const {
  StateFileOptions options;
  options.positions = model.nq, options.velocities = model.nv;
  options.wanted = {StateVector::q, StateVector::qd};
  const StateFile file(file_, options);
  const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
  std::size_t before = 0;
  State state;
  StateRows rows;
  for (long piece = 0; piece < file.piece_count(); before += rows.count, ++piece) {
    file.read(piece, rows);
    const std::size_t wanted = row_ ? static_cast<std::size_t>(*row_) - 1 - before : rows.count - 1;
    if (rows.count == 0 || wanted >= rows.count) continue;
    const double *q = &rows.of(StateVector::q)[wanted * nq], *qd = &rows.of(StateVector::qd)[wanted * nv];
    state = {Vector(q, q + nq), Vector(qd, qd + nv)};
  }
  if (before == 0) file.fail_without_rows();
  if (state.q.empty()) throw UsageError(fmt::format("--state-row: expected 1 to {}, found {}", before, *row_));
  normalize_position<double>(model, state.q);
  return state;
}

void StartArguments::move_inside(const RobotArguments& robot, const Model<double>& model,
                                 const std::vector<JointLimits>& limits, Vector& q) {
  std::string moved;
  std::size_t joint = 0;
  for (int i = 1; i < model.body_count() && joint < limits.size(); ++i) {
    const Body<double>& body = model.bodies[i];
    if (body.follows) continue;
    const auto& [low, high, velocity, acceleration, torque] = limits[joint++];
    double& position = q[static_cast<std::size_t>(body.q)];
    if (velocity_count(body.joint) != 1 || (position >= low && position <= high)) continue;
    position = std::isinf(high) ? low : std::isinf(low) ? high : (low + high) / 2;
    moved += fmt::format("{}{} at {}", moved.empty() ? "" : ", ", model.joint_names[static_cast<std::size_t>(i) - 1],
                         shown(position));
  }
  if (!moved.empty())
    remark(Severity::note, "0 is outside of the limits of some joints, which begin in their middle: " + moved,
           robot.json());
}

StartArguments::State StartArguments::state(const RobotArguments& robot, const Model<double>& model,
                                            const Surroundings& surroundings,
                                            const std::vector<JointLimits>& limits) const {
  if (row_ && *row_ < 1) throw UsageError(fmt::format("--state-row: expected a number from 1 on, found {}", *row_));
  State state = file_option_.given() ? from_file(model) : State{q_.positions(model), qd_.velocities(model)};
  if (!file_option_.given() && !q_.given()) move_inside(robot, model, limits, state.q);
  if (!rest_) return state;
  const RestPosition rest = rest_position(model, state.q, surroundings);
  if (!rest.found)
    throw ComputationError(
        fmt::format("--rest: found no position of rest: a torque of {} is not balanced at {}; begin "
                    "nearer to one with --q",
                    shown(rest.residual), shown_configuration(model, rest.q)));
  if (!rest.stable)
    remark(Severity::note, "the position of rest is not stable: rounding alone may make the robot leave it",
           robot.json());
  state.q = rest.q;
  return state;
}

}  // namespace torsor::cli
