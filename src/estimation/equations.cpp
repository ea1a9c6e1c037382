#include "torsor/estimation/equations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "torsor/core/parallel.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr long rows_in_a_piece = 32768;    // of a log, at most
constexpr long pieces_of_a_short_log = 8;  // at least: one for each fold of a cross-validation
constexpr double numbers_kept = 8e6;       // of all equations together; beyond that they are made anew
constexpr double most_equations = 50;      // a second, where the user asks for no number
constexpr double oversampling = 10;        // regressors for each period of the highest frequency that is left
constexpr double least_of_a_window = 0.4;  // what has to be there of the low-pass for an equation
constexpr double passed_share = 0.8;       // of the frequencies that the equations could carry

/// Half of a windowed sinc, the middle first.
std::vector<double> low_pass(long decimation, long reach_in_equations) {
  if (decimation == 1) return {1.0};
  const double cutoff = passed_share * 0.5 / static_cast<double>(decimation);  // cycles a regressor
  const long reach = reach_in_equations * decimation;
  std::vector<double> window{2 * cutoff};
  for (long k = 1; k < reach; ++k) {
    const double x = std::numbers::pi * static_cast<double>(k);
    const double taper = 0.5 * (1 + std::cos(x / static_cast<double>(reach)));
    window.push_back(taper * std::sin(2 * cutoff * x) / x);
  }
  const double sum = 2 * std::accumulate(window.begin(), window.end(), 0.0) - window[0];
  for (double& weight : window) weight /= sum;
  return window;
}

/// The rows that `wanted(row)` asks for; `number(row)` is what they are called from now on.
template <class Wanted, class Number>
SmoothedRows picked(const SmoothedRows& rows, const Wanted& wanted, const Number& number) {
  std::vector<Eigen::Index> at;
  SmoothedRows result;
  for (std::size_t k = 0; k < rows.row.size(); ++k) {
    if (!wanted(rows.row[k])) continue;
    at.push_back(static_cast<Eigen::Index>(k));
    result.row.push_back(number(rows.row[k]));
    result.time.push_back(rows.time[k]);
  }
  const auto pick = [&](const MatrixXd& all) -> MatrixXd {
    return all.rows() == 0 ? all : MatrixXd(all(at, Eigen::all));
  };
  result.q = pick(rows.q), result.qd = pick(rows.qd), result.qdd = pick(rows.qdd);
  result.tau = pick(rows.tau), result.tau_raw = pick(rows.tau_raw);
  result.qdd_variance = pick(rows.qdd_variance);
  return result;
}

}  // namespace

std::vector<std::vector<int>> Unknowns::support() const {
  std::mt19937_64 random(1);
  const auto draw = [&] { return static_cast<double>(random() >> 11u) * 0x1p-53 * 2 - 1; };
  std::vector<double> q(model.nq), qd(model.nv), qdd(model.nv);
  std::vector<std::vector<int>> result(model.nv);
  MatrixXd largest = MatrixXd::Zero(model.nv, base.count());
  for (int sample = 0; sample < 3; ++sample) {
    for (auto* x : {&q, &qd, &qdd})
      for (double& entry : *x) entry = 3 * draw();
    const Matrix<double> Y = regressor(model, layout, q, qd, qdd, conditions);
    for (int j = 0; j < model.nv; ++j)
      for (int b = 0; b < base.count(); ++b)
        largest(j, b) = std::max(largest(j, b), std::abs(Y(j, base.independent[b])));
  }
  for (int j = 0; j < model.nv; ++j)
    for (int b = 0; b < base.count(); ++b)
      if (largest(j, b) > 1e-12) result[j].push_back(b);
  return result;
}

Equations::Equations(Unknowns unknowns, std::vector<LogPart> parts, const EquationOptions& options)
    : unknowns_(std::move(unknowns)), parts_(std::move(parts)), options_(options), support_(unknowns_.support()),
      threads_(thread_count(options.threads)) {
  for (int part = 0; part < static_cast<int>(parts_.size()); ++part) plan_part(part);
  long in_a_row = 0;
  for (const auto& felt : support_) in_a_row += static_cast<long>(felt.size()) + 6;
  double numbers = 0;
  for (const Piece& piece : pieces_)
    numbers += static_cast<double>(piece.count * (1 + thinning_[piece.part].decimation) * in_a_row);
  keep_ = numbers < numbers_kept;
  smoothed_.resize(pieces_.size());
  samples_.resize(pieces_.size());
  equations_.resize(pieces_.size());
}

void Equations::plan_part(int part) {
  const LogPart& log = parts_[part];
  Thinning thinning;
  double cutoff = 0;
  for (const double one : log.plan.cutoff) cutoff = std::max(cutoff, one);
  if (cutoff > 0) thinning.stride = std::max(1L, std::lround(std::floor(1 / (log.step * oversampling * cutoff))));
  const double step = log.step * static_cast<double>(thinning.stride);
  const double rate = options_.rate > 0 ? options_.rate
                      : cutoff > 0      ? std::min(most_equations, 3 * cutoff)
                                        : most_equations;
  thinning.decimation = std::max(1L, std::lround(std::floor(1 / (step * rate))));
  thinning.window = low_pass(thinning.decimation, reach_);
  const long rows_each = thinning.stride * thinning.decimation, count = log.count / rows_each;
  const long most = std::max(1L, rows_in_a_piece / rows_each);
  const double trim = options_.trim >= 0 ? options_.trim : cutoff > 0 ? 2 / cutoff : 0;
  const long skipped = std::min(std::lround(trim / (step * static_cast<double>(thinning.decimation))), count / 2);
  const long left = count - 2 * skipped;
  const long pieces = std::max({1L, (left + most - 1) / most, std::min(left / 4, pieces_of_a_short_log)});
  for (long k = 0; k < pieces; ++k) {
    const long first = left * k / pieces, end = left * (k + 1) / pieces;
    if (end > first) pieces_.push_back({part, skipped + first, end - first});
  }
  sample_count_ += log.count;
  step_ = step * static_cast<double>(thinning.decimation);
  thinning_.push_back(std::move(thinning));
}

std::shared_ptr<const EquationRows> Equations::equations(long piece) const {
  if (equations_[piece]) return equations_[piece];
  auto made = std::make_shared<const EquationRows>(make(piece));
  if (keep_) equations_[piece] = made;
  return made;
}

std::shared_ptr<const SmoothedRows> Equations::smoothed(long at) const {
  if (smoothed_[at]) return smoothed_[at];
  const Piece& piece = pieces_[at];
  const LogPart& log = parts_[piece.part];
  const auto& [stride, decimation, window] = thinning_[piece.part];
  const long rows_each = stride * decimation;
  const long first = std::max(0L, piece.first - margin(piece)) * rows_each;
  const long end = std::min(log.count, (piece.first + piece.count + margin(piece)) * rows_each);
  const long from = std::max(0L, first - log.plan.margin), to = std::min(log.count, end + log.plan.margin);
  const LogRows read = log.source->read(log.first + from, to - from);
  const auto wanted = [&](long row) { return (from + row) % stride == 0; };
  const auto number = [&](long row) { return (from + row) / stride; };
  auto made =
      std::make_shared<const SmoothedRows>(picked(smooth(read, first - from, end - first, log.plan), wanted, number));
  if (keep_) smoothed_[at] = made;
  return made;
}

std::shared_ptr<const Samples> Equations::samples_around(long at) const {
  if (samples_[at]) return samples_[at];
  auto made = std::make_shared<const Samples>(with_regressor(*smoothed(at)));
  if (keep_) samples_[at] = made;
  return made;
}

Samples Equations::samples(long at) const {
  const Piece& piece = pieces_[at];
  const long decimation = thinning_[piece.part].decimation;
  const auto all = samples_around(at);
  const long from = piece.first * decimation, to = (piece.first + piece.count) * decimation;
  Samples own{picked(all->rows, [&](long row) { return row >= from && row < to; }, [](long row) { return row; }), {}};
  const std::vector<long>& row = all->rows.row;
  const auto first = std::lower_bound(row.begin(), row.end(), from) - row.begin();
  for (const MatrixXd& W : all->W) own.W.emplace_back(W.middleRows(first, static_cast<long>(own.rows.row.size())));
  return own;
}

Samples Equations::with_regressor(SmoothedRows rows) const {
  const auto& [model, layout, base, conditions] = unknowns_;
  const Eigen::Index count = static_cast<Eigen::Index>(rows.time.size());
  Samples samples{std::move(rows), {}};
  for (const auto& felt : support_) samples.W.emplace_back(count, static_cast<Eigen::Index>(felt.size()));
  RegressorWorkspace<double> workspace(model);
  Matrix<double> Y(model.nv, layout.size());
  std::vector<double> q(model.nv), qd(q), qdd(q);
  for (Eigen::Index k = 0; k < count; ++k) {
    for (int j = 0; j < model.nv; ++j)
      q[j] = samples.rows.q(k, j), qd[j] = samples.rows.qd(k, j), qdd[j] = samples.rows.qdd(k, j);
    regressor<double>(model, layout, q, qd, qdd, conditions, workspace, Y.view());
    for (int j = 0; j < model.nv; ++j) {
      const std::vector<int>& felt = support_[j];
      const double* row = &Y(j, 0);
      for (std::size_t a = 0; a < felt.size(); ++a) samples.W[j](k, a) = row[base.independent[felt[a]]];
    }
  }
  return samples;
}

EquationRows Equations::make(long at) const {
  const Piece& piece = pieces_[at];
  const auto& [stride, decimation, window] = thinning_[piece.part];
  const auto around = samples_around(at);
  const Samples& all = *around;
  const std::vector<long>& row = all.rows.row;
  const long reach = static_cast<long>(window.size());
  EquationRows rows;
  const bool variance = all.rows.qdd_variance.rows() > 0;
  rows.q.resize(piece.count, joints());
  rows.qd.resize(piece.count, joints());
  if (variance) rows.qdd_variance.resize(piece.count, joints());
  rows.y.resize(piece.count, joints());
  for (const auto& felt : support_) rows.W.emplace_back(piece.count, static_cast<Eigen::Index>(felt.size()));
  long kept = 0;
  for (long k = 0; k < piece.count; ++k) {
    const long middle = (piece.first + k) * decimation + decimation / 2;
    const auto low = std::upper_bound(row.begin(), row.end(), middle - reach) - row.begin();
    const auto high = std::lower_bound(row.begin(), row.end(), middle + reach) - row.begin();
    Eigen::RowVectorXd pass(high - low);
    for (auto s = low; s < high; ++s) pass[s - low] = window[std::abs(row[s] - middle)];
    const double whole = pass.sum();
    if (whole < least_of_a_window) continue;  // in a gap
    pass /= whole;  // at the ends of a log the window is cut off: still a sum of equations that hold
    rows.time.push_back(all.rows.time[std::min<std::size_t>((low + high) / 2, row.size() - 1)]);
    rows.q.row(kept).noalias() = pass * all.rows.q.middleRows(low, high - low);
    rows.qd.row(kept).noalias() = pass * all.rows.qd.middleRows(low, high - low);
    if (variance)
      rows.qdd_variance.row(kept).noalias() = pass.cwiseAbs2() * all.rows.qdd_variance.middleRows(low, high - low);
    rows.y.row(kept).noalias() = pass * all.rows.tau.middleRows(low, high - low);
    for (int j = 0; j < joints(); ++j) rows.W[j].row(kept).noalias() = pass * all.W[j].middleRows(low, high - low);
    ++kept;
  }
  rows.q.conservativeResize(kept, Eigen::NoChange);
  rows.qd.conservativeResize(kept, Eigen::NoChange);
  if (variance) rows.qdd_variance.conservativeResize(kept, Eigen::NoChange);
  rows.weight = MatrixXd::Ones(kept, joints());
  for (int j = 0; j < joints() && !options_.slow.empty(); ++j)
    rows.weight.col(j) = (rows.qd.col(j).array().abs() >= options_.slow[j]).cast<double>();
  rows.y.conservativeResize(kept, Eigen::NoChange);
  for (MatrixXd& W : rows.W) W.conservativeResize(kept, Eigen::NoChange);
  return rows;
}

void Equations::reshape_friction(const Model<double>& model) {
  unknowns_.model = changed(unknowns_.model, [&](ModelParts<double>& parts) {
    for (int v = 0; v < joints(); ++v) {
      parts.friction[v].width = model.friction[v].width;
      parts.friction[v].stribeck_velocity = model.friction[v].stribeck_velocity;
    }
    for (std::size_t c = 0; c < model.couplings.size(); ++c)
      parts.couplings[c].friction.width = model.couplings[c].friction.width;
  });
  equations_.assign(pieces_.size(), nullptr);
  samples_.assign(pieces_.size(), nullptr);
}

void Equations::drop_below(std::vector<double> slow) {
  options_.slow = std::move(slow);
  equations_.assign(pieces_.size(), nullptr);
}

JointEquations Equations::sums(int folds) const {
  JointEquations result{columns(), support_, {}};
  for (int fold = 0; fold < folds; ++fold) {
    auto& joints = result.by_joint.emplace_back();
    for (const auto& felt : support_) joints.emplace_back(static_cast<Eigen::Index>(felt.size()));
  }
  const auto work = [&](long piece) {
    const auto rows = equations(piece);
    std::vector<NormalEquations> sums;
    for (int j = 0; j < joints(); ++j) {
      sums.emplace_back(static_cast<Eigen::Index>(support_[j].size()));
      sums.back().add(rows->W[j], rows->y.col(j), rows->weight.col(j));
    }
    return sums;
  };
  in_order(piece_count(), threads_, work, [&](long piece, std::vector<NormalEquations> sums) {
    for (int j = 0; j < joints(); ++j) result.by_joint[piece % folds][j] += sums[j];
  });
  return result;
}

}  // namespace torsor
