#pragma once

#include <string>
#include <vector>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor::python {

/// What friction may have: any of viscous, coulomb, offset, asymmetric, stribeck.
inline void set_friction(const std::vector<std::string>& words, IdentifyOptions& options) {
  options.viscous = options.coulomb = options.offset = options.asymmetric = options.stribeck = false;
  const std::vector<std::pair<std::string, bool*>> terms{{"viscous", &options.viscous},
                                                         {"coulomb", &options.coulomb},
                                                         {"offset", &options.offset},
                                                         {"asymmetric", &options.asymmetric},
                                                         {"stribeck", &options.stribeck}};
  for (const std::string& word : words) {
    bool known = false;
    for (const auto& [name, chosen] : terms)
      if (name == word) *chosen = known = true;
    if (!known)
      throw UsageError("friction",
                       "expected some of viscous, coulomb, offset, asymmetric, stribeck, found " + in_quotes(word));
  }
  if ((options.asymmetric || options.stribeck) && !options.coulomb)
    throw UsageError("friction", "expected coulomb beside asymmetric and stribeck");
}

}  // namespace torsor::python
