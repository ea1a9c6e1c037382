#include "torsor/model/shape.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace torsor::test::shape_test {

using Kind = described::Shape::Kind;

/// Volume, centre and second moments by summing small cubes inside the solid.
ShapeIntegrals<double> summed(const Vector3<double>& low, const Vector3<double>& high,
                              const std::function<bool(double, double, double)>& inside) {
  constexpr int n = 120;
  const Vector3<double> step{(high.x - low.x) / n, (high.y - low.y) / n, (high.z - low.z) / n};
  double count = 0;
  Vector3<double> first{};
  Symmetric3<double> second{};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vector3<double> r{low.x + (i + 0.5) * step.x, low.y + (j + 0.5) * step.y, low.z + (k + 0.5) * step.z};
        if (!inside(r.x, r.y, r.z)) continue;
        count += 1;
        first += r;
        second = second + outer(r);
      }
  return {count * step.x * step.y * step.z, 1 / count * first, 1 / count * second};
}

void expect_close(const ShapeIntegrals<double>& exact, const ShapeIntegrals<double>& sum) {
  EXPECT_NEAR(exact.volume / sum.volume, 1, 4e-3);
  EXPECT_NEAR(exact.center.x, sum.center.x, 2e-3);
  EXPECT_NEAR(exact.center.y, sum.center.y, 2e-3);
  EXPECT_NEAR(exact.center.z, sum.center.z, 2e-3);
  EXPECT_NEAR(exact.second_moment.xx / sum.second_moment.xx, 1, 8e-3);
  EXPECT_NEAR(exact.second_moment.yy / sum.second_moment.yy, 1, 8e-3);
  EXPECT_NEAR(exact.second_moment.zz / sum.second_moment.zz, 1, 8e-3);
  EXPECT_EQ(exact.second_moment.xy, 0);
  EXPECT_NEAR(sum.second_moment.xy, 0, 1e-10);
}

TEST(Shape, IntegralsEqualTheSumOverSmallCubes) {
  expect_close(integrate_shape(Kind::box, Vector3<double>{0.3, 0.5, 0.7}),
               summed({-0.15, -0.25, -0.35}, {0.15, 0.25, 0.35}, [](double, double, double) { return true; }));
  expect_close(
      integrate_shape(Kind::cylinder, Vector3<double>{0.3, 0.8, 0}),
      summed({-0.3, -0.3, -0.4}, {0.3, 0.3, 0.4}, [](double x, double y, double) { return x * x + y * y < 0.09; }));
  expect_close(integrate_shape(Kind::tube, Vector3<double>{0.3, 0.2, 0.8}),
               summed({-0.3, -0.3, -0.4}, {0.3, 0.3, 0.4},
                      [](double x, double y, double) { return x * x + y * y < 0.09 && x * x + y * y > 0.04; }));
  expect_close(integrate_shape(Kind::capsule, Vector3<double>{0.3, 0.5, 0}),
               summed({-0.3, -0.3, -0.55}, {0.3, 0.3, 0.55}, [](double x, double y, double z) {
                 const double out = std::max(0.0, std::abs(z) - 0.25);
                 return x * x + y * y + out * out < 0.09;
               }));
  expect_close(integrate_shape(Kind::cone, Vector3<double>{0.3, 0.8, 0}),
               summed({-0.3, -0.3, 0}, {0.3, 0.3, 0.8}, [](double x, double y, double z) {
                 const double radius = 0.3 * (1 - z / 0.8);
                 return x * x + y * y < radius * radius;
               }));
  expect_close(integrate_shape(Kind::sphere, Vector3<double>{0.3, 0, 0}),
               summed({-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3},
                      [](double x, double y, double z) { return x * x + y * y + z * z < 0.09; }));
  expect_close(integrate_shape(Kind::ellipsoid, Vector3<double>{0.3, 0.5, 0.7}),
               summed({-0.3, -0.5, -0.7}, {0.3, 0.5, 0.7},
                      [](double x, double y, double z) { return x * x / 0.09 + y * y / 0.25 + z * z / 0.49 < 1; }));
}

TEST(Shape, RodIsTheLimitOfThinBoxesAndAPointHasNoExtent) {
  const auto rod = integrate_shape(Kind::rod, Vector3<double>{2, 0, 0});
  const auto box = integrate_shape(Kind::box, Vector3<double>{2, 1e-9, 1e-9});
  EXPECT_DOUBLE_EQ(rod.second_moment.xx, box.second_moment.xx);
  EXPECT_EQ(rod.second_moment.yy, 0);
  EXPECT_EQ(integrate_shape(Kind::point, Vector3<double>{}).second_moment.xx, 0);
}

}  // namespace torsor::test::shape_test
