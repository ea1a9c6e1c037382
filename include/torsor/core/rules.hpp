#pragma once

#include <span>
#include <string_view>

#include "torsor/core/finding.hpp"

namespace torsor {

/// What a finding is about. Those about a log may be told again when it is used: by identification.
enum class Subject { robot_file, log, identification, payload };

/// What a code of a finding stands for. Codes last: people ignore them by name and write them into dashboards.
struct Rule {
  Subject subject;
  std::string_view code;
  Severity severity;         // the usual one; a kind of file or a link that cannot move may change it
  std::string_view meaning;  // what was found, in a few words
  std::string_view help;     // why it matters, or what to do
  bool mended = false;       // by lint::repair()
};

/// All of them, by subject, and by code within it.
std::span<const Rule> rules();
/// Those of a subject, in alphabetical order.
std::span<const Rule> rules(Subject subject);

/// The rule of a code, or a null pointer. No code has two.
const Rule* find_rule(std::string_view code);

}  // namespace torsor
