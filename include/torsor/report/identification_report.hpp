#pragma once

#include <string>

#include "torsor/estimation/identification.hpp"

namespace torsor {

/// A page of HTML that needs nothing else: fit, plots, parameters with intervals, conditioning, what cannot be
/// identified. The same identification gives the same bytes; what is missing in it is said in words.
std::string html_report(const Identification& identification);

}  // namespace torsor
