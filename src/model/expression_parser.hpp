#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "torsor/model/expression.hpp"

namespace torsor {

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }  // of UTF-8

/// What may be called besides sin, cos, tan and sqrt.
struct CalledFunction {
  std::string_view name;
  int arguments;
};

/// Recursive descent; the first mistake stops it and is kept in `error`.
class ExpressionParser {
 public:
  /// A step of the formula in postfix order. Where it is a call, `name` is the function, `number` its arguments.
  struct Step : Expression::Step {
    std::size_t position = 0;  // of a name, in the text from 0
    bool is_call = false;
  };

  /// Robot files have no more functions, and whole exponents.
  explicit ExpressionParser(std::string_view text, std::span<const CalledFunction> functions = {})
      : text_(text), functions_(functions) {}

  std::variant<std::vector<Step>, ExpressionError> run() {
    sum();
    skip_blanks();
    if (!failed_ && at_ < text_.size()) fail("expected an operator or the end, found " + character());
    if (failed_) return error_;
    return std::move(steps_);
  }

 private:
  using Operation = Expression::Operation;
  static constexpr double pi = 3.141592653589793;
  static constexpr int deepest_nesting = 100;

  void sum() {
    product();
    while (!failed_) {
      if (take('+')) {
        product();
        push(Operation::add);
      } else if (take('-')) {
        product();
        push(Operation::subtract);
      } else {
        return;
      }
    }
  }

  void product() {
    signed_factor();
    while (!failed_) {
      if (take('*')) {
        signed_factor();
        push(Operation::multiply);
      } else if (take('/')) {
        signed_factor();
        push(Operation::divide);
      } else {
        return;
      }
    }
  }

  void signed_factor() {
    bool negative = false;
    for (;;) {
      if (take('-')) {
        negative = !negative;
      } else if (!take('+')) {
        break;
      }
    }
    power();
    if (negative) negate();
  }

  void negate() {
    if (failed_) return;
    if (is_number(steps_.back())) {
      steps_.back().number = -steps_.back().number;
    } else {
      push(Operation::negate);
    }
  }

  void power() {
    primary();
    while (!failed_ && take_word("deg")) {
      if (is_number(steps_.back())) {
        steps_.back().number *= pi / 180;
      } else {
        push_number(pi / 180);
        push(Operation::multiply);
      }
    }
    if (failed_ || !take('^')) return;
    const bool negative = take('-');
    skip_blanks();
    const std::size_t start = at_;
    const auto value = number();
    if (failed_) return;
    const bool whole = value && *value == std::floor(*value) && *value <= 16;
    if (whole) return steps_.push_back({{Operation::power, negative ? -*value : *value, {}}});
    if (functions_.empty()) return fail_at(start, "expected a whole exponent up to 16 after '^'");
    if (value)
      push_number(*value);
    else
      primary();
    if (negative) negate();
    call("pow", 2);
  }

  void primary() {
    if (++depth_ > deepest_nesting) return fail("expected fewer than 100 nested parentheses");
    if (take('(')) {
      sum();
      if (!failed_ && !take(')')) fail("expected ')'");
    } else if (const auto value = number()) {
      push_number(*value);
    } else if (!failed_ && at_ < text_.size() && is_letter(text_[at_])) {
      name_or_call();
    } else {
      fail(at_ < text_.size() ? "expected a number or a name, found " + character()
                              : "expected a number or a name, found the end");
    }
    --depth_;
  }

  void name_or_call() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string word(text_.substr(start, at_ - start));
    if (word == "pi") return push_number(pi);
    if (!take('(')) return steps_.push_back({{Operation::name, 0, word}, start});
    for (const CalledFunction& function : functions_)
      if (word == function.name) return arguments_of(function);
    const Operation operation = word == "sin"    ? Operation::sine
                                : word == "cos"  ? Operation::cosine
                                : word == "tan"  ? Operation::tangent
                                : word == "sqrt" ? Operation::root
                                                 : Operation::number;
    if (operation == Operation::number)
      return fail_at(start, "unknown function " + in_quotes(word) + ", expected " + known_functions());
    sum();
    if (!failed_ && !take(')')) fail("expected ')'");
    push(operation);
  }

  void arguments_of(const CalledFunction& function) {
    for (int k = 0; k < function.arguments && !failed_; ++k) {
      if (k > 0 && !take(',')) fail("expected ',' and another argument of " + std::string(function.name));
      sum();
    }
    if (!failed_ && !take(')')) fail("expected ')'");
    call(function.name, function.arguments);
  }
  void call(std::string_view name, int arguments) {
    if (!failed_) steps_.push_back({{Operation::number, static_cast<double>(arguments), std::string(name)}, 0, true});
  }
  std::string known_functions() const {
    if (functions_.empty()) return "sin, cos, tan or sqrt";
    std::string names = "sin, cos, tan, sqrt";
    for (const CalledFunction& function : functions_)
      names += (&function == &functions_.back() ? " or " : ", ") + std::string(function.name);
    return names;
  }

  std::optional<double> number() {
    skip_blanks();
    if (at_ >= text_.size() || !(is_digit(text_[at_]) || text_[at_] == '.')) return {};
    double value = 0;
    const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (code != std::errc()) {
      fail(code == std::errc::result_out_of_range ? "the number is out of range" : "expected a number");
      return {};
    }
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  static bool is_number(const Step& step) { return step.operation == Operation::number && !step.is_call; }
  void push(Operation operation) {
    if (!failed_) steps_.push_back({{operation, 0, {}}});
  }
  void push_number(double value) { steps_.push_back({{Operation::number, value, {}}}); }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (failed_ || at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    skip_blanks();
    if (text_.substr(at_, word.size()) != word) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) return false;
    at_ = end;
    return true;
  }
  void fail(std::string message) { fail_at(at_, std::move(message)); }
  void fail_at(std::size_t place, std::string message) {
    if (failed_) return;
    failed_ = true;
    error_ = {place, std::move(message)};
  }
  /// The whole character at this place.
  std::string character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && continues_character(text_[end])) ++end;
    return in_quotes(text_.substr(at_, end - at_));
  }

  std::string_view text_;
  std::span<const CalledFunction> functions_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  ExpressionError error_;
  std::vector<Step> steps_;
};

}  // namespace torsor
