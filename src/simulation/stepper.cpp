#include "simulation/stepper.hpp"

#include <cmath>

namespace torsor::simulation {

Stepper::Stepper(Plant& plant, const SimulationOptions& options)
    : plant_(plant), options_(options), equations_(plant), n_(plant.model().nv), y_(equations_.size(), 0.0),
      y1_(y_.size(), 0.0), k1_(y_.size(), 0.0), k7_(y_.size(), 0.0), error_(y_.size(), 0.0), scratch_(plant) {
  const int n = plant.model().nv, bending = static_cast<int>(plant.bending.size());
  switch (options.method) {
    case Integrator::runge_kutta_4:
      runge_kutta_.emplace(y_.size());
      return;
    case Integrator::dormand_prince:
      dormand_prince_.emplace(y_.size());
      return;
    case Integrator::dormand_prince_8:
      dormand_prince_8_.emplace(y_.size());
      third_ = error_;
      return;
    case Integrator::rosenbrock:
      rosenbrock_.emplace(y_.size());
      dq_ = dqd_ = Matrix<double>(n, n), dqdd_dz_ = Matrix<double>(n, bending), dzd_dqd_ = Matrix<double>(bending, n);
      dzd_dz_.assign(plant.bending.size(), 0.0);
      return;
    case Integrator::midpoint:
      for (std::vector<double>* vector : {&p_, &f_, &r_, &v_}) vector->assign(n_, 0.0);
      z_.assign(plant.bending.size(), 0.0), q_.assign(plant.model().nq, 0.0);
      return;
    case Integrator::semi_implicit_euler:
      return;
  }
}

void Stepper::set_start(const Point& from) {
  equations_.set_origin(from.q);
  equations_.pack(from, y_);
  equations_.rate(from, k1_);
  slopes_known_ = false;
}

bool Stepper::advance(const Point& from, double h, Point& to) {
  if (!set_y1(from, h)) return false;
  equations_.unpack(y1_, to);
  to.t = from.t + h;
  return plant_.evaluate(to.t, to.q, to.qd, to.z, to.rates);
}

bool Stepper::set_y1(const Point& from, double h) {
  switch (options_.method) {
    case Integrator::semi_implicit_euler:
      return euler(from, h);
    case Integrator::runge_kutta_4:
      return runge_kutta_->step(equations_, from.t, y_, k1_, h, y1_);
    case Integrator::dormand_prince:
      return dormand_prince_->step(equations_, from.t, y_, k1_, h, y1_);
    case Integrator::dormand_prince_8:
      return dormand_prince_8_->step(equations_, from.t, y_, k1_, h, y1_);
    case Integrator::rosenbrock:
      if (!slopes_known_) set_slopes(from);
      return rosenbrock_->step(equations_, from.t, y_, k1_, h, y1_);
    case Integrator::midpoint:
      return midpoint(from, h);
  }
  return false;
}

/// Velocities first, then positions with the new ones.
bool Stepper::euler(const Point& from, double h) {
  for (std::size_t i = n_; i < y_.size(); ++i) y1_[i] = y_[i] + h * k1_[i];
  for (std::size_t i = 0; i < n_; ++i) y1_[i] = h * y1_[n_ + i];
  return std::isfinite(from.t + h);
}

/// The variational midpoint rule: the discrete action h L((q0 + q1)/2, (q1 - q0)/h) is stationary. With the velocity v
/// in the middle, p0 = B v - h/2 f and p1 = p0 + h f, f the forces in the middle. Symplectic in q and p, and so the
/// energy of a robot without friction stays near what it was, however long the run. [Marsden, West 2001] Found by
/// iterations with the inertia at the start.
bool Stepper::midpoint(const Point& from, double h) {
  plant_.momentum(from.q, from.qd, p_);
  std::copy(from.qd.begin(), from.qd.end(), v_.begin());
  double last = HUGE_VAL;
  for (int turn = 0; turn < 60; ++turn) {
    for (std::size_t i = 0; i < n_; ++i) r_[i] = h / 2 * v_[i];
    move_position<double>(plant_.model(), from.q, r_, q_);
    for (std::size_t k = 0; k < z_.size(); ++k) z_[k] = from.z[k] + h / 2 * scratch_.rates.zd[k];
    if (!plant_.forces(from.t + h / 2, q_, v_, z_, scratch_.rates, f_)) return false;
    plant_.momentum(q_, v_, r_);
    for (std::size_t i = 0; i < n_; ++i) r_[i] = p_[i] + h / 2 * f_[i] - r_[i];
    if (!plant_.prepare_held(q_) || !plant_.solve_prepared(r_)) return false;
    double change = 0, size = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      v_[i] += r_[i];
      change = std::max(change, std::abs(r_[i])), size = std::max(size, std::abs(v_[i]));
    }
    if (change <= 1e-15 * size || (change <= 1e-12 * size && change >= last)) {
      for (std::size_t i = 0; i < n_; ++i) y1_[i] = h * v_[i], r_[i] = p_[i] + h * f_[i];
      for (std::size_t k = 0; k < z_.size(); ++k) y1_[2 * n_ + k] = from.z[k] + h * scratch_.rates.zd[k];
      move_position<double>(plant_.model(), from.q, {y1_.data(), n_}, q_);
      if (!plant_.prepare_held(q_) || !plant_.solve_prepared(r_)) return false;
      std::copy(r_.begin(), r_.end(), y1_.begin() + static_cast<long>(n_));
      return true;
    }
    last = change;
  }
  plant_.fault = SimulationEnd::Kind::no_solution;
  return false;
}

/// Derivatives of f by u, qd and z at u = 0, and by t.
void Stepper::set_slopes(const Point& from) {
  const int n = static_cast<int>(n_), bending = static_cast<int>(from.z.size());
  Matrix<double>& J = rosenbrock_->J;
  std::fill(J.data.begin(), J.data.end(), 0.0);
  const Model<double>& model = plant_.model();
  for (int i = 0; i < n; ++i) J(i, n + i) = 1;
  for (int b = 1; b < model.body_count(); ++b) {  // a rotation vector u that turns with omega: u x omega / 2 more
    const Body<double>& body = model.bodies[b];
    if (body.follows || velocity_count(body.joint) == 1) continue;
    const bool free = body.joint == JointType::free;
    const int at = body.v + (free ? 3 : 0);
    const auto add_cross = [&](int row, int column, double x, double y, double z) {  // -[x y z]x
      J(row, column + 1) += z, J(row, column + 2) -= y, J(row + 1, column) -= z;
      J(row + 1, column + 2) += x, J(row + 2, column) += y, J(row + 2, column + 1) -= x;
    };
    add_cross(at, at, from.qd[at] / 2, from.qd[at + 1] / 2, from.qd[at + 2] / 2);
    if (free) add_cross(body.v, at, from.qd[body.v], from.qd[body.v + 1], from.qd[body.v + 2]);
  }
  plant_.slopes(from.t, from.q, from.qd, from.z, from.rates, dq_.view(), dqd_.view(), dqdd_dz_.view(), dzd_dqd_.view(),
                dzd_dz_);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) J(n + i, j) = dq_(i, j), J(n + i, n + j) = dqd_(i, j);
    for (int k = 0; k < bending; ++k) J(n + i, 2 * n + k) = dqdd_dz_(i, k), J(2 * n + k, n + i) = dzd_dqd_(k, i);
  }
  for (int k = 0; k < bending; ++k) J(2 * n + k, 2 * n + k) = dzd_dz_[k];
  std::fill(rosenbrock_->dt.begin(), rosenbrock_->dt.end(), 0.0);
  const double later = 1e-7 * std::max(1.0, std::abs(from.t));
  if (plant_.is_driven() && plant_.evaluate(from.t + later, from.q, from.qd, from.z, scratch_.rates))
    for (int i = 0; i < n; ++i) rosenbrock_->dt[n + i] = (scratch_.rates.qdd[i] - from.rates.qdd[i]) / later;
  slopes_known_ = true;
}

double Stepper::error(const Point& from, double h, const Point& to) {
  if (!is_adaptive()) return 0;
  if (dormand_prince_) {
    equations_.rate(to, k7_);  // u' at the end is qd there but for terms of the order of u: of higher order than this
    coordinate_rate<double>(plant_.model(), {y1_.data(), n_}, to.qd, {k7_.data(), n_});
    dormand_prince_->error(k1_, k7_, h, error_);
  } else if (rosenbrock_) {
    rosenbrock_->error(error_);
  } else {
    dormand_prince_8_->errors(k1_, h, error_, third_);
    const double fifth = scaled(error_, from, to), third = scaled(third_, from, to);
    return fifth == 0             ? 0
           : std::isfinite(third) ? fifth * fifth / std::sqrt(fifth * fifth + 0.01 * third * third)
                                  : HUGE_VAL;
  }
  return scaled(error_, from, to);
}

/// The largest error of y, over what the tolerance allows.
double Stepper::scaled(Input<double> errors, const Point& from, const Point& to) const {
  double largest = 0;
  const auto count = [&](double error, double scale) { largest = std::max(largest, std::abs(error) / scale); };
  for (std::size_t i = 0; i < n_; ++i) {
    count(errors[i], options_.tolerance);
    count(errors[n_ + i], options_.tolerance * (1 + std::max(std::abs(from.qd[i]), std::abs(to.qd[i]))));
  }
  for (std::size_t k = 0; k < to.z.size(); ++k) {
    const Friction<double>& friction = plant_.bending[k].on.friction;
    count(errors[2 * n_ + k], 10 * options_.tolerance * friction.coulomb / friction.presliding_stiffness);
  }
  return std::isfinite(largest) ? largest : HUGE_VAL;
}

}  // namespace torsor::simulation
