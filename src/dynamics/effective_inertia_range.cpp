#include "torsor/dynamics/effective_inertia_range.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {

void InertiaRange::include(double value, Input<double> at) {
  constexpr double slack = 1e-12;  // what differs by rounding only does not move the place
  if (!(value >= low - slack * std::abs(low))) {
    low = value;
    std::copy(at.begin(), at.end(), low_at.begin());
  }
  if (!(value <= high + slack * std::abs(high))) {
    high = value;
    std::copy(at.begin(), at.end(), high_at.begin());
  }
}

EffectiveInertiaRange::EffectiveInertiaRange(const Model<double>& model) {
  InertiaRange nothing;
  nothing.low_at.assign(model.nq, 0.0);
  nothing.high_at.assign(model.nq, 0.0);
  locked.assign(model.nv, nothing);
  free.assign(model.nv, nothing);
}

void EffectiveInertiaRange::include(const EffectiveInertia<double>& inertia, Input<double> q) {
  const bool regular = lost_pivot(inertia.B, inertia.pivots) < 0;
  ++configurations;
  if (!regular) ++singular;
  for (std::size_t i = 0; i < locked.size(); ++i) {
    locked[i].include(inertia.locked[i], q);
    if (regular) free[i].include(inertia.free[i], q);
  }
}

EffectiveInertiaRange effective_inertia_range(const Model<double>& model,
                                              const std::vector<std::vector<double>>& configurations) {
  EffectiveInertiaRange range(model);
  EffectiveInertia<double> inertia(model);
  InertiaMatrixWorkspace<double> workspace(model);
  for (const std::vector<double>& q : configurations) {
    effective_inertia<double>(model, q, workspace, inertia);
    range.include(inertia, q);
  }
  return range;
}

EffectiveInertiaSurvey survey_effective_inertia(const Model<double>& model, const Configurations& configurations,
                                                std::size_t kept) {
  EffectiveInertiaSurvey survey{EffectiveInertiaRange(model), {}};
  EffectiveInertia<double> inertia(model);
  InertiaMatrixWorkspace<double> workspace(model);
  const std::vector<double> none(model.nv, std::nan(""));
  for (int k = 0; k < configurations.size(); ++k) {
    const std::vector<double> q = configurations.at(k);
    effective_inertia<double>(model, q, workspace, inertia);
    survey.range.include(inertia, q);
    if (survey.rows.size() == kept) continue;
    const bool regular = lost_pivot(inertia.B, inertia.pivots) < 0;
    survey.rows.push_back({q, inertia.locked, regular ? inertia.free : none});
  }
  return survey;
}

}  // namespace torsor
