#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "torsor/estimation/identification.hpp"

namespace torsor {

/// A fit whose figures are typed by hand: two joints, three base parameters, 200 samples a trace.
class TwoJointIdentification {
 public:
  static Identification make() {
    Identification it;
    it.robot = "two rods";
    it.joints = {"shoulder", "elbow"};
    it.torque_units = {"Nm", "Nm"};
    it.training_logs = {"morning.csv"};
    it.validation_logs = {"evening.csv"};
    it.held_out = "evening.csv";
    it.smoothing = "Butterworth at 8 Hz";
    it.friction = "viscous and Coulomb";
    it.rows = 4321, it.rows_used = 4000, it.duration = 43.2;
    add_parameters(it);
    add_estimates(it);
    it.condition_number = 41.7;
    it.singular_values = {2.0, 1.0, 0.048};
    it.weakest = {{0.6, -0.8, 0.01}};
    it.noise = {0.31, 0.12}, it.correlation_time = {0.05, 0.07}, it.coulomb_width = {0, 0.02};
    it.training_traces = {trace(2.0), trace(0.5)};
    it.validation_traces = {trace(2.5), trace(0.6)};
    it.version = "0.1.0";
    it.verdict = judge(it);
    return it;
  }

  /// Torque a sin t with a residual of a/10 cos 3t.
  static TorqueTrace trace(double a) {
    TorqueTrace trace;
    for (int k = 0; k < 200; ++k) {
      const double t = 0.05 * k;
      trace.time.push_back(t);
      trace.velocity.push_back(std::cos(t));
      trace.predicted.push_back(a * std::sin(t));
      trace.smoothed.push_back(a * std::sin(t) + 0.1 * a * std::cos(3 * t));
      trace.raw.push_back(trace.smoothed.back() + (k % 2 == 0 ? 0.2 : -0.2) * a);
    }
    return trace;
  }

 private:
  static void add_parameters(Identification& it) {
    using enum ParameterKind;
    it.layout.entries = {{mass, 1}, {izz, 1}, {viscous, 1}, {coulomb, 1},
                         {mass, 2}, {mx, 2},  {viscous, 2}, {coulomb, 2}};
    it.layout.inertial = {-1, 0, 4}, it.layout.axis = {2, 2, 2};
    it.parameter_names = {"m1", "Izz1", "Fv1", "Fs1", "m2", "mx2", "Fv2", "Fs2"};
    it.base.independent = {1, 2, 5};
    it.base.dependent = {0, 3, 4, 6, 7};
    it.base.coefficients = Matrix<double>(3, 5);
    it.base.coefficients(0, 2) = 0.25;  // Izz1 + 0.25 m2
    using enum Identifiability;
    it.base.identifiability = {none, in_combination, alone, alone, in_combination, alone, alone, alone};
    it.base_names = {"Izz1", "Fv1", "mx2"};
    it.base_words = {"Izz1 + 0.25 m2", "Fv1", "mx2"};
  }

  static JointFit fit(long samples, double rms, double relative, double r2) {
    return {{samples, rms, relative, r2},
            {samples, 2 * rms, 2 * relative, r2 - 0.03},
            {samples / 2, rms / 2, relative / 2, r2},
            {samples / 2, rms, relative, r2 - 0.01}};
  }

  static void add_estimates(Identification& it) {
    Estimate weighted;
    weighted.method = "weighted", weighted.note = "each joint by its noise", weighted.valid = true;
    weighted.value = {1.234, 0.567, -0.089};
    weighted.standard_deviation = {0.0321, 0.0432, 0.0876};
    weighted.naive_standard_deviation = {0.01, 0.02, 0.03};
    weighted.training = {fit(4000, 0.311, 4.87, 0.9912), fit(4000, 0.123, 7.65, 0.9834)};
    weighted.validation = {fit(1500, 0.377, 5.43, 0.9876), fit(1500, 0.159, 9.21, 0.9777)};
    Estimate failed;
    failed.method = "total", failed.note = "no unique answer";
    it.estimates = {weighted, failed};
    it.consistent.valid = true;
    it.consistent.value = {3.14, 1.1, 0.567, 0.4, 2.72, -0.089, 0.3, 0.2};
    it.consistent.prior = {3.0, 1.0, 0.5, 0.5, 2.5, -0.1, 0.25, 0.25};
    it.consistent.gap = 9e-11, it.consistent.smallest_eigenvalue = 0.0123;
  }
};

}  // namespace torsor
