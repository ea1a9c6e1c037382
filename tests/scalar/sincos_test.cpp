#include "torsor/scalar/sincos.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace torsor::test::sincos_test {

/// The distance to the true value in units of the last place. long double has 11 bits more than double, and glibc's
/// functions on it are right to its last place.
double error(double found, long double truth) {
  const double near = std::abs(static_cast<double>(truth));
  const double ulp = std::nextafter(near, std::numeric_limits<double>::infinity()) - near;
  return static_cast<double>(std::abs(static_cast<long double>(found) - truth)) / ulp;
}

/// The larger of the errors of sine and cosine.
double error_at(double x) {
  const auto [s, c] = quick_sincos<double, std::uint64_t>(x);
  return std::max(error(s, std::sin(static_cast<long double>(x))), error(c, std::cos(static_cast<long double>(x))));
}

TEST(Sincos, IsWithinOneUnitOfTheLastPlaceForAnglesUpTo1e5) {
  std::mt19937_64 engine(1);
  for (const double range : {1e-3, 1.0, 3.2, 7.0, 100.0, 1e4, largest_quick_angle}) {
    std::uniform_real_distribution<double> uniform(-range, range);
    double worst = 0;
    for (int k = 0; k < 100000; ++k) worst = std::max(worst, error_at(uniform(engine)));
    EXPECT_LT(worst, 1.0) << range;
    EXPECT_GT(worst, 0.49) << range;  // the reference is finer than double
  }
}

TEST(Sincos, IsAsGoodBesideMultiplesOfARightAngleWhereDigitsCancel) {
  constexpr double right_angle = 1.5707963267948966;
  double worst = 0;
  for (int k = -63000; k <= 63000; ++k) {
    double x = k * right_angle;
    worst = std::max(worst, error_at(x));
    worst = std::max(worst, error_at(std::nextafter(x, 1e9)));
    worst = std::max(worst, error_at(x + 0.5 * right_angle));
  }
  EXPECT_LT(worst, 1.2);
}

TEST(Sincos, KeepsSignsAndSmallAngles) {
  for (const double x : {0.0, -0.0, 1e-300, -1e-300, 5e-324, 1e-20}) {
    const auto [s, c] = quick_sincos<double, std::uint64_t>(x);
    EXPECT_EQ(s, x);
    EXPECT_EQ(c, 1.0);
  }
}

}  // namespace torsor::test::sincos_test
