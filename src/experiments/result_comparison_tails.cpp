#include "experiments/result_comparison_tails.hpp"

#include <cmath>
#include <initializer_list>

namespace torsor::experiments {
namespace {

/// The continued fraction, from the front. [Lentz 1976]
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto safe = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1, d = 1 / safe(1 - (a + b) * x / (a + 1)), fraction = d;
  for (int m = 1; m <= 500; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    for (const double term : {even, odd}) {
      d = 1 / safe(1 + term * d);
      c = safe(1 + term / c);
      fraction *= c * d;
    }
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return fraction;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_tail(double t, double n) { return incomplete_beta(n / 2, 0.5, n / (n + t * t)); }

double student_quantile(double tail, double n) {
  double low = 0, high = 1;
  while (student_tail(high, n) > tail && high < 1e12) high *= 2;
  for (int pass = 0; pass < 100; ++pass) {
    const double middle = (low + high) / 2;
    (student_tail(middle, n) > tail ? low : high) = middle;
  }
  return high;
}

double fisher_tail(double F, double numerator, double denominator) {
  return incomplete_beta(denominator / 2, numerator / 2, denominator / (denominator + numerator * F));
}

double family_probability(double probability, double count) { return -std::expm1(count * std::log1p(-probability)); }

double single_probability(double family, double count) { return -std::expm1(std::log1p(-family) / count); }

}  // namespace torsor::experiments
