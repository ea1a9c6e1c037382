#include "torsor/dynamics/independent_rows.hpp"

#include "torsor/dynamics/operational_space.hpp"

namespace torsor {

std::vector<int> independent_rows(const Model<double>& model, Input<double> q, int frame, std::span<const int> rows) {
  constexpr double barely = 1e-6;  // far above singular_condition: rows to go on with, not the last with an inverse
  const std::vector<double> still(model.nv, 0.0);
  std::vector<int> kept;
  for (const int row : rows) {
    kept.push_back(row);
    if (!(operational_space(model, q, still, frame, kept).reciprocal_condition > barely)) kept.pop_back();
  }
  return kept;
}

}  // namespace torsor
