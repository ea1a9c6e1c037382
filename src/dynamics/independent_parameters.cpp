#include "torsor/dynamics/independent_parameters.hpp"

#include <Eigen/Core>
#include <random>

namespace torsor {
namespace {

using Values = std::unordered_map<std::string, double>;

/// A column for each parameter: the outputs at some random states where it is 1 and the others are 0.
Eigen::MatrixXd columns_of(const std::vector<Expr>& outputs, const std::vector<Expr>& parameters,
                           const std::vector<Expr>& states) {
  const ExpressionGraph& graph = ExpressionGraph::current();
  std::mt19937_64 engine(1);
  const auto number = [&] { return 3 * (static_cast<double>(engine() >> 11U) * 0x1p-53 - 0.5); };
  Values values;
  for (const std::uint32_t k : graph.needed(outputs))
    if (graph.node(k).operation == ExpressionGraph::Operation::symbol)
      values[graph.name(graph.expression(k))] = number();
  for (const Expr& parameter : parameters) values[graph.name(parameter)] = 0;
  const int rows = static_cast<int>(outputs.size()), count = 3 + 2 * static_cast<int>(parameters.size()) / rows;
  Eigen::MatrixXd columns(count * rows, static_cast<int>(parameters.size()));
  for (int state = 0; state < count; ++state) {
    for (const Expr& x : states) values[graph.name(x)] = number();
    const std::vector<double> rest = graph.evaluate(outputs, values);
    for (std::size_t c = 0; c < parameters.size(); ++c) {
      values[graph.name(parameters[c])] = 1;
      const std::vector<double> column = graph.evaluate(outputs, values);
      values[graph.name(parameters[c])] = 0;
      for (int j = 0; j < rows; ++j) columns(state * rows + j, static_cast<int>(c)) = column[j] - rest[j];
    }
  }
  return columns;
}

}  // namespace

std::vector<bool> independent_parameters(const std::vector<Expr>& outputs, const std::vector<Expr>& parameters,
                                         const std::vector<Expr>& states) {
  const Eigen::MatrixXd columns = columns_of(outputs, parameters, states);
  const double largest = columns.size() == 0 ? 0 : columns.cwiseAbs().maxCoeff();
  std::vector<bool> result;
  result.reserve(parameters.size());
  Eigen::MatrixXd basis(columns.rows(), 0);
  for (int c = 0; c < columns.cols(); ++c) {
    Eigen::VectorXd rest = columns.col(c);
    const double size = rest.norm();
    for (int twice = 0; twice < 2; ++twice) rest -= basis * (basis.transpose() * rest);
    result.push_back(size > 1e-12 * largest && rest.norm() > 1e-9 * size);
    if (!result.back()) continue;
    basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
    basis.col(basis.cols() - 1) = rest.normalized();
  }
  return result;
}

}  // namespace torsor
