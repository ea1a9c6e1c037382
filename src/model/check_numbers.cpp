#include "model/check_numbers.hpp"

#include <cmath>

#include "model/clearly_positive.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/ranges.hpp"

namespace torsor {
namespace described {
namespace {

int length_count(Shape::Kind kind) {
  using enum Shape::Kind;
  switch (kind) {
    case point:
      return 0;
    case sphere:
    case rod:
      return 1;
    case cylinder:
    case capsule:
    case cone:
      return 2;
    case box:
    case ellipsoid:
    case tube:
      return 3;
  }
  std::abort();
}

}  // namespace

std::string written(double value) { return Expression(value).text(); }

std::optional<double> NumberCheck::number(const Quantity& quantity, const What& what, const Range& range) {
  for (const Expression::Step& step : quantity.expression.steps()) {
    if (step.operation != Expression::Operation::name || values_.knows(step.name)) continue;
    report(quantity.where, what + ": " + in_quotes(step.name) + " is not a parameter; expected a number or one of " +
                               known_parameters() + ", found " + in_quotes(quantity.expression.text()));
    return {};
  }
  const double value = values_.value(quantity);
  if (range.contains(value)) return value;
  report(quantity.where,
         what + ": expected " + expected(range, value) + ", found " + in_quotes(quantity.expression.text()));
  return {};
}

std::string NumberCheck::known_parameters() const {
  std::string list;
  for (const auto& [name, value] : values_.parameters()) list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "the parameters (there are none)" : list;
}

std::optional<double> NumberCheck::check_sign(const Quantity& quantity, const What& what, bool zero_too,
                                              const Range& range) {
  const auto value = number(quantity, what, range);
  if (!value || *value > 0 || (zero_too && *value == 0)) return value;
  report(quantity.where, what + ": expected a " + (zero_too ? "number that is not negative" : "positive number") +
                             ", found " + written(*value));
  return {};
}

bool NumberCheck::check_triple(const Triple& triple, const What& what) {
  bool good = true;
  for (const Quantity& quantity : triple) good &= number(quantity, what).has_value();
  return good;
}

void NumberCheck::check_direction(const Triple& axis, const What& what) {
  if (!check_triple(axis, what)) return;
  const Vector3<double> v = values_.vector(axis);
  const double length = std::hypot(std::hypot(v.x, v.y), v.z);
  if (length < 1e-100 || length > 1e100)  // its square has to be a number
    report(axis[0].where, what + ": expected a direction, found [" + axis[0].expression.text() + ", " +
                              axis[1].expression.text() + ", " + axis[2].expression.text() + "]");
}

void NumberCheck::check_pose(const Pose& pose) {
  check_triple(pose.xyz, "xyz");
  check_triple(pose.rpy, "rpy");
}

void NumberCheck::check_shape(const Shape& shape, const std::string& owner) {
  const std::size_t before = problems_.size();
  for (int k = 0; k < length_count(shape.kind); ++k) check_positive(shape.size[k], {"shape of ", owner});
  if (shape.kind == Shape::Kind::tube && problems_.size() == before &&
      values_.value(shape.size[1]) >= values_.value(shape.size[0]))
    report(shape.where, "shape of " + owner + ": expected a tube's inner radius below its outer one");
  if (shape.mass) check_not_negative(*shape.mass, {"mass of ", owner});
  if (shape.density) check_positive(*shape.density, {"density of ", owner});
  check_pose(shape.pose);
}

void NumberCheck::check_mass(const MassProperties& mass, const std::string& owner) {
  const std::size_t before = problems_.size();
  if (mass.where.line > 0) look_at(mass.where);
  for (const Shape& shape : mass.shapes) check_shape(shape, owner);
  if (!mass.shapes.empty()) return;
  check_not_negative(mass.mass, {"mass of ", owner});
  check_triple(mass.com, {"com of ", owner});
  const What inertia_of{"inertia of ", owner};
  for (const Quantity& entry : mass.inertia) number(entry, inertia_of);
  if (problems_.size() > before || !check_triple(mass.rpy, {"rpy of the inertia of ", owner})) return;
  check_moments(mass, owner);
}

void NumberCheck::check_moments(const MassProperties& mass, const std::string& owner) {
  const double m = values_.value(mass.mass);
  const Vector3<double> com = values_.vector(mass.com);
  const Eigen::Vector3d c(com.x, com.y, com.z);
  std::array<double, 6> I{};
  for (std::size_t k = 0; k < 6; ++k) I[k] = values_.value(mass.inertia[k]);
  Eigen::Matrix3d matrix;
  matrix << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  const double size = matrix.cwiseAbs().maxCoeff() + m * c.squaredNorm();
  if (!std::isfinite(size))
    return report(mass.where, "mass of " + owner + ": its moments about the frame's origin overflow");
  if (mass.about == ReferencePoint::center_of_mass && clearly_positive(I)) return;
  if (mass.about == ReferencePoint::origin)
    matrix -= m * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
  const Eigen::Vector3d moments = linear_algebra::symmetric_eigenvalues_3(matrix);
  if (is_negative_moment(moments[0], size))
    report(mass.where,
           "inertia of " + owner + ": no body has it; expected principal moments about the centre of mass" +
               " that are not negative, found " + written(moments[0]) + ", " + written(moments[1]) + ", " +
               written(moments[2]),
           "inertia-not-positive");
}

}  // namespace described

std::vector<Problem> check(const described::MassProperties& mass, const std::string& owner) {
  described::NumberCheck check;
  check.check_mass(mass, owner);
  return check.take_problems();
}

}  // namespace torsor
