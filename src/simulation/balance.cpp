#include "simulation/balance.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/simulation/local_coordinates.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor::simulation {
namespace {

/// Directions that something holds: the rows of loops, then those of stops, which count positive away from them.
struct HeldDirections {
  MatrixXd A;
  std::vector<int> stops;
};

HeldDirections held_directions(const Matrix<double>& J, Input<double> q, const std::vector<PositionRange>& ranges) {
  std::vector<std::pair<int, double>> stops;
  const auto touches = [](double position, double limit) {
    return std::isfinite(limit) && std::abs(position - limit) <= 1e-9 * std::max(1.0, std::abs(limit));
  };
  for (const PositionRange& range : ranges) {
    if (touches(q[range.q], range.low)) stops.emplace_back(range.v, 1);
    if (touches(q[range.q], range.high)) stops.emplace_back(range.v, -1);
  }
  HeldDirections result{MatrixXd::Zero(J.rows + static_cast<long>(stops.size()), J.columns), {}};
  result.A.topRows(J.rows) = eigen(J);
  for (std::size_t k = 0; k < stops.size(); ++k) {
    result.A(J.rows + static_cast<long>(k), stops[k].first) = stops[k].second;
    result.stops.push_back(stops[k].first);
  }
  return result;
}

/// An orthonormal basis of what the rows of A leave free.
MatrixXd free_motions(const MatrixXd& A) {
  if (A.rows() == 0) return MatrixXd::Identity(A.cols(), A.cols());
  const linear_algebra::RightSingular singular = linear_algebra::right_singular(A);
  long rank = 0;
  while (rank < singular.values.size() && singular.values[rank] > 1e-10 * singular.values[0]) ++rank;
  return singular.V.rightCols(A.cols() - rank);
}

double weight_of(const Model<double>& model) {
  double mass = 0;
  for (const Body<double>& body : model.bodies) mass += body.inertia.mass;
  return mass * std::sqrt(dot(model.gravity, model.gravity));
}

}  // namespace

Balance::Balance(const Model<double>& model, const Surroundings& surroundings, const RestOptions& options)
    : model_(without_friction(model)), surroundings_(surroundings), options_(options),
      ranges_(position_ranges(model, options.limits)), least_scale_(1e-6 * weight_of(model)), still_(model.nv, 0.0),
      moved_(model.nq, 0.0), step_(model.nv, 0.0) {}

VectorXd Balance::torque(Input<double> q) const {
  Conditions<double> conditions = default_conditions(model_);
  if (surroundings_.world) surroundings_.world(options_.time, q, still_, conditions);
  conditions.base = {};
  const std::vector<double> needed = inverse_dynamics<double>(model_, q, still_, still_, conditions);
  std::vector<double> given(model_.nv, 0.0);
  if (surroundings_.torque) surroundings_.torque(options_.time, q, still_, given);
  return eigen(needed) - eigen(given);
}

/// J^T of the forces
VectorXd Balance::loop_torque(Input<double> q, const VectorXd& forces) const {
  const LoopClosure<double> loops = loop_closure<double>(model_, q, still_);
  return eigen(loops.J).transpose() * forces;
}

/// Forces of loops and stops are those that leave the least of the torque: a stop pushes and does not pull.
Imbalance Balance::at(Input<double> q) {
  Imbalance here{torque(q), {}, {}, {}, VectorXd::Zero(3 * static_cast<long>(model_.loops.size()))};
  here.push = -here.torque;
  const LoopClosure<double> loops = loop_closure<double>(model_, q, still_);
  const HeldDirections held = held_directions(loops.J, q, ranges_);
  const auto rows = static_cast<int>(held.A.rows());
  const long loop_rows = here.loop_forces.size();
  std::vector<int> holding;
  if (rows > 0) {
    Matrix<double> W(rows, rows);
    eigen(W) = held.A * held.A.transpose();
    const VectorXd b = held.A * here.push;
    VectorXd lower = VectorXd::Zero(rows), x = VectorXd::Zero(rows);
    lower.head(loop_rows).setConstant(-HUGE_VAL);
    const VectorXd upper = VectorXd::Constant(rows, HUGE_VAL);
    BoxProgram program(rows);
    program.solve(W.view(), b, lower, upper, x);
    here.push += held.A.transpose() * x;
    here.loop_forces = x.head(loop_rows);
    for (int r = 0; r < rows; ++r)
      if (r < loop_rows || x[r] > 0) holding.push_back(r);
    for (const int r : holding)
      if (r >= loop_rows) here.stopped.push_back(held.stops[static_cast<std::size_t>(r - loop_rows)]);
  }
  here.free = free_motions(MatrixXd(held.A(holding, Eigen::all)));
  here.push = here.free * (here.free.transpose() * here.push);  // less the rounding of the forces
  return here;
}

/// By differences on both sides.
template <class Value>
MatrixXd Balance::slope(Input<double> q, double by, const Value& value) {
  MatrixXd result(model_.nv, model_.nv);
  for (int j = 0; j < model_.nv; ++j) {
    step_[j] = by;
    move_position<double>(model_, q, step_, moved_);
    const VectorXd after = value(moved_);
    step_[j] = -by;
    move_position<double>(model_, q, step_, moved_);
    result.col(j) = (after - value(moved_)) / (2 * by);
    step_[j] = 0;
  }
  return result;
}

MatrixXd Balance::stiffness(Input<double> q, const Imbalance& here) {
  MatrixXd K;
  if (surroundings_.torque || surroundings_.world) {
    K = slope(q, 1e-6, [&](Input<double> moved) { return torque(moved); });
  } else {
    const InverseDynamicsDerivatives<double> exact =
        inverse_dynamics_derivatives<double>(model_, q, still_, still_, default_conditions(model_));
    K = eigen(exact.dtau_dq);
  }
  if (here.loop_forces.size() > 0)
    K -= slope(q, 1e-5, [&](Input<double> moved) { return loop_torque(moved, here.loop_forces); });
  return (K + K.transpose()) / 2;
}

bool Balance::bring_back(Output<double> q, const std::vector<int>& held) const {
  for (const PositionRange& range : ranges_) q[range.q] = std::clamp(q[range.q], range.low, range.high);
  if (model_.loops.empty()) return true;
  return close_loops(model_, q, {.held = held, .limits = options_.limits}).held;
}

}  // namespace torsor::simulation
