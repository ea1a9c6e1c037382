#pragma once

#include <string>

#include "torsor/kinematics/workspace.hpp"

namespace torsor {

struct WorkspaceNames {
  std::string robot, tip;
};

/// A page of HTML that needs nothing else: extents, how often a place is reached, from the side (radius and height) and
/// from above, and the best manipulability there.
std::string html_report(const Workspace& workspace, const WorkspaceNames& names);

}  // namespace torsor
