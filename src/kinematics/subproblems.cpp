#include "kinematics/subproblems.hpp"

#include <algorithm>
#include <complex>

namespace torsor::pose_search {
namespace {

using Complex = std::complex<double>;

/// The roots of a polynomial of degree four, all at once. [Aberth 1973]
std::array<Complex, 4> roots(const std::array<Complex, 5>& p) {
  std::array<Complex, 4> z{};
  for (int k = 0; k < 4; ++k) z[k] = std::polar(1.0, 0.4 + 1.5707963267948966 * k);
  for (int n = 0; n < 60; ++n) {
    double largest = 0;
    for (int k = 0; k < 4; ++k) {
      Complex value = p[4], slope = 0.0;
      for (int i = 3; i >= 0; --i) slope = slope * z[k] + value, value = value * z[k] + p[i];
      Complex others = 0.0;
      for (int j = 0; j < 4; ++j)
        if (j != k && z[j] != z[k]) others += 1.0 / (z[k] - z[j]);
      const Complex down = slope - value * others;
      if (std::norm(down) == 0) continue;
      const Complex step = value / down;
      z[k] -= step;
      largest = std::max(largest, std::norm(step) / std::max(1.0, std::norm(z[k])));
    }
    if (largest < 1e-30) break;
  }
  return z;
}

/// |b|^2 of a vector that turns: middle + a cos x + (axis x a) sin x.
struct TurningVector {
  Vector3<double> middle, cosine, sine;
  Wave along(const Vector3<double>& direction) const {
    return {dot(direction, middle), dot(direction, cosine), dot(direction, sine)};
  }
  Wave square() const {
    return {dot(middle, middle) + dot(cosine, cosine), 2 * dot(middle, cosine), 2 * dot(middle, sine)};
  }
  Vector3<double> at(double x) const { return middle + std::cos(x) * cosine + std::sin(x) * sine; }
};

Wave operator*(double s, const Wave& w) { return {s * w.constant, s * w.cosine, s * w.sine}; }

}  // namespace

Angles<2> zeros(const Wave& wave, double slack) {
  Angles<2> result;
  const double height = std::hypot(wave.cosine, wave.sine), peak = std::atan2(wave.sine, wave.cosine);
  if (!(std::abs(wave.constant) <= (1 + slack) * height)) return result;
  const double ratio = height > 0 ? -wave.constant / height : 1;
  if (std::abs(ratio) >= 1) {
    result.add(ratio > 0 ? peak : peak + 3.141592653589793);
    return result;
  }
  const double half = std::acos(ratio);
  result.add(peak + half), result.add(peak - half);
  return result;
}

Angles<4> zeros(const std::array<Product, 4>& sum) {
  double mean = 0, c1 = 0, s1 = 0, c2 = 0, s2 = 0;  // mean + c1 cos x + s1 sin x + c2 cos 2x + s2 sin 2x
  for (const auto& [factor, a, b] : sum) {
    const double cc = a.cosine * b.cosine, ss = a.sine * b.sine, cs = a.cosine * b.sine + a.sine * b.cosine;
    mean += factor * (a.constant * b.constant + (cc + ss) / 2);
    c1 += factor * (a.constant * b.cosine + a.cosine * b.constant);
    s1 += factor * (a.constant * b.sine + a.sine * b.constant);
    c2 += factor * (cc - ss) / 2, s2 += factor * cs / 2;
  }
  Angles<4> result;
  const double largest = std::max({std::abs(mean), std::hypot(c1, s1), std::hypot(c2, s2)});
  if (!(largest > 0)) return result;
  if (std::hypot(c2, s2) < 1e-9 * largest) {
    for (const double x : zeros(Wave{mean, c1, s1})) result.add(x);
    return result;
  }
  const double half = 0.5 / largest;
  for (const Complex& z : roots({Complex(c2, s2) * half, Complex(c1, s1) * half, Complex(mean, 0) / largest,
                                 Complex(c1, -s1) * half, Complex(c2, -s2) * half}))
    if (std::abs(std::log(std::abs(z))) < 0.05) result.add(std::arg(z));
  return result;
}

bool nearest_points(const Line& a, const Line& b, double least_angle, Vector3<double>& of_a, Vector3<double>& of_b) {
  const Vector3<double> n = cross(a.direction, b.direction), between = b.point - a.point;
  const double square = dot(n, n);
  if (!(square > least_angle * least_angle)) return false;
  of_a = a.point + dot(cross(between, b.direction), n) / square * a.direction;
  of_b = b.point + dot(cross(between, a.direction), n) / square * b.direction;
  return true;
}

// With p1 and p2 on the first two axes where these are nearest to each other, a apart along n, and b from p2 to where
// the third axis brings the point: the second axis turns b so that its distance from p1 and its height along the first
// axis are those of `to`,
//   2 a (bx cos q2 - by sin q2) = |to - p1|^2 - a^2 - |b|^2         x along n, z along the second axis
//   s   (bx sin q2 + by cos q2) = h1 . (to - p1) - h1 . h2 bz       s = h1 . (h2 x n)
// Both right-hand sides are waves of q3; the sum of squares of the brackets is |b|^2 - bz^2. [Pieper 1968]
Triples place_point(const Line& first, const Line& second, const Line& third, const Vector3<double>& from,
                    const Vector3<double>& to, double small) {
  const Vector3<double>&h1 = first.direction, &h2 = second.direction, &h3 = third.direction;
  Vector3<double> p1, p2;
  const bool parallel = !nearest_points(first, second, small_angle, p1, p2);
  if (parallel) {
    p1 = first.point;
    const Vector3<double> between = second.point - p1;
    p2 = p1 + (between - dot(h1, between) * h1);
  }
  const Vector3<double> normal = parallel ? p2 - p1 : cross(h1, h2);
  Triples result;
  if (!(length(normal) > 0)) return result;  // one and the same axis
  const Vector3<double> n = 1 / length(normal) * normal, m = cross(h2, n);
  const double a = dot(n, p2 - p1), s = parallel ? 0.0 : dot(h1, m), c = dot(h1, h2);
  const Vector3<double> lever = from - third.point, along = dot(h3, lever) * h3;
  const TurningVector b{third.point + along - p2, lever - along, cross(h3, lever)};
  const Vector3<double> r = to - p1;
  const Wave bz = b.along(h2), square = b.square();
  Wave F = -1.0 * square, H = -c * bz;
  F.constant += dot(r, r) - a * a, H.constant += dot(h1, r);

  const auto add = [&](double q3, double q2) {
    if (result.count == static_cast<int>(result.angles.size())) return;
    const Vector3<double> u = p2 + turned(h2, q2, b.at(q3));
    result.angles[result.count++] = {angle_between(h1, u - p1, r), q2, q3};
  };
  if (std::abs(a) < small || parallel) {
    for (const double q3 : zeros(parallel ? H : F)) {
      const Vector3<double> v = b.at(q3);
      const double x = dot(n, v), y = dot(m, v);
      const Wave left = parallel ? Wave{-F.at(q3), 2 * a * x, -2 * a * y} : Wave{-H.at(q3), s * y, s * x};
      for (const double q2 : zeros(left)) add(q3, q2);
    }
    return result;
  }
  const double aa = 4 * a * a, ss = s * s;
  const std::array<Product, 4> sum{Product{ss, F, F}, Product{aa, H, H}, Product{-aa * ss, square, Wave{1, 0, 0}},
                                   Product{aa * ss, bz, bz}};
  for (const double q3 : zeros(sum)) {
    const Vector3<double> v = b.at(q3);
    const double x = dot(n, v), y = dot(m, v), X = F.at(q3) / (2 * a), Y = H.at(q3) / s;
    add(q3, std::atan2(Y * x - X * y, X * x + Y * y));
  }
  return result;
}

}  // namespace torsor::pose_search
