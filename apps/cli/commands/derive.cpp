#include <fmt/format.h>

#include <iostream>
#include <map>
#include <memory>
#include <sstream>

#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "torsor/core/text.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::cli {
namespace {

struct Arguments {
  RobotArguments robot;
  std::string terms = "inertia,coriolis,gravity,torque", format = "text", symbols = "named", worksheet;
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
    Json term{{"coefficient", coefficient}};
    for (const auto& [name, exponent] : product.powers) term["symbols"][name] = exponent;
    for (const auto& [name, factor] : product.angle) term[product.sine ? "sine" : "cosine"][name] = factor;
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

void print(const EquationGroup& group, Typesetting format) {
  const auto& [name, meaning, equations] = group;
  if (format == Typesetting::text) std::cout << name << ": " << meaning << '\n';
  if (format == Typesetting::latex) std::cout << "% " << name << ": " << meaning << '\n';
  if (format == Typesetting::mathml) std::cout << "<!-- " << name << ": " << meaning << " -->\n";
  int zeros = 0;
  for (const auto& [left, right] : equations) {
    if (right.is_zero() && equations.size() > 20) {  // a regressor is mostly zeros
      ++zeros;
      continue;
    }
    std::cout << (format == Typesetting::text ? "  " : "")
              << typeset_equation(typeset_symbol(left, format), right, format) << '\n';
  }
  if (zeros > 0 && format == Typesetting::text) std::cout << "  " << zeros << " more are zero\n";
}

/// q1, qd1, qdd1 and the like.
bool is_coordinate(const std::string& name) {
  const std::size_t digits = name.find_first_of("0123456789");
  const std::string letters = name.substr(0, digits);
  return digits != std::string::npos && (letters == "q" || letters == "qd" || letters == "qdd") &&
         name.find_first_not_of("0123456789", digits) == std::string::npos;
}

std::string too_long(const std::string& what, const Description& robot, std::size_t limit, std::size_t reached) {
  return fmt::format(
      "{}: a sum of the equations of {} has {} terms or more; the limit is {}, which --limit raises; --symbols numbers "
      "makes sums shorter, and `torsor generate` writes equations of any size as code",
      what, robot.name, reached, limit);
}

void write_worksheet(const Arguments& arguments, const Description& robot, EquationSymbols symbols) {
  const std::filesystem::path path = arguments.worksheet;
  const bool latex = path.extension() == ".tex";
  if (!latex && path.extension() != ".html")
    throw UsageError("--worksheet: expected a file that ends in .tex or .html, found " + in_quotes(path.string()));
  const Worksheet sheet = worksheet(robot, symbols, arguments.limit);
  if (!sheet.complete) throw ComputationError(too_long("--worksheet", robot, arguments.limit, sheet.largest));
  if (!sheet.agree)
    throw ComputationError("--worksheet: Lagrange-Euler and Newton-Euler do not agree on " + robot.name);
  write_file(path, latex ? write_latex(sheet) : write_html(sheet));
  const Json json{{"robot", robot.name}, {"worksheet", path.string()}, {"agree", sheet.agree}};
  if (!answered(arguments.robot, json))
    std::cout << "wrote " << path.string() << ": both ways end in the same equations\n";
}

void run(const Arguments& arguments) {
  const std::vector<std::string> names = names_in(arguments.terms);
  const auto format = choice<std::optional<Typesetting>>("--format", arguments.format,
                                                         {{"text", Typesetting::text},
                                                          {"latex", Typesetting::latex},
                                                          {"mathml", Typesetting::mathml},
                                                          {"json", std::nullopt}});
  const auto symbols = choice<EquationSymbols>("--symbols", arguments.symbols,
                                               {{"named", EquationSymbols::named},
                                                {"numbers", EquationSymbols::numbers},
                                                {"standard", EquationSymbols::standard},
                                                {"all", EquationSymbols::all}});
  const Description robot = arguments.robot.load_description();
  require_simple_joints(build_model<double>(robot), "derive");
  for (const described::Parameter& parameter : robot.parameters)
    if (is_coordinate(parameter.name))
      throw UsageError("derive: " + robot.name + " names a parameter " + parameter.name +
                       ", which in the equations is a coordinate; expected another name");
  if (!arguments.worksheet.empty()) return write_worksheet(arguments, robot, symbols);
  const Derivation derivation = derive(robot, names, symbols, arguments.limit);
  if (!derivation.complete)
    throw ComputationError(too_long(names[derivation.groups.size()], robot, arguments.limit, derivation.largest));
  const Json json = to_json(derivation, robot.name);
  if (answered(arguments.robot, json)) return;
  if (!format) return cli::print(json);
  for (std::size_t k = 0; k < derivation.groups.size(); ++k) {
    if (k > 0) std::cout << '\n';
    print(derivation.groups[k], *format);
  }
}

}  // namespace

void add_derive(CommandLine& tool) {
  Command command = tool.command("derive", "The equations of motion in closed form");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  std::string known;
  for (const std::string& name : equation_names()) known += (known.empty() ? "" : ", ") + name;
  command.option("--terms", arguments->terms, "Comma-separated: " + known).show_default();
  command.option("--format", arguments->format, "text, latex, mathml or json").show_default();
  command
      .option(
          "--symbols", arguments->symbols,
          "named: the robot file's parameters; numbers; standard: also m1, mx1, ... of every link; all: also lengths")
      .show_default();
  command
      .option("--worksheet", arguments->worksheet,
              "Write the whole derivation, both ways, to a file: .tex, or .html that opens anywhere")
      .file();
  command.option("--limit", arguments->limit, "Terms that one sum may have").show_default();
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
