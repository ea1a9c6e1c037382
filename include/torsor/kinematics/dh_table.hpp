#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "torsor/model/description.hpp"

namespace torsor {

struct DhOptions {
  DhConvention convention = DhConvention::standard;
  std::string tip{};             // a link, or "tool"; empty: the robot's own tip
  std::optional<double> snap{};  // angles within it (rad), and lengths within a tenth of it (m), are taken as meant
  double farthest_normal = 100;  // metres; axes whose common normal is farther away get a fixed row between them
  bool kinematics_only = false;  // no masses, rotors, friction, springs and couplings
};

/// How far a pose is from the one it stands for.
struct DhDeviation {
  double length = 0;  // metres
  double angle = 0;   // radians
};

/// A chain from base to tip as a DH table.
struct DhTable {
  Description robot;              // every link has a row; what no row can say is in `base` and `tool`
  std::vector<DhDeviation> rows;  // by link: the row against the step between the frames it stands for
  DhDeviation tip;                // the largest at `configurations` random ones
  int configurations = 0;
  std::vector<std::string> notes;  // about far normals, and about what was left out
};

/// The DH table of the chain that carries the tip, for any robot of revolute and prismatic joints. The joints keep
/// their names, their zeros and their positive directions, so that q, limits and torques mean the same as before; each
/// link carries what is fixed to it, and the masses move by an exact linear map. The description must have passed
/// check(). A Problem says why there is no table: see docs/algorithms/dh_table.md.
std::variant<DhTable, Problem> dh_table(const Description& description, const DhOptions& options = {});

}  // namespace torsor
