#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "long_work.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/consistency.hpp"
#include "torsor/lint/lint.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::python {
namespace {

Fields check(const Robot& robot, int states, std::uint64_t seed) {
  if (states < 1) throw UsageError("states", "expected at least 1, found " + std::to_string(states));
  const Consistency found = run_listening(nb::none(), [model = robot.model(), states, seed](const Progress& tell) {
    ConsistencyOptions options{states, seed};
    options.progress = [&](double share) { tell("check", share); };
    return check_consistency(model, options);
  });
  nb::list identities;
  for (const Identity& identity : found.identities) {
    Fields entry;
    entry["name"] = text(identity.name);
    entry["disagreement"] = identity.disagreement;
    entry["tolerance"] = identity.tolerance;
    entry["states"] = identity.states;
    entry["skipped"] = identity.skipped;
    identities.append(entry);
  }
  Fields result;
  result["identities"] = identities;
  result["singular_states"] = found.singular_states;
  result["indefinite_states"] = found.indefinite_states;
  result["lagrange"] = found.lagrange;
  return result;
}

/// Findings about a built-in robot, or else the file of that path.
FieldsList lint(const std::string& name, bool free_mimic, bool free_base, bool ignore_geoms) {
  const std::vector<std::string> known = builtin_robot_names();
  std::error_code ignored;
  const bool built_in = std::find(known.begin(), known.end(), name) != known.end();
  const std::string written = built_in || !std::filesystem::exists(name, ignored)
                                  ? std::string(builtin_robot_text(name))
                                  : read_robot_text(name);
  return to_python(lint::inspect(written, name, {free_mimic, free_base, ignore_geoms, false}));
}

}  // namespace

void bind_checks(nb::module_& module, RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_check", &check, "states"_a, "seed"_a);
  module.def("_lint", &lint, "name"_a, "free_mimic"_a, "free_base"_a, "ignore_geoms"_a);
  module.def(
      "_lint_text",
      [](const std::string& written, const std::string& name) { return to_python(lint::inspect(written, name)); },
      "text"_a, "name"_a);
}

}  // namespace torsor::python
