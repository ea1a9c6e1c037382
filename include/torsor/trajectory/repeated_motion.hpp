#pragma once

#include <variant>

#include "torsor/trajectory/excitation.hpp"
#include "torsor/trajectory/sampled_motion.hpp"

namespace torsor {

/// A motion that begins anew after its period: an excitation, or one that is known by rows, such as those of a file.
/// Its time begins at 0. One in rows that does not end where it began is not repeated: before and after it, it rests.
class RepeatedMotion {
 public:
  RepeatedMotion(Excitation motion) : motion_(std::move(motion)) {}  // NOLINT(google-explicit-constructor)
  explicit RepeatedMotion(SampledMotion motion);

  int joint_count() const;
  double period() const;
  /// Whether positions and velocities at the end are those of the begin, but for rounding in a file.
  bool comes_back() const { return comes_back_; }
  /// By joint: what the motion is about; of rows their mean.
  std::vector<double> centre() const;
  void evaluate(double time, std::span<double> q, std::span<double> qd, std::span<double> qdd) const;

 private:
  std::variant<Excitation, SampledMotion> motion_;
  bool comes_back_ = true;
};

}  // namespace torsor
