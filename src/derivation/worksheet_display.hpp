#pragma once

#include "derivation/display.hpp"
#include "torsor/derivation/worksheet.hpp"

namespace torsor {

/// Whether a matrix has to be given by its entries.
bool is_too_wide(const WorksheetFormula& formula, const TypesettingStyle& style);

/// The formulas of a step on their lines; short matrices share one.
std::vector<Display> displays_of(const WorksheetStep& step, const TypesettingStyle& style);

}  // namespace torsor
