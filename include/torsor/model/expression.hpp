#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "torsor/core/text.hpp"
#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// A number as the user wrote it: `0.4318`, `90deg`, `-l/2`, `m1*l^2/12`. A formula is kept in postfix order, so that
/// the same file gives numbers or symbols; a plain number is only that, since robots have thousands of them.
class Expression {
 public:
  enum class Operation { number, name, add, subtract, multiply, divide, negate, sine, cosine, tangent, root, power };
  struct Step {
    Operation operation;
    double number = 0;  // the number, or the exponent of a power
    std::string name;   // the parameter's name
  };

  Expression() = default;                       // 0
  Expression(double value) : number_(value) {}  // NOLINT(google-explicit-constructor): a number is an expression
  Expression(std::vector<Step> postfix, std::string written);

  /// None where it is a plain number.
  std::span<const Step> steps() const {
    return written_ ? std::span<const Step>(written_->steps) : std::span<const Step>();
  }
  /// The plain number; means nothing where there are steps.
  double number() const { return number_; }
  /// As it was written; a plain number with as many digits as it takes to read it back.
  std::string text() const;

 private:
  struct Written {
    std::vector<Step> steps;
    std::string text;
  };
  double number_ = 0;
  std::shared_ptr<const Written> written_;
};

struct ExpressionError {
  std::size_t position = 0;  // in the text, from 0
  std::string message;
};

/// Grammar: + - * / ^ (integer exponent), parentheses, sin cos tan sqrt, pi, the unit `deg`, and names.
std::variant<Expression, ExpressionError> parse_expression(std::string_view text);

/// The value of an expression; `lookup(name)` gives the value of a parameter, which must exist.
template <Scalar S, class Lookup>
S evaluate(const Expression& expression, const Lookup& lookup) {
  using enum Expression::Operation;
  if (expression.steps().empty()) return S(expression.number());
  std::vector<S> stack;
  const auto pop = [&stack] {
    assert(!stack.empty());
    S top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Expression::Step& step : expression.steps()) {
    if (step.operation == number) {
      stack.push_back(S(step.number));
      continue;
    }
    if (step.operation == name) {
      stack.push_back(lookup(step.name));
      continue;
    }
    const S y = pop();
    switch (step.operation) {
      case add:
        stack.push_back(pop() + y);
        break;
      case subtract:
        stack.push_back(pop() - y);
        break;
      case multiply:
        stack.push_back(pop() * y);
        break;
      case divide:
        stack.push_back(pop() / y);
        break;
      case negate:
        stack.push_back(-y);
        break;
      case sine:
        stack.push_back(exact_sincos(y).sin);
        break;
      case cosine:
        stack.push_back(exact_sincos(y).cos);
        break;
      case tangent:
        stack.push_back(exact_sincos(y).sin / exact_sincos(y).cos);
        break;
      case root:
        stack.push_back(sqrt(y));
        break;
      default: {  // power
        const int exponent = static_cast<int>(step.number);
        S result(1.0);
        for (int k = 0; k < std::abs(exponent); ++k) result = result * y;
        stack.push_back(exponent < 0 ? S(1.0) / result : result);
      }
    }
  }
  return pop();
}

}  // namespace torsor
