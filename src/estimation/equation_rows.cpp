#include <algorithm>
#include <cmath>

#include "torsor/dynamics/gravity_compensation.hpp"
#include "torsor/estimation/equations.hpp"

/// What one piece of a log goes through: smoothed, with its regressor, passed through the low-pass and thinned out.

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double least_of_a_window = 0.4;   // what has to be there of the low-pass for an equation
constexpr double equations_of_a_rest = 10;  // as many as it counts for at most

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
  result.other = pick(rows.other);
  return result;
}

/// What gravity compensation gives is known: the equations are about the torque without it.
void take_off_compensation(const Model<double>& model, const Vector3<double>& gravity, SmoothedRows& rows) {
  if (model.carried.empty()) return;
  const Model<double> compensation = compensation_alone(model);
  NewtonEulerWorkspace<double> workspace(compensation);
  const std::vector<double> still(model.nv);
  std::vector<double> q(model.nv), tau(model.nv);
  for (Eigen::Index k = 0; k < rows.q.rows(); ++k) {
    for (int j = 0; j < model.nv; ++j) q[j] = rows.q(k, j);
    newton_euler<double>(compensation, q, still, still, {gravity, {}, {}}, workspace, tau);
    for (MatrixXd* torque : {&rows.tau, &rows.tau_raw})
      for (int j = 0; j < model.nv && torque->rows() > 0; ++j) (*torque)(k, j) -= tau[j];
  }
}

}  // namespace

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
  auto made = std::make_shared<const Samples>(with_regressor(at, *smoothed(at)));
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

Samples Equations::with_regressor(long at, SmoothedRows rows) const {
  const auto& [model, layout, base, conditions, distance, links, own_terms] = unknowns_;
  const Eigen::Index count = static_cast<Eigen::Index>(rows.time.size());
  Samples samples{std::move(rows), {}};
  for (const auto& felt : support_) samples.W.emplace_back(count, static_cast<Eigen::Index>(felt.size()));
  RegressorWorkspace<double> workspace(model);
  Matrix<double> Y(model.nv, layout.size());
  std::vector<double> q(model.nv), qd(q), qdd(q);
  take_off_compensation(model, conditions.gravity, samples.rows);
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
  if (!bends_.empty()) bend_columns(at, samples);
  if (links.size() > 0) load_columns(at, samples);
  if (!own_terms.empty()) own_columns(samples);
  return samples;
}

EquationRows Equations::equations_with(long piece, const Columns& columns) const {
  Samples all = *samples_around(piece);
  for (int j = 0; j < joints(); ++j) {
    const MatrixXd more = columns(all, j);
    all.W[j].conservativeResize(Eigen::NoChange, all.W[j].cols() + more.cols());
    all.W[j].rightCols(more.cols()) = more;
  }
  return make(piece, all);
}

/// Where friction is a function of the velocity, nothing is known of a joint that rests. A contact that bends is known
/// there, too; but what is wrong at a rest is wrong all the time: a long one is as good as a short one.
void Equations::weigh_rests(const VectorXd& qd, int joint, Eigen::Ref<VectorXd> weight) const {
  const bool bends = !bends_.empty() && unknowns_.presliding_distance[joint] > 0;
  for (Eigen::Index first = 0, end = 0; first < qd.size(); first = end + 1) {
    for (end = first; end < qd.size() && std::abs(qd[end]) < options_.slow[joint];) ++end;
    const double each = bends ? std::min(1.0, equations_of_a_rest / static_cast<double>(end - first)) : 0;
    weight.segment(first, end - first).setConstant(each);
  }
}

EquationRows Equations::make(long at, const Samples& all) const {
  const Piece& piece = pieces_[at];
  const auto& [stride, decimation, window] = thinning_[piece.part];
  const std::vector<long>& row = all.rows.row;
  const long reach = static_cast<long>(window.size());
  EquationRows rows;
  const bool variance = all.rows.qdd_variance.rows() > 0;
  rows.q.resize(piece.count, joints());
  rows.qd.resize(piece.count, joints());
  if (variance) rows.qdd_variance.resize(piece.count, joints());
  rows.y.resize(piece.count, joints());
  for (const MatrixXd& W : all.W) rows.W.emplace_back(piece.count, W.cols());
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
  for (int j = 0; j < joints() && !options_.slow.empty(); ++j) weigh_rests(rows.qd.col(j), j, rows.weight.col(j));
  rows.y.conservativeResize(kept, Eigen::NoChange);
  for (MatrixXd& W : rows.W) W.conservativeResize(kept, Eigen::NoChange);
  return rows;
}

}  // namespace torsor
