#include "torsor/scalar/pack.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace torsor::test::pack_test {

/// One more than the width of any instruction set has been a way to be wrong: several widths.
template <int N>
void check_operations() {
  using P = Pack<double, N>;
  const auto number = [](int lane, int which) { return 0.3 + 1.7 * lane - 2.1 * which; };
  P x, y;
  for (int k = 0; k < N; ++k) x.set(k, number(k, 0)), y.set(k, number(k, 1));
  const std::pair<std::function<P(P, P)>, std::function<double(double, double)>> cases[] = {
      {[](P a, P b) { return a + b; }, [](double a, double b) { return a + b; }},
      {[](P a, P b) { return a - b; }, [](double a, double b) { return a - b; }},
      {[](P a, P b) { return a * b; }, [](double a, double b) { return a * b; }},
      {[](P a, P b) { return a / b; }, [](double a, double b) { return a / b; }},
      {[](P a, P) { return -a; }, [](double a, double) { return -a; }},
      {[](P a, P b) { return a += b, a -= P(1.0), a; }, [](double a, double b) { return a + b - 1; }},
      {[](P a, P) { return sqrt(a * a); }, [](double a, double) { return std::sqrt(a * a); }},
      {[](P a, P) { return atan(a); }, [](double a, double) { return std::atan(a); }},
      {[](P, P b) { return sign(b); }, [](double, double b) { return torsor::sign(b); }},
      {[](P a, P b) { return select(b, a, b); }, [](double a, double b) { return b > 0 ? a : b; }}};
  for (std::size_t c = 0; c < std::size(cases); ++c) {
    const P result = cases[c].first(x, y);
    for (int k = 0; k < N; ++k) EXPECT_EQ(result[k], cases[c].second(x[k], y[k])) << "case " << c << ", lane " << k;
  }
  const auto [s, c] = sincos(x);
  for (int k = 0; k < N; ++k) {
    EXPECT_NEAR(s[k], std::sin(x[k]), 1e-15);
    EXPECT_NEAR(c[k], std::cos(x[k]), 1e-15);
  }
}

TEST(Pack, DoesToEachLaneWhatDoubleDoes) {
  check_operations<1>();
  check_operations<2>();
  check_operations<4>();
  check_operations<8>();
}

TEST(Pack, LeavesLargeAnglesAndWhatIsNoNumberToTheLibrary) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double lanes[] = {1e9, 0.5, nan, -3e22};
  const auto [s, c] = sincos(Pack<double, 4>::load(lanes));
  for (const int k : {0, 1, 3}) {
    EXPECT_NEAR(s[k], std::sin(lanes[k]), 1e-15);
    EXPECT_NEAR(c[k], std::cos(lanes[k]), 1e-15);
  }
  EXPECT_TRUE(std::isnan(s[2]));
}

TEST(Pack, IsKnownWhereAllLanesAreTheSame) {
  Pack<double, 4> x(2.5);
  EXPECT_EQ(known_value(x), 2.5);
  x.set(3, 2.0);
  EXPECT_FALSE(known_value(x).has_value());
}

}  // namespace torsor::test::pack_test
