#include "torsor/experiments/online_motion.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/online/online_kernels.hpp"

namespace torsor {
namespace {

using namespace experiments;

constexpr int degree = 4;
constexpr int spare = 8;            // numbers behind a list, for whole packs
constexpr long fewest_samples = 9;  // of a window, for a polynomial of fourth degree with something to average

using Moments = double[degree + 1][degree + 1];

/// L L^T in place; false where it is not positive definite.
bool factor(Moments& A) {
  for (int k = 0; k <= degree; ++k) {
    for (int j = 0; j < k; ++j) A[k][k] -= A[k][j] * A[k][j];
    if (!(A[k][k] > 0)) return false;
    A[k][k] = std::sqrt(A[k][k]);
    for (int i = k + 1; i <= degree; ++i) {
      for (int j = 0; j < k; ++j) A[i][k] -= A[i][j] * A[k][j];
      A[i][k] /= A[k][k];
    }
  }
  return true;
}

void solve(const Moments& L, double* x) {
  for (int k = 0; k <= degree; ++k) {
    for (int j = 0; j < k; ++j) x[k] -= L[k][j] * x[j];
    x[k] /= L[k][k];
  }
  for (int k = degree; k >= 0; --k) {
    for (int j = k + 1; j <= degree; ++j) x[k] -= L[j][k] * x[j];
    x[k] /= L[k][k];
  }
}

/// The samples of a window, one behind the other.
struct Window {
  const double *time, *q, *tau;  // the latter joint by joint, `length` apart
  long length;
  int count;
  double middle, unit;
  double *place, *weight;
  double* share[3];  // of a sample in value, slope and half the curvature
};

/// Places from -1 to 1, weights [Cleveland 1979] and the sums of their powers.
void weigh(Window& window, double*& sums) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    const P middle(window.middle), unit(window.unit), one(1.0);
    for (int c = 0; c < window.count; c += P::size) {
      const P x = (P::load(window.time + c) - middle) * unit, size = select(x, x, -x);
      const P near = one - size * size * size;
      x.store(window.place + c);
      (near * near * near).store(window.weight + c);
    }
    std::fill(window.weight + window.count, window.weight + window.count + spare, 0.0);
    P sum[2 * degree + 1];
    for (int c = 0; c < window.count; c += P::size) {
      const P x = P::load(window.place + c);
      P power = P::load(window.weight + c);
      for (P& each : sum) each += power, power = power * x;
    }
    for (int k = 0; k <= 2 * degree; ++k) sums[k] = sum_of(sum[k]);
  });
}

void make_shares(const Window& window, const double (&basis)[3][degree + 1]) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < window.count; c += P::size) {
        const P x = P::load(window.place + c);
        P sum(basis[r][degree]);
        for (int k = degree - 1; k >= 0; --k) sum = sum * x + P(basis[r][k]);
        (sum * P::load(window.weight + c)).store(window.share[r] + c);
      }
  });
}

/// q, qd, qdd and tau of one joint, in units of the window.
void read_off(const Window& window, const int& joint, double (&state)[4]) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    const double *q = window.q + joint * window.length, *tau = window.tau + joint * window.length;
    P sum[4];
    for (int c = 0; c < window.count; c += P::size) {
      const P place = P::load(q + c), first = P::load(window.share[0] + c);
      sum[0] += first * place;
      sum[1] += P::load(window.share[1] + c) * place;
      sum[2] += P::load(window.share[2] + c) * place;
      sum[3] += first * P::load(tau + c);
    }
    for (int k = 0; k < 4; ++k) state[k] = sum_of(sum[k]);
  });
}

}  // namespace

OnlineMotion::OnlineMotion(int joints, const OnlineMotionOptions& options)
    : joints_(joints), options_(options),
      capacity_(
          std::max(2 * fewest_samples, std::lround(std::ceil(2 * options.half_window * options.largest_rate)) + 2)),
      length_(2 * capacity_ + spare), time_(length_), ring_q_(length_ * joints), ring_tau_(ring_q_),
      place_(capacity_ + spare), weight_(place_), shares_(3 * place_.size()), q_(joints), qd_(q_), qdd_(q_), tau_(q_) {}

void OnlineMotion::keep(double time, std::span<const double> q, std::span<const double> tau) {
  if (end_ - first_ == capacity_) ++first_;
  for (long slot = end_ % capacity_; slot < 2 * capacity_; slot += capacity_) {
    time_[slot] = time;
    for (int j = 0; j < joints_; ++j) ring_q_[j * length_ + slot] = q[j], ring_tau_[j * length_ + slot] = tau[j];
  }
  ++end_;
}

bool OnlineMotion::push(double time, std::span<const double> q, std::span<const double> tau) {
  const auto finite = [](std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  };
  const bool started = end_ > first_;
  const double last = started ? time_[(end_ - 1) % capacity_] : time;
  if (!std::isfinite(time) || (started && time <= last) || !finite(q) || !finite(tau)) {
    ++left_out_;
    return false;
  }
  if (time - last > options_.longest_gap) first_ = end_;
  if (first_ == end_) next_ = time + 2 * options_.half_window;
  keep(time, q, tau);
  if (time < next_) return false;
  next_ = std::max(next_ + 1 / options_.rate, time);
  return fit();
}

bool OnlineMotion::fit() {
  const double newest = time_[(end_ - 1) % capacity_];
  while (end_ - first_ > fewest_samples && time_[first_ % capacity_] < newest - 2 * options_.half_window) ++first_;
  const double oldest = time_[first_ % capacity_], half = (newest - oldest) / 2;
  if (end_ - first_ < fewest_samples || !(half > 0)) return false;
  middle_ = oldest + half;
  const double unit = 1 / (1.001 * half);
  const long start = first_ % capacity_, room = static_cast<long>(place_.size());
  Window window{&time_[start],
                &ring_q_[start],
                &ring_tau_[start],
                length_,
                static_cast<int>(end_ - first_),
                middle_,
                unit,
                place_.data(),
                weight_.data(),
                {shares_.data(), shares_.data() + room, shares_.data() + 2 * room}};
  double sums[2 * degree + 1];
  double* sum = sums;
  run_widest<weigh>(window, sum);
  Moments G;
  for (int i = 0; i <= degree; ++i)
    for (int j = 0; j <= degree; ++j) G[i][j] = sums[i + j];
  if (!factor(G)) return false;
  double basis[3][degree + 1] = {};
  for (int r = 0; r < 3; ++r) basis[r][r] = 1, solve(G, basis[r]);
  run_widest<make_shares>(window, basis);
  for (int j = 0; j < joints_; ++j) {
    double state[4];
    run_widest<read_off>(window, j, state);
    q_[j] = state[0], qd_[j] = unit * state[1], qdd_[j] = 2 * unit * unit * state[2], tau_[j] = state[3];
  }
  return true;
}

}  // namespace torsor
