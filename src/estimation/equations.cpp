#include "torsor/estimation/equations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "estimation/bent_contacts.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

constexpr long rows_in_a_piece = 32768;    // of a log, at most
constexpr long pieces_of_a_short_log = 8;  // at least: one for each fold of a cross-validation
constexpr double numbers_kept = 8e6;       // of all equations together; beyond that they are made anew
constexpr double most_equations = 50;      // a second, where the user asks for no number
constexpr double oversampling = 10;        // regressors for each period of the highest frequency that is left
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

}  // namespace

Eigen::MatrixXd Unknowns::to_base() const {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(base.count(), layout.size());
  for (int b = 0; b < base.count(); ++b) {
    result(b, base.independent[b]) = 1;
    for (std::size_t d = 0; d < base.dependent.size(); ++d)
      result(b, base.dependent[d]) = base.coefficients(b, static_cast<int>(d));
  }
  return result;
}

std::vector<std::vector<int>> Unknowns::support() const {
  std::mt19937_64 random(1);
  const auto draw = [&] { return static_cast<double>(random() >> 11u) * 0x1p-53 * 2 - 1; };
  std::vector<double> q(model.nq), qd(model.nv), qdd(model.nv);
  std::vector<std::vector<int>> result(model.nv);
  Eigen::MatrixXd largest = Eigen::MatrixXd::Zero(model.nv, base.count());
  for (int sample = 0; sample < 3; ++sample) {
    for (auto* x : {&q, &qd, &qdd})
      for (double& entry : *x) entry = 3 * draw();
    const Matrix<double> Y = regressor(model, layout, q, qd, qdd, conditions);
    for (int j = 0; j < model.nv; ++j)
      for (int b = 0; b < base.count(); ++b)
        largest(j, b) = std::max(largest(j, b), std::abs(Y(j, base.independent[b])));
  }
  for (int b = 0; b < base.count(); ++b)  // the regressor knows nothing of it
    if (const Parameter& one = layout.entries[base.independent[b]];
        one.kind == ParameterKind::load || one.kind == ParameterKind::own_term)
      largest(model.bodies[one.body].v, b) = 1;
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
  forget_columns();
}

void Equations::plan_part(int part) {
  const LogPart& log = parts_[part];
  Thinning thinning;
  double cutoff = 0;
  for (const double one : log.plan.cutoff) cutoff = std::max(cutoff, one);
  if (cutoff > 0) thinning.stride = std::max(1L, std::lround(std::floor(1 / (log.step * oversampling * cutoff))));
  const double step = log.step * static_cast<double>(thinning.stride);
  const double rate = options_.rate > 0 ? options_.rate
                      : cutoff > 0      ? std::min(most_equations, 3 * log.plan.sound_band)
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
  auto made = std::make_shared<const EquationRows>(make(piece, *samples_around(piece)));
  if (keep_) equations_[piece] = made;
  return made;
}

void Equations::forget_columns() {
  equations_.assign(pieces_.size(), nullptr);
  samples_.assign(pieces_.size(), nullptr);
  bends_.clear();
  const std::vector<double>& distance = unknowns_.presliding_distance;
  if (std::any_of(distance.begin(), distance.end(), [](double one) { return one > 0; }))
    bends_ = bends_before(Eigen::VectorXd::Map(distance.data(), static_cast<Eigen::Index>(distance.size())));
}

void Equations::replace(Unknowns unknowns) {
  unknowns_ = std::move(unknowns);
  support_ = unknowns_.support();
  forget_columns();
}

void Equations::linearise_load(Eigen::MatrixXd links) {
  unknowns_.links = std::move(links);
  equations_.assign(pieces_.size(), nullptr);
  samples_.assign(pieces_.size(), nullptr);
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
  forget_columns();
}

std::vector<Eigen::MatrixXd> Equations::bends_before(const Eigen::MatrixXd& distance) const {
  struct Passage {
    BendMap map;  // from the first sample to the last before the next piece
    Eigen::VectorXd first, last;
  };
  const auto work = [&](long at) {
    const auto rows = smoothed(at);
    const Eigen::Index count = rows->q.rows();
    if (count == 0) return Passage{};
    const bool more = at + 1 < piece_count() && pieces_[at + 1].part == pieces_[at].part;
    const auto next =
        more ? std::lower_bound(rows->row.begin(), rows->row.end(), first_sample(pieces_[at + 1])) : rows->row.end();
    const Eigen::Index end = std::max<Eigen::Index>(1, next - rows->row.begin());
    const Eigen::MatrixXd places = places_of_contacts(unknowns_.model, rows->q.topRows(end));
    return Passage{bend_map(places, distance), places.row(0), places.row(end - 1)};
  };
  std::vector<Eigen::MatrixXd> bends(pieces_.size(), Eigen::MatrixXd::Zero(distance.rows(), distance.cols()));
  Eigen::MatrixXd bend;
  Eigen::VectorXd before;
  int part = -1;
  in_order(piece_count(), threads_, work, [&](long at, const Passage& passage) {
    if (pieces_[at].part != part) bend.setZero(distance.rows(), distance.cols()), before.resize(0);
    part = pieces_[at].part;
    if (passage.first.size() == 0) return;  // a piece in a gap
    if (before.size() > 0) {
      Eigen::MatrixXd step(2, before.size());
      step << before.transpose(), passage.first.transpose();
      bend = bend_map(step, distance).after(bend);
    }
    bends[at] = bend;
    bend = passage.map.after(bend);
    before = passage.last;
  });
  return bends;
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
