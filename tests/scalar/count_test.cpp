#include "torsor/scalar/count.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace torsor::test::count_test {

const Count a = Count::variable(3), b = Count::variable(4);
const Count zero(0.0), one(1.0), minus_one(-1.0);

/// What `action` costs, as "mul add div root trig".
std::vector<std::int64_t> cost(const std::function<Count()>& action, double expected) {
  Count::tally() = {};
  const Count result = action();
  EXPECT_DOUBLE_EQ(result.value(), expected);
  const Operations& spent = Count::tally();
  return {spent.multiplications, spent.additions, spent.divisions, spent.square_roots, spent.trigonometric};
}

using Costs = std::vector<std::int64_t>;
const Costs free_of_cost{0, 0, 0, 0, 0};

TEST(Count, CountsEveryKindOfOperation) {
  EXPECT_EQ(cost([] { return a * b; }, 12), (Costs{1, 0, 0, 0, 0}));
  EXPECT_EQ(cost([] { return a + b; }, 7), (Costs{0, 1, 0, 0, 0}));
  EXPECT_EQ(cost([] { return a - b; }, -1), (Costs{0, 1, 0, 0, 0}));
  EXPECT_EQ(cost([] { return a / b; }, 0.75), (Costs{0, 0, 1, 0, 0}));
  EXPECT_EQ(cost([] { return sqrt(b); }, 2), (Costs{0, 0, 0, 1, 0}));
  EXPECT_EQ(cost([] { return sin(a); }, std::sin(3)), (Costs{0, 0, 0, 0, 1}));
  EXPECT_EQ(cost([] { return cos(a); }, std::cos(3)), (Costs{0, 0, 0, 0, 1}));
}

TEST(Count, AddsUpOverAnExpression) {
  EXPECT_EQ(cost([] { return sqrt(a * a + b * b) / (a + b); }, 5.0 / 7), (Costs{2, 2, 1, 1, 0}));
  EXPECT_EQ(cost(
                [] {
                  Count sum(0.0);
                  for (int k = 0; k < 5; ++k) sum += a;
                  sum -= b;
                  return sum;
                },
                11),
            (Costs{0, 5, 0, 0, 0}));  // the first term falls on a zero
}

TEST(Count, ZeroIsFree) {
  EXPECT_EQ(cost([] { return a * zero; }, 0), free_of_cost);
  EXPECT_EQ(cost([] { return zero * a; }, 0), free_of_cost);
  EXPECT_EQ(cost([] { return a + zero; }, 3), free_of_cost);
  EXPECT_EQ(cost([] { return zero + a; }, 3), free_of_cost);
  EXPECT_EQ(cost([] { return a - zero; }, 3), free_of_cost);
  EXPECT_EQ(cost([] { return zero - a; }, -3), free_of_cost);
  EXPECT_EQ(cost([] { return zero / a; }, 0), free_of_cost);
  EXPECT_EQ(cost([] { return sin(zero); }, 0), free_of_cost);
  EXPECT_EQ(cost([] { return cos(zero); }, 1), free_of_cost);
  EXPECT_EQ(cost([] { return sqrt(zero); }, 0), free_of_cost);
}

TEST(Count, FactorsOneAndMinusOneAreFree) {
  EXPECT_EQ(cost([] { return a * one; }, 3), free_of_cost);
  EXPECT_EQ(cost([] { return one * a; }, 3), free_of_cost);
  EXPECT_EQ(cost([] { return a * minus_one; }, -3), free_of_cost);
  EXPECT_EQ(cost([] { return minus_one * a; }, -3), free_of_cost);
  EXPECT_EQ(cost([] { return a / one; }, 3), free_of_cost);
  EXPECT_EQ(cost([] { return a / minus_one; }, -3), free_of_cost);
  EXPECT_EQ(cost([] { return one + minus_one; }, 0), free_of_cost);
  EXPECT_EQ(cost([] { return sqrt(one); }, 1), free_of_cost);
}

TEST(Count, TermsOneAndMinusOneAreNotFree) {
  EXPECT_EQ(cost([] { return a + one; }, 4), (Costs{0, 1, 0, 0, 0}));
  EXPECT_EQ(cost([] { return one / a; }, 1.0 / 3), (Costs{0, 0, 1, 0, 0}));
}

TEST(Count, SignsAreFree) {
  EXPECT_EQ(cost([] { return -a; }, -3), free_of_cost);
  EXPECT_EQ(cost([] { return -(-a); }, 3), free_of_cost);
  EXPECT_EQ(cost([] { return -a + b; }, 1), (Costs{0, 1, 0, 0, 0}));
  EXPECT_EQ(cost([] { return sign(-a); }, -1), free_of_cost);
}

TEST(Count, KnowsConstantsThroughSignsProductsAndSums) {
  EXPECT_TRUE((-one).is_minus_one());
  EXPECT_TRUE((-minus_one).is_one());
  EXPECT_TRUE((-zero).is_zero());
  EXPECT_TRUE((minus_one * minus_one).is_one());
  EXPECT_TRUE((one + minus_one).is_zero());
  EXPECT_TRUE((a * zero).is_zero());
  EXPECT_TRUE(Count().is_zero());
}

TEST(Count, AComputedValueIsNotTakenForAConstant) {
  const Count difference = a - a, ratio = a / a, variable_one = Count::variable(1), variable_zero = Count::variable(0);
  EXPECT_FALSE(difference.is_zero());
  EXPECT_FALSE(ratio.is_one());
  EXPECT_EQ(cost([&] { return a * variable_one; }, 3), (Costs{1, 0, 0, 0, 0}));
  EXPECT_EQ(cost([&] { return a + variable_zero; }, 3), (Costs{0, 1, 0, 0, 0}));
  EXPECT_EQ(cost([&] { return cos(variable_zero); }, 1), (Costs{0, 0, 0, 0, 1}));
}

TEST(Count, ExactAnglesOfAModelAreFree) {
  EXPECT_EQ(cost([] { return exact_sincos(Count(1.5707963267948966)).cos * a; }, 0), free_of_cost);
  EXPECT_EQ(cost([] { return exact_sincos(Count(3.141592653589793)).cos * a; }, -3), free_of_cost);
}

}  // namespace torsor::test::count_test
