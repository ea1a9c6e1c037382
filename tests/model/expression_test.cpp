#include "torsor/model/expression.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "torsor/scalar/count.hpp"

namespace torsor::test::expression_test {

constexpr double pi = 3.141592653589793;
const std::map<std::string, double> parameters{{"a", 3}, {"l_2", 0.5}, {"_m", -2}, {"degree", 7}};

double value_of(const std::string& text) {
  const auto parsed = parse_expression(text);
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
    ADD_FAILURE() << text.substr(0, 40) << ": " << error->message << " at " << error->position;
    return std::nan("");
  }
  return evaluate<double>(std::get<Expression>(parsed), [](const std::string& name) { return parameters.at(name); });
}

ExpressionError error_of(const std::string& text) {
  const auto parsed = parse_expression(text);
  const auto* error = std::get_if<ExpressionError>(&parsed);
  if (error) return *error;
  ADD_FAILURE() << text.substr(0, 40) << " was taken for an expression";
  return {};
}

std::string repeated(const std::string& piece, int count) {
  std::string result;
  for (int k = 0; k < count; ++k) result += piece;
  return result;
}

TEST(Expression, FollowsTheUsualPrecedence) {
  const std::vector<std::pair<const char*, double>> cases{
      {"0.4318", 0.4318}, {"-1.5e-3", -1.5e-3}, {".5", 0.5},     {"5.", 5},      {"1E3", 1000},
      {"2+3*4", 14},      {"(2+3)*4", 20},      {"10-4-3", 3},   {"8/4/2", 1},   {"8/(4/2)", 4},
      {"2*3/4*2", 3},     {"1 - -1", 2},        {"2*-3", -6},    {"+5", 5},      {"--5", 5},
      {"-+-5", 5},        {"-2^2", -4},         {"(-2)^2", 4},   {"2^-2", 0.25}, {"2*3^2", 18},
      {"2^16", 65536},    {"7^0", 1},           {" 1\t+ 2 ", 3}, {"-(1+2)", -3}, {"-(2*3)", -6},
      {"-2*3", -6},       {"1/2*-(3-5)", 1},    {"2 ^ 3", 8},    {"(((7)))", 7}};
  for (const auto& [text, expected] : cases) EXPECT_DOUBLE_EQ(value_of(text), expected) << text;
}

TEST(Expression, KnowsPiDegreesAndFunctions) {
  const std::vector<std::pair<const char*, double>> cases{{"pi", pi},
                                                          {"-pi/2", -pi / 2},
                                                          {"90deg", pi / 2},
                                                          {"-90deg", -pi / 2},
                                                          {"45 deg", pi / 4},
                                                          {"(45+45)deg", pi / 2},
                                                          {"2*30deg", pi / 3},
                                                          {"90deg^2", pi * pi / 4},
                                                          {"sin(0.3)", std::sin(0.3)},
                                                          {"cos(0.3)", std::cos(0.3)},
                                                          {"tan(0.3)", std::tan(0.3)},
                                                          {"sqrt(2)", std::sqrt(2)},
                                                          {"sqrt(3^2+4^2)", 5},
                                                          {"-sin(30deg)", -0.5},
                                                          {"sin(cos(0))", std::sin(1)},
                                                          {"2*sqrt(4)^2", 8}};
  for (const auto& [text, expected] : cases)
    EXPECT_NEAR(value_of(text), expected, 1e-15 * (1 + std::abs(expected))) << text;
}

TEST(Expression, RightAnglesAreExact) {
  EXPECT_EQ(value_of("cos(90deg)"), 0.0);
  EXPECT_EQ(value_of("sin(180deg)"), 0.0);
  EXPECT_EQ(value_of("sin(-pi/2)"), -1.0);
  EXPECT_EQ(value_of("tan(180deg)"), 0.0);
  EXPECT_NE(value_of("cos(1.5708)"), 0.0);
}

TEST(Expression, UsesParameters) {
  EXPECT_DOUBLE_EQ(value_of("a"), 3);
  EXPECT_DOUBLE_EQ(value_of("-a/2"), -1.5);
  EXPECT_DOUBLE_EQ(value_of("a*l_2^2/12"), 0.0625);
  EXPECT_DOUBLE_EQ(value_of("_m+degree"), 5);
  EXPECT_DOUBLE_EQ(value_of("a deg"), 3 * pi / 180);
  EXPECT_THROW(evaluate<double>(std::get<Expression>(parse_expression("nope")),
                                [](const std::string& name) { return parameters.at(name); }),
               std::out_of_range);
}

TEST(Expression, RunsOnEveryScalar) {
  const auto parsed = parse_expression("cos(90deg)*a + 2^3");
  const Expression& expression = std::get<Expression>(parsed);
  EXPECT_EQ(evaluate<float>(expression, [](const std::string&) { return 3.0F; }), 8.0F);
  Count::tally() = {};
  const Count result = evaluate<Count>(expression, [](const std::string&) { return Count::variable(3); });
  EXPECT_EQ(result.value(), 8);
  EXPECT_EQ(Count::tally().additions, 0) << "the first term is a known zero";
}

TEST(Expression, KeepsWhatWasWritten) {
  EXPECT_EQ(std::get<Expression>(parse_expression("m1*l^2 / 12")).text(), "m1*l^2 / 12");
  EXPECT_EQ(Expression(0.1).text(), "0.1");
  EXPECT_EQ(Expression(-2.0).text(), "-2");
  EXPECT_EQ(Expression(-0.0).text(), "-0");
  EXPECT_EQ(Expression().text(), "0");
  EXPECT_EQ(evaluate<double>(Expression(), [](const std::string&) { return 1.0; }), 0);
}

TEST(Expression, SaysWhereTheMistakeIs) {
  struct Mistake {
    const char* text;
    std::size_t position;
    const char* message;
  };
  const std::vector<Mistake> mistakes{{"", 0, "found the end"},
                                      {"   ", 3, "found the end"},
                                      {"1,5", 1, "found ','"},
                                      {"1kg", 1, "found 'k'"},
                                      {"1a", 1, "found 'a'"},
                                      {"0x10", 1, "found 'x'"},
                                      {"1e", 1, "found 'e'"},
                                      {"1e999", 0, "out of range"},
                                      {"-1e999", 1, "out of range"},
                                      {"2*(3", 4, "expected ')'"},
                                      {"(1))", 3, "found ')'"},
                                      {"()", 1, "found ')'"},
                                      {"2+", 2, "found the end"},
                                      {"*2", 0, "found '*'"},
                                      {"2**3", 2, "found '*'"},
                                      {"2 3", 2, "found '3'"},
                                      {".", 0, "expected a number"},
                                      {"1..2", 2, "found '.'"},
                                      {".nan", 0, "expected a number"},
                                      {"2^", 2, "whole exponent"},
                                      {"2^x", 2, "whole exponent"},
                                      {"2^1.5", 2, "whole exponent"},
                                      {"2^17", 2, "whole exponent"},
                                      {"2^2^2", 3, "found '^'"},
                                      {"sin()", 4, "found ')'"},
                                      {"sin(1", 5, "expected ')'"},
                                      {"2degree", 1, "found 'd'"},
                                      {"1;2", 1, "found ';'"},
                                      {"{1}", 0, "found '{'"},
                                      {"'1'", 0, "found '''"},
                                      {"foo(1)", 0, "unknown function 'foo'"},
                                      {"1+log(2)", 2, "unknown function 'log'"}};
  for (const auto& [text, position, message] : mistakes) {
    const ExpressionError error = error_of(text);
    EXPECT_EQ(error.position, position) << "'" << text << "': " << error.message;
    EXPECT_NE(error.message.find(message), std::string::npos) << "'" << text << "': " << error.message;
  }
}

TEST(Expression, NamesAWholeCharacterNotOneByteOfIt) {
  EXPECT_NE(error_of("90°").message.find("found '°'"), std::string::npos) << error_of("90°").message;
}

TEST(Expression, NanAndInfAreNamesNotNumbers) {
  for (const char* text : {"nan", "inf", "infinity", "NaN", "-inf"}) {
    const auto parsed = parse_expression(text);
    ASSERT_TRUE(std::holds_alternative<Expression>(parsed)) << text;
    EXPECT_EQ(std::get<Expression>(parsed).steps().front().operation, Expression::Operation::name) << text;
  }
}

TEST(Expression, DeepNestingIsAnErrorAndNoCrash) {
  EXPECT_DOUBLE_EQ(value_of(repeated("(", 99) + "1" + repeated(")", 99)), 1);
  EXPECT_NE(error_of(repeated("(", 10000) + "1" + repeated(")", 10000)).message.find("nested"), std::string::npos);
  EXPECT_NE(error_of(repeated("(", 10000)).message.find("nested"), std::string::npos);
  EXPECT_NE(error_of(repeated("sin(", 10000)).message.find("nested"), std::string::npos);
  EXPECT_NE(error_of(repeated("-(", 10000)).message.find("nested"), std::string::npos);
}

TEST(Expression, LengthHasNoLimit) {
  EXPECT_DOUBLE_EQ(value_of("1" + repeated("+1", 99999)), 100000);
  EXPECT_DOUBLE_EQ(value_of(repeated("-", 100001) + "1"), -1);
  EXPECT_DOUBLE_EQ(value_of(repeated("(1)*", 5000) + "2"), 2) << "parentheses side by side are not nested";
}

/// A random expression with the value that C++ gives it.
class RandomExpression {
 public:
  explicit RandomExpression(unsigned seed) : engine_(seed) {}

  /// Whether no step magnifies rounding: no small divisor, no sine of a large angle.
  bool tame() const { return tame_; }

  std::pair<std::string, double> sum(int depth) {
    auto [text, value] = product(depth);
    for (int k = pick(3); k > 0; --k) {
      const auto [other, x] = product(depth);
      const bool plus = pick(2) == 0;
      text += blank() + (plus ? "+" : "-") + blank() + other;
      value = plus ? value + x : value - x;
    }
    return {text, value};
  }

 private:
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  std::string blank() { return std::string(static_cast<std::size_t>(pick(2)), ' '); }

  std::pair<std::string, double> product(int depth) {
    auto [text, value] = factor(depth);
    for (int k = pick(3); k > 0; --k) {
      const auto [other, x] = factor(depth);
      const bool times = pick(2) == 0;
      text += blank() + (times ? "*" : "/") + blank() + other;
      if (!times) tame_ &= std::abs(x) > 1e-3;
      value = times ? value * x : value / x;
    }
    return {text, value};
  }

  std::pair<std::string, double> factor(int depth) {
    auto [text, value] = primary(depth);
    if (pick(4) == 0) {
      const int exponent = pick(5) - 2;
      text += "^" + std::to_string(exponent);
      if (exponent < 0) tame_ &= std::abs(value) > 1e-3;
      value = std::pow(value, exponent);
    }
    return pick(4) == 0 ? std::pair("-" + text, -value) : std::pair(text, value);
  }

  std::pair<std::string, double> primary(int depth) {
    const int kind = depth == 0 ? pick(3) : pick(6);
    if (kind == 0) return {"a", parameters.at("a")};
    if (kind == 1) return {"pi", pi};
    if (kind == 2) {
      const int n = 1 + pick(999);
      return {std::to_string(n) + "e-2", n / 100.0};
    }
    const auto [text, value] = sum(depth - 1);
    if (kind == 3) return {"(" + text + ")", value};
    tame_ &= std::abs(value) < 1e3;
    if (kind == 4) return {"sin(" + text + ")", std::sin(value)};
    return {"cos(" + blank() + text + ")", std::cos(value)};
  }

  std::mt19937 engine_;
  bool tame_ = true;
};

TEST(Expression, RandomOnesHaveTheValueOfDirectComputation) {
  int compared = 0;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    RandomExpression random(seed);
    const auto [text, expected] = random.sum(3);
    if (!random.tame()) continue;
    ++compared;
    EXPECT_NEAR(value_of(text), expected, 1e-6 * (1 + std::abs(expected))) << text;
  }
  EXPECT_GT(compared, 2000);
}

}  // namespace torsor::test::expression_test
