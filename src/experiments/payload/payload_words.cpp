#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/experiments/payload_estimate.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {
namespace payload {
namespace {

constexpr double for_95_percent = 1.96;  // where the noise is normal
constexpr double degree = 3.14159265358979323846 / 180;

/// As many decimals as an interval of this half width deserves: one or two of its own digits.
int decimals(double half_width) {
  if (!(half_width > 0) || !std::isfinite(half_width)) return 3;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(half_width))), 0, 6);
}

std::string triple(const Vector3<double>& v, double unit, int places) {
  const auto one = [&](double value) {
    const std::string text = fmt::format("{:.{}f}", value * unit, places);
    return text.find_first_not_of("-0.") == std::string::npos && text[0] == '-' ? text.substr(1) : text;
  };
  return fmt::format("({}, {}, {})", one(v.x), one(v.y), one(v.z));
}

/// Moments along the principal axes, and these as a rotation, nearest to the axes of the frame.
struct Principal {
  Vector3<double> moments;
  Matrix3<double> axes = Matrix3<double>::identity();
};

Principal principal_of(const Symmetric3<double>& I) {
  Eigen::Matrix3d matrix;
  matrix << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  const linear_algebra::SymmetricEigen3 found = linear_algebra::symmetric_eigen_3(matrix);
  int order[3] = {0, 1, 2}, best[3] = {0, 1, 2};
  double largest = -1;
  do {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += std::abs(found.vectors(k, order[k]));
    if (sum > largest) largest = sum, std::copy(order, order + 3, best);
  } while (std::next_permutation(order, order + 3));
  Eigen::Matrix3d R;
  for (int k = 0; k < 3; ++k) R.col(k) = std::copysign(1.0, found.vectors(k, best[k])) * found.vectors.col(best[k]);
  const Vector3<double> x{R(0, 0), R(1, 0), R(2, 0)}, y{R(0, 1), R(1, 1), R(2, 1)}, z = cross(x, y);
  return {{found.values[best[0]], found.values[best[1]], found.values[best[2]]},
          {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

std::string kuka(const PayloadEstimate& e, const Principal& p) {
  const Vector3<double> turn = roll_pitch_yaw(p.axes);
  return fmt::format(
      "LOAD_DATA[1]={{M {:.3f},CM {{X {:.1f},Y {:.1f},Z {:.1f},A {:.2f},B {:.2f},C {:.2f}}},J {{X {:.5f},Y {:.5f},Z "
      "{:.5f}}}}}",
      e.load.mass, 1e3 * e.centre.x, 1e3 * e.centre.y, 1e3 * e.centre.z, turn.z / degree, turn.y / degree,
      turn.x / degree, p.moments.x, p.moments.y, p.moments.z);
}

std::string abb(const PayloadEstimate& e, const Principal& p) {
  const Vector3<double> turn = roll_pitch_yaw(p.axes);
  const double cr = std::cos(turn.x / 2), sr = std::sin(turn.x / 2), cp = std::cos(turn.y / 2),
               sp = std::sin(turn.y / 2), cy = std::cos(turn.z / 2), sy = std::sin(turn.z / 2);
  return fmt::format(
      "PERS loaddata load1:=[{:.3f},[{:.1f},{:.1f},{:.1f}],[{:.6f},{:.6f},{:.6f},{:.6f}],{:.5f},{:.5f},{:.5f}];",
      e.load.mass, 1e3 * e.centre.x, 1e3 * e.centre.y, 1e3 * e.centre.z, cr * cp * cy + sr * sp * sy,
      sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, p.moments.x, p.moments.y,
      p.moments.z);
}

}  // namespace
}  // namespace payload

std::string in_words(const PayloadEstimate& estimate) {
  if (!estimate.has_load) {
    std::string gains;
    for (const TorqueGain& gain : estimate.gains)
      gains += fmt::format("{}{:.3f} +- {:.3f}", gains.empty() ? "" : ", ", gain.value,
                           payload::for_95_percent * gain.deviation);
    return "gains of the torques " + gains;
  }
  const double half = payload::for_95_percent * estimate.mass_deviation;
  const Vector3<double> around = payload::for_95_percent * estimate.centre_deviation;
  const int places = std::min(2, payload::decimals(1e3 * std::min({around.x, around.y, around.z})));
  return fmt::format("{:.{}f} kg +- {:.{}f}, centre {} mm +- {}", estimate.load.mass, payload::decimals(half), half,
                     payload::decimals(half), payload::triple(estimate.centre, 1e3, places),
                     payload::triple(around, 1e3, places));
}

described::MassProperties described_load(const PayloadEstimate& estimate) {
  described::MassProperties mass;
  mass.mass = estimate.load.mass;
  mass.com = {estimate.centre.x, estimate.centre.y, estimate.centre.z};
  const Symmetric3<double>& I = estimate.inertia;
  mass.inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
  return mass;
}

std::vector<ControllerLine> controller_lines(const PayloadEstimate& e) {
  const Symmetric3<double>& I = e.inertia;
  const std::string centre = fmt::format("{:.4f}, {:.4f}, {:.4f}", e.centre.x, e.centre.y, e.centre.z);
  std::vector<ControllerLine> lines{
      {"Universal Robots", fmt::format("set_payload({:.3f}, [{}])", e.load.mass, centre)}};
  if (e.has_inertia())
    lines.push_back({"Universal Robots, with inertia",
                     fmt::format("set_target_payload({:.3f}, [{}], [{:.5f}, {:.5f}, {:.5f}, {:.5f}, {:.5f}, {:.5f}])",
                                 e.load.mass, centre, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz)});
  const payload::Principal principal = e.has_inertia() ? payload::principal_of(I) : payload::Principal{};
  lines.push_back({"KUKA", payload::kuka(e, principal)});
  lines.push_back(
      {"Franka", fmt::format("robot.setLoad({:.3f}, {{{{{}}}}}, {{{{{:.5f}, {:.5f}, {:.5f}, {:.5f}, {:.5f}, {:.5f}, "
                             "{:.5f}, {:.5f}, {:.5f}}}}});",
                             e.load.mass, centre, I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz)});
  lines.push_back({"ABB", payload::abb(e, principal)});
  return lines;
}

std::vector<LoadFigure> load_figures(const PayloadEstimate& e) {
  std::vector<LoadFigure> list{{"mass", "kg", e.load.mass, e.mass_deviation},
                               {"centre x", "m", e.centre.x, e.centre_deviation.x},
                               {"centre y", "m", e.centre.y, e.centre_deviation.y},
                               {"centre z", "m", e.centre.z, e.centre_deviation.z}};
  if (!e.has_inertia()) return list;
  const Symmetric3<double>&I = e.inertia, &d = e.inertia_deviation;
  for (const auto& [name, value, deviation] :
       {std::tuple("Ixx", I.xx, d.xx), std::tuple("Ixy", I.xy, d.xy), std::tuple("Ixz", I.xz, d.xz),
        std::tuple("Iyy", I.yy, d.yy), std::tuple("Iyz", I.yz, d.yz), std::tuple("Izz", I.zz, d.zz)})
    list.push_back({name, "kg m^2", value, deviation});
  return list;
}

}  // namespace torsor
