#pragma once

#include <string>

#include "torsor/model/description.hpp"

namespace torsor::cli {

/// A load as --payload takes it: mass, or mass,x,y,z, or these and Ixx,Ixy,Ixz,Iyy,Iyz,Izz. Throws UsageError for
/// `flag`.
described::MassProperties read_payload(const std::string& text, const std::string& flag);

}  // namespace torsor::cli
