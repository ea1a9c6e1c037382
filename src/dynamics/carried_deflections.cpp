#include "torsor/dynamics/carried_deflections.hpp"

#include <algorithm>
#include <cassert>

namespace torsor {
namespace {

/// A joint that turns back within the step moves from rest, or to it.
double along(double direction, double qd) { return direction * std::max(0.0, direction * qd); }

}  // namespace

void CarriedDeflections::put(Input<double> q, Input<double> qd, Output<double> friction) {
  const auto nv = static_cast<std::size_t>(model_->nv);
  assert(model_->nq == model_->nv && q.size() == qd.size() && friction.size() == qd.size());
  for (std::size_t row = 0; row + nv <= qd.size(); row += nv) {
    for (std::size_t k = 0; k < bending_.size(); ++k) {
      const auto v = static_cast<std::size_t>(bending_[k]);
      const Friction<double>& law = model_->friction[v];
      if (!q_.empty()) {
        const double way = q[row + v] - q_[v], direction = sign(way);
        z_[k] = deflection_after(law, z_[k], way, along(direction, qd_[v]), along(direction, qd[row + v]));
      }
      friction[row + v] += presliding(law, qd[row + v], z_[k]).torque - law.torque(qd[row + v]);
    }
    q_.assign(q.begin() + static_cast<std::ptrdiff_t>(row), q.begin() + static_cast<std::ptrdiff_t>(row + nv));
    qd_.assign(qd.begin() + static_cast<std::ptrdiff_t>(row), qd.begin() + static_cast<std::ptrdiff_t>(row + nv));
  }
}

}  // namespace torsor
