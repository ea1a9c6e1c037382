#include "torsor/scalar/dual.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace torsor::test::dual_test {

static_assert(Scalar<Dual>);

TEST(Dual, CarriesTheDerivativeOfEveryOperation) {
  const std::pair<std::function<Dual(Dual)>, std::function<double(double)>> cases[] = {
      {[](Dual x) { return x * x * x; }, [](double x) { return x * x * x; }},
      {[](Dual x) { return Dual(2.0) / x - x; }, [](double x) { return 2 / x - x; }},
      {[](Dual x) { return sin(x) * cos(x + x); }, [](double x) { return std::sin(x) * std::cos(2 * x); }},
      {[](Dual x) { return sqrt(x) + -x; }, [](double x) { return std::sqrt(x) - x; }},
      {[](Dual x) { return atan(x * x); }, [](double x) { return std::atan(x * x); }},
      {[](Dual x) { return sign(x) * x; }, [](double x) { return std::abs(x); }},
      {[](Dual x) { return select(x, x * x, x); }, [](double x) { return x * x; }},
      {[](Dual x) { return x += x * x, x -= Dual(1.0), x; }, [](double x) { return x + x * x - 1; }}};
  constexpr double at = 0.7, step = 1e-4;
  for (const auto& [dual, plain] : cases) {
    const Dual result = dual(Dual(at, 3.0));  // along a direction of length 3
    EXPECT_NEAR(result.value(), plain(at), 1e-15);
    EXPECT_NEAR(result.derivative(), 3 * (plain(at + step) - plain(at - step)) / (2 * step), 1e-6);
  }
}

}  // namespace torsor::test::dual_test
