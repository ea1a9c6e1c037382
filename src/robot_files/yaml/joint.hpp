#pragma once

#include "torsor/model/description.hpp"
#include "yaml/section.hpp"

/// What a joint has: its type, its row of a DH table, and what acts in it. `owner` is the link or joint, as messages
/// name it.
namespace torsor::yaml {

void read_joint(const Value& value, described::Link& link);
described::DhRow read_dh_row(const Value& value, const std::string& owner);
described::Mimic read_mimic(const Value& value, const std::string& owner);
described::Rotor read_rotor(const Value& value, const std::string& owner);
described::Friction read_friction(const Value& value, const std::string& owner);
described::Spring read_spring(const Value& value, const std::string& owner);
described::GravityCompensation read_gravity_compensation(const Value& value, const std::string& owner);
described::Limits read_limits(const Value& value, const std::string& owner);
described::Coupling read_coupling(const Value& value);
described::Loop read_loop(const Value& value);

}  // namespace torsor::yaml
