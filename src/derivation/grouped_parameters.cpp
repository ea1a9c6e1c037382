#include "derivation/grouped_parameters.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <random>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/independent_parameters.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using Columns = std::vector<std::vector<Expr>>;  // by parameter: its column of the regressor, a formula each output

/// Numbers for symbols that stay, drawn once, and others for the states, drawn for every row of columns.
class RandomSymbols {
 public:
  RandomSymbols(const std::vector<Expr>& outputs, const std::vector<Expr>& states) : states_(states) {
    const ExpressionGraph& graph = ExpressionGraph::current();
    for (const std::uint32_t k : graph.needed(outputs))
      if (graph.node(k).operation == ExpressionGraph::Operation::symbol)
        values_[graph.name(graph.expression(k))] = number();
  }
  const std::unordered_map<std::string, double>& values() const { return values_; }
  void next_state() {
    for (const Expr& x : states_) values_[ExpressionGraph::current().name(x)] = number();
  }

 private:
  double number() { return 3 * (static_cast<double>(engine_() >> 11U) * 0x1p-53 - 0.5); }

  const std::vector<Expr>& states_;
  std::mt19937_64 engine_{1};
  std::unordered_map<std::string, double> values_;
};

/// The columns at enough random states, one below the other.
MatrixXd at_random_states(const Columns& columns, RandomSymbols symbols) {
  const auto rows = static_cast<Eigen::Index>(columns[0].size()), count = static_cast<Eigen::Index>(columns.size());
  const Eigen::Index states = 3 + 2 * count / rows;
  MatrixXd result(states * rows, count);
  for (Eigen::Index state = 0; state < states; ++state) {
    symbols.next_state();
    for (Eigen::Index c = 0; c < count; ++c) {
      const std::vector<double> column =
          ExpressionGraph::current().evaluate(columns[static_cast<std::size_t>(c)], symbols.values());
      for (Eigen::Index j = 0; j < rows; ++j) result(state * rows + j, c) = column[static_cast<std::size_t>(j)];
    }
  }
  return result;
}

/// An equation of the unknown factors, from one output in one state: entries, and last the right side.
struct Row {
  std::vector<Expr> entries;
  std::vector<double> numbers;  // of the entries, at random values of the symbols
};

/// States at which formulas become short: few joints move, all stand at multiples of their step, in every other state
/// at even ones.
class PlainStates {
 public:
  PlainStates(const std::vector<Expr>& states, const std::vector<double>& steps) : states_(states), steps_(steps) {}

  std::unordered_map<std::uint32_t, Expr> next() {
    std::unordered_map<std::uint32_t, Expr> state;
    const std::size_t n = steps_.size(), multiple = 2 - count_++ % 2;
    for (std::size_t k = 0; k < states_.size(); ++k) {
      const double number = k < n ? static_cast<double>(engine_() % 4 * multiple) * steps_[k]
                                  : static_cast<double>(engine_() % n == 0) * (engine_() % 2 == 0 ? 1 : -1);
      state.emplace(states_[k].node(), Expr(number));
    }
    return state;
  }

 private:
  const std::vector<Expr>& states_;
  const std::vector<double>& steps_;
  std::mt19937_64 engine_{2};
  std::size_t count_ = 0;
};

/// Equations with short entries first.
std::vector<Row> plain_rows(const Columns& columns, PlainStates plain, const RandomSymbols& symbols) {
  std::multimap<std::size_t, Row> rows;  // by length
  const ExpressionGraph& graph = ExpressionGraph::current();
  for (std::size_t k = 0; k < 20 + 10 * columns.size(); ++k) {
    const auto state = plain.next();
    Columns there;
    for (const std::vector<Expr>& column : columns) there.push_back(substituted(column, state));
    for (std::size_t j = 0; j < there[0].size(); ++j) {
      Row row;
      for (const std::vector<Expr>& column : there) row.entries.push_back(column[j]);
      row.numbers = graph.evaluate(row.entries, symbols.values());
      rows.emplace(graph.needed(row.entries).size(), row);
    }
  }
  std::vector<Row> result;
  result.reserve(rows.size());
  for (auto& [length, row] : rows) result.push_back(std::move(row));
  return result;
}

/// The entry to divide by: a number rather than a formula, and a large one. `unknowns` where all are too small.
std::size_t pivot_of(const Row& row, std::size_t unknowns, double least) {
  std::size_t at = unknowns;
  const auto merit = [&](std::size_t c) {
    return std::pair(known_value(row.entries[c]).has_value(), std::abs(row.numbers[c]));
  };
  for (std::size_t c = 0; c < unknowns; ++c) {
    if (row.entries[c].is_zero() || std::abs(row.numbers[c]) <= least) continue;
    if (at == unknowns || merit(c) > merit(at)) at = c;
  }
  return at;
}

/// Gauss elimination: takes from the rows, in their order, one for each unknown whose pivot is not small, and
/// eliminates as it goes. The factors with which the unknowns' columns make up the last one.
std::vector<Expr> solve(const std::vector<Row>& rows, std::size_t unknowns) {
  std::vector<Row> chosen;
  std::vector<std::size_t> pivots;
  const auto subtract = [](Row& row, const Row& pivot, std::size_t at) {
    const Expr factor = row.entries[at];
    const double number = row.numbers[at];
    if (factor.is_zero()) return;
    for (std::size_t c = 0; c < row.entries.size(); ++c) {
      row.entries[c] = c == at ? Expr() : row.entries[c] - factor * pivot.entries[c];
      row.numbers[c] -= number * pivot.numbers[c];
    }
  };
  for (double least = 0.1; chosen.size() < unknowns && least > 1e-9; least *= 0.1)
    for (Row row : rows) {
      if (chosen.size() == unknowns) break;
      double size = 0;
      for (const double number : row.numbers) size = std::max(size, std::abs(number));
      for (std::size_t k = 0; k < chosen.size(); ++k) subtract(row, chosen[k], pivots[k]);
      const std::size_t at = pivot_of(row, unknowns, least * size);
      if (at == unknowns) continue;
      const Expr pivot = row.entries[at];
      const double number = row.numbers[at];
      for (Expr& entry : row.entries) entry = entry / pivot;
      for (double& entry : row.numbers) entry /= number;
      for (Row& before : chosen) subtract(before, row, at);
      chosen.push_back(std::move(row));
      pivots.push_back(at);
    }
  assert(chosen.size() == unknowns);
  std::vector<Expr> factors(unknowns);
  for (std::size_t k = 0; k < chosen.size(); ++k) factors[pivots[k]] = chosen[k].entries[unknowns];
  return factors;
}

/// Numbers of the columns that are kept, factored, and what each of them weighs.
class KeptColumns {
 public:
  KeptColumns(const MatrixXd& numbers, const std::vector<bool>& kept) {
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (kept[k]) places_.push_back(k);
    basis_.resize(numbers.rows(), static_cast<Eigen::Index>(places_.size()));
    for (std::size_t k = 0; k < places_.size(); ++k)
      basis_.col(static_cast<Eigen::Index>(k)) = numbers.col(static_cast<Eigen::Index>(places_[k]));
    if (!places_.empty()) factor_ = linear_algebra::LeastSquaresFactor(basis_);
  }

  /// The parameters whose columns make up another; none for one that is zero.
  std::vector<std::size_t> parts_of(const VectorXd& column) const {
    std::vector<std::size_t> parts;
    if (places_.empty() || column.norm() <= 1e-12 * basis_.norm()) return parts;
    const VectorXd factors = factor_.solve(column);
    for (Eigen::Index k = 0; k < factors.size(); ++k)
      if (std::abs(factors[k]) * basis_.col(k).norm() > 1e-9 * column.norm())
        parts.push_back(places_[static_cast<std::size_t>(k)]);
    return parts;
  }

 private:
  std::vector<std::size_t> places_;
  MatrixXd basis_;
  linear_algebra::LeastSquaresFactor factor_;
};

}  // namespace

GroupedParameters grouped_parameters(const std::vector<Expr>& outputs, const std::vector<Expr>& parameters,
                                     const std::vector<Expr>& values, const std::vector<Expr>& states,
                                     const std::vector<double>& steps) {
  GroupedParameters result{independent_parameters(outputs, parameters, states), values};
  Columns columns;
  for (const Expr& parameter : parameters) columns.push_back(derivatives(outputs, parameter));
  if (columns.empty()) return result;
  const RandomSymbols symbols(outputs, states);
  const MatrixXd numbers = at_random_states(columns, symbols);
  const KeptColumns kept(numbers, result.kept);
  for (std::size_t d = 0; d < parameters.size(); ++d) {
    if (result.kept[d] || values[d].is_zero()) continue;
    const std::vector<std::size_t> parts = kept.parts_of(numbers.col(static_cast<Eigen::Index>(d)));
    if (parts.empty()) continue;
    Columns few;
    for (const std::size_t k : parts) few.push_back(columns[k]);
    few.push_back(columns[d]);
    const std::vector<Expr> factors = solve(plain_rows(few, PlainStates(states, steps), symbols), parts.size());
    for (std::size_t k = 0; k < parts.size(); ++k) result.combinations[parts[k]] += factors[k] * values[d];
  }
  return result;
}

}  // namespace torsor
