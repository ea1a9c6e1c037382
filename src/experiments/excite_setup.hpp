#pragma once

#include "experiments/earlier_knowledge.hpp"
#include "torsor/experiments/excite.hpp"

namespace torsor {

/// Throws UsageError where an option makes no sense.
void require_possible(const ExciteOptions& options);

/// What a search needs besides its options.
struct ExciteSetup {
  Model<double> robot;         // with the friction of its file
  Unknowns unknowns;           // with friction that turns smoothly
  ExcitationLimits limits;     // those that hold in the end
  ExcitationLimits tightened;  // those of the search, which looks at fewer times
  EarlierKnowledge earlier;
  std::vector<double> noise;  // by joint
  double measurements = 0;    // a second
};
ExciteSetup set_up(const Description& robot, const ExciteOptions& options, std::vector<std::string>& notes);

}  // namespace torsor
