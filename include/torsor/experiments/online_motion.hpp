#pragma once

#include <span>
#include <vector>

namespace torsor {

struct OnlineMotionOptions {
  double half_window = 0.1;    // s: what comes out is late by this
  double largest_rate = 2000;  // samples a second that the memory is for; with more the window is shorter
  double rate = 50;            // states a second that come out
  double longest_gap = 0.1;    // s between samples; beyond, the window starts anew
};

/// From samples of position and torque, as they come, to q, qd, qdd and tau that are late and soft by the same amount:
/// a polynomial of fourth degree is fitted to the samples of a window, near ones more than far ones, and read off in
/// its middle, on the time stamps as they are [Savitzky and Golay 1964; Cleveland 1979 for the weights]. The torque
/// passes the weights that the position passes. Memory is fixed, and only the constructor allocates.
class OnlineMotion {
 public:
  OnlineMotion(int joints, const OnlineMotionOptions& options);

  /// True where a state came out, for the time that is half a window back. Samples whose time does not rise, or that
  /// are not finite, are left out and counted.
  bool push(double time, std::span<const double> q, std::span<const double> tau);

  double time() const { return middle_; }
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& qd() const { return qd_; }
  const std::vector<double>& qdd() const { return qdd_; }
  const std::vector<double>& tau() const { return tau_; }
  long left_out() const { return left_out_; }

 private:
  void keep(double time, std::span<const double> q, std::span<const double> tau);
  bool fit();

  int joints_;
  OnlineMotionOptions options_;
  long capacity_;
  long length_;               // of a list of samples: each stands in it twice, so that any window lies in one piece
  long first_ = 0, end_ = 0;  // samples that are kept, counted from the beginning
  std::vector<double> time_, ring_q_, ring_tau_;  // the latter joint by joint
  std::vector<double> place_, weight_, shares_;   // of the samples of a window
  double next_ = 0, middle_ = 0;
  std::vector<double> q_, qd_, qdd_, tau_;
  long left_out_ = 0;
};

}  // namespace torsor
