#include "torsor/estimation/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/lagged_products.hpp"
#include "torsor/core/parallel.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr long points_in_a_trace = 6000;

/// Sums from which a TorqueFit is made.
struct FitSums {
  double count = 0, torque = 0, torque_squared = 0, residual_squared = 0;

  void add(double measured, double predicted) {
    ++count;
    torque += measured;
    torque_squared += measured * measured;
    residual_squared += (measured - predicted) * (measured - predicted);
  }
  void operator+=(const FitSums& other) {
    count += other.count;
    torque += other.torque;
    torque_squared += other.torque_squared;
    residual_squared += other.residual_squared;
  }
  TorqueFit fit() const {
    if (count == 0) return {};
    const double variance = torque_squared - torque * torque / count;
    return {static_cast<long>(count), std::sqrt(residual_squared / count),
            torque_squared > 0 ? 100 * std::sqrt(residual_squared / torque_squared) : 0,
            variance > 0 ? 1 - residual_squared / variance : 0};
  }
};

struct JointSums {
  FitSums smoothed, raw, smoothed_moving, raw_moving, smoothed_resting;

  void operator+=(const JointSums& other) {
    smoothed += other.smoothed, raw += other.raw;
    smoothed_moving += other.smoothed_moving, raw_moving += other.raw_moving;
    smoothed_resting += other.smoothed_resting;
  }
  JointFit fit() const {
    return {smoothed.fit(), raw.fit(), smoothed_moving.fit(), raw_moving.fit(), smoothed_resting.fit()};
  }
};

struct PieceResult {
  std::vector<std::vector<JointSums>> sums;  // [estimate][joint]
  MatrixXd residual;                         // of the equations, rows x joints, of the traced estimate
  std::vector<TorqueTrace> traces;
};

class PieceEvaluator {
 public:
  PieceEvaluator(const Equations& equations, const MatrixXd& betas, int traced, const VectorXd& moving_above)
      : equations_(equations), betas_(betas), moving_above_(moving_above), traced_(traced) {}

  PieceResult piece(long at) const {
    const auto rows = equations_.equations(at);
    const Samples samples = equations_.samples(at);
    PieceResult result;
    result.sums.assign(betas_.cols(), std::vector<JointSums>(equations_.joints()));
    result.residual.resize(rows->count(), equations_.joints());
    for (int j = 0; j < equations_.joints(); ++j) {
      const MatrixXd felt = betas_(equations_.support()[j], Eigen::all);
      const MatrixXd smooth = rows->W[j] * felt, raw = samples.W[j] * felt;
      for (Eigen::Index e = 0; e < betas_.cols(); ++e)
        add(result.sums[e][j], *rows, samples, j, smooth.col(e), raw.col(e));
      result.residual.col(j) = rows->y.col(j) - smooth.col(traced_);
      result.traces.push_back(trace(samples, j, raw.col(traced_)));
    }
    return result;
  }

 private:
  void add(JointSums& sums, const EquationRows& rows, const Samples& samples, int j, const VectorXd& smooth,
           const VectorXd& raw) const {
    for (Eigen::Index k = 0; k < smooth.size(); ++k) {
      sums.smoothed.add(rows.y(k, j), smooth[k]);
      const bool moves = std::abs(rows.qd(k, j)) > moving_above_[j];
      (moves ? sums.smoothed_moving : sums.smoothed_resting).add(rows.y(k, j), smooth[k]);
    }
    for (Eigen::Index k = 0; k < raw.size(); ++k) {
      sums.raw.add(samples.rows.tau_raw(k, j), raw[k]);
      if (std::abs(samples.rows.qd(k, j)) > moving_above_[j]) sums.raw_moving.add(samples.rows.tau_raw(k, j), raw[k]);
    }
  }

  TorqueTrace trace(const Samples& samples, int j, const VectorXd& predicted) const {
    TorqueTrace result;
    const long stride = std::max(1L, equations_.sample_count() / points_in_a_trace);
    for (long k = 0; k < predicted.size(); k += stride) {
      result.time.push_back(samples.rows.time[k]);
      result.velocity.push_back(samples.rows.qd(k, j));
      result.raw.push_back(samples.rows.tau_raw(k, j));
      result.smoothed.push_back(samples.rows.tau(k, j));
      result.predicted.push_back(predicted[k]);
    }
    return result;
  }

  const Equations& equations_;
  const MatrixXd& betas_;
  const VectorXd& moving_above_;
  int traced_;
};

void append(TorqueTrace& trace, const TorqueTrace& more) {
  const auto add = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  add(trace.time, more.time), add(trace.velocity, more.velocity);
  add(trace.raw, more.raw), add(trace.smoothed, more.smoothed), add(trace.predicted, more.predicted);
}

}  // namespace

MotionRange motion_range(const Equations& equations) {
  const VectorXd zero = VectorXd::Zero(equations.joints());
  MotionRange range{zero, zero, zero, 0, 0};
  in_order(
      equations.piece_count(), equations.threads(), [&](long piece) { return equations.equations(piece); },
      [&](long, const std::shared_ptr<const EquationRows>& rows) {
        if (rows->count() == 0) return;  // a piece in a gap
        range.largest_velocity = range.largest_velocity.cwiseMax(rows->qd.cwiseAbs().colwise().maxCoeff().transpose());
        range.rms_velocity += rows->qd.cwiseAbs2().colwise().sum().transpose();
        range.rms_torque += rows->y.cwiseAbs2().colwise().sum().transpose();
        range.equations += rows->count();
      });
  const double count = static_cast<double>(std::max(1L, range.equations));
  range.rms_velocity = (range.rms_velocity / count).cwiseSqrt();
  range.rms_torque = (range.rms_torque / count).cwiseSqrt();
  range.duration = count * equations.step();
  return range;
}

Evaluation evaluate_estimates(const Equations& equations, const MatrixXd& betas, int traced,
                              const VectorXd& moving_above) {
  const PieceEvaluator evaluator(equations, betas, traced, moving_above);
  std::vector<std::vector<JointSums>> sums(betas.cols(), std::vector<JointSums>(equations.joints()));
  Evaluation result;
  result.traces.resize(equations.joints());
  estimation::LaggedProducts correlation(equations.joints());
  in_order(
      equations.piece_count(), equations.threads(), [&](long piece) { return evaluator.piece(piece); },
      [&](long piece, const PieceResult& more) {
        for (std::size_t e = 0; e < sums.size(); ++e)
          for (int j = 0; j < equations.joints(); ++j) sums[e][j] += more.sums[e][j];
        for (int j = 0; j < equations.joints(); ++j) append(result.traces[j], more.traces[j]);
        correlation.add(equations.part_of(piece), more.residual);
      });
  for (const auto& joints : sums) {
    auto& fits = result.fits.emplace_back();
    for (const JointSums& joint : joints) fits.push_back(joint.fit());
  }
  for (int j = 0; j < equations.joints(); ++j) {
    result.correlation.push_back(correlation.of(j));
    result.deviation.push_back(correlation.deviation(j));
    result.correlation_time.push_back(
        equations.step() * estimation::integrated(result.correlation[j], sums.empty() ? 0 : sums[0][j].smoothed.count));
  }
  return result;
}

}  // namespace torsor
