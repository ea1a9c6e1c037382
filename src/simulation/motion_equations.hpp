#pragma once

#include <algorithm>

#include "simulation/plant.hpp"
#include "torsor/simulation/local_coordinates.hpp"

namespace torsor::simulation {

/// A state, and what forward dynamics gives there.
struct Point {
  double t = 0;
  std::vector<double> q, qd, z;
  Rates rates;

  explicit Point(const Plant& plant)
      : q(plant.model().nq, 0.0), qd(plant.model().nv, 0.0), z(plant.bending.size(), 0.0),
        rates(plant.model(), plant.bending.size(), plant.rows.size()) {}

  friend void swap(Point& a, Point& b) noexcept {
    std::swap(a.t, b.t), a.q.swap(b.q), a.qd.swap(b.qd), a.z.swap(b.z);
    a.rates.qdd.swap(b.rates.qdd), a.rates.zd.swap(b.rates.zd), a.rates.tau.swap(b.rates.tau);
    a.rates.force.swap(b.rates.force), a.rates.load.swap(b.rates.load);
  }
};

/// dy/dt = f(t, y) with y = (u, qd, z): local coordinates at a position q0, velocities, deflections of contacts.
class MotionEquations {
 public:
  explicit MotionEquations(Plant& plant) : plant_(plant), n_(plant.model().nv), point_(plant) {}

  std::size_t size() const { return 2 * n_ + point_.z.size(); }
  /// q0 has to stay where it is while steps are made from it.
  void set_origin(Input<double> q0) { q0_ = q0; }

  bool operator()(double t, Input<double> y, Output<double> dy) {
    move_position<double>(plant_.model(), q0_, {y.data(), n_}, point_.q);
    const Input<double> qd(y.data() + n_, n_);
    if (!plant_.evaluate(t, point_.q, qd, {y.data() + 2 * n_, point_.z.size()}, point_.rates)) return false;
    coordinate_rate<double>(plant_.model(), {y.data(), n_}, qd, {dy.data(), n_});
    put(point_.rates, dy);
    return true;
  }

  /// dy/dt at a point, with u = 0 there.
  void rate(const Point& at, Output<double> dy) const {
    std::copy(at.qd.begin(), at.qd.end(), dy.begin());
    put(at.rates, dy);
  }
  /// y of a point, with u = 0 there: y has it already.
  void pack(const Point& at, Output<double> y) const {
    std::copy(at.qd.begin(), at.qd.end(), y.begin() + static_cast<long>(n_));
    std::copy(at.z.begin(), at.z.end(), y.begin() + static_cast<long>(2 * n_));
  }
  void unpack(Input<double> y, Point& at) const {
    move_position<double>(plant_.model(), q0_, {y.data(), n_}, at.q);
    std::copy_n(y.data() + n_, n_, at.qd.begin());
    std::copy_n(y.data() + 2 * n_, at.z.size(), at.z.begin());
  }

 private:
  void put(const Rates& rates, Output<double> dy) const {
    std::copy(rates.qdd.begin(), rates.qdd.end(), dy.begin() + static_cast<long>(n_));
    std::copy(rates.zd.begin(), rates.zd.end(), dy.begin() + static_cast<long>(2 * n_));
  }

  Plant& plant_;
  std::size_t n_;
  Point point_;
  Input<double> q0_;
};

}  // namespace torsor::simulation
