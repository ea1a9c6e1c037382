#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "torsor/core/numbers.hpp"

namespace torsor {

/// What is wrong with a motion that was asked for: the option that was meant, and what was expected and found.
struct MotionProblem {
  std::string option, message;
};

/// A polynomial of one joint: q = c0 + c1 x + ... + c7 x^7 with x = t - begin, up to the begin of the next one.
struct MotionPiece {
  double begin = 0;  // s
  std::array<double, 8> c{};
};

/// What a joint may do on its way; infinite where there is no limit.
struct AxisLimits {
  double velocity, acceleration, jerk;
};

/// A motion from t = 0 to its duration in which each joint is a chain of polynomials, with breaks of its own. Before
/// and after that the joints stay where they are. Evaluating it allocates nothing, and is done from any thread.
class PiecewiseMotion {
 public:
  /// Position, velocity and acceleration in which a joint ends.
  struct End {
    double q = 0, qd = 0, qdd = 0;
  };

  explicit PiecewiseMotion(std::size_t joints = 0) : chains_(joints), ends_(joints) {}

  /// The next piece of a joint; the first one begins at 0.
  void add(std::size_t joint, const MotionPiece& piece) { chains_[joint].push_back(piece); }
  /// The last piece reaches `end` but for rounding; at the end of the motion it is reached to the last bit.
  void end(std::size_t joint, const End& end) { ends_[joint] = end; }
  void set_duration(double duration) { duration_ = duration; }

  std::size_t joint_count() const { return chains_.size(); }
  double duration() const { return duration_; }
  std::span<const MotionPiece> pieces(std::size_t joint) const { return chains_[joint]; }

  /// Position, velocity and acceleration; at a break, those of the piece that begins there.
  void evaluate(double t, Output<double> q, Output<double> qd, Output<double> qdd) const;
  /// A derivative of any order of one joint, as the pieces have it.
  double derivative(std::size_t joint, double t, int order) const;

  struct Extreme {
    double value = 0, time = 0;
  };
  struct Range {
    Extreme lowest, highest;
  };
  /// The extremes of a derivative of one joint over the whole motion, from the roots of the polynomials.
  Range range(std::size_t joint, int order) const;

  /// The same way in `factor` times the time: velocities fall by the factor, accelerations by its square.
  PiecewiseMotion stretched(double factor) const;

 private:
  const MotionPiece& piece_at(std::size_t joint, double t) const;

  std::vector<std::vector<MotionPiece>> chains_;  // by joint
  std::vector<End> ends_;
  double duration_ = 0;
};

/// By how much a motion has to be stretched so that a limit is reached and none exceeded; 0 where there are no limits.
double stretch_to_limits(const PiecewiseMotion& motion, std::span<const AxisLimits> limits);

}  // namespace torsor
