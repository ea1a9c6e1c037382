#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "torsor/model/expression.hpp"

namespace torsor {

/// A formula of signals over time, with its names resolved: it is evaluated often, and allocates nothing then. See
/// compile_formula.
class CompiledExpression {
 public:
  CompiledExpression() : CompiledExpression(0.0) {}
  explicit CompiledExpression(double number) : instructions_{{Code::number, 0, 0, false, number}} {}

  /// Its value on a kind of number that has the functions of the grammar; `variable(k)` gives the k-th of the names.
  template <class S, class Variable>
  S value(const Variable& variable) const {
    return run<S>(variable, [](std::size_t, const S&) {});
  }

  /// Whether it has no name but the k-th, if any; of -1: none at all.
  bool uses_only(int variable) const;

  /// Times within (from, to) at which it may jump or have a kink, because the argument of abs, sign, step, min or max
  /// changes its sign there; variable 0 is time. Where that argument depends on other variables nobody can know.
  std::vector<double> switching_times(double from, double to) const;

 private:
  friend class ExpressionCompiler;

  enum class Code : std::uint8_t {
    number,
    variable,
    add,
    subtract,
    multiply,
    divide,
    negate,
    sine,
    cosine,
    tangent,
    root,
    power,
    absolute,
    sign,
    step,
    exponential,
    logarithm,
    arc_tangent,
    least,
    greatest,
    any_power,
  };
  struct Instruction {
    Code code;
    int index = 0;       // of a variable, or the exponent of a power
    int operands = 0;    // that it takes from the stack
    bool timed = false;  // its argument changes with time and with nothing else
    double number = 0;
  };
  static constexpr std::size_t deepest = 64;  // numbers that wait for others

  static constexpr bool is_switch(Code code) {
    return code == Code::absolute || code == Code::sign || code == Code::step || code == Code::least ||
           code == Code::greatest;
  }

  /// `look(k, x)` sees the argument x of the k-th instruction, where that is one that switches.
  template <class S, class Variable, class Look>
  S run(const Variable& variable, const Look& look) const;
  template <class S>
  static S apply(const Instruction& instruction, const S& x, const S& y);

  std::vector<Instruction> instructions_;
};

/// Reads a formula: the grammar of parse_expression and abs, sign, step (0 below 0, else 1), exp, log, atan, min and
/// max of two, and ^ with any exponent. `names` are the variables, the first of them time; an unknown name is an error
/// with its place, and with names that are like it.
std::variant<CompiledExpression, ExpressionError> compile_formula(std::string_view text,
                                                                  std::span<const std::string> names);

/// The names that a formula uses, each once, in their order; none where it cannot be read.
std::vector<std::string> names_in_formula(std::string_view text);

template <class S>
S CompiledExpression::apply(const Instruction& instruction, const S& x, const S& y) {
  using std::abs, std::atan, std::cos, std::exp, std::log, std::pow, std::sin, std::sqrt, std::tan;
  switch (instruction.code) {
    case Code::add:
      return x + y;
    case Code::subtract:
      return x - y;
    case Code::multiply:
      return x * y;
    case Code::divide:
      return x / y;
    case Code::negate:
      return -x;
    case Code::sine:
      return sin(x);
    case Code::cosine:
      return cos(x);
    case Code::tangent:
      return tan(x);
    case Code::root:
      return sqrt(x);
    case Code::absolute:
      return x < S(0.0) ? -x : x;
    case Code::sign:
      return S(x < S(0.0) ? -1.0 : S(0.0) < x ? 1.0 : 0.0);
    case Code::step:
      return S(x < S(0.0) ? 0.0 : 1.0);
    case Code::exponential:
      return exp(x);
    case Code::logarithm:
      return log(x);
    case Code::arc_tangent:
      return atan(x);
    case Code::least:
      return y < x ? y : x;
    case Code::greatest:
      return x < y ? y : x;
    case Code::any_power:
      return pow(x, y);
    default: {  // a power
      S result(1.0);
      for (int k = 0; k < std::abs(instruction.index); ++k) result = result * x;
      return instruction.index < 0 ? S(1.0) / result : result;
    }
  }
}

template <class S, class Variable, class Look>
S CompiledExpression::run(const Variable& variable, const Look& look) const {
  std::array<S, deepest> stack;
  std::size_t top = 0;  // behind the last
  for (std::size_t k = 0; k < instructions_.size(); ++k) {
    const Instruction& instruction = instructions_[k];
    if (instruction.operands == 0) {
      stack[top++] = instruction.code == Code::number ? S(instruction.number) : S(variable(instruction.index));
      continue;
    }
    top -= static_cast<std::size_t>(instruction.operands);
    const S x = stack[top], y = instruction.operands == 2 ? stack[top + 1] : S(0.0);
    if (is_switch(instruction.code)) look(k, x - y);
    stack[top++] = apply<S>(instruction, x, y);
  }
  return stack[0];
}

}  // namespace torsor
