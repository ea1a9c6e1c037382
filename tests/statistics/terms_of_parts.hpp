#pragma once

#include <set>
#include <string>

#include "torsor/estimation/identification.hpp"
#include "torsor/log_health/log_health.hpp"

// Whether the same terms are chosen where a tenth of the logs is left out.
namespace torsor::test {

/// With its joint, where it is that of one joint.
inline std::set<std::string> admitted_terms(const Identification& result) {
  std::set<std::string> terms;
  for (const TermVerdict& one : result.terms)
    if (one.admitted) terms.insert(one.term + (one.joint.empty() ? "" : " of " + one.joint));
  return terms;
}

/// A log without one of its tenths; `log` has to stay.
inline SoundLog without_tenth(const LogSource& log, int tenth) {
  const long rows = log.row_count();
  return {log, {{rows * tenth / 10, rows * (tenth + 1) / 10 - 1}}};
}

/// How often the terms of ten tenths that were left out are not those of the whole. `terms_without(tenth)`; -1: none.
template <class Terms>
int changed_choices(const Terms& terms_without) {
  const std::set<std::string> whole = terms_without(-1);
  int changed = 0;
  for (int tenth = 0; tenth < 10; ++tenth) changed += terms_without(tenth) != whole;
  return changed;
}

}  // namespace torsor::test
