#pragma once

#include <cctype>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace torsor::test {

/// The value of a formula as `torsor derive` prints it: + - * / ^, a blank for a product, sin cos sqrt sign, names.
/// Throws std::runtime_error where it is none.
class Formula {
 public:
  using Values = std::map<std::string, double, std::less<>>;

  static double value(std::string_view text, const Values& values) {
    Formula formula(text, values);
    const double result = formula.sum();
    formula.expect(formula.rest_.empty());
    return result;
  }

 private:
  Formula(std::string_view text, const Values& values) : text_(text), rest_(text), values_(values) { skip(); }

  void expect(bool met) const {
    if (!met) throw std::runtime_error("no formula: " + std::string(text_) + ", at: " + std::string(rest_));
  }
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
  bool take(char letter) {
    if (!rest_.starts_with(letter)) return false;
    rest_.remove_prefix(1);
    skip();
    return true;
  }

  double sum() {
    double result = product();
    while (true)
      if (take('+'))
        result += product();
      else if (take('-'))
        result -= product();
      else
        return result;
  }
  double product() {
    if (take('-')) return -product();
    double result = power();
    while (!rest_.empty())
      if (take('/'))
        result /= power();
      else if (take('*') || rest_[0] == '(' || is_word(rest_[0]))
        result *= power();
      else
        break;
    return result;
  }
  double power() {
    const double base = atom();
    if (!take('^')) return base;
    const double sign = take('-') ? -1 : 1;
    return std::pow(base, sign * atom());
  }
  double atom() {
    if (take('(')) return closed(sum());
    const std::string name = word();
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0 || name[0] == '.') return std::stod(name);
    if (name == "sin" || name == "cos" || name == "sqrt" || name == "sign") {
      expect(take('('));
      const double x = closed(sum());
      return name == "sin" ? std::sin(x) : name == "cos" ? std::cos(x) : name == "sqrt" ? std::sqrt(x) : sign(x);
    }
    const auto found = values_.find(name);
    expect(found != values_.end());
    return found->second;
  }
  double closed(double value) {
    expect(take(')'));
    return value;
  }
  static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

  static bool is_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.';
  }
  /// A name, or a number with its exponent.
  std::string word() {
    std::size_t end = 0;
    const bool number = !rest_.empty() && std::isalpha(static_cast<unsigned char>(rest_[0])) == 0;
    while (end < rest_.size() && (is_word(rest_[end]) || (number && end > 0 && rest_[end - 1] == 'e' &&
                                                          (rest_[end] == '-' || rest_[end] == '+'))))
      ++end;
    expect(end > 0);
    const std::string result(rest_.substr(0, end));
    rest_.remove_prefix(end);
    skip();
    return result;
  }

  std::string_view text_, rest_;
  const Values& values_;
};

}  // namespace torsor::test
