#include "simulation/last_step.hpp"

#include "torsor/scalar/dual.hpp"

namespace torsor::simulation {
namespace {

/// du and ddu at coordinates u, where the velocity is v and the acceleration a.
void set_rates(const Model<double>& model, Input<double> u, Input<double> v, Input<double> a, Output<double> du,
               Output<double> ddu) {
  coordinate_rate<double>(model, u, v, du);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    with_joint(body, [&](auto joint) {
      Dual coordinate[joint.nv], velocity[joint.nv], rate[joint.nv];
      for (int k = 0; k < joint.nv; ++k) {
        coordinate[k] = Dual(u[body.v + k], du[body.v + k]);
        velocity[k] = Dual(v[body.v + k], a[body.v + k]);
      }
      local_coordinate::rate<Dual>(joint, coordinate, velocity, rate);
      if (!body.follows)
        for (int k = 0; k < joint.nv; ++k) ddu[body.v + k] = rate[k].derivative();
    });
  }
}

}  // namespace

LastStep::LastStep(const Plant& plant)
    : n_(plant.model().nv), q_(plant.model().nq, 0.0), y1_(2 * n_ + plant.bending.size(), 0.0), dy0_(y1_) {
  for (std::vector<double>* vector : {&qdd1_, &du0_, &ddu0_, &du1_, &ddu1_, &coordinates_, &rate_})
    vector->assign(n_, 0.0);
  for (std::vector<double>* vector : {&z0_, &zd1_}) vector->assign(plant.bending.size(), 0.0);
}

void LastStep::set(const Point& from, const Point& to, Stepper& stepper) {
  begin = from.t, end = to.t;
  stepper.hand_over(y1_, dy0_);
  std::copy(from.q.begin(), from.q.end(), q_.begin());
  std::copy(to.rates.qdd.begin(), to.rates.qdd.end(), qdd1_.begin());
  if (!z0_.empty()) {
    std::copy(from.z.begin(), from.z.end(), z0_.begin());
    std::copy(to.rates.zd.begin(), to.rates.zd.end(), zd1_.begin());
  }
  ends_known_ = false;
}

void LastStep::set(const Point& start) {
  const auto put = [](Input<double> x, std::vector<double>& y, std::size_t at) {
    std::copy(x.begin(), x.end(), y.begin() + static_cast<long>(at));
  };
  begin = end = start.t;
  std::fill(y1_.begin(), y1_.end(), 0.0);
  put(start.q, q_, 0), put(start.qd, y1_, n_), put(start.z, y1_, 2 * n_), put(start.z, z0_, 0);
  put(start.qd, dy0_, 0), put(start.rates.qdd, dy0_, n_), put(start.rates.zd, dy0_, 2 * n_);
  put(start.rates.qdd, qdd1_, 0), put(start.rates.zd, zd1_, 0);
  ends_known_ = false;
}

void LastStep::set_ends(const Model<double>& model) {
  std::fill(coordinates_.begin(), coordinates_.end(), 0.0);
  set_rates(model, coordinates_, {dy0_.data(), n_}, {dy0_.data() + n_, n_}, du0_, ddu0_);
  set_rates(model, {y1_.data(), n_}, {y1_.data() + n_, n_}, qdd1_, du1_, ddu1_);
  ends_known_ = true;
}

void LastStep::at(const Model<double>& model, double t, Output<double> q, Output<double> qd, Output<double> z) {
  if (!ends_known_) set_ends(model);
  const double h = end - begin, s = h > 0 ? (t - begin) / h : 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double v0 = h * du0_[i], a0 = h * h * ddu0_[i] / 2, v1 = h * du1_[i], a1 = h * h * ddu1_[i] / 2;
    const double x = y1_[i] - v0 - a0, v = v1 - v0 - 2 * a0, a = a1 - a0;  // what is left at the end
    const double c3 = 10 * x - 4 * v + a, c4 = -15 * x + 7 * v - 2 * a, c5 = 6 * x - 3 * v + a;
    coordinates_[i] = s * (v0 + s * (a0 + s * (c3 + s * (c4 + s * c5))));
    rate_[i] = h > 0 ? (v0 + s * (2 * a0 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h : du0_[i];
  }
  move_position<double>(model, q_, coordinates_, q);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    with_joint(body, [&](auto joint) {
      local_coordinate::velocity<double>(joint, &coordinates_[body.v], &rate_[body.v], &qd[body.v]);
    });
  }
  for (std::size_t k = 0; k < z.size(); ++k) {
    const double d = y1_[2 * n_ + k] - z0_[k], m0 = h * dy0_[2 * n_ + k], m1 = h * zd1_[k];
    z[k] = z0_[k] + s * (m0 + s * (3 * d - 2 * m0 - m1 + s * (m0 + m1 - 2 * d)));
  }
}

}  // namespace torsor::simulation
