#pragma once

#include <string>
#include <vector>

#include "output/json.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/derivation/typeset.hpp"

/// Equations in closed form, as `derive` prints them.
namespace torsor::cli {

Json to_json(const Derivation& derivation, const std::string& robot);

/// One quantity: a line of text, LaTeX or MathML for each equation, or several where it is long.
void print(const EquationGroup& group, const TypesettingStyle& style);

}  // namespace torsor::cli
