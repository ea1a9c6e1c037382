#include "output/exact_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/core/counted.hpp"

namespace torsor::cli {

Json to_json(const std::vector<RoundedNumber>& rounded) {
  Json list = Json::array();
  for (const auto& [element, found, taken, where] : rounded) {
    Json entry{{"element", element}, {"found", found}, {"taken", taken}};
    if (where.line > 0) entry["line"] = where.line;
    list.push_back(entry);
  }
  return list;
}

namespace {

std::string note_on_almost_exact(const ExactRobot& exact) {
  const double digit = std::pow(10, std::floor(std::log10(exact.almost_within)));
  const double enough = std::ceil(exact.almost_within / digit) * digit;
  if (exact.almost == 1)
    return fmt::format(
        "an angle within {:.2g} rad of a multiple of 15 degrees is as written; --exact-tolerance {:.0e} takes it as "
        "exact",
        exact.almost_within, enough);
  return fmt::format(
      "{} angles within {:.2g} rad of a multiple of 15 degrees are as written; --exact-tolerance {:.0e} takes them as "
      "exact",
      exact.almost, exact.almost_within, enough);
}

}  // namespace

std::vector<std::string> rounding_notes(const ExactRobot& exact) {
  struct Group {  // numbers that were taken for one, the same or all of them tiny
    std::string found, taken, elements;
    int count = 0;
  };
  std::vector<Group> groups;
  for (const RoundedNumber& number : exact.rounded) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& other) {
      return other.taken == number.taken && (other.found == number.found || number.taken == "0");
    });
    if (group == groups.end()) {
      groups.push_back({number.found, number.taken, number.element, 1});
      continue;
    }
    ++group->count;
    if (group->found != number.found) group->found.clear();
    if (!group->elements.ends_with(number.element)) group->elements += ", " + number.element;
  }
  std::vector<std::string> notes;
  notes.reserve(groups.size() + 1);
  for (const auto& [found, taken, elements, count] : groups)
    notes.push_back(
        found.empty() ? fmt::format("{} taken as {} ({})", counted(count, "number is", "numbers are"), taken, elements)
                      : fmt::format("{} is taken as {} ({})", found, taken, elements));
  if (exact.almost > 0) notes.push_back(note_on_almost_exact(exact));
  return notes;
}

std::vector<std::string> notes_on(const ExactRobot& exact, const Derivation& derivation) {
  std::vector<std::string> notes = rounding_notes(exact);
  if (derivation.negligible == 1)
    notes.push_back(fmt::format("a term that is {:.1e} of its neighbours is left out", derivation.largest_negligible));
  if (derivation.negligible > 1)
    notes.push_back(fmt::format("{} terms that are at most {:.1e} of their neighbours are left out",
                                derivation.negligible, derivation.largest_negligible));
  for (const auto& [symbol, parameter] : derivation.renamed)
    notes.push_back(fmt::format("{} is the parameter {} of the robot file; {} is the standard symbol", symbol,
                                parameter, parameter));
  return notes;
}

void add_notes(Json& json, const ExactRobot& exact, const Derivation& derivation) {
  if (!exact.rounded.empty()) json["rounded"] = to_json(exact.rounded);
  if (derivation.negligible > 0)
    json["negligible"] = Json{{"terms", derivation.negligible}, {"largest", derivation.largest_negligible}};
  for (const auto& [symbol, parameter] : derivation.renamed) json["renamed"][symbol] = parameter;
}

}  // namespace torsor::cli
