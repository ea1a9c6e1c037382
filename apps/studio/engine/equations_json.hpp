#pragma once

#include "output/json.hpp"
#include "torsor/model/description.hpp"

namespace torsor::studio {

/// B, C qd, g and tau in closed form, as MathML and as LaTeX. `complete` is false where they are longer than `limit`
/// terms, and there is only g then, or nothing; or where the robot has joints of several axes.
cli::Json equations_json(const Description& robot, std::size_t limit);

/// Both derivations step by step, as a page of HTML; nothing where a formula is longer than `limit` terms.
std::string worksheet_html(const Description& robot, std::size_t limit);

}  // namespace torsor::studio
