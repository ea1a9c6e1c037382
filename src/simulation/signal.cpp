#include "torsor/simulation/signal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "simulation/jet.hpp"

namespace torsor {

std::vector<std::string> signal_names(const Model<double>& model) {
  std::vector<std::string> names{"t"};
  for (int k = 1; k <= model.nq; ++k) names.push_back("q" + std::to_string(k));
  for (int k = 1; k <= model.nv; ++k) names.push_back("qd" + std::to_string(k));
  return names;
}

Signal Signal::constant(const std::vector<double>& values) {
  std::vector<CompiledExpression> formulas;
  formulas.reserve(values.size());
  for (const double value : values) formulas.emplace_back(value);
  return {std::move(formulas), 0};
}

std::size_t Signal::size() const {
  const TimeSeries* table = series();
  return table != nullptr ? table->columns() : std::get<0>(source_).size();
}

void Signal::at(double t, Input<double> q, Input<double> qd, Output<double> values) const {
  if (const TimeSeries* table = series()) return table->at(t, values);
  const auto variable = [&](int k) { return k == 0 ? t : k <= positions_ ? q[k - 1] : qd[k - 1 - positions_]; };
  const std::vector<CompiledExpression>& formulas = *std::get_if<0>(&source_);
  for (std::size_t k = 0; k < formulas.size(); ++k) values[k] = formulas[k].value<double>(variable);
}

bool Signal::is_constant() const {
  const auto* formulas = std::get_if<0>(&source_);
  return formulas != nullptr &&
         std::all_of(formulas->begin(), formulas->end(), [](const CompiledExpression& f) { return f.uses_only(-1); });
}

bool Signal::of_time_only() const {
  if (series() != nullptr) return true;
  const auto& formulas = *std::get_if<0>(&source_);
  return std::all_of(formulas.begin(), formulas.end(), [](const CompiledExpression& f) { return f.uses_only(0); });
}

void Signal::motion_at(double t, Output<double> value, Output<double> rate, Output<double> second_rate) const {
  if (const TimeSeries* table = series()) {
    table->at(t, value), table->at(t, rate, 1), table->at(t, second_rate, 2);
    return;
  }
  const auto variable = [t](int) { return Jet(t, 1); };
  const std::vector<CompiledExpression>& formulas = *std::get_if<0>(&source_);
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const Jet motion = formulas[k].value<Jet>(variable);
    value[k] = motion.value, rate[k] = motion.rate, second_rate[k] = motion.second;
  }
}

std::vector<double> Signal::breaks(double from, double to) const {
  std::vector<double> times;
  if (const TimeSeries* table = series())
    times = table->breaks();
  else
    for (const CompiledExpression& formula : *std::get_if<0>(&source_)) {
      std::vector<double> of_one = formula.switching_times(from, to + 1e-9 * (to - from));
      for (double& t : of_one)
        if (std::abs(t - to) <= 1e-12 * std::max(1.0, std::abs(to))) t = to;
      times.insert(times.end(), of_one.begin(), of_one.end());
    }
  std::erase_if(times, [&](double t) { return !(t > from && t <= to); });
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

std::optional<SignalJump> first_jump(const Signal& signal, double from, double to) {
  const std::size_t n = signal.size();
  std::vector<double> second(n);
  std::array<std::vector<double>, 2> value{second, second}, rate{second, second};
  const auto differ = [](double before, double after, double part) {
    return std::abs(after - before) > part * std::max({1.0, std::abs(before), std::abs(after)});
  };
  for (const double t : signal.breaks(from, to)) {
    signal.motion_at(std::nextafter(t, -HUGE_VAL), value[0], rate[0], second);
    signal.motion_at(std::nextafter(t, HUGE_VAL), value[1], rate[1], second);  // at t, sign() is 0
    for (std::size_t k = 0; k < n; ++k) {
      if (differ(value[0][k], value[1][k], 1e-9)) return SignalJump{t, k, false, value[1][k] - value[0][k]};
      if (differ(rate[0][k], rate[1][k], 1e-6)) return SignalJump{t, k, true, rate[1][k] - rate[0][k]};
    }
  }
  return std::nullopt;
}

std::vector<std::string> split_formulas(const std::string& text) {
  std::vector<std::string> formulas(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0)
      formulas.emplace_back();
    else
      formulas.back() += c;
  }
  return formulas;
}

std::variant<Signal, SignalError> read_formulas(const Model<double>& model, const std::vector<std::string>& formulas) {
  const std::vector<std::string> names = signal_names(model);
  std::vector<CompiledExpression> compiled;
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const auto read = compile_formula(formulas[k], names);
    if (const auto* error = std::get_if<ExpressionError>(&read))
      return SignalError{k, error->position, formulas[k], error->message};
    compiled.push_back(*std::get_if<CompiledExpression>(&read));
  }
  return Signal(std::move(compiled), model.nq);
}

}  // namespace torsor
