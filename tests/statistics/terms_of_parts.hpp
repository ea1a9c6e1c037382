#pragma once

#include <algorithm>
#include <iostream>
#include <iterator>
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

/// Of ten choices: how often the terms are others, and how often only whether one width of friction serves all joints.
struct Changes {
  int terms = 0, widths = 0;
  Changes& operator+=(const Changes& other) {
    terms += other.terms, widths += other.widths;
    return *this;
  }
};

/// Where one tenth is left out, each in turn, beside the whole; `terms_without(tenth)`, -1: without none.
template <class Terms>
Changes changed_choices(const Terms& terms_without) {
  const std::set<std::string> whole = terms_without(-1);
  Changes changes;
  for (int tenth = 0; tenth < 10; ++tenth) {
    std::set<std::string> differing, part = terms_without(tenth);
    std::set_symmetric_difference(whole.begin(), whole.end(), part.begin(), part.end(),
                                  std::inserter(differing, differing.end()));
    if (differing.empty()) continue;
    ++(differing == std::set<std::string>{"one width of friction for all joints"} ? changes.widths : changes.terms);
    for (const std::string& term : differing)
      std::cout << "without tenth " << tenth + 1 << ": " << (part.contains(term) ? "and " : "not ") << term << '\n';
  }
  return changes;
}

}  // namespace torsor::test
