#pragma once

#include <memory>
#include <vector>

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

namespace pose_search {
struct Search;
}

/// What of a pose counts: all of it; the position alone; position and direction of z, so that the frame may turn about
/// its own z.
enum class PoseMatch { whole, position, axis_z };

/// Which solution is wanted where there are many: the first that is found; the nearest to a posture; the one whose
/// joints are farthest from their limits, measured in their ranges.
enum class SolutionPreference { any, near_posture, away_from_limits };

struct InverseKinematicsOptions {
  PoseMatch match = PoseMatch::whole;
  std::vector<JointLimits> limits{};  // as joint_limits gives them; empty: none. Solutions lie within them
  double tolerance = 1e-10;           // m, and rad
  int starts = 100;                   // configurations from which is searched, at most
  int iterations = 100;               // from each of them, at most
  SolutionPreference prefer = SolutionPreference::any;
  std::vector<double> posture{};  // of near_posture: positions of all joints; empty: where the search starts
};

/// How near a search came.
struct InverseKinematicsOutcome {
  bool reached = false;          // both errors are within the tolerance
  double position_error = 0;     // m
  double orientation_error = 0;  // rad, of what counts; 0 where none does
  int starts = 0, iterations = 0;
  bool closed_form = false;  // it was found so, and made exact by iterations
};

struct InverseKinematicsSolution {
  std::vector<double> q;
  double position_error = 0, orientation_error = 0;
  /// Of an arm that is not redundant, in a singular position: joints can move while the frame stands still, so that
  /// there are infinitely many; or two solutions or more meet there.
  bool in_family = false, multiple = false;
};

struct InverseKinematicsSolutions {
  /// In closed form all are found, but for those that only exist because axes are not exactly parallel or do not
  /// exactly meet. A search may miss some; of a redundant arm it finds some of infinitely many.
  enum class Source { closed_form, search };
  Source source = Source::search;
  bool redundant = false;  // more joints than conditions
  std::vector<InverseKinematicsSolution> solutions{};
};

/// Positions of the joints that bring a frame to a pose, in base axes. It moves the joints of one degree of freedom
/// between base and frame; the others stay where they are.
///
/// The search is Levenberg's and Marquardt's with a damping that falls with the error [Sugihara 2011], joints at their
/// limits held [Kanzow et al. 2004], from many starts. Arms of six revolute joints have a closed form where three axes
/// at one end meet in a point, or three in the middle are parallel [Pieper 1968; Elias, Wen 2022]; it is tried where a
/// start is not enough. After it is made it allocates nothing, all() excepted. One for each thread.
class InverseKinematics {
 public:
  explicit InverseKinematics(const Model<double>& model, int frame, InverseKinematicsOptions options = {});
  ~InverseKinematics();
  InverseKinematics(InverseKinematics&&) noexcept;
  InverseKinematics& operator=(InverseKinematics&&) noexcept;

  /// From wherever is best. `q` becomes the solution, or the nearest that was found: of joints that do not carry the
  /// frame it keeps what is there.
  InverseKinematicsOutcome solve(const Transform<double>& pose, Output<double> q);
  /// The same, from q first: along a path the solutions follow each other.
  InverseKinematicsOutcome solve_from(const Transform<double>& pose, Output<double> q);
  /// All solutions within the limits; of those that differ by full turns, and of a family, only the nearest to `start`
  /// or the one that is preferred, and that one of all comes first.
  InverseKinematicsSolutions all(const Transform<double>& pose, Input<double> start);

  bool has_closed_form() const;
  /// Joints that it moves.
  int joint_count() const;
  /// Whether these are more than the conditions that the pose makes.
  bool is_redundant() const;
  /// How many metres weigh as much as a radian where a pose cannot be reached: a quarter of the arm's length.
  double metres_per_radian() const;

 private:
  std::unique_ptr<pose_search::Search> search_;
};

/// The convenience form, from `start`; an empty one leaves the choice to the solver, and joints that do not carry the
/// frame are at 0, or in the middle of limits that exclude it.
struct InverseKinematicsResult {
  std::vector<double> q;
  InverseKinematicsOutcome outcome;
};
InverseKinematicsResult inverse_kinematics(const Model<double>& model, const Transform<double>& pose, int frame,
                                           Input<double> start = {}, const InverseKinematicsOptions& options = {});

/// How well a frame can be moved from q, in the directions that count, by the joints of one degree of freedom that
/// carry it: of the singular values of those rows of the Jacobian the smallest, the largest over the smallest (infinite
/// at a singularity), and their product.
struct PoseConditioning {
  double smallest_singular_value = 0, condition = 0, manipulability = 0;
};
PoseConditioning pose_conditioning(const Model<double>& model, Input<double> q, int frame,
                                   PoseMatch match = PoseMatch::whole);

/// The bodies of joints that carry a frame and stand at a limit, within 1e-9.
std::vector<int> bodies_at_limits(const Model<double>& model, const std::vector<JointLimits>& limits, Input<double> q,
                                  int frame);

/// The bodies of joints that carry a frame and are held, since they have more than one degree of freedom.
std::vector<int> held_bodies(const Model<double>& model, int frame);

}  // namespace torsor
