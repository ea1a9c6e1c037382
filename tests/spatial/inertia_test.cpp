#include "torsor/spatial/inertia.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/spatial/articulated_inertia.hpp"

namespace torsor::test::inertia_test {

void expect_equal(const Vector3<double>& a, const Vector3<double>& b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

struct PointMass {
  double m;
  Vector3<double> r;
};
std::vector<PointMass> random_points(Random& random) {
  std::vector<PointMass> points;
  for (int k = 0; k < 7; ++k) points.push_back({random.uniform(0.1, 2), random.vector(1)});
  return points;
}
Inertia<double> inertia_of(const std::vector<PointMass>& points) {
  Inertia<double> sum;
  for (const auto& [m, r] : points) sum = sum + Inertia<double>{m, m * r, m * outer(r)};
  return sum;
}
Transform<double> random_transform(Random& random) {
  const auto turn = [&] { return sincos(random.signed_uniform(0.1, 3)); };
  return {rotation_z(turn()) * rotation_y(turn()) * rotation_x(turn()), random.vector(2)};
}

TEST(Inertia, MomentumIsThatOfItsPointMasses) {
  Random random(1);
  for (int k = 0; k < 50; ++k) {
    const auto points = random_points(random);
    const Motion<double> v{random.vector(2), random.vector(2)};
    Force<double> sum;
    for (const auto& [m, r] : points) {
      const Vector3<double> momentum = m * (v.linear + cross(v.angular, r));
      sum += Force<double>{cross(r, momentum), momentum};
    }
    const Force<double> actual = inertia_of(points) * v;
    expect_equal(actual.moment, sum.moment);
    expect_equal(actual.force, sum.force);
    const Force<double> articulated = ArticulatedInertia<double>(inertia_of(points)) * v;
    expect_equal(articulated.moment, sum.moment);
    expect_equal(articulated.force, sum.force);
  }
}

TEST(Inertia, MomentOfRotationIsThatOfItsPointMassesAndOfEulersEquation) {
  Random random(2);
  for (int k = 0; k < 50; ++k) {
    const auto points = random_points(random);
    const Vector3<double> w = random.vector(2), wd = random.vector(2);
    Vector3<double> sum{};
    for (const auto& [m, r] : points) sum += m * cross(r, cross(wd, r) + cross(w, cross(w, r)));
    const Inertia<double> body = inertia_of(points);
    const Symmetric3<double> I = body.rotational();
    const Vector3<double> actual = rotational_moment(body.second_moment, rotational_acceleration(w, wd));
    expect_equal(actual, sum);
    expect_equal(actual, I * wd + cross(w, I * w));
  }
}

TEST(Inertia, MapsFromFrameToFrameLikeItsPointMasses) {
  Random random(3);
  for (int k = 0; k < 50; ++k) {
    auto points = random_points(random);
    const Inertia<double> here = inertia_of(points);
    const Transform<double> X = random_transform(random);
    for (PointMass& point : points) point.r = X * point.r;
    const Inertia<double> there = inertia_of(points), mapped = to_parent(X, here);
    EXPECT_NEAR(mapped.mass, there.mass, 1e-12);
    expect_equal(mapped.first_moment, there.first_moment);
    const Vector3<double> probe = random.vector(1);
    expect_equal(mapped.second_moment * probe, there.second_moment * probe, 1e-11);
    const Motion<double> v{random.vector(1), random.vector(1)};
    const Force<double> a = to_parent(X, ArticulatedInertia<double>(here)) * v, b = there * v;
    expect_equal(a.moment, b.moment, 1e-11);
    expect_equal(a.force, b.force, 1e-11);
  }
}

TEST(Inertia, MatrixAboutTheCentreAndAboutTheOriginGiveTheSameBody) {
  Random random(4);
  const Inertia<double> body = inertia_of(random_points(random));
  const Vector3<double> c = 1 / body.mass * body.first_moment;
  const Symmetric3<double> about_center = to_parent(translation(-c), body).rotational();
  const Inertia<double> a = inertia_about_center(body.mass, c, about_center);
  const Inertia<double> b = inertia_about_origin(body.mass, c, body.rotational());
  const Vector3<double> probe = random.vector(1);
  expect_equal(a.second_moment * probe, body.second_moment * probe);
  expect_equal(b.second_moment * probe, body.second_moment * probe);
}

TEST(MotionForce, PowerDoesNotDependOnTheFrame) {
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    const Transform<double> X = random_transform(random);
    const Motion<double> v{random.vector(1), random.vector(1)};
    const Force<double> f{random.vector(1), random.vector(1)};
    EXPECT_NEAR(dot(v, to_parent(X, f)), dot(to_child(X, v), f), 1e-12);
    const Motion<double> back = to_parent(X, to_child(X, v));
    expect_equal(back.angular, v.angular);
    expect_equal(back.linear, v.linear);
  }
}

TEST(MotionForce, CrossProductsAreDual) {
  Random random(6);
  const Motion<double> v{random.vector(1), random.vector(1)}, m{random.vector(1), random.vector(1)};
  const Force<double> f{random.vector(1), random.vector(1)};
  EXPECT_NEAR(dot(cross(v, m), f), -dot(m, cross(v, f)), 1e-13);
}

TEST(Transform, ProductAndInverseActOnPoints) {
  Random random(7);
  const Transform<double> A = random_transform(random), B = random_transform(random);
  const Vector3<double> r = random.vector(1);
  expect_equal((A * B) * r, A * (B * r));
  expect_equal(inverse(A) * (A * r), r);
}

TEST(StructuralZeros, GiveWhatTheFullVectorsGive) {
  Random random(8);
  const Vector3<double> a = random.vector(1);
  const Matrix3<double> R = random_transform(random).R;
  const AlongZ<double> z{0.7};
  const Vector3<double> full{0, 0, 0.7};
  expect_equal(a + z, a + full);
  expect_equal(cross(a, z), cross(a, full));
  expect_equal(R * z, R * full);
  expect_equal(a + cross(a, Zero{}), a);
  expect_equal(a + R * Zero{}, a);
}

}  // namespace torsor::test::inertia_test
