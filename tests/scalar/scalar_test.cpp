#include "torsor/scalar/scalar.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "torsor/scalar/count.hpp"

namespace torsor::test::scalar_test {

constexpr double right_angle = 1.5707963267948966;

double plain(double x) { return x; }
double plain(float x) { return static_cast<double>(x); }
double plain(const Count& x) { return x.value(); }

template <class S>
class ScalarTest : public testing::Test {};
using Scalars = testing::Types<double, float, Count>;
TYPED_TEST_SUITE(ScalarTest, Scalars);

TYPED_TEST(ScalarTest, MultiplesOfARightAngleGiveExactZerosAndOnes) {
  constexpr double sines[] = {0, 1, 0, -1}, cosines[] = {1, 0, -1, 0};
  for (int turn = -1000; turn <= 1000; ++turn) {
    const auto [s, c] = exact_sincos(TypeParam(turn * right_angle));
    EXPECT_EQ(plain(s), sines[turn & 3]) << turn;
    EXPECT_EQ(plain(c), cosines[turn & 3]) << turn;
  }
}

TYPED_TEST(ScalarTest, DegreesTimesPiOver180AreRightAnglesToo) {
  for (const double degrees : {-270.0, -180.0, -90.0, 90.0, 180.0, 270.0, 360.0, 450.0}) {
    const auto [s, c] = exact_sincos(TypeParam(degrees * (3.141592653589793 / 180)));
    EXPECT_EQ(std::abs(plain(s)) + std::abs(plain(c)), 1.0) << degrees;
  }
}

TYPED_TEST(ScalarTest, ARoundedRightAngleIsNotExact) {
  for (const double angle : {1.5708, -1.5708, 3.1416, 4.7124, 1e-5}) {
    const auto [s, c] = exact_sincos(TypeParam(angle));
    EXPECT_NE(plain(s), 0.0) << angle;
    EXPECT_NE(plain(c), 0.0) << angle;
    EXPECT_NEAR(plain(s), std::sin(angle), 1e-6);
    EXPECT_NEAR(plain(c), std::cos(angle), 1e-6);
  }
}

TYPED_TEST(ScalarTest, SincosIsSineAndCosine) {
  for (const double angle : {-2.0, -0.3, 0.0, 0.7, 5.0}) {
    const auto [s, c] = sincos(TypeParam(angle));
    EXPECT_NEAR(plain(s), std::sin(angle), 1e-6);
    EXPECT_NEAR(plain(c), std::cos(angle), 1e-6);
  }
}

TYPED_TEST(ScalarTest, SignOfZeroIsZero) {
  EXPECT_EQ(plain(sign(TypeParam(0.0))), 0.0);
  EXPECT_EQ(plain(sign(TypeParam(-0.0))), 0.0);
  EXPECT_EQ(plain(sign(TypeParam(1e-30))), 1.0);
  EXPECT_EQ(plain(sign(TypeParam(-1e-30))), -1.0);
}

TYPED_TEST(ScalarTest, SelectTakesTheFirstOnlyAboveZero) {
  const TypeParam first(2.0), second(3.0);
  EXPECT_EQ(plain(select(TypeParam(0.5), first, second)), 2.0);
  EXPECT_EQ(plain(select(TypeParam(0.0), first, second)), 3.0);
  EXPECT_EQ(plain(select(TypeParam(-0.5), first, second)), 3.0);
}

TYPED_TEST(ScalarTest, NumbersAreKnownWhenAModelIsBuilt) {
  ASSERT_TRUE(known_value(TypeParam(0.25)).has_value());
  EXPECT_EQ(*known_value(TypeParam(0.25)), 0.25);
}

RC_GTEST_PROP(ScalarProperty, ExactSincosDiffersFromSincosByRoundingOnly, ()) {
  const double angle = *rc::gen::inRange(-1000000, 1000000) * 1e-4;
  const auto [s, c] = exact_sincos(angle);
  RC_ASSERT(std::abs(s - std::sin(angle)) <= 1e-12);
  RC_ASSERT(std::abs(c - std::cos(angle)) <= 1e-12);
}

TEST(ExactSincos, LeavesAnglesThatAreNotFiniteAlone) {
  EXPECT_TRUE(std::isnan(exact_sincos(std::nan("")).sin));
  EXPECT_TRUE(std::isnan(exact_sincos(INFINITY).cos));
  EXPECT_EQ(exact_sincos(1e300).sin, std::sin(1e300));
}

}  // namespace torsor::test::scalar_test
