#include "torsor/experiments/online_estimator.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/unknowns.hpp"
#include "experiments/online/online_start.hpp"
#include "torsor/core/require_size.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"

namespace torsor {
namespace {

using namespace experiments;
using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

constexpr double noise_memory = 10;     // s
constexpr double noise_to_start = 0.1;  // of the torque
constexpr double least_noise = 0.002;   // of the torque: no drive measures better
constexpr double seconds_to_watch = 3;  // s of motion that only tell what is slow and how large torques are
constexpr double seconds_to_trust = 3;  // that the noise at the start stands for
constexpr double slow_share = 0.1;      // of the largest velocity: what friction near rest does has no place in a sign
constexpr double longest_pause = 0.1;   // s that one update forgets, whatever lay between
constexpr double least_walking = 0.01;  // of a parameter's deviation at the start: what is 0 can grow
constexpr int reference_blocks = 12;    // that the parameters behind a residual are old: no load has touched them

IdentifyOptions with_known_width(IdentifyOptions options) {
  if (options.width == CoulombWidth::searched) options.width = CoulombWidth::as_in_the_robot_file;
  return options;
}

int last_link_column(const Unknowns& unknowns) { return unknowns.layout.inertial.back(); }

}  // namespace

OnlineEstimator::OnlineEstimator(const Description& robot, OnlineOptions options)
    : options_(std::move(options)), robot_(robot), unknowns_(unknowns_of(robot, with_known_width(options_.model))),
      support_(unknowns_.support()), prior_(prior_of(unknowns_)), start_(start_of(unknowns_, prior_)),
      start_deviation_(start_deviation(unknowns_, start_)), walk_shares_(walk_shares(unknowns_, options_)),
      walk_(start_), motion_(unknowns_.model.nv, options_.motion),
      information_(unknowns_.base.count(), unknowns_.model.nv), scores_(unknowns_.base.count()),
      covariance_(start_, start_deviation_, unknowns_.model.nv),
      detector_(unknowns_.model.nv, unknowns_.base.count(), options_.load), load_column_(last_link_column(unknowns_)),
      load_directions_(unknowns_.to_base().middleCols(load_column_, 10)), load_deviations_(load_deviations(unknowns_)),
      workspace_(unknowns_.model), compensation_workspace_(unknowns_.model),
      compensation_(compensation_alone(unknowns_.model)), still_(unknowns_.model.nv), known_torque_(still_),
      Y_(unknowns_.model.nv, unknowns_.layout.size()), W_(unknowns_.model.nv, unknowns_.base.count()),
      y_(unknowns_.model.nv), counts_(y_), weighing_(y_), beta_(start_), variance_(VectorXd::Ones(y_.size())),
      torque_square_(VectorXd::Zero(y_.size())), innovation_square_(torque_square_), noise_square_(torque_square_),
      left_(torque_square_), fastest_(torque_square_), references_(MatrixXd::Zero(start_.size(), reference_blocks)),
      coupling_(unknowns_.base.count(), OnlineLoadDetector::windows * OnlineLoadDetector::unknowns),
      coupled_(coupling_), reference_(start_), before_load_(start_) {
  const auto joints = static_cast<std::size_t>(unknowns_.model.nv);
  if (!options_.deviation.empty()) {
    require_size("deviation", options_.deviation.size(), joints, "joint", robot.name);
    variance_ = VectorXd::Map(options_.deviation.data(), y_.size()).cwiseAbs2();
  }
  if (options_.slow.size() == 1) options_.slow.resize(joints, options_.slow[0]);
  if (!options_.slow.empty()) require_size("slow", options_.slow.size(), joints, "joint", robot.name);
  ready_ = options_.method == OnlineMethod::random_walk;
  if (options_.method == OnlineMethod::random_walk || !options_.start_from_robot) return;
  for (Index b = 0; b < start_.size(); ++b)
    information_.take_one(static_cast<int>(b), start_[b], 1 / std::pow(start_deviation_[b], 2));
  ready_ = true;
}

void OnlineEstimator::make_equations(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                                     std::span<const double> tau) {
  const auto& [model, layout, base, conditions, distance, links, own_terms] = unknowns_;
  regressor<double>(model, layout, q, qd, qdd, conditions, workspace_, Y_.view());
  if (!model.carried.empty())
    newton_euler<double>(compensation_, q, still_, still_, {conditions.gravity, {}, {}}, compensation_workspace_,
                         known_torque_);
  W_.setZero();
  for (int j = 0; j < model.nv; ++j) {
    for (const int b : support_[j]) W_(j, b) = Y_(j, base.independent[b]);
    y_[j] = tau[j] - known_torque_[j];
    fastest_[j] = std::max(fastest_[j], std::abs(qd[j]));
    const double width = std::min(model.friction[j].width, fastest_[j] / 2);
    const double slow = options_.slow.empty() ? std::max(slow_share * fastest_[j], width) : options_.slow[j];
    counts_[j] = std::abs(qd[j]) >= slow ? 1 : 0;
  }
}

/// What the model leaves before an update, and the noise that the next equations are weighted by where no deviations
/// are given.
void OnlineEstimator::learn_before(double step) {
  learned_ += step;
  const auto part_in = [&](double seconds) {
    return seconds > 0 ? std::min(1.0, step / std::min(seconds, noise_memory)) : 1;
  };
  const double part = part_in(learned_), part_left = part_in(watches() ? learned_ : learned_ - seconds_to_watch);
  for (Index j = 0; j < y_.size(); ++j) {
    if (counts_[j] == 0) continue;
    torque_square_[j] += part * (y_[j] * y_[j] - torque_square_[j]);
    left_[j] = y_[j] - W_.row(j).dot(beta_);
    if (ready_) innovation_square_[j] += part_left * (left_[j] * left_[j] - innovation_square_[j]);
    if (!options_.deviation.empty()) continue;
    const double torque = std::max(torque_square_[j], 1e-12);
    if (watches()) noise_square_[j] = noise_to_start * noise_to_start * torque;
    variance_[j] = std::max(noise_square_[j], least_noise * least_noise * torque);
  }
}

/// What is left before an update has the error of the parameters in it, and what is left after it has less than the
/// noise; the mean of their product is the variance of the noise. [Soderstrom and Stoica 1989, 9]
void OnlineEstimator::learn_after(double step) {
  scores_.advance(step);
  if (!ready_) return;
  const double part = std::min(1.0, step / std::clamp(learned_ - seconds_to_watch, seconds_to_trust, noise_memory));
  for (Index j = 0; j < y_.size(); ++j)
    if (counts_[j] != 0) {
      const double after = y_[j] - W_.row(j).dot(beta_);
      noise_square_[j] += part * (left_[j] * after - noise_square_[j]);
      scores_.add(W_.row(j), left_[j], after, variance_[j]);
    }
}

/// Velocities and torques are looked at before the first equations count: what is slow, and what is noise, shows by
/// then. A slow equation with the wrong sign of friction and the weight of a small torque would outweigh a minute.
bool OnlineEstimator::watches() const { return options_.deviation.empty() && learned_ < seconds_to_watch; }

/// What is forgotten while the motion shows nothing of it would leave the estimate to noise: each parameter in its turn
/// is held where it is, as loosely as it was known at the start. [Gunnarsson 1996]
void OnlineEstimator::keep_known(double forgotten) {
  const Index p = start_.size();
  information_.take_one(next_known_, beta_[next_known_],
                        forgotten * static_cast<double>(p) / std::pow(start_deviation_[next_known_], 2));
  next_known_ = (next_known_ + 1) % static_cast<int>(p);
}

/// By how much what was learned is worth less since noise has risen, 1 where it has not. What comes later has the
/// weight of the noise now; where that grows, as while friction drifts, what is to be forgotten would outweigh it.
double OnlineEstimator::risen_noise(double step) {
  if (!options_.deviation.empty()) return 1;
  const double level = variance_.array().log().mean();
  const double risen = std::isnan(noise_level_) ? 0 : std::max(0.0, level - noise_level_);
  noise_level_ = std::isnan(noise_level_) ? level : std::max(level, noise_level_ - step / options_.forgetting);
  return std::exp(-risen);
}

void OnlineEstimator::take(double step) {
  if (options_.method == OnlineMethod::random_walk) {
    walk_ = walk_shares_.cwiseProduct(beta_.cwiseAbs() + least_walking * start_deviation_).cwiseAbs2();
    covariance_.wander(walk_, step);
    covariance_.rows().view() = W_;
    weighing_ = detector_.colour() * counts_.cwiseProduct(variance_);
    covariance_.take(y_, weighing_);
    beta_ = covariance_.beta();
    return;
  }
  if (std::isfinite(options_.forgetting)) {
    const double kept = std::exp(-step / options_.forgetting) * risen_noise(step);
    information_.forget(kept);
    scores_.forget(kept);
    if (ready_) keep_known(1 - kept);
  }
  auto rows = information_.rows().view();
  for (Index j = 0; j < y_.size(); ++j) {
    const double root = counts_[j] / std::sqrt(variance_[j]);
    rows.row(j).head(W_.cols()) = root * W_.row(j);
    rows(j, W_.cols()) = root * y_[j];
  }
  information_.take();
  if (!ready_) ready_ = information_.determined();
  if (ready_) information_.solve(beta_);
}

void OnlineEstimator::update(double time, std::span<const double> q, std::span<const double> qd,
                             std::span<const double> qdd, std::span<const double> tau) {
  const double step = started_ ? std::clamp(time - time_, 0.0, longest_pause) : 0;
  if (!started_) block_end_ = time + options_.load.block;
  time_ = time;
  started_ = true;
  make_equations(q, qd, qdd, tau);
  ++updates_;
  if (counts_.sum() == 0) return;  // at rest nothing is learned, and nothing forgotten
  if (options_.load.watch && ready_) watch_load();
  learn_before(step);
  if (watches()) return;
  take(step);
  learn_after(step);
}

bool OnlineEstimator::push(double time, std::span<const double> q, std::span<const double> tau) {
  if (!motion_.push(time, q, tau)) return false;
  update(motion_.time(), motion_.q(), motion_.qd(), motion_.qdd(), motion_.tau());
  return true;
}

void OnlineEstimator::watch_load() {
  for (Index j = 0; j < y_.size(); ++j) {
    if (counts_[j] == 0) continue;
    const Eigen::Map<const Eigen::RowVector4d> load(&Y_(static_cast<int>(j), load_column_));
    detector_.add(static_cast<int>(j), y_[j] - W_.row(j).dot(reference_), load, W_.row(j));
  }
  ++block_equations_;
  if (time_ >= block_end_) end_block();
}

std::array<OnlineLoadDetector::Matrix4, OnlineLoadDetector::windows> OnlineEstimator::uncertainty() {
  const bool walks = options_.method == OnlineMethod::random_walk;
  if (walks)
    covariance_.multiply(coupling_, coupled_);
  else
    information_.solve_transposed(coupling_);
  std::array<OnlineLoadDetector::Matrix4, OnlineLoadDetector::windows> result;
  for (int w = 0; w < OnlineLoadDetector::windows; ++w) {
    const auto columns = [&](PaddedMatrix& matrix) { return matrix.view().middleCols<4>(4 * w); };
    result[w].noalias() = columns(coupling_).transpose().lazyProduct(columns(walks ? coupled_ : coupling_));
    if (!walks) result[w] *= detector_.colour();
  }
  return result;
}

void OnlineEstimator::judge_load() {
  const auto evidence = detector_.gather(coupling_);
  const auto open = uncertainty();
  for (int w = 0; w < OnlineLoadDetector::windows; ++w) {
    OnlineLoadDetector::Vector4 load;
    double deviation = 0;
    if (detector_.judge(w, evidence[w], open[w]) <= 1 ||
        !detector_.find_load(evidence[w], open[w], load_deviations_.head<4>(), load, deviation))
      continue;
    return tell(load[0], deviation);
  }
}

void OnlineEstimator::end_block() {
  block_end_ = time_ + options_.load.block;
  if (detector_.close_block(std::exchange(block_equations_, 0))) judge_load();
  references_.col(blocks_ % reference_blocks) = beta_;
  ++blocks_;
  if (blocks_ >= reference_blocks) reference_ = references_.col(blocks_ % reference_blocks);
}

}  // namespace torsor
