#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "long_work.hpp"
#include "torsor/codegen/generate_code.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/derivation/negligible_terms.hpp"
#include "torsor/derivation/notation.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/derivation/write_equations.hpp"
#include "torsor/model/exact_numbers.hpp"

namespace torsor::python {
namespace {

using Words = std::vector<std::string>;

/// The meaning of a word; throws a UsageError that lists all of them.
template <class T>
T chosen(const char* option, const std::string& word, const std::vector<std::pair<std::string, T>>& choices) {
  std::string known;
  for (const auto& [name, meaning] : choices) {
    if (name == word) return meaning;
    known += (known.empty() ? "" : ", ") + name;
  }
  throw UsageError(option, "expected one of " + known + ", found " + in_quotes(word));
}

nb::list to_python(const Derivation& derivation, bool shorthand) {
  nb::list groups;
  for (const EquationGroup& group : derivation.groups) {
    nb::list equations;
    for (const auto& [left, right] : group.equations)
      equations.append(nb::make_tuple(text(left), text(typeset(right, {Typesetting::text, shorthand})),
                                      text(typeset_equation(left, right, {Typesetting::latex, shorthand}))));
    groups.append(nb::make_tuple(text(group.name), text(group.meaning), equations));
  }
  return groups;
}

Fields derive(const Robot& robot, const Words& names, const std::string& symbols, const std::string& notation,
              bool shorthand, std::size_t limit) {
  const auto kind = chosen<EquationSymbols>("symbols", symbols,
                                            {{"named", EquationSymbols::named},
                                             {"numbers", EquationSymbols::numbers},
                                             {"standard", EquationSymbols::standard},
                                             {"all", EquationSymbols::all}});
  const auto letters = chosen<EquationNotation>(
      "notation", notation,
      {{"Bhg", EquationNotation::Bhg}, {"MVG", EquationNotation::MVG}, {"Dhc", EquationNotation::Dhc}});
  for (const std::string& name : names)
    if (const Words known = equation_names(); std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError("terms", "expected some of " + enumerated(known) + ", found " + in_quotes(name));
  const Model<double>& model = robot.model();
  for (int i = 1; i < model.body_count(); ++i)
    if (velocity_count(model.bodies[i].joint) != 1)
      throw UsageError("derive: expected joints of one degree of freedom only, found " +
                       in_quotes(model.joint_names[static_cast<std::size_t>(i) - 1]));
  const Description exact = with_exact_numbers(robot.description()).robot;
  const Derivation derivation = run_listening(nb::none(), [exact, names, kind, limit, letters](const Progress& tell) {
    const auto listen = [&](double share) { tell("derive", share); };
    return in_notation(without_negligible_terms(torsor::derive(exact, names, kind, limit, listen)), letters);
  });
  if (!derivation.complete)
    throw ComputationError("derive: a sum of the equations of " + robot.model().name + " has " +
                           std::to_string(derivation.largest) + " terms or more; the limit is " +
                           std::to_string(limit));
  Fields result;
  result["groups"] = to_python(derivation, shorthand);
  result["sympy"] = text(write_sympy(derivation, exact, kind));
  return result;
}

Fields generate(const Robot& robot, const Words& functions, const std::string& language, const std::string& scalar,
                bool parameter_vector, const std::string& sines, const std::string& name, nb::handle frame) {
  GenerateOptions options;
  options.functions = functions;
  options.language = chosen<Language>(
      "language", language,
      {{"c", Language::c}, {"cpp", Language::cpp}, {"python", Language::python}, {"matlab", Language::matlab}});
  options.scalar = chosen<GeneratedScalar>("scalar", scalar,
                                           {{"double", GeneratedScalar::float64}, {"float", GeneratedScalar::float32}});
  options.sines = chosen<GeneratedSines>("sines", sines,
                                         {{"library", GeneratedSines::library}, {"inline", GeneratedSines::inside}});
  options.parameter_vector = parameter_vector;
  const bool at_tip = std::any_of(functions.begin(), functions.end(), [](const std::string& function) {
    return function == "forward-kinematics" || function == "jacobian";
  });
  options.frame = at_tip || !frame.is_none() ? robot.frame(frame) : robot.model().tip;
  options.name = name;
  const GeneratedCode code = run_listening(
      nb::none(), [model = robot.model(), options](const Progress&) { return generate_code(model, options); });
  nb::list costs;
  for (const auto& [function, cost, cases] : code.functions)
    costs.append(
        nb::make_tuple(text(function), cost.multiplications, cost.additions, cost.divisions, cost.trigonometric));
  nb::dict files;
  files[text(code.prefix + source_suffix(options.language))] = text(code.source);
  if (!code.header.empty()) files[text(code.prefix + header_suffix(options.language))] = text(code.header);
  for (const CompanionFile& companion : code.companions)
    files[text(code.prefix + companion.ending)] = text(companion.text);
  Fields result;
  result["files"] = files;
  result["costs"] = costs;
  result["warnings"] = texts(code.warnings);
  return result;
}

}  // namespace

void bind_equations(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_derive", &derive, "terms"_a, "symbols"_a, "notation"_a, "shorthand"_a, "limit"_a);
  robot.def("_generate", &generate, "functions"_a, "language"_a, "scalar"_a, "parameter_vector"_a, "sines"_a, "name"_a,
            "frame"_a.none());
}

}  // namespace torsor::python
