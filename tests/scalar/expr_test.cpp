#include "torsor/scalar/expr.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <thread>

namespace torsor::test::expr_test {

struct ExprTest : testing::Test {
  ExpressionGraph graph;
  ExpressionGraph::Use use{graph};
  Expr x = Expr::symbol("x"), y = Expr::symbol("y"), z = Expr::symbol("z");

  double value(const Expr& f, double at_x = 0.3, double at_y = -1.7, double at_z = 2.1) const {
    return graph.evaluate({&f, 1}, {{"x", at_x}, {"y", at_y}, {"z", at_z}})[0];
  }
  Operations cost(const std::vector<Expr>& outputs) const { return graph.operations(outputs); }
};

TEST_F(ExprTest, EqualExpressionsAreTheSameNode) {
  EXPECT_EQ(x * y + z, z + y * x);
  EXPECT_EQ(x - y, -(y - x));
  EXPECT_EQ((-x) * y, -(x * y));
  EXPECT_EQ(sin(-x), -sin(x));
  EXPECT_EQ(cos(-x), cos(x));
  EXPECT_EQ(Expr::symbol("x"), x);
  EXPECT_EQ(Expr(2.0) * x + x, Expr(3.0) * x);
  EXPECT_EQ(Expr(0.5) * (Expr(4.0) * x), Expr(2.0) * x);
}

TEST_F(ExprTest, ZeroOneAndConstantsAreFolded) {
  const Expr zero, one(1.0);
  EXPECT_EQ(x + zero, x);
  EXPECT_EQ(x * one, x);
  EXPECT_EQ(x * Expr(-1.0), -x);
  EXPECT_TRUE((x * zero).is_zero());
  EXPECT_TRUE((x - x).is_zero());
  EXPECT_TRUE((-zero).is_zero());
  EXPECT_EQ(x / x, one);
  EXPECT_EQ(known_value(Expr(2.0) * Expr(-3.0) + Expr(0.5)), -5.5);
  EXPECT_EQ(known_value(sin(zero)), 0.0);
  EXPECT_EQ(known_value(x), std::nullopt);
  EXPECT_EQ(select(Expr(-2.0), x, y), y);
  EXPECT_EQ(select(z, x, x), x);
}

TEST_F(ExprTest, ThereIsOneZero) {
  EXPECT_EQ(Expr(-0.0), Expr(0.0));
  EXPECT_TRUE((Expr(-0.0) * x).is_zero());
  EXPECT_EQ(x + Expr(-0.0), x);
}

TEST_F(ExprTest, ConstantsKeepRootsAndLoseRoundOff) {
  const Expr half_root = sin(Expr(std::acos(-1.0) / 3));
  EXPECT_EQ(half_root * half_root, Expr(0.75));
  EXPECT_EQ(known_value(half_root), 0.5 * std::sqrt(3.0));
  EXPECT_EQ(Expr(2.0) * half_root, sqrt(Expr(3.0)));
  EXPECT_EQ(x * half_root * half_root + Expr(0.25) * x, x);
  EXPECT_EQ(Expr(1.0) / sqrt(Expr(2.0)), cos(Expr(std::atan(1.0))));
  EXPECT_TRUE((Expr(0.1) + Expr(0.2) - Expr(0.3)).is_zero());
  EXPECT_NE(half_root, Expr(*known_value(half_root))) << "that one may be a length";
}

TEST_F(ExprTest, AnOperandThatASumAndADifferenceShareFallsOut) {
  const Expr difference = (x + y) - (x + z);
  EXPECT_EQ(difference, y - z);
  EXPECT_EQ(cost({difference}).additions, 1);
  EXPECT_EQ((x - y) + (y - z), x - z);
}

TEST_F(ExprTest, OnlyWhatTheOutputsNeedIsCountedAndOnlyOnce) {
  const Expr unused = x * z;
  const Expr f = x * y + sin(x), g = x * y - cos(x) / z;
  const Operations sum = cost({f, g, -f});
  EXPECT_EQ(sum.multiplications, 1);
  EXPECT_EQ(sum.additions, 2);
  EXPECT_EQ(sum.divisions, 1);
  EXPECT_EQ(sum.trigonometric, 2);
  EXPECT_EQ(cost({unused}).multiplications, 1);
}

/// The same random formula on any scalar.
template <class S>
S formula(std::mt19937& engine, const std::vector<S>& leaves, int depth) {
  const auto choice = engine() % 9;
  if (depth == 0 || choice == 8) return leaves[engine() % leaves.size()];
  const S a = formula(engine, leaves, depth - 1);
  if (choice == 0) return sin(a);
  if (choice == 1) return cos(a);
  if (choice == 2) return -a;
  if (choice == 3) return sign(a);
  const S b = formula(engine, leaves, depth - 1);
  if (choice == 4) return a / (b * b + S(1.5));
  if (choice == 5) return select(a, b, a * b);
  return choice == 6 ? a * b : a - b;
}

TEST_F(ExprTest, HasTheValueOfTheSameFormulaOnNumbers) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 symbolic(seed), numeric(seed);
    const Expr f = formula<Expr>(symbolic, {x, y, z, Expr(2.0), Expr(-0.25)}, 7);
    const double expected = formula<double>(numeric, {0.3, -1.7, 2.1, 2.0, -0.25}, 7);
    ASSERT_NEAR(value(f), expected, 1e-9 * (1 + std::abs(expected))) << seed;
  }
}

TEST_F(ExprTest, DerivativesAreThoseOfDifferences) {
  const std::pair<Expr, std::function<double(double)>> cases[] = {
      {x * x * x, [](double t) { return t * t * t; }},
      {sin(x) * cos(x + x), [](double t) { return std::sin(t) * std::cos(2 * t); }},
      {y / (x * x + Expr(1.0)), [](double t) { return -1.7 / (t * t + 1); }},
      {sqrt(x) - -x, [](double t) { return std::sqrt(t) + t; }},
      {select(x, x * x, y), [](double t) { return t * t; }},
      {sign(x) * x, [](double t) { return std::abs(t); }}};
  for (const auto& [f, plain] : cases) {
    const Expr slope = derivatives({&f, 1}, x)[0];
    EXPECT_NEAR(value(slope), (plain(0.3 + 1e-5) - plain(0.3 - 1e-5)) / 2e-5, 1e-8);
    EXPECT_TRUE(derivatives({&f, 1}, z)[0].is_zero());
  }
}

TEST_F(ExprTest, SymbolsCanBeReplaced) {
  const Expr f = sin(x) * y - x;
  EXPECT_EQ(substituted({&f, 1}, {{x.node(), Expr()}})[0], Expr());
  EXPECT_EQ(substituted({&f, 1}, {{x.node(), z}, {y.node(), Expr(2.0)}})[0], Expr(2.0) * sin(z) - z);
}

TEST_F(ExprTest, EveryThreadWritesInItsOwnGraph) {
  const std::size_t before = graph.size();
  std::thread([] { EXPECT_EQ(known_value(Expr(3.0) + Expr(4.0)), 7.0); }).join();
  EXPECT_EQ(graph.size(), before);
  {
    ExpressionGraph other;
    const ExpressionGraph::Use inner(other);
    EXPECT_EQ(Expr::symbol("a").node(), 1u);
  }
  EXPECT_EQ(Expr::symbol("x"), x);
}

}  // namespace torsor::test::expr_test
