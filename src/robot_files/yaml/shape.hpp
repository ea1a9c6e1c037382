#pragma once

#include "torsor/model/description.hpp"
#include "yaml/section.hpp"

namespace torsor::yaml {

/// A uniform solid: its kind with its sizes, its mass or density, and where it is.
described::Shape read_shape(const Value& value, const std::string& owner);

/// `capsules` of a link or of the base, where there are any: each has `from`, `to` and `radius`.
std::vector<described::Capsule> read_capsules(Section& section);

}  // namespace torsor::yaml
