#include "experiments/payload/payload_still.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "estimation/unknowns.hpp"
#include "experiments/payload/payload_columns.hpp"
#include "experiments/payload/payload_frame.hpp"
#include "experiments/payload/payload_load.hpp"
#include "experiments/payload/payload_rests.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/position.hpp"

namespace torsor::payload {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double independent = 1e-8;        // of the largest singular value, for weights of links that poses tell apart
constexpr double least_known_still = 1e-9;  // as in the fit of motions
constexpr double least_noise = 1e-3;        // of a joint's torque

/// Equations of one joint at one pose: torque = weight of the robot + offset + weight of the load.
struct StillRows {
  MatrixXd robot, load;  // by parameter of the layout; by m, m c of the load, 0 where there is none
  VectorXd y, noise;     // the noise up to a factor that all share
  std::vector<int> joint;
  std::vector<char> loaded;
};

class StillWeighing {
 public:
  StillWeighing(const Description& robot, const PayloadOptions& options)
      : options_(options), unknowns_(unknowns_of(robot, still_options(options))),
        frame_(frame_of(unknowns_.model, options.frame)) {
    result_.robot = robot.name;
    result_.frame = unknowns_.model.frames[frame_].name;
    result_.still = result_.has_load = true;
    result_.felt = felt_parameters(unknowns_, frame_);
  }

  PayloadEstimate run(const PayloadLogs<NamedLog>& logs) {
    const std::vector<Pose> unloaded = poses(logs.unloaded), loaded = poses(logs.loaded);
    known_robot_ = logs.unloaded.empty();
    const StillRows rows = equations(unloaded, loaded);
    solve(rows);
    result_.poses = static_cast<long>(unloaded.size() + loaded.size());
    return std::move(result_);
  }

 private:
  static IdentifyOptions still_options(const PayloadOptions& options) {
    IdentifyOptions still = options.equations;
    still.rotor = still.viscous = still.coulomb = still.asymmetric = still.stribeck = false;
    return still;
  }

  std::vector<Pose> poses(const std::vector<NamedLog>& logs) const {
    std::vector<Rest> all;
    for (const NamedLog& log : logs)
      for (Rest& rest : rests_of(*log.source, options_)) all.push_back(std::move(rest));
    return poses_of(all, options_.same_pose);
  }

  StillRows equations(const std::vector<Pose>& unloaded, const std::vector<Pose>& loaded) {
    const int n = unknowns_.model.nv;
    VectorXd friction = VectorXd::Zero(n), torque = friction, count = friction;
    long rows = 0, of_load = 0;
    for (const auto* list : {&unloaded, &loaded})
      for (const Pose& pose : *list)
        for (int j = 0; j < n; ++j) {
          if (pose.both[j] == 0) continue;
          friction[j] += pose.friction[j] * pose.friction[j], torque[j] += pose.tau[j] * pose.tau[j], count[j] += 1;
          ++rows, of_load += list == &loaded ? 1 : 0;
        }
    require(of_load, unloaded.size(), loaded.size());
    StillRows all{
        MatrixXd(rows, unknowns_.layout.size()), MatrixXd::Zero(rows, 4), VectorXd(rows), VectorXd(rows), {}, {}};
    const double largest = std::sqrt((torque.array() / count.array().max(1)).maxCoeff());
    Eigen::Index row = 0;
    for (const auto* list : {&unloaded, &loaded})
      for (const Pose& pose : *list) {
        const MatrixXd Y = gravity_rows(pose.q);
        const MatrixXd of_the_load = Y * load_in_layout().leftCols(4);
        for (int j = 0; j < n; ++j) {
          if (pose.both[j] == 0) continue;
          all.robot.row(row) = Y.row(j);
          if (list == &loaded) all.load.row(row) = of_the_load.row(j);
          all.y[row] = pose.tau[j];
          all.noise[row] = std::sqrt(friction[j] / count[j]) + least_noise * largest;
          all.joint.push_back(j), all.loaded.push_back(list == &loaded ? 1 : 0);
          ++row;
        }
      }
    return all;
  }

  void require(long of_load, std::size_t unloaded, std::size_t loaded) const {
    if (of_load >= 5) return;
    throw ComputationError(
        fmt::format("expected rests in poses that each joint approaches from both sides, found {} without load and {} "
                    "with it, and {} of a joint with the load after motion in both directions",
                    counted(static_cast<long>(unloaded), "pose"), counted(static_cast<long>(loaded), "pose"),
                    counted(of_load, "mean torque")),
        {"rest_duration"});
  }

  MatrixXd gravity_rows(const VectorXd& q) const {
    const std::vector<double> at(q.begin(), q.end()), still(at.size(), 0.0);
    const Matrix<double> Y = regressor(unknowns_.model, unknowns_.layout, at, still, still, unknowns_.conditions);
    MatrixXd rows(unknowns_.model.nv, unknowns_.layout.size());
    for (int j = 0; j < rows.rows(); ++j)
      for (int k = 0; k < rows.cols(); ++k) rows(j, k) = Y(j, k);
    return rows;
  }

  /// The ten parameters of the load as parameters of the link that carries it.
  MatrixXd load_in_layout() const {
    MatrixXd all = MatrixXd::Zero(unknowns_.layout.size(), 10);
    all.middleRows(unknowns_.layout.inertial[unknowns_.model.frames[frame_].body], 10) =
        load_in_link(unknowns_.model, frame_);
    return all;
  }

  /// The columns of the robot that the poses tell apart, or only its offsets where the robot file tells the weights.
  MatrixXd robot_columns(const StillRows& rows) const {
    if (known_robot_) {
      MatrixXd offsets = MatrixXd::Zero(rows.y.size(), unknowns_.model.nv);
      for (Eigen::Index k = 0; k < rows.y.size(); ++k) offsets(k, rows.joint[static_cast<std::size_t>(k)]) = 1;
      return options_.equations.offset ? offsets : MatrixXd(rows.y.size(), 0);
    }
    const linear_algebra::RightSingular parts = linear_algebra::right_singular(rows.robot);
    const auto kept = (parts.values.array() > independent * parts.values[0]).count();
    return rows.robot * parts.V.leftCols(kept);
  }

  void solve(const StillRows& rows) {
    VectorXd y = rows.y;
    if (known_robot_) {
      std::vector<double> theta = parameters(unknowns_.model, unknowns_.layout);
      for (int k = 0; k < unknowns_.layout.size(); ++k)
        if (unknowns_.layout.entries[k].kind == ParameterKind::offset) theta[k] = 0;
      y -= rows.robot * VectorXd::Map(theta.data(), unknowns_.layout.size());
    }
    const MatrixXd robot = robot_columns(rows);
    const Eigen::Index n = robot.cols() + 4;
    MatrixXd A(rows.y.size(), n);
    A << robot, rows.load;
    A = rows.noise.cwiseInverse().asDiagonal() * A;
    y = y.cwiseQuotient(rows.noise);
    const double freedom = static_cast<double>(y.size() - n);
    if (freedom < 3)
      throw ComputationError(fmt::format("expected more poses: {} for {} unknown weights",
                                         counted(static_cast<long>(y.size()), "mean torque"), n));
    const linear_algebra::ScaledFactor factor(A.transpose() * A, least_known_still);
    const VectorXd x = factor.solve(A.transpose() * y);
    const double noise = (y - A * x).squaredNorm() / freedom;
    const double student = 1 + 1.2 / freedom;
    Matrix10 covariance = Matrix10::Zero();
    covariance.topLeftCorner(4, 4) = student * student * noise * factor.inverse().bottomRightCorner(4, 4);
    describe_point(x.tail(4), covariance, options_.gain_deviation, result_);
    result_.gain_deviation = options_.gain_deviation;
    result_.equations = y.size();
    residuals(rows, rows.noise.cwiseProduct(y - A * x), rows.noise.cwiseProduct(y - A.leftCols(n - 4) * x.head(n - 4)));
  }

  void residuals(const StillRows& rows, const VectorXd& left, const VectorXd& without_load) {
    const std::vector<std::string> names = velocity_names(unknowns_.model), units = torque_units(unknowns_.model);
    for (int j = 0; j < unknowns_.model.nv; ++j) {
      double count[2] = {0, 0};
      PayloadResidual residual{names[j], units[j]};
      for (Eigen::Index k = 0; k < left.size(); ++k) {
        if (rows.joint[static_cast<std::size_t>(k)] != j) continue;
        const bool loaded = rows.loaded[static_cast<std::size_t>(k)] != 0;
        count[loaded ? 1 : 0] += 1;
        (loaded ? residual.loaded : residual.unloaded) += left[k] * left[k];
        if (!loaded) continue;
        residual.loaded_without_load += without_load[k] * without_load[k];
        residual.loaded_torque += rows.y[k] * rows.y[k];
      }
      residual.unloaded = std::sqrt(residual.unloaded / std::max(1.0, count[0]));
      for (double* square : {&residual.loaded, &residual.loaded_without_load, &residual.loaded_torque})
        *square = std::sqrt(*square / std::max(1.0, count[1]));
      result_.residuals.push_back(residual);
    }
  }

  const PayloadOptions& options_;
  Unknowns unknowns_;
  int frame_;
  bool known_robot_ = false;
  PayloadEstimate result_;
};

}  // namespace

PayloadEstimate estimate_still(const Description& robot, const PayloadLogs<NamedLog>& logs,
                               const PayloadOptions& options) {
  return StillWeighing(robot, options).run(logs);
}

}  // namespace torsor::payload
