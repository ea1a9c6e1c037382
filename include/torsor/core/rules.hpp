#pragma once

#include <span>
#include <string_view>

#include "torsor/core/finding.hpp"

namespace torsor::lint {

/// What a code of a finding stands for. Codes last: people write them into --ignore and into dashboards.
struct Rule {
  std::string_view code;
  Severity severity;     // the usual one; a kind of file or a link that cannot move may change it
  std::string_view meaning;  // what was found, in a few words
  std::string_view help;     // why it matters, or what to do
  bool mended = false;       // by repair()
};

/// All of them, in alphabetical order.
std::span<const Rule> rules();

/// The rule of a code, or a null pointer.
const Rule* find_rule(std::string_view code);

}  // namespace torsor::lint
