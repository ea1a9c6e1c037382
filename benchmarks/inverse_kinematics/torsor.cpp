#include <cstdlib>
#include <cstring>
#include <numbers>

#include "poses.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/inverse_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/trajectory/random_stream.hpp"

// torsor ROBOT TIP write FILE COUNT: random poses that the chain can take. torsor ROBOT TIP solve FILE ROUNDS: solves
// them.
using namespace torsor;

namespace {

poses::Frame frame_of(const Transform<double>& T) {
  return {{T.R.xx, T.R.xy, T.R.xz, T.R.yx, T.R.yy, T.R.yz, T.R.zx, T.R.zy, T.R.zz}, {T.p.x, T.p.y, T.p.z}};
}
Transform<double> transform_of(const poses::Frame& f) {
  return {{f.R[0], f.R[1], f.R[2], f.R[3], f.R[4], f.R[5], f.R[6], f.R[7], f.R[8]}, {f.p[0], f.p[1], f.p[2]}};
}

struct Arm {
  Model<double> model;
  std::vector<JointLimits> limits;
  int frame;

  Transform<double> pose(const std::vector<double>& q) const {
    return frame_pose<double>(model, forward_kinematics(model, q), frame);
  }
};

void write(const Arm& arm, const char* file, int count) {
  poses::Task task;
  for (int i = 1; i < arm.model.body_count(); ++i) {
    const Body<double>& body = arm.model.bodies[i];
    const JointLimits& own = arm.limits[static_cast<std::size_t>(i - 1)];
    const bool limited = std::isfinite(own.position_low) && std::isfinite(own.position_high);
    task.joints.push_back({turns(body.joint), frame_of(body.placement), limited ? own.position_low : -std::numbers::pi,
                           limited ? own.position_high : std::numbers::pi});
  }
  task.tip = frame_of(arm.model.frames[arm.frame].pose);
  for (int n = 0; n < count; ++n) {
    std::vector<double> q;
    for (std::size_t k = 0; k < task.joints.size(); ++k)
      q.push_back(task.joints[k].low + (task.joints[k].high - task.joints[k].low) * RandomStream(1, k).uniform(n));
    task.goals.push_back(frame_of(arm.pose(q)));
  }
  poses::write(file, task);
}

void solve(const Arm& arm, const char* file, int rounds) {
  const poses::Task task = poses::read(file);
  std::vector<Transform<double>> goals;
  for (const poses::Frame& goal : task.goals) goals.push_back(transform_of(goal));
  std::vector<double> q(arm.model.nq), middle;
  for (const poses::Joint& joint : task.joints) middle.push_back((joint.low + joint.high) / 2);
  const auto solved = [&](std::size_t k) {
    bool inside = poses::distance(frame_of(arm.pose(q)), task.goals[k]).small();
    for (std::size_t j = 0; j < q.size(); ++j)
      inside &= q[j] >= arm.limits[j].position_low && q[j] <= arm.limits[j].position_high;
    return inside;
  };
  InverseKinematicsOptions options;
  options.limits = arm.limits;
  InverseKinematics solver(arm.model, arm.frame, options);
  std::vector<char> good(goals.size(), 0);
  poses::report(solver.has_closed_form() ? "closed form" : "search", goals.size(), rounds,
                [&](std::size_t k) { return solver.solve(goals[k], q).reached; });
  poses::report("from the middle", goals.size(), rounds, [&](std::size_t k) {
    std::copy(middle.begin(), middle.end(), q.begin());
    return solver.solve_from(goals[k], q).reached;
  });
  std::size_t confirmed = 0;
  for (std::size_t k = 0; k < goals.size(); ++k) confirmed += solver.solve(goals[k], q).reached && solved(k) ? 1 : 0;
  std::printf("{\"way\": \"confirmed\", \"solved\": %zu, \"goals\": %zu}\n", confirmed, goals.size());
}

}  // namespace

int main(int count, char** values) {
  if (count < 6) return 2;
  const Description robot = load_robot(values[1]);
  const Model<double> model = build_model<double>(robot);
  const Arm arm{model, joint_limits(robot),
                std::strcmp(values[2], "-") == 0 ? model.tip : find_frame(model, values[2])};
  for (int i = 1; i < model.body_count(); ++i)
    if (model.bodies[i].parent != i - 1 || model.bodies[i].follows || arm.frame < 0 ||
        model.frames[arm.frame].body != model.body_count() - 1) {
      std::fprintf(stderr, "expected a serial arm, found branches\n");
      return 1;
    }
  if (std::strcmp(values[3], "write") == 0)
    write(arm, values[4], std::atoi(values[5]));
  else
    solve(arm, values[4], std::atoi(values[5]));
  return 0;
}
