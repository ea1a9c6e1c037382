#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "torsor/model/compiled_expression.hpp"
#include "torsor/model/model.hpp"
#include "torsor/trajectory/time_series.hpp"

namespace torsor {

/// The names that formulas of a simulation may use: t, q1.., qd1.. (as many as the model has of each).
std::vector<std::string> signal_names(const Model<double>& model);

/// Which of several formulas is wrong, and where.
struct SignalError {
  std::size_t formula = 0;   // from 0
  std::size_t position = 0;  // in its text, from 0
  std::string text;          // of the formula
  std::string message;
};

/// Some numbers that change while a robot is simulated: formulas of time and state, or columns of a table over time.
/// Evaluating it allocates nothing.
class Signal {
 public:
  Signal() = default;                                              // no numbers
  Signal(TimeSeries series) : source_(std::move(series)) {}        // NOLINT(google-explicit-constructor)
  Signal(std::vector<CompiledExpression> formulas, int positions)  // of t, q1.., qd1..
      : source_(std::move(formulas)), positions_(positions) {}
  static Signal constant(const std::vector<double>& values);

  std::size_t size() const;
  void at(double t, Input<double> q, Input<double> qd, Output<double> values) const;
  /// Whether it never changes: formulas without names.
  bool is_constant() const;
  /// Whether it follows from time alone.
  bool of_time_only() const;
  /// Value and its first two rates at a time, of a signal that follows from time alone.
  void motion_at(double t, Output<double> value, Output<double> rate, Output<double> second_rate) const;
  /// Times within (from, to) at which it jumps or has a kink, as far as these follow from time alone.
  std::vector<double> breaks(double from, double to) const;
  /// The table, where it is one.
  const TimeSeries* series() const { return std::get_if<TimeSeries>(&source_); }

 private:
  std::variant<std::vector<CompiledExpression>, TimeSeries> source_;
  int positions_ = 0;
};

/// Where a signal jumps, or its rate does.
struct SignalJump {
  double time = 0;
  std::size_t number = 0;  // which of its numbers, from 0
  bool of_rate = false;
  double size = 0;
};
/// The first jump within (from, to) of a signal that follows from time alone.
std::optional<SignalJump> first_jump(const Signal& signal, double from, double to);

/// Formulas between commas, those within parentheses left alone: "-2*q1, max(0, t-1)".
std::vector<std::string> split_formulas(const std::string& text);

/// Reads formulas of t, q1.., qd1...
std::variant<Signal, SignalError> read_formulas(const Model<double>& model, const std::vector<std::string>& formulas);

}  // namespace torsor
