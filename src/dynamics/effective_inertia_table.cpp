#include "torsor/dynamics/effective_inertia_table.hpp"

#include <numbers>

#include "torsor/dynamics/effective_inertia.hpp"

namespace torsor {

std::vector<EffectiveInertiaTableRow> effective_inertia_table(const Model<double>& model, int frame, int i, int j,
                                                              const std::vector<double>& loads,
                                                              const std::vector<double>& q) {
  std::vector<EffectiveInertiaTableRow> rows;
  for (const double load : loads) {
    const Model<double> loaded = with_payload(model, frame, {load, {}, {}});
    for (const int quarter : {0, 1, 2, 3}) {
      std::vector<double> turned = q;
      turned[j] = quarter * std::numbers::pi / 2;
      const Matrix<double> B = inertia_matrix(loaded, turned);
      rows.push_back({load, turned[j], exact_sincos(turned[j]).cos, B(i, i), B(i, j), B(j, j), locked_inertia(B, i),
                      free_inertia(B, i, j)});
    }
  }
  return rows;
}

}  // namespace torsor
