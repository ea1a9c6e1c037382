#pragma once

#include <string>
#include <vector>

#include "torsor/core/finding.hpp"

namespace torsor {

/// Findings that say the same of several elements of one file, in the order of their first ones.
using FindingGroup = std::vector<const Finding*>;

/// Groups that differ in nothing but element and place; one that is about no element is like no other.
std::vector<FindingGroup> equal_findings(const std::vector<Finding>& findings);
/// Groups of one code, severity and advice in one file, whose messages may differ.
std::vector<FindingGroup> like_findings(const std::vector<Finding>& findings);

/// A finding, and the names of the joints that it is about: none where it is about something else.
struct FoldedFinding {
  Finding finding;
  std::vector<std::string> joints;
};
/// What is said of one joint ("joint a", "joint a: torque") and, but for its figures, of others alike becomes one
/// finding with all of them: "joint a, b: expected ..., found 0.1/0.2 rad". All else stays.
std::vector<FoldedFinding> folded_joints(const std::vector<Finding>& findings);
/// The findings of these alone.
std::vector<Finding> findings_of(const std::vector<FoldedFinding>& folded);

/// "joint a, b (line 12)": what is like the first element's beginning is not repeated.
std::string elements_of(const FindingGroup& group);

}  // namespace torsor
