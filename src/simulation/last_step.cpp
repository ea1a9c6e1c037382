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

LastStep::LastStep(const Plant& plant) : q_(plant.model().nq, 0.0) {
  for (std::vector<double>* vector :
       {&u_, &qd0_, &qdd0_, &qd1_, &qdd1_, &du0_, &ddu0_, &du1_, &ddu1_, &coordinates_, &rate_})
    vector->assign(plant.model().nv, 0.0);
  for (std::vector<double>* vector : {&z0_, &zd0_, &z1_, &zd1_}) vector->assign(plant.bending.size(), 0.0);
}

void LastStep::set(const Point& from, const Point& to, Input<double> u) {
  const auto copy = [](Input<double> x, std::vector<double>& y) { std::copy(x.begin(), x.end(), y.begin()); };
  begin = from.t, end = to.t;
  copy(from.q, q_), copy(u, u_);
  copy(from.qd, qd0_), copy(from.rates.qdd, qdd0_), copy(to.qd, qd1_), copy(to.rates.qdd, qdd1_);
  if (!z0_.empty()) copy(from.z, z0_), copy(from.rates.zd, zd0_), copy(to.z, z1_), copy(to.rates.zd, zd1_);
  ends_known_ = false;
}

void LastStep::set(const Point& start) {
  std::fill(coordinates_.begin(), coordinates_.end(), 0.0);
  set(start, start, coordinates_);
}

void LastStep::set_ends(const Model<double>& model) {
  std::fill(coordinates_.begin(), coordinates_.end(), 0.0);
  set_rates(model, coordinates_, qd0_, qdd0_, du0_, ddu0_);
  set_rates(model, u_, qd1_, qdd1_, du1_, ddu1_);
  ends_known_ = true;
}

void LastStep::at(const Model<double>& model, double t, Output<double> q, Output<double> qd, Output<double> z) {
  if (!ends_known_) set_ends(model);
  const double h = end - begin, s = h > 0 ? (t - begin) / h : 0;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    const double v0 = h * du0_[i], a0 = h * h * ddu0_[i] / 2, v1 = h * du1_[i], a1 = h * h * ddu1_[i] / 2;
    const double x = u_[i] - v0 - a0, v = v1 - v0 - 2 * a0, a = a1 - a0;  // what is left at the end
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
    const double d = z1_[k] - z0_[k], m0 = h * zd0_[k], m1 = h * zd1_[k];
    z[k] = z0_[k] + s * (m0 + s * (3 * d - 2 * m0 - m1 + s * (m0 + m1 - 2 * d)));
  }
}

}  // namespace torsor::simulation
