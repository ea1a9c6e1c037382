#pragma once

#include "lint/link_boxes.hpp"
#include "lint/robot_facts.hpp"

namespace torsor::lint {

/// What depends on the kind of file.
struct Manner {
  const char* link = "link";    // or "body", in messages
  bool judge_triangle = false;  // where the reader has not
};

/// Placeholders, inertias of no real size, copies.
void judge_inertias(const std::vector<LinkFacts>& links, const std::map<std::string, Eigen::AlignedBox3d>& boxes,
                    const Manner& manner, const Add& add);
/// Centres of mass far from the links.
void judge_centers(const std::vector<LinkFacts>& links, const std::map<std::string, Eigen::AlignedBox3d>& boxes,
                   const Manner& manner, const Add& add);
/// Angles that are a multiple of 45 degrees but for the digits that were not written.
void judge_angles(const Description& robot, const std::vector<LinkFacts>& links, const Add& add);
/// Angles that look like degrees and lengths that look like millimetres. `yaml`: angles may be written with `deg`.
void judge_units(const Description& robot, const std::vector<LinkFacts>& links, bool yaml, const Add& add);
/// Masses without inertia, and what has no mass, of a YAML file: the readers of the other kinds have judged theirs.
void judge_masses(const Description& robot, const std::vector<LinkFacts>& links, const Add& add);
/// Joints whose row of B depends on the others at every configuration; those with nothing beyond them only where the
/// reader has not told them.
void judge_inertia_matrix(const Description& robot, const std::vector<LinkFacts>& links, bool massless_told,
                          const Add& add);
/// Limits of followers that contradict those of their leaders.
void judge_followers(const Description& robot, const Add& add);
/// Friction that takes most of what a joint carries.
void judge_friction(const Description& robot, const Add& add);
/// Closed loops whose points cannot meet.
void judge_loops(const Description& robot, const Add& add);
/// A link and a joint of one name.
void judge_names(const Description& robot, const Add& add);

/// The multiple of pi/4, other than 0, of which a number is the first decimals, rounded or cut off; at least two for a
/// multiple of pi/2, and three for others. Nothing where it is exact to 1e-9.
std::optional<double> unrounded_angle(double value);

}  // namespace torsor::lint
