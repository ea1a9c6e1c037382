#include <algorithm>

#include "lint/judge.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor::lint {
namespace {

bool is_written(const described::Quantity& quantity) { return quantity.where.line > 0; }

template <class Quantities>
bool any_written(const Quantities& quantities) {
  return std::any_of(quantities.begin(), quantities.end(), is_written);
}

class MassJudge {
 public:
  MassJudge(const Description& robot, const Add& add) : values_(robot), add_(add) {}

  /// `mass: 0` is meant as it stands.
  void judge_missing_mass(const described::MassProperties& mass, const std::string& element) const {
    const bool com = any_written(mass.com), inertia = any_written(mass.inertia);
    if (!mass.shapes.empty() || is_written(mass.mass) || !(com || inertia)) return;
    const bool both = com && inertia;
    add_({"mass-missing", Severity::warning, "", mass.where, element,
          std::string("expected a mass beside ") +
              (both  ? "com and inertia"
               : com ? "com"
                     : "inertia") +
              ", found none; taken as 0" + (com ? ", so that com has no effect" : ""),
          inertia ? "write mass, or mass: 0 where only the inertia is meant" : "write mass, or leave com out"});
  }

  /// Shapes are meant as they stand, a point too.
  void judge_missing_inertia(const described::MassProperties& mass, const std::string& element, bool matters) const {
    if (!mass.shapes.empty() || !is_written(mass.mass) || !(values_.value(mass.mass) > 0)) return;
    const bool zero = std::all_of(mass.inertia.begin(), mass.inertia.end(),
                                  [&](const described::Quantity& entry) { return values_.value(entry) == 0; });
    if (!zero) return;
    const bool written = any_written(mass.inertia);
    add_({written ? "inertia-zero" : "inertia-missing", matters ? Severity::warning : Severity::note, "", mass.where,
          element,
          written ? "the inertia is zero: taken as a point mass"
                  : "expected an inertia beside mass, found none; taken as a point mass",
          "write inertia, or shape: {point: true, mass: ...} where a point is meant"});
  }

 private:
  Evaluator<double> values_;
  const Add& add_;
};

}  // namespace

void judge_masses(const Description& robot, const std::vector<LinkFacts>& links, const Add& add) {
  const MassJudge judge(robot, add);
  judge.judge_missing_mass(robot.base_mass, robot.base_name);
  judge.judge_missing_inertia(robot.base_mass, robot.base_name, false);
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const std::string element = "link " + robot.links[k].name;
    judge.judge_missing_mass(robot.links[k].mass, element);
    judge.judge_missing_inertia(robot.links[k].mass, element, links[k + 1].matters);
  }
  if (robot.payload) judge.judge_missing_mass(robot.payload->mass, "payload");  // most loads are given as a mass alone
}

}  // namespace torsor::lint
