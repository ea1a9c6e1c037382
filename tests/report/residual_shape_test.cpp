#include "torsor/report/residual_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace torsor::test::residual_shape_test {

TEST(ResidualShape, the_autocorrelation_of_a_long_cosine_is_the_cosine) {
  std::vector<double> time, values;
  for (int k = 0; k < 20'000; ++k)
    time.push_back(0.01 * k), values.push_back(std::cos(2 * std::numbers::pi * 0.01 * k));
  const ResidualCorrelation shape = autocorrelation(time, values, 101);
  ASSERT_EQ(shape.value.size(), 101u);
  EXPECT_NEAR(shape.step, 0.01, 1e-9);
  for (int k = 0; k <= 100; ++k)  // the sum over fewer samples at longer lags takes up to k / 20000
    EXPECT_NEAR(shape.value[k], std::cos(2 * std::numbers::pi * 0.01 * k), 0.006) << k;
}

TEST(ResidualShape, the_autocorrelation_does_not_see_an_offset) {
  std::vector<double> time, values;
  for (int k = 0; k < 1000; ++k) time.push_back(k), values.push_back(k % 2 == 0 ? 8.0 : 6.0);
  const ResidualCorrelation shape = autocorrelation(time, values, 3);
  EXPECT_DOUBLE_EQ(shape.value[0], 1);
  EXPECT_NEAR(shape.value[1], -0.999, 1e-12);  // 999 products of -1 over 1000 of 1
  EXPECT_NEAR(shape.value[2], 0.998, 1e-12);
}

TEST(ResidualShape, uneven_steps_have_no_autocorrelation) {
  std::vector<double> time, values;
  for (int k = 0; k < 100; ++k) time.push_back(k + 0.3 * (k % 2)), values.push_back(std::sin(k));
  EXPECT_TRUE(autocorrelation(time, values, 10).value.empty());
}

TEST(ResidualShape, a_seam_between_two_logs_does_little_to_the_autocorrelation) {
  std::vector<double> time, values;
  for (int k = 0; k < 1000; ++k) time.push_back(k < 500 ? k : k + 77), values.push_back(k % 2);
  EXPECT_NEAR(autocorrelation(time, values, 3).value[2], 0.998, 1e-12);
}

TEST(ResidualShape, normal_values_have_a_normal_histogram) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, 2);
  std::vector<double> values(200'000);
  for (double& value : values) value = normal(random);
  const Histogram shape = histogram(values, 40);
  EXPECT_NEAR(shape.deviation, 2, 0.02);
  EXPECT_NEAR(shape.beyond_three, 0.0027, 0.0005);
  for (std::size_t k = 0; k < shape.density.x.size(); ++k) {
    const double z = shape.density.x[k] / 2;
    EXPECT_NEAR(shape.density.y[k], std::exp(-z * z / 2) / (2 * std::sqrt(2 * std::numbers::pi)), 0.006) << z;
  }
}

TEST(ResidualShape, a_mean_needs_five_points_and_ignores_what_is_no_number) {
  const std::vector<double> x{0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2};
  const std::vector<double> y{1, 2, 3, 4, 5, 9, 9, 9, 9, 6, 6, 6, 6, 6, std::nan("")};
  const Curve mean = binned_mean(x, y, 4);
  EXPECT_EQ(mean.x, (std::vector<double>{0.25, 1.75}));
  EXPECT_EQ(mean.y, (std::vector<double>{3, 6}));
}

}  // namespace torsor::test::residual_shape_test
