#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>

#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exact_output.hpp"
#include "output/progress_bar.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/derivation/negligible_terms.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/derivation/write_equations.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::cli {
namespace {

enum class Format { text, latex, mathml, markdown, sympy, json };

struct Arguments {
  RobotArguments robot;
  std::string terms = "inertia,coriolis,gravity,torque", format = "text", symbols = "named", notation, worksheet;
  bool shorthand = false;
  std::uint64_t limit = 20'000;
};

/// The choice that a flag names. Throws UsageError.
template <class T>
T choice(const std::string& flag, const std::string& name, const std::vector<std::pair<std::string, T>>& choices) {
  std::string known;
  for (const auto& [word, value] : choices) {
    if (word == name) return value;
    known += (known.empty() ? "" : ", ") + word;
  }
  throw UsageError(flag + ": expected one of " + known + "; found " + in_quotes(name));
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::pair<std::string, std::string>> known;
  for (const std::string& name : equation_names()) known.emplace_back(name, name);
  std::vector<std::string> names;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) names.push_back(choice("--terms", name, known));
  if (names.empty()) throw UsageError("--terms: expected at least one name");
  return names;
}

Json to_json(const TrigonometricForm& form) {
  Json terms = Json::array();
  for (const auto& [product, coefficient] : form.terms()) {
    Json term{{"coefficient", coefficient.value}};
    for (const auto& [name, exponent] : product.powers) term["symbols"][name] = exponent;
    for (const auto& [name, factor] : product.angle) {
      const bool whole = factor == std::round(factor);
      term[product.sine ? "sine" : "cosine"][name] = whole ? Json(std::lround(factor)) : Json(factor);
    }
    terms.push_back(term);
  }
  return terms;
}

Json to_json(const Derivation& derivation, const std::string& robot) {
  Json json{{"robot", robot}};
  for (const auto& [name, meaning, equations] : derivation.groups) {
    Json list = Json::array();
    for (const auto& [left, right] : equations)
      list.push_back({{"left", left},
                      {"text", typeset(right, Typesetting::text)},
                      {"latex", typeset_symbol(left, Typesetting::latex) + " = " + typeset(right, Typesetting::latex)},
                      {"terms", to_json(right)}});
    json["equations"][name] = std::move(list);
  }
  return json;
}

void print(const EquationGroup& group, const TypesettingStyle& style) {
  const auto& [name, meaning, equations] = group;
  const Typesetting format = style.target;
  if (format == Typesetting::text) std::cout << name << ": " << meaning << '\n';
  if (format == Typesetting::latex) std::cout << "% " << name << ": " << meaning << '\n';
  if (format == Typesetting::mathml) std::cout << "<!-- " << name << ": " << meaning << " -->\n";
  int zeros = 0;
  for (const auto& [left, right] : equations) {
    if (right.is_zero() && equations.size() > 20) {  // a regressor is mostly zeros
      ++zeros;
      continue;
    }
    std::cout << (format == Typesetting::text ? "  " : "") << typeset_equation(left, right, style) << '\n';
  }
  if (zeros > 0 && format == Typesetting::text) std::cout << "  " << zeros << " more are zero\n";
}

void print(const std::vector<std::string>& notes, Format format) {
  if (!notes.empty()) std::cout << '\n';
  for (const std::string& note : notes)
    std::cout << (format == Format::text    ? "note: " + note
                  : format == Format::latex ? "% " + note
                  : format == Format::sympy ? "# " + note
                                            : "<!-- " + note + " -->")
              << '\n';
}

/// A letter of `letters` with a number: q1, qd1, qdd1.
bool is_numbered(const std::string& name, const std::set<std::string>& letters) {
  const std::size_t digits = name.find_first_of("0123456789");
  return digits != std::string::npos && letters.contains(name.substr(0, digits)) &&
         name.find_first_not_of("0123456789", digits) == std::string::npos;
}

/// Throws UsageError where a parameter of the robot has the name of something else in the equations.
void require_free_names(const Arguments& arguments, const std::vector<std::string>& terms, const Description& robot) {
  const bool forward = std::find(terms.begin(), terms.end(), "forward-dynamics") != terms.end();
  for (const described::Parameter& parameter : robot.parameters) {
    const auto clashes = [&](const std::string& what) {
      throw UsageError("derive: " + robot.name + " names a parameter " + parameter.name +
                       ", which in the equations is " + what + "; expected another name");
    };
    if (is_numbered(parameter.name, {"q", "qd", "qdd"})) clashes("a coordinate");
    if (arguments.shorthand && is_numbered(parameter.name, {"C", "S"})) clashes("a cosine or sine");
    if (forward && (parameter.name == "Delta" || is_numbered(parameter.name, {"B", "D", "M", "u", "tau"})))
      clashes("a part of forward-dynamics");
  }
}

std::string too_long(const std::string& what, const Description& robot, std::size_t limit, std::size_t reached) {
  return fmt::format(
      "{}: a sum of the equations of {} has {} or more; the limit is {}, which --limit raises; --symbols numbers "
      "makes sums shorter, and `torsor generate` writes equations of any size as code",
      what, robot.name, counted(static_cast<long>(reached), "term"), limit);
}

void write_worksheet(const Arguments& arguments, const ExactRobot& exact, EquationSymbols symbols,
                     EquationNotation notation) {
  const Description& robot = exact.robot;
  const std::filesystem::path path = arguments.worksheet;
  const std::string ending = path.extension().string();
  if (ending != ".tex" && ending != ".html" && ending != ".md")
    throw UsageError("--worksheet: expected a file that ends in .tex, .html or .md, found " + in_quotes(path.string()));
  const Worksheet sheet = [&] {
    ProgressBar bar("deriving");
    return worksheet(robot, symbols, arguments.limit, notation, [&bar](double share) { bar.show(share); });
  }();
  if (!sheet.complete) throw ComputationError(too_long("--worksheet", robot, arguments.limit, sheet.largest));
  if (!sheet.agree)
    throw ComputationError("--worksheet: Lagrange-Euler and Newton-Euler do not agree on " + robot.name);
  write_file(path, ending == ".tex" ? write_latex(sheet) : ending == ".md" ? write_markdown(sheet) : write_html(sheet));
  Json json{{"robot", robot.name}, {"worksheet", path.string()}, {"agree", sheet.agree}};
  add_notes(json, exact, {});
  if (answered(arguments.robot, json)) return;
  std::cout << "wrote " << path.string() << ": both ways end in the same equations\n";
  print(notes_on(exact, {}), Format::text);
}

EquationNotation notation_of(const Arguments& arguments) {
  const bool sheet = !arguments.worksheet.empty();  // worksheets have the letters of the notes
  if (arguments.notation.empty()) return sheet ? EquationNotation::Dhc : EquationNotation::Bhg;
  return choice<EquationNotation>(
      "--notation", arguments.notation,
      {{"Bhg", EquationNotation::Bhg}, {"MVG", EquationNotation::MVG}, {"Dhc", EquationNotation::Dhc}});
}

/// Prints equations in a format that is not JSON.
void print(const Derivation& derivation, const Arguments& arguments, const Description& robot, EquationSymbols symbols,
           Format format) {
  if (format == Format::sympy) {
    std::cout << write_sympy(derivation, robot, symbols);
    return;
  }
  if (format == Format::markdown) {
    std::cout << write_markdown(derivation, robot.name, arguments.shorthand);
    return;
  }
  const Typesetting target = format == Format::latex    ? Typesetting::latex
                             : format == Format::mathml ? Typesetting::mathml
                                                        : Typesetting::text;
  for (std::size_t k = 0; k < derivation.groups.size(); ++k) {
    if (k > 0) std::cout << '\n';
    print(derivation.groups[k], {target, arguments.shorthand});
  }
}

void run(const Arguments& arguments) {
  const std::vector<std::string> names = names_in(arguments.terms);
  const auto format = choice<Format>("--format", arguments.format,
                                     {{"text", Format::text},
                                      {"latex", Format::latex},
                                      {"mathml", Format::mathml},
                                      {"markdown", Format::markdown},
                                      {"sympy", Format::sympy},
                                      {"json", Format::json}});
  const auto symbols = choice<EquationSymbols>("--symbols", arguments.symbols,
                                               {{"named", EquationSymbols::named},
                                                {"numbers", EquationSymbols::numbers},
                                                {"standard", EquationSymbols::standard},
                                                {"all", EquationSymbols::all}});
  const EquationNotation notation = notation_of(arguments);
  const ExactRobot exact = arguments.robot.load_exact();
  const Description& robot = exact.robot;
  require_simple_joints(build_model<double>(robot), "derive");
  require_free_names(arguments, names, robot);
  if (!arguments.worksheet.empty()) return write_worksheet(arguments, exact, symbols, notation);
  const Derivation derivation = [&] {
    ProgressBar bar("deriving");
    const Derivation whole = derive(robot, names, symbols, arguments.limit, [&bar](double share) { bar.show(share); });
    return in_notation(without_negligible_terms(whole, arguments.robot.exact_tolerance().length), notation);
  }();
  if (!derivation.complete)
    throw ComputationError(too_long(names[derivation.groups.size()], robot, arguments.limit, derivation.largest));
  Json json = to_json(derivation, robot.name);
  add_notes(json, exact, derivation);
  if (answered(arguments.robot, json)) return;
  if (format == Format::json) return cli::print(json);
  print(derivation, arguments, robot, symbols, format);
  print(notes_on(exact, derivation), format);
}

}  // namespace

void add_derive(CommandLine& tool) {
  Command command = tool.command("derive", "The equations of motion in closed form");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::equations);
  std::string known;
  for (const std::string& name : equation_names()) known += (known.empty() ? "" : ", ") + name;
  command.option("--terms", arguments->terms, "Comma-separated: " + known).show_default();
  command.option("--format", arguments->format, "text, latex, mathml, markdown, sympy or json").show_default();
  command
      .option(
          "--symbols", arguments->symbols,
          "named: the robot file's parameters; numbers; standard: also m1, mx1, ... of every link; all: also lengths")
      .show_default();
  command.option("--notation", arguments->notation,
                 "Letters of inertia, velocity and gravity: Bhg, MVG or Dhc (default Bhg; Dhc for a worksheet)");
  command.flag("--shorthand", arguments->shorthand, "C12 and S12 for cos(q1 + q2) and sin(q1 + q2)");
  command
      .option("--worksheet", arguments->worksheet,
              "Write the whole derivation, both ways, to a file: .tex, .html that opens anywhere, or .md")
      .file();
  command.option("--limit", arguments->limit, "Terms that one sum may have").show_default();
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
