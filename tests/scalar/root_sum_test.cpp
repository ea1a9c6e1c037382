#include "torsor/scalar/root_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace torsor::test::root_sum_test {

using Parts = std::array<double, 4>;

TEST(RootSum, SumsProductsAndQuotientsHaveTheValuesOfTheirNumbers) {
  std::mt19937 engine(1);
  const auto random = [&] {
    Parts parts;
    for (double& part : parts) part = std::uniform_int_distribution<int>(-4, 4)(engine) / 4.0;
    return RootSum(parts);
  };
  for (int k = 0; k < 1000; ++k) {
    const RootSum x = random(), y = random();
    EXPECT_NEAR((x + y).value(), x.value() + y.value(), 1e-13);
    EXPECT_NEAR((x * y).value(), x.value() * y.value(), 1e-12);
    if (std::abs(x.value()) > 1e-3) {
      EXPECT_NEAR(x.reciprocal().value() * x.value(), 1, 1e-9);
    }
  }
}

TEST(RootSum, RootsOfTwoAndThreeAreExact) {
  EXPECT_EQ((RootSum({0, 1, 0, 0}) * RootSum({0, 1, 0, 0})).parts(), (Parts{2, 0, 0, 0}));
  EXPECT_EQ((RootSum({0, 1, 0, 0}) * RootSum({0, 0, 1, 0})).parts(), (Parts{0, 0, 0, 1}));
  EXPECT_EQ((RootSum({1, 1, 0, 0}) * RootSum({-1, 1, 0, 0})).parts(), (Parts{1, 0, 0, 0}));
  EXPECT_EQ(RootSum({0, 0, 2, 0}).reciprocal().parts(), (Parts{0, 0, 1.0 / 6, 0}));
  EXPECT_EQ(square_root(2).parts(), (Parts{0, 1, 0, 0}));
  EXPECT_EQ(square_root(0.75).parts(), (Parts{0, 0, 0.5, 0}));
  EXPECT_EQ(square_root(6).parts(), (Parts{0, 0, 0, 1}));
  EXPECT_EQ(square_root(0.25).parts(), (Parts{0.5, 0, 0, 0}));
  EXPECT_EQ(square_root(5).parts(), (Parts{std::sqrt(5.0), 0, 0, 0}));
  EXPECT_EQ(square_root(0).value(), 0);
}

TEST(RootSum, ADifferenceThatIsRoundOffIsZero) {
  EXPECT_EQ((RootSum(0.1 + 0.2) + RootSum(-0.3)).parts(), Parts{});
  EXPECT_EQ((RootSum(std::numbers::sqrt2) + RootSum({0, -1, 0, 0})).parts(), Parts{});
  EXPECT_NEAR((RootSum(1.0) + RootSum(-1 + 1e-12)).value(), 1e-12, 1e-15);
}

TEST(RootSum, SinesOfMultiplesOf15DegreesAreExact) {
  for (int k = -50; k <= 50; ++k) {
    const double angle = k * std::numbers::pi / 12;
    const auto [sine, cosine] = exact_roots(angle);
    EXPECT_NEAR(sine.value(), std::sin(angle), 1e-14) << k;
    EXPECT_NEAR(cosine.value(), std::cos(angle), 1e-14) << k;
    EXPECT_EQ((sine * sine + cosine * cosine).parts(), (Parts{1, 0, 0, 0})) << k;
  }
  EXPECT_EQ(exact_roots(std::numbers::pi / 6).sin.parts(), (Parts{0.5, 0, 0, 0}));
  EXPECT_EQ(exact_roots(std::numbers::pi / 12).cos.parts(), (Parts{0, 0.25, 0, 0.25}));
  EXPECT_EQ(exact_roots(1.0).sin.parts(), (Parts{std::sin(1.0), 0, 0, 0}));
  EXPECT_EQ(exact_roots(1.5708).cos.parts(), (Parts{std::cos(1.5708), 0, 0, 0}));
}

}  // namespace torsor::test::root_sum_test
