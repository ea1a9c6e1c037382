#include "estimation/bent_contacts.hpp"

#include <cmath>

namespace torsor {
namespace {

double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

Eigen::MatrixXd places_of_contacts(const Model<double>& model, const Eigen::MatrixXd& q) {
  Eigen::MatrixXd places =
      Eigen::MatrixXd::Zero(q.rows(), q.cols() + static_cast<Eigen::Index>(model.couplings.size()));
  places.leftCols(q.cols()) = q;
  for (std::size_t c = 0; c < model.couplings.size(); ++c)
    for (const auto& term : model.couplings[c].terms)
      places.col(q.cols() + static_cast<Eigen::Index>(c)) += term.coefficient * q.col(term.v);
  return places;
}

BendMap bend_map(const Eigen::MatrixXd& places, const Eigen::MatrixXd& distance) {
  BendMap map{Eigen::ArrayXXd::Ones(distance.rows(), distance.cols()),
              Eigen::ArrayXXd::Zero(distance.rows(), distance.cols())};
  for (Eigen::Index j = 0; j < distance.rows(); ++j)
    for (Eigen::Index k = 1; k < places.rows(); ++k) {
      const double way = places(k, j) - places(k - 1, j), direction = sign_of(way);
      for (Eigen::Index d = 0; d < distance.cols(); ++d) {
        const double kept = std::exp(-std::abs(way) / distance(j, d));
        map.left(j, d) *= kept;
        map.added(j, d) = direction + (map.added(j, d) - direction) * kept;
      }
    }
  return map;
}

Eigen::VectorXd bend_along(const Eigen::VectorXd& q, double start, double distance) {
  Eigen::VectorXd bend(q.size());
  if (q.size() > 0) bend[0] = start;
  for (Eigen::Index k = 1; k < q.size(); ++k) {
    const double way = q[k] - q[k - 1], direction = sign_of(way);
    bend[k] = direction + (bend[k - 1] - direction) * std::exp(-std::abs(way) / distance);
  }
  return bend;
}

}  // namespace torsor
