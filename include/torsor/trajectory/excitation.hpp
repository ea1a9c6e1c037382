#pragma once

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/trajectory/fourier_series.hpp"

namespace torsor {

/// A stretch of time in which a motion runs at a share of its speed: 1 as it is, 0 at rest.
struct Pace {
  double duration = 0;  // s
  double speed = 1;
};

/// Rest, full speed, rest, a tenth of the speed, rest: a log of it begins and ends at rest and has slow reversals.
std::vector<Pace> paces_with_rest(double period);

/// A Fourier series run at changing paces, which repeats as a whole. Paces change smoothly, so that the acceleration
/// and its rate have no steps.
class Excitation {
 public:
  /// The series is stretched in time so that one period of it is what the paces cover. `ramp` (s, at most the shortest
  /// duration) is the time in which a pace gives way to the next.
  Excitation(FourierSeries series, std::vector<Pace> paces, double ramp);

  int joint_count() const { return series_.joint_count(); }
  double period() const { return period_; }
  const FourierSeries& series() const { return series_; }
  /// Position, velocity and acceleration at any time, also before 0.
  void evaluate(double time, std::span<double> q, std::span<double> qd, std::span<double> qdd) const;
  /// The same motion, larger or smaller about its centre, joint by joint.
  void scale(int joint, double factor);
  void centre(int joint, double position) { series_.centre[joint] = position; }

 private:
  struct Piece {
    double begin, from, to, covered;  // s; pace before and after the ramp; progress at the begin
  };
  struct Progress {
    double s, s_dot, s_ddot;
  };
  Progress progress(double time) const;

  FourierSeries series_;
  std::vector<Piece> pieces_;
  double ramp_, period_ = 0;
};

struct ExcitationOptions {
  int harmonics = 5;
  double period = 20;      // s, rests and slow parts included
  bool rests = true;       // paces_with_rest; else full speed all the time
  double share = 0.9;      // of each joint's limits that is used
  std::uint64_t seed = 1;  // of amplitudes and phases
};

/// A random motion that uses each joint's position, velocity and acceleration up to `share` of the tightest limit.
/// Where a robot states none: 2 rad or 0.3 m to either side, 2 rad/s or 0.5 m/s, 10 rad/s^2 or 3 m/s^2. It knows no
/// obstacles. For joints of one degree of freedom.
Excitation random_excitation(const Model<double>& model, const std::vector<JointLimits>& limits,
                             const ExcitationOptions& options);

}  // namespace torsor
