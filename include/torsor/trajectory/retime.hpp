#pragma once

#include <functional>
#include <memory>

#include "torsor/core/numbers.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/trajectory/path_timing.hpp"

namespace torsor {

struct RetimeOptions {
  double start_speed = 0, end_speed = 0;                        // ds/dt at the ends of the path
  double path_speed = std::numeric_limits<double>::infinity();  // the largest ds/dt
  std::function<double(double s)> path_speed_at{};              // the same by place; none: path_speed alone
  double tolerance = 1e-3;  // as a share of a limit: what may be exceeded, and what counts as reached
  int pieces = 400;         // to begin with
  int most_pieces = 12000;  // after refinement; memory is for so many
};

/// How a retiming ended.
struct RetimeEnd {
  enum class Kind {
    found,
    infeasible,   // no speed at s keeps all limits; `joint`, where its torque at rest alone is beyond its limit
    start_speed,  // outside of `lowest` to `highest`, from where all limits can be kept
    end_speed,
    unlimited,   // nothing limits the acceleration at s
    not_finite,  // the path or a torque is no finite number at s
  };
  Kind kind = Kind::found;
  double s = 0;
  int joint = -1;  // by velocity
  double lowest = 0, highest = 0;
  bool found() const { return kind == Kind::found; }
};

/// The end in words.
std::string to_string(const RetimeEnd& end, const std::vector<std::string>& velocity_names);

/// The quickest motion along a path that keeps the limits of velocity, acceleration and torque of all joints, under the
/// full dynamics: rigid bodies, rotors, springs, gravity and friction. Reachability analysis [Pham & Pham 2018] with
/// s'' linear in s between nodes, limits kept at both ends of each piece, and pieces that are divided until limits are
/// kept, and reached, in between. Friction that depends on the speed is linear in x about the pass before: limits are
/// kept then, and the duration need not be the shortest. For joints of one degree of freedom.
class Retimer {
 public:
  /// `model` has to live as long; `limits` has one entry for each velocity.
  Retimer(const Model<double>& model, const std::vector<JointLimits>& limits, const RetimeOptions& options = {});
  Retimer(Retimer&&) noexcept;
  Retimer& operator=(Retimer&&) noexcept;
  ~Retimer();

  /// Allocates nothing, unless the path does.
  RetimeEnd solve(const JointPath& path);
  /// Of the last call, where that found one.
  const PathTiming& timing() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

struct Retiming {
  RetimeEnd end;
  PathTiming timing;
};
Retiming retime(const Model<double>& model, const JointPath& path, const std::vector<JointLimits>& limits,
                const RetimeOptions& options = {});

}  // namespace torsor
