#include "experiments/payload/payload_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "torsor/core/linear_algebra.hpp"

namespace torsor::payload {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int steps = 8;
constexpr double least_known = 1e-8;  // of what the logs tell of a parameter where all others are known

class Fitter {
 public:
  explicit Fitter(const Problem& problem) : p_(problem) {
    fit_.x = VectorXd::Zero(p_.columns);
    fit_.g = VectorXd::Ones(p_.joints());
    gamma_ = VectorXd::Zero(p_.gains.cols());
    for (const Group& group : p_.groups) {
      VectorXd deviation(p_.joints());
      for (int j = 0; j < p_.joints(); ++j) {
        const NormalEquations one = group.sums.joint(j);
        deviation[j] = std::sqrt(std::max(one.yty / std::max(one.rows, 1.0), 1e-12));
      }
      fit_.deviation.push_back(deviation);
    }
  }

  Fit run() {
    for (int step = 0; step < steps; ++step) {
      linearise();
      add_knowledge();
      const linear_algebra::ScaledFactor factor(fit_.information);
      const VectorXd change = factor.solve(slope_);
      fit_.x += change.head(p_.columns);
      gamma_ += change.tail(gamma_.size());
      fit_.g = VectorXd::Ones(p_.joints()) + p_.gains * gamma_;
      weigh();
    }
    linearise();
    share_out();
    add_knowledge();
    return fit_;
  }

 private:
  /// W^T W and W^T y of a joint in the columns of all base parameters.
  NormalEquations wide(const Group& group, int joint) const {
    const NormalEquations one = group.sums.joint(joint);
    const std::vector<int>& at = group.sums.support[joint];
    NormalEquations all(group.sums.columns);
    for (std::size_t a = 0; a < at.size(); ++a) {
      all.Wty[at[a]] = one.Wty[a];
      for (std::size_t b = 0; b < at.size(); ++b) all.WtW(at[a], at[b]) = one.WtW(a, b);
    }
    return all;
  }

  void linearise() {
    const int n = p_.columns, joints = p_.joints();
    MatrixXd H = MatrixXd::Zero(n + joints, n + joints);
    VectorXd slope = VectorXd::Zero(n + joints);
    for (std::size_t k = 0; k < p_.groups.size(); ++k) {
      const VectorXd felt = fit_.felt(p_, static_cast<int>(k));
      MatrixXd B = MatrixXd::Zero(felt.size(), felt.size());
      VectorXd b = VectorXd::Zero(felt.size());
      for (int j = 0; j < joints; ++j) {
        const NormalEquations one = wide(p_.groups[k], j);
        const double weight = 1 / (fit_.deviation[k][j] * fit_.deviation[k][j]), g = fit_.g[j];
        const VectorXd torque = one.WtW * felt;
        B += weight * g * g * one.WtW;
        b += weight * g * (one.Wty - g * torque);
        H.block(0, n + j, n, 1) += weight * g * p_.A[k].transpose() * torque;
        H(n + j, n + j) += weight * felt.dot(torque);
        slope[n + j] += weight * (felt.dot(one.Wty) - g * felt.dot(torque));
      }
      H.topLeftCorner(n, n) += p_.A[k].transpose() * B * p_.A[k];
      slope.head(n) += p_.A[k].transpose() * b;
    }
    H.bottomLeftCorner(joints, n) = H.topRightCorner(n, joints).transpose();
    by_joint_ = H;
    MatrixXd to = MatrixXd::Zero(n + joints, p_.unknowns());
    to.topLeftCorner(n, n).setIdentity();
    to.bottomRightCorner(joints, p_.gains.cols()) = p_.gains;
    fit_.information = to.transpose() * H * to;
    slope_ = to.transpose() * slope;
  }

  /// Where the logs say nothing, an unknown is 0 with a deviation that nobody takes for knowledge; gains are near 1.
  void add_knowledge() {
    VectorXd& before = fit_.before;
    before = least_known * fit_.information.diagonal();
    for (int i = 0; i < p_.columns; ++i)
      if (!(before[i] > 0)) before[i] = 1;
    for (int k = 0; p_.load >= 0 && k < 10; ++k) before[p_.load + k] = 1 / (p_.heaviest * p_.heaviest);
    before.tail(gamma_.size()).setConstant(1 / (p_.ratio_deviation * p_.ratio_deviation));
    fit_.information.diagonal() += before;
    slope_.tail(gamma_.size()) -= before.tail(gamma_.size()).cwiseProduct(gamma_);
    if (p_.load >= 0)
      slope_.segment(p_.load, 10) -= before.segment(p_.load, 10).cwiseProduct(fit_.x.segment(p_.load, 10));
  }

  void weigh() {
    double rows = 0;
    for (const Group& group : p_.groups)
      for (int j = 0; j < p_.joints(); ++j) rows += group.sums.joint(j).rows;
    const double left = std::max(0.1, 1 - p_.unknowns() / std::max(rows, 1.0));
    for (std::size_t k = 0; k < p_.groups.size(); ++k) {
      const VectorXd felt = fit_.felt(p_, static_cast<int>(k));
      for (int j = 0; j < p_.joints(); ++j) {
        const JointEquations& sums = p_.groups[k].sums;
        const NormalEquations one = sums.joint(j);
        const double mean = one.squared_residual(fit_.g[j] * sums.felt(j, felt)) / std::max(1.0, one.rows * left);
        fit_.deviation[k][j] = std::sqrt(std::max({mean, 1e-18 * one.yty / std::max(1.0, one.rows), 1e-24}));
      }
    }
  }

  /// What is left of the information on a gain when all parameters adapt to it.
  void share_out() {
    const int n = p_.columns, joints = p_.joints();
    const linear_algebra::ScaledFactor factor(by_joint_.topLeftCorner(n, n), least_known);
    const MatrixXd cross = by_joint_.topRightCorner(n, joints);
    const MatrixXd left = by_joint_.bottomRightCorner(joints, joints) - cross.transpose() * factor.solve(cross);
    fit_.share = left.diagonal().cwiseMax(0);
    const double sum = fit_.share.sum();
    fit_.share = sum > 0 ? VectorXd(fit_.share / sum) : VectorXd::Constant(joints, 1.0 / joints);
  }

  const Problem& p_;
  Fit fit_;
  VectorXd gamma_, slope_;
  MatrixXd by_joint_;  // information of x and of the gain of every joint
};

}  // namespace

bool Problem::absolute() const {
  return std::any_of(groups.begin(), groups.end(),
                     [](const Group& group) { return group.carries == Carries::known_load; });
}

Problem make_problem(std::vector<Group> groups, const MatrixXd& load_columns, const std::vector<char>& friction,
                     const std::optional<Inertia<double>>& known) {
  Problem problem;
  problem.groups = std::move(groups);
  const int base = static_cast<int>(friction.size());
  const int of_friction = static_cast<int>(std::count(friction.begin(), friction.end(), 1));
  problem.columns = base + of_friction * (static_cast<int>(problem.groups.size()) - 1);
  for (const Group& group : problem.groups)
    if (group.carries == Carries::unknown_load) problem.load = problem.columns;
  if (problem.load >= 0) problem.columns += 10;
  int own = base;  // where the friction of a group begins
  for (const Group& group : problem.groups) {
    const bool first = &group == problem.groups.data();
    MatrixXd A = MatrixXd::Zero(base, problem.columns);
    for (int b = 0; b < base; ++b) A(b, first || friction[b] == 0 ? b : own++) = 1;
    if (group.carries == Carries::unknown_load) A.middleCols(problem.load, 10) = load_columns;
    const bool knows = group.carries == Carries::known_load;
    problem.c.push_back(knows ? VectorXd(load_columns * ten_of(*known)) : VectorXd::Zero(base));
    problem.A.push_back(std::move(A));
  }
  return problem;
}

Fit fit(const Problem& problem) { return Fitter(problem).run(); }

VectorXd common_share(const Fit& fit, double gain_deviation) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(fit.g.size()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return fit.g[a] < fit.g[b]; });
  double median = 1, below = 0;
  for (const Eigen::Index j : order) {
    if (below < 0.5) median = fit.g[j];
    below += fit.share[j];
  }
  const double most = std::max(0.03, 3 * gain_deviation);
  const VectorXd kept = ((fit.g / median).array().log().abs() <= most).select(fit.share, 0.0);
  return kept / kept.sum();
}

}  // namespace torsor::payload
