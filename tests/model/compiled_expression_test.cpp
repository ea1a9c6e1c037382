#include "torsor/model/compiled_expression.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace torsor::test::compiled_expression_test {

const std::vector<std::string> names{"t", "q1", "qd1"};

std::variant<CompiledExpression, ExpressionError> compiled(const std::string& text) {
  return compile_formula(text, names);
}

/// At t = 2, q1 = 3, qd1 = -0.5.
double value_of(const std::string& text) {
  const auto result = compiled(text);
  if (const auto* error = std::get_if<ExpressionError>(&result)) {
    ADD_FAILURE() << text << ": " << error->message << " at " << error->position;
    return std::nan("");
  }
  const double values[] = {2, 3, -0.5};
  return std::get<CompiledExpression>(result).value<double>([&](int k) { return values[k]; });
}

std::string error_of(const std::string& text) {
  const auto result = compiled(text);
  const auto* error = std::get_if<ExpressionError>(&result);
  return error == nullptr ? "none" : std::to_string(error->position) + ": " + error->message;
}

TEST(CompiledExpression, signals_have_the_functions_that_robot_files_have_and_more) {
  const std::vector<std::pair<const char*, double>> cases{
      {"7", 7},
      {"-10*q1-2*qd1", -29},
      {"t*q1-(q1-t)/qd1", 8},
      {"q1^2", 9},
      {"q1^-1", 1.0 / 3},
      {"t^0.5", std::sqrt(2.0)},
      {"t^q1", 8},
      {"t^-q1", 0.125},
      {"sin(t)+cos(q1)*tan(qd1)", std::sin(2) + std::cos(3) * std::tan(-0.5)},
      {"sqrt(q1)", std::sqrt(3.0)},
      {"abs(qd1)", 0.5},
      {"sign(qd1)", -1},
      {"sign(0)", 0},
      {"step(t-2)", 1},
      {"step(t-2.001)", 0},
      {"exp(qd1)", std::exp(-0.5)},
      {"log(q1)", std::log(3.0)},
      {"atan(q1)", std::atan(3.0)},
      {"min(t, q1)", 2},
      {"max(t, q1) ", 3},
      {"max(0, min(1, t - 1.25))", 0.75},
      {"90deg", std::acos(0.0)},
      {"2*pi*t", 4 * std::acos(-1.0)}};
  for (const auto& [text, expected] : cases) EXPECT_DOUBLE_EQ(value_of(text), expected) << text;
}

TEST(CompiledExpression, mistakes_are_told_with_their_place) {
  EXPECT_EQ(error_of("2*w"), "2: unknown name 'w', expected one of t, q1, qd1");
  EXPECT_EQ(error_of("t + q2"), "4: unknown name 'q2', expected one of t, q1, qd1; did you mean 'q1'?");
  EXPECT_EQ(error_of("t + 3*dq1").substr(0, 20), "6: unknown name 'dq1");
  EXPECT_EQ(error_of("sinh(t)"),
            "0: unknown function 'sinh', expected sin, cos, tan, sqrt, abs, sign, step, exp, log, atan, min or max");
  EXPECT_EQ(error_of("min(t)"), "5: expected ',' and another argument of min");
  EXPECT_EQ(error_of("min(t,1,2)"), "7: expected ')'");
  EXPECT_EQ(error_of("abs()"), "4: expected a number or a name, found ')'");
  EXPECT_EQ(error_of("1+"), "2: expected a number or a name, found the end");
  std::string deep = "t";
  for (int k = 0; k < 80; ++k) deep = "1+(" + deep + ")";
  EXPECT_EQ(error_of(deep), "0: expected a formula that is less deeply nested");
}

TEST(CompiledExpression, robot_files_do_not_have_the_functions_of_signals) {
  for (const char* text : {"abs(1)", "min(1,2)", "2^0.5", "exp(1)"})
    EXPECT_TRUE(std::holds_alternative<ExpressionError>(parse_expression(text))) << text;
}

TEST(CompiledExpression, jumps_and_kinks_in_time_are_found) {
  const auto times = [](const std::string& text) {
    return std::get<CompiledExpression>(compiled(text)).switching_times(0, 2);
  };
  const auto expect = [&](const std::string& text, const std::vector<double>& expected) {
    const std::vector<double> found = times(text);
    ASSERT_EQ(found.size(), expected.size()) << text;
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-15) << text;
  };
  expect("step(t-0.5)", {0.5});
  expect("5*(step(t-0.3)-step(t-0.4))", {0.3, 0.4});
  expect("step(t-0.5)+step(t-0.500001)", {0.5, 0.500001});
  expect("abs(t-1)+min(t,1.5)", {1, 1.5});
  expect("sign(sin(pi*(t-0.25)))", {0.25, 1.25});
  expect("step(t)+step(t-2)+step(t-3)", {});
  expect("sin(t)", {});
  expect("step(q1-0.5)+abs(qd1*t)", {});
}

TEST(CompiledExpression, it_knows_which_names_are_in_it) {
  EXPECT_TRUE(std::get<CompiledExpression>(compiled("sin(t)+1")).uses_only(0));
  EXPECT_TRUE(std::get<CompiledExpression>(compiled("3")).uses_only(0));
  EXPECT_FALSE(std::get<CompiledExpression>(compiled("t*q1")).uses_only(0));
}

}  // namespace torsor::test::compiled_expression_test
