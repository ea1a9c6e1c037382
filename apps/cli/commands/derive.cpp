#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <set>

#include "arguments/choices.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/value_checks.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/derivation_output.hpp"
#include "output/exact_output.hpp"
#include "output/progress_bar.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/derivation/negligible_terms.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/derivation/write_equations.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::cli {
namespace derive_command {

enum class Format { text, latex, mathml, markdown, sympy, json };

constexpr std::uint64_t worksheet_limit = 1'000;

struct Arguments {
  RobotArguments robot;
  std::string terms = "inertia,coriolis,gravity,torque", format = "text", symbols = "named", notation, worksheet;
  bool shorthand = false;
  std::uint64_t limit = 20'000;
  Outputs outputs;
  Option limit_option;
};

const Choices<Format> formats{{{"text", Format::text},
                               {"latex", Format::latex},
                               {"mathml", Format::mathml},
                               {"markdown", Format::markdown},
                               {"sympy", Format::sympy},
                               {"json", Format::json}}};
const Choices<EquationSymbols> symbol_kinds{{{"named", EquationSymbols::named},
                                             {"numbers", EquationSymbols::numbers},
                                             {"standard", EquationSymbols::standard},
                                             {"all", EquationSymbols::all}}};
const Choices<EquationNotation> notations{
    {{"Bhg", EquationNotation::Bhg}, {"MVG", EquationNotation::MVG}, {"Dhc", EquationNotation::Dhc}}};

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

/// Nobody reads on paper what is this long, and it would take minutes.
std::string too_long_for_a_worksheet(const Description& robot, std::size_t limit, std::size_t reached) {
  constexpr std::size_t terms_on_a_page = 150;
  return fmt::format(
      "--worksheet: one sum alone in the equations of {} has {} terms or more, {} pages; the limit is {}. "
      "--no-friction, "
      "--no-rotor or --symbols numbers leave terms out; --limit {} goes on nevertheless, for minutes",
      robot.name, reached, reached / terms_on_a_page + 1, limit, std::max<std::size_t>(20'000, 10 * limit));
}

void write_worksheet(Arguments& arguments, const ExactRobot& exact, EquationSymbols symbols,
                     EquationNotation notation) {
  const Description& robot = exact.robot;
  const std::filesystem::path path = arguments.worksheet;
  const std::string ending = path.extension().string();
  if (ending != ".tex" && ending != ".html" && ending != ".md")
    throw UsageError("--worksheet: expected a file that ends in .tex, .html or .md, found " + in_quotes(path.string()));
  const std::uint64_t limit = arguments.limit_option.given() ? arguments.limit : worksheet_limit;
  const Worksheet sheet = [&] {
    ProgressBar bar("deriving");
    return worksheet(robot, symbols, limit, notation, [&bar](double share) { bar.show(share); });
  }();
  if (!sheet.complete) throw ComputationError(too_long_for_a_worksheet(robot, limit, sheet.largest));
  if (!sheet.agree)
    throw ComputationError("--worksheet: Lagrange-Euler and Newton-Euler do not agree on " + robot.name);
  arguments.outputs.write(path, ending == ".tex"  ? write_latex(sheet)
                                : ending == ".md" ? write_markdown(sheet)
                                                  : write_html(sheet));
  arguments.outputs.require_written();
  Json json{{"robot", robot.name}, {"worksheet", path.string()}, {"agree", sheet.agree}};
  add_notes(json, exact, {});
  if (answered(arguments.robot, json)) return;
  std::cout << "wrote " << path.string() << ": both ways end in the same equations\n";
  print(notes_on(exact, {}), Format::text);
}

EquationNotation notation_of(const Arguments& arguments) {
  const bool sheet = !arguments.worksheet.empty();  // worksheets have the letters of the notes
  if (arguments.notation.empty()) return sheet ? EquationNotation::Dhc : EquationNotation::Bhg;
  return notations.meaning(arguments.notation);
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
    cli::print(derivation.groups[k], {target, arguments.shorthand});
  }
}

void run(Arguments& arguments) {
  const std::vector<std::string> names = words_in(arguments.terms);
  const Format format = formats.meaning(arguments.format);
  const EquationSymbols symbols = symbol_kinds.meaning(arguments.symbols);
  const EquationNotation notation = notation_of(arguments);
  const ExactRobot exact =
      arguments.robot.load_exact(symbols == EquationSymbols::named || symbols == EquationSymbols::numbers);
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

}  // namespace derive_command

void add_derive(CommandLine& tool) {
  using namespace derive_command;
  Command command = tool.command("derive", "The equations of motion in closed form");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::equations);
  command.option("--terms", arguments->terms, fmt::format("Comma-separated: {}", fmt::join(equation_names(), ", ")))
      .list_of(equation_names())
      .show_default();
  command.option("--format", arguments->format, "text, latex, mathml, markdown, sympy or json")
      .one_of(formats.words())
      .show_default();
  command
      .option(
          "--symbols", arguments->symbols,
          "named: the robot file's parameters; numbers; standard: also m1, mx1, ... of every link; all: also lengths")
      .one_of(symbol_kinds.words())
      .show_default();
  command
      .option("--notation", arguments->notation,
              "Letters of inertia, velocity and gravity: Bhg, MVG or Dhc (default Bhg; Dhc for a worksheet)")
      .one_of(notations.words());
  command.flag("--shorthand", arguments->shorthand, "C12 and S12 for cos(q1 + q2) and sin(q1 + q2)");
  arguments->outputs.add_to(
      command, "--worksheet", arguments->worksheet,
      "Write the whole derivation, both ways, to a file: .tex, .html that opens anywhere, or .md");
  arguments->limit_option = command.option(
      "--limit", arguments->limit,
      fmt::format("Terms that one sum may have (default {}; {} for a worksheet)", arguments->limit, worksheet_limit));
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
