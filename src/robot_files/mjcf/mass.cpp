#include "robot_files/mjcf/mass.hpp"

#include <algorithm>

#include "model/clearly_positive.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor::mjcf {
namespace {

using described::MassProperties;

Eigen::Matrix3d matrix_of(const std::array<double, 6>& I) {
  Eigen::Matrix3d matrix;
  matrix << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  return matrix;
}

/// Principal moments of a body: none negative, and none above the sum of the two others.
void check_moments(const std::array<double, 6>& I, const Element* inertial, const char* attribute,
                   const Context& context) {
  Report& report = context.report;
  const Eigen::Vector3d m = linear_algebra::symmetric_eigenvalues_3(matrix_of(I));
  const std::string found = Expression(m[0]).text() + ", " + Expression(m[1]).text() + ", " + Expression(m[2]).text();
  if (is_negative_moment(m[0], m.cwiseAbs().maxCoeff()))
    report.error("inertia-not-positive", {inertial, attribute},
                 "expected principal moments that are not negative, found " + found);
  else if (m[0] + m[1] < m[2] * (1 - 1e-6) && !context.settings.balance_inertia)
    report.warning("inertia-triangle", {inertial, attribute},
                   "expected no principal moment above the sum of the two others, found " + found,
                   "MuJoCo refuses it without balanceinertia; check the units and the order of the six numbers");
}

std::array<double, 6> read_moments(const Attributes& inertial, const Context& context) {
  Report& report = context.report;
  const auto full = inertial.numbers("fullinertia", 6);
  const auto diagonal = inertial.numbers("diaginertia", 3);
  if (inertial.has("fullinertia") && (inertial.has("diaginertia") || has_orientation(inertial)))
    report.error("inertia-repeated", inertial.place("fullinertia"),
                 "expected no diaginertia and no orientation beside fullinertia, which is in the body's axes");
  std::array<double, 6> I{};
  const char* written = full ? "fullinertia" : "diaginertia";
  if (full) I = {(*full)[0], (*full)[3], (*full)[4], (*full)[1], (*full)[5], (*full)[2]};
  if (!full && diagonal) I = {(*diagonal)[0], 0, 0, (*diagonal)[1], 0, (*diagonal)[2]};
  if (full || diagonal) check_moments(I, &inertial.element(), written, context);
  return I;
}

MassProperties read_inertial(const Element& element, const Context& context) {
  const Attributes inertial({&element}, context.report);
  for (const char* attribute : {"pos", "mass"})
    if (!inertial.has(attribute))
      context.report.error("attribute-missing", &element, std::string("expected the attribute ") + attribute);
  MassProperties mass;
  mass.where = where(&element);
  mass.mass = inertial.magnitude("mass", 0);
  mass.com = described_vector(inertial.vector("pos", {}));
  const std::array<double, 6> I = read_moments(inertial, context);
  std::copy(I.begin(), I.end(), mass.inertia.begin());
  mass.rpy = described_rotation(read_orientation(inertial, context.settings));
  return mass;
}

MassProperties written_mass(const Body& body, const Context& context) {
  using enum Settings::FromGeoms;
  const auto from_geoms = context.settings.inertia_from_geoms;
  MassProperties mass;
  mass.where = where(body.element);
  const bool geoms_count = from_geoms == always || (from_geoms == automatic && body.inertial == nullptr);
  if (geoms_count && !context.options.ignore_geoms)
    for (const Part& geom : body.geoms)
      if (auto shape = read_geom(geom, body.moves, context)) mass.shapes.push_back(*std::move(shape));
  return mass.shapes.empty() && body.inertial != nullptr ? read_inertial(*body.inertial, context) : mass;
}

/// Moments with at least their bound, and, where no body has them and they are to be balanced, their mean. MuJoCo
/// compares them as they are; what is only rounding of computed ones is let through here.
Eigen::Vector3d mended(const Eigen::Vector3d& moments, const Settings& settings) {
  const Eigen::Vector3d bounded = moments.cwiseMax(settings.least_inertia);
  const bool impossible = bounded[0] + bounded[1] < bounded[2] * (1 - 1e-15);  // they are in rising order
  return settings.balance_inertia && impossible ? Eigen::Vector3d::Constant(bounded.mean()) : bounded;
}

/// The mass as the compiler's settings change it, which is then written by its numbers. Without any mass its centre is
/// where MuJoCo has it: at the numbers of the body's own pos.
MassProperties compiled(const MassProperties& written, const Vector3<double>& pos, const Settings& settings) {
  const Inertia<double> all = Evaluator<double>().inertia(written);
  const Vector3<double> c = all.mass > 0 ? (1 / all.mass) * all.first_moment : pos;
  const Symmetric3<double> I = to_parent(translation(-c), all).rotational();
  const linear_algebra::SymmetricEigen3 principal =
      linear_algebra::symmetric_eigen_3(matrix_of({I.xx, I.xy, I.xz, I.yy, I.yz, I.zz}));
  const Eigen::Vector3d moments = mended(principal.values, settings);
  if (all.mass >= settings.least_mass && moments == principal.values) return written;
  MassProperties mass;
  mass.where = written.where;
  mass.mass = std::max(all.mass, settings.least_mass);
  mass.com = described_vector(c);
  const Eigen::Matrix3d& V = principal.vectors;
  const Eigen::Matrix3d B = V * moments.asDiagonal() * V.transpose();
  mass.inertia = {B(0, 0), B(0, 1), B(0, 2), B(1, 1), B(1, 2), B(2, 2)};
  return mass;
}

}  // namespace

double total_mass(const MassProperties& mass) { return Evaluator<double>().inertia(mass).mass; }

MassProperties read_mass(const Body& body, const Context& context) {
  MassProperties mass = written_mass(body, context);
  const Settings& settings = context.settings;
  if (settings.least_mass == 0 && settings.least_inertia == 0 && !settings.balance_inertia) return mass;
  return compiled(mass, Attributes({body.element}, context.report).vector("pos", {}), settings);
}

void scale_masses(double total, Description& robot) {
  double sum = 0;
  for (const described::Link& link : robot.links) sum += total_mass(link.mass);
  if (!(sum > 0)) return;
  const double factor = total / sum;
  const auto scale = [&](described::Quantity& quantity) {
    quantity = {factor * Evaluator<double>().value(quantity), quantity.where};
  };
  for (described::Link& link : robot.links) {
    scale(link.mass.mass);
    for (described::Quantity& entry : link.mass.inertia) scale(entry);
    for (described::Shape& shape : link.mass.shapes) scale(shape.mass ? *shape.mass : *shape.density);
  }
}

}  // namespace torsor::mjcf
