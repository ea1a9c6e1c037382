#pragma once

#include "torsor/core/numbers.hpp"
#include "torsor/model/trajectory.hpp"

namespace torsor {

/// A motion that is known by rows of t, q, qd and qdd: between two rows the polynomial of degree 5 that has position,
/// velocity and acceleration of both. Before the first row and after the last one it stays where it is there.
/// Evaluating it allocates nothing, and is done from any thread.
class SampledMotion {
 public:
  /// Rows in rising time, two at least, all of one length.
  explicit SampledMotion(Trajectory rows) : rows_(std::move(rows)) {}

  double begin() const { return rows_.time.front(); }
  double end() const { return rows_.time.back(); }
  const Trajectory& rows() const { return rows_; }
  void evaluate(double t, Output<double> q, Output<double> qd, Output<double> qdd) const;

 private:
  Trajectory rows_;
};

/// Positions of `n` joints at some times evenly spread over the motion, its begin and end among them.
std::vector<std::vector<double>> poses_along(const SampledMotion& motion, std::size_t n, int count = 50);

}  // namespace torsor
