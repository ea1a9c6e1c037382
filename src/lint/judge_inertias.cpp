#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "lint/judge.hpp"
#include "torsor/spatial/densest_body.hpp"

namespace torsor::lint {
namespace {

/// A number on the diagonal that people write when they do not know: a power of ten.
bool is_placeholder(const Entries& I) {
  if (I[1] != 0 || I[2] != 0 || I[4] != 0 || I[0] != I[3] || I[0] != I[5] || !(I[0] > 0)) return false;
  const double power = std::log10(I[0]);
  return std::abs(power - std::round(power)) < 1e-9;
}

class InertiaJudge {
 public:
  InertiaJudge(const std::vector<LinkFacts>& links, const std::map<std::string, Eigen::AlignedBox3d>& boxes,
               const Manner& manner, const Add& add)
      : links_(links), boxes_(boxes), manner_(manner), add_(add) {}

  void judge(const LinkFacts& link) const {
    if (!link.inertia || !(link.mass > 0)) return;
    const Entries& I = *link.inertia;
    const double trace = I[0] + I[3] + I[5];
    if (!(trace > 0)) return;
    const std::array<double, 3> moments = principal_moments(I);
    if (manner_.judge_triangle && moments[0] + moments[1] < (1 - 1e-6) * moments[2])
      tell(link, "inertia-triangle",
           fmt::format(
               "inertia: expected no principal moment above the sum of the other two, found {:.6g}, {:.6g}, {:.6g}",
               moments[0], moments[1], moments[2]),
           "no body has it: compute the inertia anew from the body's shape");
    if (std::abs(moments[0]) <= 1e-9 * moments[2])
      tell(link, "inertia-semidefinite",
           fmt::format("inertia: expected three positive principal moments, found {:.6g}, {:.6g}, {:.6g}", moments[0],
                       moments[1], moments[2]),
           "give the link a thickness", true);
    const double k = std::sqrt(std::max(moments[2], 0.0) / link.mass);
    if (is_placeholder(I))
      tell(link, "inertia-placeholder",
           fmt::format("inertia: expected that of the link, found {:g} for each axis, which looks like a placeholder",
                       I[0]),
           "compute it from the link's shape",
           k < 0.25 * size_of(link) && 0.5 * trace > least_second_moment(link.mass));
    else if (k > size_of(link))
      tell(link, "inertia-implausible",
           fmt::format("inertia: expected a radius of gyration within the link's size, about {:.3g} m, found {:.3g} m",
                       size_of(link), k),
           "check the unit: kg m^2");
    else if (0.5 * trace < 0.999 * least_second_moment(link.mass))
      tell(link, "inertia-too-small",
           fmt::format("inertia: expected at least that of a ball of osmium of {:g} kg, {:.3g} kg m^2, found a mean of "
                       "{:.3g}",
                       link.mass, 2.0 / 3 * least_second_moment(link.mass), trace / 3),
           "check mass and unit: kg m^2");
  }

 private:
  /// Far more than a radius of gyration can be: the diagonal of the box around the link's shapes is twice the most, and
  /// without them twice the whole robot.
  double size_of(const LinkFacts& link) const {
    const auto box = boxes_.find(link.name);
    if (box != boxes_.end()) return std::max(box->second.diagonal().norm(), 0.01);
    return std::max(1.0, 2 * links_[0].reach);
  }
  /// What is `possible` may be meant: a note is enough.
  void tell(const LinkFacts& link, const char* code, std::string message, std::string fix,
            bool possible = false) const {
    add_({code, link.matters && !possible ? Severity::warning : Severity::note, "", link.where,
          std::string(manner_.link) + " " + link.name, std::move(message), std::move(fix)});
  }

  const std::vector<LinkFacts>& links_;
  const std::map<std::string, Eigen::AlignedBox3d>& boxes_;
  const Manner& manner_;
  const Add& add_;
};

/// Equal limbs are copies for a reason; equal links one after the other seldom are.
void judge_copies(const std::vector<LinkFacts>& links, const Manner& manner, const Add& add) {
  std::map<std::pair<double, Entries>, std::vector<std::size_t>> same;
  for (std::size_t k = 1; k < links.size(); ++k)
    if (links[k].inertia && links[k].mass > 0 && principal_moments(*links[k].inertia)[2] > 0)
      same[{links[k].mass, *links[k].inertia}].push_back(k);
  for (const auto& [body, members] : same) {
    std::map<std::size_t, std::size_t> count;  // of members from the base to this one
    std::size_t most = 0, last = 0;
    for (const std::size_t k : members) {
      std::size_t above = links[k].parent;
      while (above != 0 && !count.contains(above)) above = links[above].parent;
      count[k] = 1 + (above != 0 ? count[above] : 0);
      if (count[k] > most) most = count[k], last = k;
    }
    if (most < 3) continue;
    add({"inertia-copied", Severity::note, "", links[last].where, std::string(manner.link) + " " + links[last].name,
         fmt::format("expected mass and inertia of its own, found those of {} others on the way to the base", most - 1),
         "compute them from the link's shape"});
  }
}

}  // namespace

void judge_inertias(const std::vector<LinkFacts>& links, const std::map<std::string, Eigen::AlignedBox3d>& boxes,
                    const Manner& manner, const Add& add) {
  const InertiaJudge judge(links, boxes, manner, add);
  for (const LinkFacts& link : links) judge.judge(link);
  judge_copies(links, manner, add);
}

void judge_centers(const std::vector<LinkFacts>& links, const std::map<std::string, Eigen::AlignedBox3d>& boxes,
                   const Manner& manner, const Add& add) {
  for (const LinkFacts& link : links) {
    if (!(link.mass > 0)) continue;
    const auto box = boxes.find(link.name);
    const double outside = box != boxes.end() ? box->second.exteriorDistance(link.center) : link.center.norm();
    const double allowed = box != boxes.end() ? box->second.diagonal().norm() : std::max(2.0, 2 * links[0].reach);
    if (outside <= allowed) continue;
    add({"center-of-mass-far", link.matters ? Severity::warning : Severity::note, "", link.where,
         std::string(manner.link) + " " + link.name,
         fmt::format("centre of mass: expected it within {:.3g} m of {}, found it {:.3g} m away", allowed,
                     box != boxes.end() ? "the link's shapes" : "the link's origin", outside),
         "check the unit, and that it is in the link's own frame"});
  }
}

}  // namespace torsor::lint
