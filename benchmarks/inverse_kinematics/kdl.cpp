#include <cstdlib>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>
#include <random>

#include "poses.hpp"

// kdl FILE ROUNDS: KDL's solvers of positions, from the middle of the limits, and then from random configurations until
// one solves the pose within limits.
namespace {

constexpr double smallest_turn = 1e-6;  // rad; to KDL::diff, rotations that are nearer than this are the same

KDL::Frame frame_of(const poses::Frame& f) {
  return {KDL::Rotation(f.R[0], f.R[1], f.R[2], f.R[3], f.R[4], f.R[5], f.R[6], f.R[7], f.R[8]),
          KDL::Vector(f.p[0], f.p[1], f.p[2])};
}
poses::Frame frame_of(const KDL::Frame& f) {
  poses::Frame result{};
  for (int i = 0; i < 9; ++i) result.R[i] = f.M.data[i];
  for (int i = 0; i < 3; ++i) result.p[i] = f.p.data[i];
  return result;
}

/// A segment of KDL begins in its parent's frame: the joint stands where the table places it.
KDL::Chain chain_of(const poses::Task& task) {
  KDL::Chain chain;
  for (const poses::Joint& joint : task.joints) {
    const KDL::Frame placement = frame_of(joint.placement);
    chain.addSegment(KDL::Segment(
        KDL::Joint("j", placement.p, placement.M.UnitZ(), joint.turns ? KDL::Joint::RotAxis : KDL::Joint::TransAxis),
        placement));
  }
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), frame_of(task.tip)));
  return chain;
}

struct Problem {
  const poses::Task& task;
  KDL::Chain chain = chain_of(task);
  KDL::ChainFkSolverPos_recursive kinematics{chain};
  unsigned n = chain.getNrOfJoints();
  KDL::JntArray low{n}, high{n}, start{n}, q{n};
  std::mt19937_64 random{1};

  explicit Problem(const poses::Task& given) : task(given) {
    for (unsigned k = 0; k < n; ++k) low(k) = task.joints[k].low, high(k) = task.joints[k].high;
  }

  /// Angles may be a turn off.
  bool within_limits() {
    for (unsigned k = 0; k < n; ++k) {
      if (task.joints[k].turns)
        while (q(k) > high(k)) q(k) -= 2 * M_PI;
      if (task.joints[k].turns)
        while (q(k) < low(k)) q(k) += 2 * M_PI;
      if (!(q(k) >= low(k) && q(k) <= high(k))) return false;
    }
    return true;
  }
  bool solved(std::size_t goal) {
    KDL::Frame pose;
    kinematics.JntToCart(q, pose);
    return poses::distance(frame_of(pose), task.goals[goal]).small(smallest_turn) && within_limits();
  }
  template <class Solver>
  bool solve(Solver& solver, std::size_t goal, int starts) {
    const KDL::Frame wanted = frame_of(task.goals[goal]);
    for (int s = 0; s < starts; ++s) {
      for (unsigned k = 0; k < n; ++k)
        start(k) = s == 0 ? (low(k) + high(k)) / 2 : std::uniform_real_distribution<double>(low(k), high(k))(random);
      solver.CartToJnt(start, wanted, q);  // whatever it says of it
      if (solved(goal)) return true;
    }
    return false;
  }
};

}  // namespace

int main(int count, char** values) {
  if (count < 3) return 2;
  const poses::Task task = poses::read(values[1]);
  const int rounds = std::atoi(values[2]);
  const std::size_t goals = std::min<std::size_t>(task.goals.size(), 1000), fewer = std::min<std::size_t>(goals, 200);
  Problem problem(task);
  KDL::ChainIkSolverPos_LMA lma(problem.chain, 0.01 * poses::tolerance, 500);  // it weighs a radian as 0.01 m
  KDL::ChainIkSolverVel_pinv velocity(problem.chain);
  KDL::ChainIkSolverPos_NR_JL newton(problem.chain, problem.low, problem.high, problem.kinematics, velocity, 100,
                                     poses::tolerance);
  poses::report("LMA", goals, rounds, [&](std::size_t k) { return problem.solve(lma, k, 1); });
  poses::report("NR_JL", goals, rounds, [&](std::size_t k) { return problem.solve(newton, k, 1); });
  poses::report("LMA, restarts", fewer, rounds,
                [&](std::size_t k) { return problem.solve(lma, k, poses::most_starts); });
  poses::report("NR_JL, restarts", fewer, 1,
                [&](std::size_t k) { return problem.solve(newton, k, poses::most_starts); });
  return 0;
}
