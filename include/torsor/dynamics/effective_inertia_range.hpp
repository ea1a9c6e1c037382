#pragma once

#include <limits>

#include "torsor/dynamics/effective_inertia.hpp"
#include "torsor/model/configurations.hpp"

namespace torsor {

/// Smallest and largest of one inertia, and the configurations where they occur; of equal ones the first.
struct InertiaRange {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> low_at, high_at;

  /// What a controller of the joint must cope with.
  double ratio() const { return high / low; }
  /// `at` is as long as low_at and high_at.
  void include(double value, Input<double> at);
};

/// The ranges over all configurations that were included; NaN while there is none.
struct EffectiveInertiaRange {
  std::vector<InertiaRange> locked, free;  // by joint
  int configurations = 0;
  int singular = 0;  // configurations that have no part in `free`, because B is singular there

  explicit EffectiveInertiaRange(const Model<double>& model);
  void include(const EffectiveInertia<double>& inertia, Input<double> q);
};

EffectiveInertiaRange effective_inertia_range(const Model<double>& model,
                                              const std::vector<std::vector<double>>& configurations);

/// What the joints feel at one of many configurations; `free` is NaN where B is singular.
struct EffectiveInertiaRow {
  std::vector<double> q, locked, free;
};

/// The range over a sweep, a grid or samples, and the first of its configurations one by one.
struct EffectiveInertiaSurvey {
  EffectiveInertiaRange range;
  std::vector<EffectiveInertiaRow> rows;
};

/// Keeps the first `kept` configurations, or all where there are fewer.
EffectiveInertiaSurvey survey_effective_inertia(const Model<double>& model, const Configurations& configurations,
                                                std::size_t kept);

}  // namespace torsor
