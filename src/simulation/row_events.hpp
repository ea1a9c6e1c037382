#pragma once

#include "simulation/motion_equations.hpp"

namespace torsor::simulation {

/// What ends the way in which a row is treated: a number for each row that becomes negative when a joint that slides
/// passes through rest, friction that holds would have to exert more than it can, a stop is reached or would pull.
class RowEvents {
 public:
  explicit RowEvents(std::size_t rows) : start_(rows, 0.0), end_(rows, 0.0), low_(rows, 0.0), slack_(rows, 0.0) {}

  /// The numbers at both ends of a step.
  void look(const Plant& plant, const Point& from, const Point& to, double h) {
    hidden_ = false;
    for (std::size_t r = 0; r < plant.rows.size(); ++r) {
      const HoldingRow& row = plant.rows[r];
      start_[r] = number(plant, row, r, from), end_[r] = number(plant, row, r, to);
      slack_[r] = 0;
      if (row.is_fixed() || row.holds() || (row.yields && row.touching)) continue;
      const double rate0 = rate(plant, row, from), rate1 = rate(plant, row, to);
      slack_[r] = 1e-14 * h * (std::abs(rate0) + std::abs(rate1));
      if (start_[r] <= 0 && rate0 > 0 && end_[r] < -slack_[r]) hidden_ = true;  // it left, and is back
      if (start_[r] > 0 && end_[r] >= 0 && rate0 < 0 && rate1 > 0) hidden_ |= dips(r, h * rate0, h * rate1);
    }
  }
  /// Whether a number became negative in between and is positive at both ends: the step is to be shortened.
  bool hidden() const { return hidden_; }
  bool happened(std::size_t r) const { return end_[r] < -slack_[r]; }
  bool any() const {
    for (std::size_t r = 0; r < end_.size(); ++r)
      if (happened(r)) return true;
    return false;
  }

  /// Whether a row that holds cannot at this point.
  static bool breaks_away(const Plant& plant, const Point& point) {
    for (std::size_t r = 0; r < plant.rows.size(); ++r)
      if (plant.rows[r].holds() && number(plant, plant.rows[r], r, point) < 0) return true;
    return false;
  }

  /// The last look was at a step without events.
  void set_low() { low_ = any() ? start_ : end_; }
  /// Where the first event is, between a step without and one with events. An end that stays is given half the weight,
  /// so that it does not stay for ever. [Dowell, Jarratt 1971, the Illinois rule]
  double guess(double low, double high, bool kept_low) {
    double first = high;
    for (std::size_t r = 0; r < end_.size(); ++r) {
      if (kept_low) low_[r] /= 2;
      if (!happened(r)) continue;
      const double share = low_[r] > 0 ? low_[r] / (low_[r] - end_[r]) : 0.5;
      first = std::min(first, low + share * (high - low));
    }
    const double inside = 1e-3 * (high - low);
    return std::clamp(first, low + inside, high - inside);
  }

 private:
  static double number(const Plant& plant, const HoldingRow& row, std::size_t r, const Point& point) {
    if (row.is_fixed()) return HUGE_VAL;
    const double force = point.rates.force[r];
    if (row.yields) {
      const double in = plant.pressed_in(row, point.q, point.qd);
      return row.touching ? in : std::max(-in, row.distance(point.q));
    }
    if (row.is_stop()) return row.touching ? force + row.rounding : row.distance(point.q) + row.resolution();
    if (row.direction != 0) return row.direction * plant.velocity(row, point.qd);
    const double load = point.rates.load_of(row);
    return std::min(force - row.lowest_force(load), row.highest_force(load) - force);
  }
  static double rate(const Plant& plant, const HoldingRow& row, const Point& point) {
    if (row.is_stop()) return plant.velocity(row, point.qd);
    return row.direction * plant.velocity(row, point.rates.qdd);
  }
  /// Whether the cubic through both ends, with these slopes, has a negative minimum between them.
  bool dips(std::size_t r, double slope0, double slope1) const {
    const double f0 = start_[r], f1 = end_[r];
    const double a = 2 * (f0 - f1) + slope0 + slope1, b = 3 * (f1 - f0) - 2 * slope0 - slope1;
    const double root = std::sqrt(std::max(0.0, b * b - 3 * a * slope0));
    const double s = -slope0 / (b + root);  // where the slope 3 a s^2 + 2 b s + slope0 becomes positive
    return s > 0 && s < 1 && f0 + s * (slope0 + s * (b + s * a)) < -slack_[r];
  }

  std::vector<double> start_, end_, low_, slack_;
  bool hidden_ = false;
};

}  // namespace torsor::simulation
