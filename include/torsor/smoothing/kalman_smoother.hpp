#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Position, velocity and acceleration from noisy positions: the fixed-interval Kalman smoother of a motion whose jerk
/// is white noise. [Rauch, Tung, Striebel 1965]
namespace torsor {

/// Covariance of position, velocity and acceleration at one sample.
struct StateCovariance {
  double xx = 0, xv = 0, xa = 0, vv = 0, va = 0, aa = 0;
};

/// The two noise levels; the smoothed states depend on their ratio alone, the covariance on both.
struct KalmanNoise {
  double sigma = 0;         // standard deviation of one sample: rad
  double jerk_density = 0;  // spectral density of the jerk: rad^2/s^5
  double ratio() const { return jerk_density / (sigma * sigma); }
};

/// Frequency (Hz) at which smoothing with this ratio has lost 3 dB, far from the ends, for samples a time `step` apart;
/// half the sampling rate where it loses less. Well below that, |H| = 1 / (1 + (w / w0)^6) with w0 = (ratio /
/// step)^(1/6); the exact one has the aliases of the jerk in it too.
double cutoff_of_ratio(double ratio, double step);
/// The ratio whose smoothing has lost 3 dB at `cutoff` Hz, up to half the sampling rate: inverse of cutoff_of_ratio.
double ratio_of_cutoff(double cutoff, double step);
/// The step that stands for all of them: the median.
double typical_step(std::span<const double> time);

/// A signal with its derivatives, one entry a sample.
struct SmoothedSignal {
  std::vector<double> x, xd, xdd;
};

/// The gains for one row of time stamps and one ratio, and the smoothing of any number of signals with them. The time
/// steps may all differ; where they are equal the gains settle and are not computed again. Samples that are missing are
/// left out of the time stamps. Not affected by a constant, a ramp or a parabola added to the signal, ends included.
class KalmanSmoother {
 public:
  /// Throws ComputationError where time runs backwards or the ratio is not a positive number. The step is the typical
  /// one, 0 for the median: pieces of one log agree to the last digits where all name the same.
  void prepare(std::span<const double> time, double ratio, double step = 0);
  std::size_t size() const { return time_.size(); }

  /// Smooths one signal; no allocation once `result` has been used for as many samples. Several threads may call it.
  void smooth(std::span<const double> samples, SmoothedSignal& result) const;

  /// Covariance of the smoothed state of a sample, for measurements of standard deviation `sigma`.
  StateCovariance covariance(std::size_t sample, double sigma) const;

  /// The gain of one sample; in time scaled by w0, so that all entries are of one size.
  struct Forward {
    double k[3];
    StateCovariance filtered;
  };
  struct Backward {
    double c[9];
    StateCovariance smoothed;
  };

 private:
  void run_forward(double process);
  void run_backward(double process);

  double scale_ = 1;                 // w0: rad/s
  std::vector<double> time_, step_;  // step_[k] = w0 (t[k + 1] - t[k])
  std::vector<Forward> forward_;
  std::vector<Backward> backward_;
  std::vector<std::int32_t> forward_of_, backward_of_;  // by sample, as equal gains are stored once
};

/// Smooths one signal: states and, by sample, their covariance.
struct KalmanSmoothed : SmoothedSignal {
  std::vector<StateCovariance> covariance;
};
KalmanSmoothed kalman_smooth(std::span<const double> time, std::span<const double> samples, const KalmanNoise& noise);

/// Another signal through the same linear filter, so that torque and motion are attenuated alike.
std::vector<double> smooth_alike(std::span<const double> time, std::span<const double> samples, double ratio);

}  // namespace torsor
