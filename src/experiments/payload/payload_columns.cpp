#include "experiments/payload/payload_columns.hpp"

#include "torsor/core/linear_algebra.hpp"

namespace torsor::payload {
namespace {

constexpr double not_felt_square = 1e-12;  // of a unit direction: rounding

}  // namespace

Vector10 ten_of(const Inertia<double>& load) {
  const Symmetric3<double> I = load.rotational();
  const Vector3<double>& h = load.first_moment;
  Vector10 ten;
  ten << load.mass, h.x, h.y, h.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz;
  return ten;
}

Inertia<double> inertia_of(const Vector10& ten) {
  return {ten[0],
          {ten[1], ten[2], ten[3]},
          second_moment(Symmetric3<double>{ten[4], ten[5], ten[6], ten[7], ten[8], ten[9]})};
}

Matrix10 load_in_link(const Model<double>& model, int frame) {
  const Frame<double>& at = model.frames[frame];
  const Transform<double> to_link = inverse(model.frames[model.bodies[at.body].frame].pose);
  Matrix10 moved;
  for (int k = 0; k < 10; ++k)
    moved.col(k) = ten_of(to_parent(to_link, to_parent(at.pose, inertia_of(Vector10::Unit(k)))));
  return moved;
}

Eigen::MatrixXd load_columns(const Unknowns& unknowns, int frame) {
  const BaseParameters& base = unknowns.base;
  const int first = unknowns.layout.inertial[unknowns.model.frames[frame].body];
  Eigen::MatrixXd of_link = Eigen::MatrixXd::Zero(base.count(), 10);  // base parameters by those of the link
  for (int b = 0; b < base.count(); ++b) {
    const auto add = [&](int column, double coefficient) {
      if (column >= first && column < first + 10) of_link(b, column - first) += coefficient;
    };
    add(base.independent[b], 1);
    for (std::size_t d = 0; d < base.dependent.size(); ++d)
      add(base.dependent[d], base.coefficients(b, static_cast<int>(d)));
  }
  return of_link * load_in_link(unknowns.model, frame);
}

std::array<bool, 10> felt_parameters(const Unknowns& unknowns, int frame) {
  Eigen::MatrixXd columns = load_columns(unknowns, frame);
  const std::vector<char> friction = friction_columns(unknowns);
  for (std::size_t b = 0; b < friction.size(); ++b)
    if (friction[b] != 0) columns.row(static_cast<Eigen::Index>(b)).setZero();  // of each kind of logs on its own
  for (int k = 0; k < 10; ++k)
    if (const double size = columns.col(k).norm(); size > 0) columns.col(k) /= size;
  const linear_algebra::SymmetricEigen parts = linear_algebra::symmetric_eigen(columns.transpose() * columns);
  std::array<bool, 10> felt{};
  for (int k = 0; k < 10; ++k) {
    double hidden = 0;
    for (int v = 0; v < 10; ++v)
      if (parts.values[v] < not_felt_square * parts.values[9]) hidden += parts.vectors(k, v) * parts.vectors(k, v);
    felt[static_cast<std::size_t>(k)] = parts.values[9] > 0 && hidden < not_felt_square;
  }
  return felt;
}

std::vector<char> friction_columns(const Unknowns& unknowns) {
  const FrictionTerms<double> any{};
  std::vector<char> result;
  result.reserve(unknowns.base.independent.size());
  for (const int column : unknowns.base.independent)
    result.push_back(find_friction_parameter(any, unknowns.layout.entries[column].kind) != nullptr ? 1 : 0);
  return result;
}

}  // namespace torsor::payload
