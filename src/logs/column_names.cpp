#include "logs/column_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numbers>
#include <set>

namespace torsor::logs {
namespace {

using Words = std::set<std::string_view>;
using std::numbers::pi;

const std::map<std::string_view, ColumnKind>& kinds() {
  using enum ColumnKind;
  static const std::map<std::string_view, ColumnKind> table = [] {
    std::map<std::string_view, ColumnKind> all;
    const auto add = [&](ColumnKind kind, std::initializer_list<std::string_view> words) {
      for (const std::string_view word : words) all.emplace(word, kind);
    };
    add(time, {"t", "time", "times", "timestamp", "timestamps", "stamp"});
    add(position, {"q", "qm", "qj", "qact", "qmeas", "pos", "position", "positions", "angle", "angles", "theta"});
    add(velocity, {"dq", "qd", "dqm", "qdm", "qdot", "vel", "velocity", "velocities", "speed", "speeds"});
    add(acceleration, {"ddq", "qdd", "ddqm", "qddm", "qddot", "acc", "accel", "acceleration", "accelerations"});
    add(torque, {"tau", "taum", "tauj", "torque", "torques", "effort", "efforts", "trq", "moment", "moments", "curr",
                 "current", "currents", "iq"});
    add(reference, {"qref", "qdes", "qcmd"});
    return all;
  }();
  return table;
}

/// Words that name a unit, with its size in SI units.
double unit_of(std::string_view word, ColumnKind kind) {
  if (kind == ColumnKind::time) return word == "ms" ? 1e-3 : word == "us" ? 1e-6 : word == "ns" ? 1e-9 : 0;
  if (word == "deg" || word == "degs" || word == "degree" || word == "degrees") return pi / 180;
  if (word == "rpm") return pi / 30;
  return word == "mm" || word == "mnm" || word == "ma" ? 1e-3 : 0;
}

const Words harmless{"joint", "joints",   "j",     "motor",  "m",     "link", "axis", "actual", "act",
                     "meas",  "measured", "state", "states", "value", "rad",  "rads", "s",      "sec",
                     "secs",  "nm",       "n",     "a",      "amp",   "amps", "raw",  "side"};
const Words wanted_words{"ref", "reference", "des",       "desired",  "target",
                         "cmd", "command",   "commanded", "setpoint", "goal"};
const Words modelled{"model", "sim", "simulated", "predicted"};
const Words currents{"curr", "current", "currents", "iq", "a", "amp", "amps", "ma"};

/// Runs of letters and of digits; a capital behind a small letter starts a new one.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  char before = ' ';
  for (const char c : text) {
    if (!lower(c) && !upper(c) && !digit(c)) {
      before = ' ';
      continue;
    }
    if (before == ' ' || digit(c) != digit(before) || (lower(before) && upper(c))) words.emplace_back();
    words.back().push_back(upper(c) ? static_cast<char>(c - 'A' + 'a') : c);
    before = c;
  }
  return words;
}

bool is_number(const std::string& word) { return word[0] >= '0' && word[0] <= '9'; }

/// Takes in the words of one part of the name; false where one of them is not known.
bool take_in(const std::vector<std::string>& words, ColumnName& name) {
  bool reference = false, known = true;
  for (const std::string& word : words) {
    if (is_number(word)) {
      std::from_chars(word.data(), word.data() + word.size(), name.number);
      continue;
    }
    if (const auto kind = kinds().find(word); kind != kinds().end()) {
      if (name.kind != ColumnKind::unknown) return false;
      name.kind = kind->second;
    }
  }
  for (const std::string& word : words) {
    if (is_number(word)) continue;
    reference |= wanted_words.contains(word);
    name.simulated |= modelled.contains(word);
    name.current |= name.kind == ColumnKind::torque && currents.contains(word);
    const double unit = unit_of(word, name.kind);
    if (unit > 0) name.unit = unit;
    known &= unit > 0 || kinds().contains(word) || harmless.contains(word) || wanted_words.contains(word) ||
             modelled.contains(word);
  }
  if (reference) name.kind = name.kind == ColumnKind::position ? ColumnKind::reference : ColumnKind::unknown;
  return known;
}

/// Where a name stands in a text as a word of its own, whatever the case; npos where it does not.
std::size_t find_word(std::string_view text, std::string_view name) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const auto same = [&](char a, char b) { return small(a) == small(b); };
  const auto apart = [](char c) {
    return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'));
  };
  for (auto from = text.begin(); !name.empty();) {
    const auto at = std::search(from, text.end(), name.begin(), name.end(), same);
    if (at == text.end()) break;
    const auto end = at + static_cast<std::ptrdiff_t>(name.size());
    if ((at == text.begin() || apart(*(at - 1))) && (end == text.end() || apart(*end)))
      return static_cast<std::size_t>(at - text.begin());
    from = at + 1;
  }
  return std::string_view::npos;
}

int rank(const ColumnName& name) { return (name.simulated ? 2 : 0) + (name.current ? 1 : 0); }

}  // namespace

ColumnName understand_column(std::string_view text) {
  ColumnName result;
  // Parts before a dot or slash are names of structs, topics or joints, and may be any words.
  for (std::size_t end = text.size();;) {
    const std::size_t cut = text.substr(0, end).find_last_of("./");
    const std::size_t start = cut == std::string_view::npos ? 0 : cut + 1;
    ColumnName part = result;
    const bool known = take_in(words_of(text.substr(start, end - start)), part);
    if (result.kind == ColumnKind::unknown && part.kind != ColumnKind::unknown) {
      if (!known) return {};
      const int number = result.number >= 0 && part.number < 0 ? result.number : part.number;
      result = part;
      result.number = number;
    } else if (result.number < 0) {
      result.number = part.number;
    }
    if (cut == std::string_view::npos || result.kind != ColumnKind::unknown) break;
    end = cut;
  }
  return result;
}

ColumnGroup find_group(const std::vector<std::string>& names, ColumnKind kind) {
  // Columns belong together when their names differ in nothing but the number of the joint.
  struct Candidate {
    ColumnName meaning;
    std::map<int, int> by_number;
  };
  std::vector<std::pair<std::string, Candidate>> candidates;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const ColumnName name = understand_column(names[c]);
    if (name.kind != kind) continue;
    std::string key;
    for (const std::string& word : words_of(names[c]))
      if (!is_number(word)) key += word + " ";
    auto found =
        std::find_if(candidates.begin(), candidates.end(), [&](const auto& other) { return other.first == key; });
    if (found == candidates.end()) found = candidates.insert(found, {key, {name, {}}});
    found->second.by_number.emplace(name.number, static_cast<int>(c));
  }
  ColumnGroup best;
  for (const auto& [key, candidate] : candidates) {
    if (!best.columns.empty() && rank(best.meaning) <= rank(candidate.meaning)) continue;
    best = {candidate.meaning, {}};
    for (const auto& [number, column] : candidate.by_number) best.columns.push_back(column);
  }
  return best;
}

ColumnGroup find_named_group(const std::vector<std::string>& names, ColumnKind kind,
                             const std::vector<std::string>& joints) {
  ColumnGroup group{{}, std::vector<int>(joints.size(), -1)};
  std::vector<int> best(joints.size(), 4), rivals(joints.size(), 0);
  for (std::size_t c = 0; c < names.size(); ++c) {
    std::size_t joint = joints.size();
    for (std::size_t j = 0; j < joints.size(); ++j)
      if ((joint == joints.size() || joints[j].size() > joints[joint].size()) &&
          find_word(names[c], joints[j]) != std::string_view::npos)
        joint = j;
    if (joint == joints.size()) continue;
    std::string rest = names[c];
    rest.erase(find_word(rest, joints[joint]), joints[joint].size());
    const ColumnName name = understand_column(rest);
    if (name.kind != kind || rank(name) > best[joint]) continue;
    rivals[joint] = rank(name) == best[joint] ? rivals[joint] + 1 : 0;
    best[joint] = rank(name);
    group.columns[joint] = static_cast<int>(c);
    group.meaning = name;
  }
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (rivals[j] > 0) group.columns[j] = -1;
  return group;
}

}  // namespace torsor::logs
