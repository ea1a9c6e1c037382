#pragma once

#include <span>
#include <vector>

/// Low-pass filters of Butterworth for samples at equal steps, run forwards and backwards so that nothing is delayed.
namespace torsor {

/// What the cut-off of a filter that runs twice means. A second pass squares the gain: a filter with 3 dB at its
/// cut-off has 6 dB there after both passes, and 3 dB at a lower frequency.
enum class CutoffMeaning {
  both_passes,  // 3 dB after both passes, so that the cut-off is what it says
  each_pass     // 3 dB in each pass, 6 dB after both: as filtfilt(butter(order, cutoff)) of SciPy and MATLAB
};

/// One second-order section in direct form: b0 (1 + z^-1)^2 / (1 + a1 z^-1 + a2 z^-2), or of first order with
/// b0 (1 + z^-1) / (1 + a1 z^-1).
struct FilterSection {
  double b0 = 1, b1 = 0, b2 = 0, a1 = 0, a2 = 0;
};

struct LowPass {
  std::vector<FilterSection> sections;
  double slowest_decay = 1;  // largest modulus of the poles: what a disturbance shrinks by in a sample
  double step = 1;           // s
};

/// A low-pass of any order from 1 to 20 for one pass, with 3 dB at `cutoff` Hz, by the bilinear transformation with
/// prewarping; cutoff lies below half the sampling rate, or else a UsageError says so.
LowPass butterworth(int order, double cutoff, double step);
/// The filter to run twice, whose cut-off has the given meaning.
LowPass butterworth_zero_phase(int order, double cutoff, double step, CutoffMeaning meaning);

/// Gain of one pass at a frequency in Hz.
double gain(const LowPass& filter, double frequency);

/// Samples that a disturbance at an end reaches, until it has shrunk to `remainder` of itself.
long settling_samples(const LowPass& filter, double remainder);

/// Runs the filter forwards and backwards in place. The signal is continued beyond its ends by `padding` samples turned
/// about the end points, and the filter starts at rest on the first of them; a negative padding stands for one that is
/// long enough. [Gustafsson 1996]
void filter_zero_phase(const LowPass& filter, std::span<double> samples, long padding = -1);

}  // namespace torsor
