#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/experiments/payload_estimate.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {
namespace payload {
namespace {

constexpr double for_95_percent = 1.96;  // where the noise is normal
constexpr double more_than_noise = 3;    // deviations of noise that a mass has to be
constexpr double degree = 3.14159265358979323846 / 180;

/// As many decimals as an interval of this half width deserves: one or two of its own digits.
int decimals(double half_width) {
  if (!(half_width > 0) || !std::isfinite(half_width)) return 3;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(half_width))), 0, 6);
}

/// "(1.0, 2.0, -)": a dash for what the arm does not feel.
std::string triple(const Vector3<double>& v, const std::array<bool, 3>& felt, double unit, int places) {
  const auto one = [&](double value, bool told) {
    const std::string text = told ? fmt::format("{:.{}f}", value * unit, places) : "-";
    return text.find_first_not_of("-0.") == std::string::npos && told && text[0] == '-' ? text.substr(1) : text;
  };
  return fmt::format("({}, {}, {})", one(v.x, felt[0]), one(v.y, felt[1]), one(v.z, felt[2]));
}

/// "; no motion of this arm shows its z": the axes along which the centre is not felt.
std::string not_felt(const std::array<bool, 3>& felt) {
  std::string axes;
  for (std::size_t k = 0; k < 3; ++k)
    if (!felt[k]) axes += (axes.empty() ? "" : ", ") + std::string(1, "xyz"[k]);
  return axes.empty() ? axes : "; no motion of this arm shows its " + axes;
}

std::string no_load(const PayloadEstimate& e) {
  const double mass = e.unconstrained[0];
  if (!e.felt[0]) return "no load found: no motion of this arm shows a mass in " + e.frame;
  if (e.sight() == LoadSight::negative)
    return fmt::format(
        "no load found: the logs with the load show {:.3g} kg less than those without it; were they swapped?", -mass);
  return fmt::format("no load found: {:.2g} kg +- {:.2g} is no more than noise", mass,
                     for_95_percent * e.mass_deviation_of_noise);
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

LoadSight PayloadEstimate::sight() const {
  const double mass = unconstrained[0], least = payload::more_than_noise * mass_deviation_of_noise;
  return !felt[0]        ? LoadSight::not_seen
         : mass < -least ? LoadSight::negative
         : mass < least  ? LoadSight::not_seen
                         : LoadSight::found;
}

std::array<bool, 3> PayloadEstimate::centre_felt() const {
  return {felt[0] && felt[1], felt[0] && felt[2], felt[0] && felt[3]};
}

std::array<bool, 6> PayloadEstimate::inertia_felt() const {
  const auto [x, y, z] = centre_felt();  // that of the origin less what the centre makes of it
  return {felt[4] && y && z, felt[5] && x && y, felt[6] && x && z,
          felt[7] && x && z, felt[8] && y && z, felt[9] && x && y};
}

std::string in_words(const PayloadEstimate& estimate) {
  if (!estimate.has_load) {
    std::string gains;
    for (const TorqueGain& gain : estimate.gains)
      gains += fmt::format("{}{:.3f} +- {:.3f}", gains.empty() ? "" : ", ", gain.value,
                           payload::for_95_percent * gain.deviation);
    return "gains of the torques " + gains;
  }
  if (!estimate.found()) return payload::no_load(estimate);
  const double half = payload::for_95_percent * estimate.mass_deviation;
  const Vector3<double> around = payload::for_95_percent * estimate.centre_deviation;
  const std::array<bool, 3> felt = estimate.centre_felt();
  const double smallest =
      std::min({felt[0] ? around.x : INFINITY, felt[1] ? around.y : INFINITY, felt[2] ? around.z : INFINITY});
  const int places = std::min(2, payload::decimals(1e3 * smallest));
  return fmt::format("{:.{}f} kg +- {:.{}f}, centre {} mm +- {}{}", estimate.load.mass, payload::decimals(half), half,
                     payload::decimals(half), payload::triple(estimate.centre, felt, 1e3, places),
                     payload::triple(around, felt, 1e3, places), payload::not_felt(felt));
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
  if (!e.found()) return {};
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
  if (!e.found()) return {{"mass", "kg", e.unconstrained[0], e.mass_deviation_of_noise, e.felt[0]}};
  const std::array<bool, 3> centre = e.centre_felt();
  std::vector<LoadFigure> list{{"mass", "kg", e.load.mass, e.mass_deviation},
                               {"centre x", "m", e.centre.x, e.centre_deviation.x, centre[0]},
                               {"centre y", "m", e.centre.y, e.centre_deviation.y, centre[1]},
                               {"centre z", "m", e.centre.z, e.centre_deviation.z, centre[2]}};
  if (!e.has_inertia()) return list;
  const std::array<bool, 6> felt = e.inertia_felt();
  const Symmetric3<double>&I = e.inertia, &d = e.inertia_deviation;
  for (const auto& [name, value, deviation, told] :
       {std::tuple("Ixx", I.xx, d.xx, felt[0]), std::tuple("Ixy", I.xy, d.xy, felt[1]),
        std::tuple("Ixz", I.xz, d.xz, felt[2]), std::tuple("Iyy", I.yy, d.yy, felt[3]),
        std::tuple("Iyz", I.yz, d.yz, felt[4]), std::tuple("Izz", I.zz, d.zz, felt[5])})
    list.push_back({name, "kg m^2", value, deviation, told});
  return list;
}

}  // namespace torsor
