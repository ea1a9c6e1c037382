#include "torsor/dynamics/carried_deflections.hpp"

#include <algorithm>
#include <cassert>

namespace torsor {
namespace {

/// A joint that turns back within the step moves from rest, or to it.
double along(double direction, double qd) { return direction * std::max(0.0, direction * qd); }

}  // namespace

void CarriedDeflections::put(Input<double> q, Input<double> qd, Output<double> friction) {
  using Term = Coupling<double>::Term;
  const auto nv = static_cast<std::size_t>(velocities_);
  assert(q.size() == qd.size() && friction.size() == qd.size());
  for (std::size_t row = 0; row + nv <= qd.size(); row += nv) {
    const Input<double> q_now = q.subspan(row, nv), qd_now = qd.subspan(row, nv);
    for (std::size_t k = 0; k < bending_.size(); ++k) {
      const Coupling<double>& on = bending_[k].on;
      const double x = on.combine(&Term::q, q_now), xd = on.combine(&Term::v, qd_now);
      if (!q_.empty()) {
        const double way = x - on.combine(&Term::q, q_), direction = sign(way);
        z_[k] = deflection_after(on.friction, z_[k], way, along(direction, on.combine(&Term::v, qd_)),
                                 along(direction, xd));
      }
      on.distribute(presliding(on.friction, xd, z_[k]).torque - on.friction.torque(xd), friction.subspan(row, nv));
    }
    q_.assign(q_now.begin(), q_now.end());
    qd_.assign(qd_now.begin(), qd_now.end());
  }
}

}  // namespace torsor
