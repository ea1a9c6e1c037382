#include "codegen/kernel_rounding.hpp"

#include <cmath>
#include <limits>

namespace torsor::codegen {
namespace {

using Operation = ExpressionGraph::Operation;

/// How a result of an operation changes with each operand.
std::array<double, 3> slopes(Operation operation, double a, double b, double x) {
  switch (operation) {
    case Operation::add:
      return {1, 1, 0};
    case Operation::multiply:
      return {b, a, 0};
    case Operation::divide:
      return {1 / b, -x / b, 0};
    case Operation::sine:
      return {std::cos(a), 0, 0};
    case Operation::cosine:
      return {-std::sin(a), 0, 0};
    case Operation::square_root:
      return {x > 0 ? 0.5 / x : 0, 0, 0};
    case Operation::arc_tangent:
      return {1 / (1 + a * a), 0, 0};
    case Operation::select:
      return {0, a > 0 ? 1.0 : 0.0, a > 0 ? 0.0 : 1.0};
    default:
      return {};
  }
}

double result(Operation operation, double a, double b, double c) {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::sine:
      return std::sin(a);
    case Operation::cosine:
      return std::cos(a);
    case Operation::square_root:
      return std::sqrt(a);
    case Operation::arc_tangent:
      return std::atan(a);
    case Operation::sign:
      return sign(a);
    default:
      return a > 0 ? b : c;
  }
}

}  // namespace

KernelRounding::KernelRounding(const Kernel& kernel, GeneratedScalar scalar)
    : kernel_(kernel), unit_(scalar == GeneratedScalar::float32 ? 0x1p-24 : 0x1p-53),
      smallest_(scalar == GeneratedScalar::float32 ? std::numeric_limits<float>::denorm_min()
                                                   : std::numeric_limits<double>::denorm_min()),
      library_(kernel.name == "forward_dynamics_derivatives" ? 0x1p-47 : 0x1p-51),  // it divides by B three times
      single_(scalar == GeneratedScalar::float32) {
  const ExpressionGraph& graph = ExpressionGraph::current();
  const std::vector<Expr> entries = kernel.entries();
  const std::vector<std::uint32_t> needed = graph.needed(entries);
  std::vector<std::uint32_t> place(graph.size(), std::numeric_limits<std::uint32_t>::max());
  std::mt19937 engine(1);
  steps_.reserve(needed.size());
  for (const std::uint32_t node : needed) {
    add_step(node, place, engine);
    place[node] = static_cast<std::uint32_t>(steps_.size() - 1);
  }
  find_symbols(place);
  outputs_.reserve(entries.size());
  for (const Expr& entry : entries) outputs_.push_back(place[entry.node()]);
}

void KernelRounding::add_step(std::uint32_t node, const std::vector<std::uint32_t>& place, std::mt19937& engine) {
  const ExpressionGraph::Node& from = ExpressionGraph::current().node(node);
  Step& step = steps_.emplace_back();
  step.operation = from.operation, step.constant = from.value;
  for (float& number : step.random)  // evenly between the roots of 3, so that no two errors cancel in all sets
    number = 1.7320508f * (static_cast<float>(engine() >> 8U) * 0x1p-23f - 1);
  const std::span<const Expr> list = operands(from);
  for (std::size_t k = 0; k < list.size(); ++k)
    step.operands[k] = place[list[k].node()], step.signs[k] = list[k].negative() ? -1 : 1;
}

void KernelRounding::find_symbols(const std::vector<std::uint32_t>& place) {
  for (std::size_t i = 0; i < kernel_.inputs.size(); ++i)
    for (std::size_t k = 0; k < kernel_.inputs[i].symbols.size(); ++k)
      if (const std::uint32_t at = place[kernel_.inputs[i].symbols[k].node()]; at < steps_.size())
        symbols_.push_back({at, i, k, kernel_.inputs[i].name == "theta"});
}

double KernelRounding::own_error(const Step& step, double x) const {
  switch (step.operation) {
    case Operation::constant:
      return single_ && static_cast<double>(static_cast<float>(x)) == x ? 0 : unit_ * std::abs(x);
    case Operation::sine:
    case Operation::cosine:
      return unit_;  // small sines of some boards have the digits of large ones
    case Operation::sign:
    case Operation::select:
      return 0;
    default:
      return unit_ * std::abs(x) + smallest_;
  }
}

void KernelRounding::take(const Step& step, std::vector<Value>& values, std::size_t at) const {
  Value& value = values[at];
  if (step.operation == Operation::symbol) return;
  if (step.operation == Operation::constant) {
    value.x = step.constant;
  } else {
    const Value &a = values[step.operands[0]], &b = values[step.operands[1]], &c = values[step.operands[2]];
    const double x = step.signs[0] * a.x, y = step.signs[1] * b.x;
    value.x = result(step.operation, x, y, step.signs[2] * c.x);
    const std::array<double, 3> by = slopes(step.operation, x, y, value.x);
    for (std::size_t k = 0; k < 3; ++k)
      if (by[k] != 0)
        for (std::size_t s = 0; s < sets; ++s)
          value.error[s] += by[k] * step.signs[k] * values[step.operands[k]].error[s];
  }
  const double own = own_error(step, value.x);
  for (std::size_t s = 0; s < sets; ++s) value.error[s] += own * static_cast<double>(step.random[s]);
}

std::vector<double> KernelRounding::of(const KernelCase& one) const {
  std::vector<Value> values(steps_.size());
  for (const Symbol& symbol : symbols_) {
    Value& value = values[symbol.step];
    value.x = one.inputs[symbol.input][symbol.entry];
    const double own = symbol.rounded ? unit_ * std::abs(value.x) : 0;
    for (std::size_t s = 0; s < sets; ++s) value.error[s] = own * static_cast<double>(steps_[symbol.step].random[s]);
  }
  for (std::size_t k = 0; k < steps_.size(); ++k) take(steps_[k], values, k);
  std::vector<double> rounding;
  rounding.reserve(outputs_.size());
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    double square = 0;
    for (const double error : values[outputs_[i]].error) square += error * error / sets;
    const double library = library_ * one.scale * one.condition * one.unit[i];
    rounding.push_back(std::hypot(std::sqrt(square), unit_ * one.expected[i]) + library);
  }
  return rounding;
}

std::vector<double> allowed_differences(const std::vector<double>& rounding) {
  std::vector<double> allowed = rounding;
  for (double& entry : allowed) entry *= rounding_allowance;
  return allowed;
}

}  // namespace torsor::codegen
