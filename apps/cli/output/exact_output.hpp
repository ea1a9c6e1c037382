#pragma once

#include "output/json.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/model/exact_numbers.hpp"

namespace torsor::cli {

/// `element`, `found`, `taken`, and where the file says so `line`, of every number.
Json to_json(const std::vector<RoundedNumber>& rounded);

/// One line for numbers of one value, one for all that were taken as 0, and one for angles that are almost exact; none
/// where there is nothing to say.
std::vector<std::string> rounding_notes(const ExactRobot& exact);

/// These, and a line for terms that were left out and for each symbol that was renamed.
std::vector<std::string> notes_on(const ExactRobot& exact, const Derivation& derivation);
/// The same as `rounded`, `negligible` and `renamed`, where there is something to say.
void add_notes(Json& json, const ExactRobot& exact, const Derivation& derivation);

}  // namespace torsor::cli
