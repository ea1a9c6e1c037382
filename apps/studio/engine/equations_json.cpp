#include "equations_json.hpp"

#include <algorithm>

#include "torsor/derivation/negligible_terms.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/derivation/write_equations.hpp"

namespace torsor::studio {
namespace {

using cli::Json;

/// Closed forms are for joints of one axis each, some of which move, and for friction that is not under load.
bool has_closed_form(const Description& robot) {
  const bool moves = std::any_of(robot.links.begin(), robot.links.end(),
                                 [](const described::Link& link) { return link.joint != JointType::fixed; });
  return moves && std::none_of(robot.links.begin(), robot.links.end(), [](const described::Link& link) {
           return link.joint == JointType::ball || link.joint == JointType::free || link.mimic ||
                  (link.friction && link.friction->load.expression.text() != "0");
         });
}

Json to_json(const EquationGroup& group) {
  Json equations = Json::array();
  for (const Equation& equation : group.equations)
    equations.push_back({{"left", equation.left},
                         {"zero", equation.right.is_zero()},
                         {"mathml", typeset_equation(equation.left, equation.right, Typesetting::mathml)},
                         {"latex", typeset_equation(equation.left, equation.right, Typesetting::latex)},
                         {"text", equation.left + " = " + typeset(equation.right, Typesetting::text)}});
  return {{"name", group.name}, {"meaning", group.meaning}, {"equations", equations}};
}

}  // namespace

Json equations_json(const Description& robot, std::size_t limit) {
  Json groups = Json::array();
  if (!has_closed_form(robot)) return {{"complete", false}, {"groups", groups}};
  const auto derived = [&](const std::vector<std::string>& names) {
    return without_negligible_terms(derive(robot, names, EquationSymbols::named, limit));
  };
  const Derivation all = derived({"inertia", "coriolis", "gravity", "torque"});
  const Derivation shown = all.complete ? all : derived({"gravity"});  // that of a longer arm may still be read
  if (shown.complete)
    for (const EquationGroup& group : shown.groups) groups.push_back(to_json(group));
  return {{"complete", all.complete}, {"terms", all.largest}, {"groups", groups}};
}

std::string worksheet_html(const Description& robot, std::size_t limit) {
  if (!has_closed_form(robot)) return {};
  const Worksheet sheet = worksheet(robot, EquationSymbols::named, limit);
  return sheet.complete ? write_html(sheet) : std::string();
}

}  // namespace torsor::studio
