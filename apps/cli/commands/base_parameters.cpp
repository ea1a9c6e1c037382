#include "torsor/dynamics/base_parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/parameter_arguments.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/parameter_legend.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::cli {
namespace base_parameters_command {

struct Arguments {
  RobotArguments robot;
  VectorArgument gravity;
  ParameterArguments parameters;
  std::string rotor_model;
  double negligible = BaseParameterOptions{}.negligible;
};

const char* name_of(Identifiability value) {
  return value == Identifiability::alone            ? "alone"
         : value == Identifiability::in_combination ? "in combination"
                                                    : "none";
}

/// The robot; --rotor-model may replace the model of the file.
Model<double> load(const Arguments& arguments) {
  if (arguments.rotor_model.empty()) return arguments.robot.load();
  return arguments.robot.load([&](Description& description) {
    description.rotor_model = arguments.rotor_model == "reflected" ? RotorModel::reflected : RotorModel::gyroscopic;
  });
}

Json to_json(const Model<double>& model, const ParameterLayout& layout, const BaseParameters& base, const Vector& theta,
             const Vector& beta) {
  Json list = Json::array(), standard = Json::array();
  for (int b = 0; b < base.count(); ++b) {
    Json terms{{parameter_name(layout.entries[base.independent[b]]), 1.0}};
    for (int d = 0; d < base.coefficients.columns; ++d)
      if (base.coefficients(b, d) != 0)
        terms[parameter_name(layout.entries[base.dependent[d]])] = base.coefficients(b, d);
    list.push_back({{"name", parameter_name(layout.entries[base.independent[b]])},
                    {"combination", base_parameter_in_words(base, layout, b)},
                    {"coefficients", terms},
                    {"value", beta[b]}});
  }
  for (int c = 0; c < layout.size(); ++c)
    standard.push_back({{"name", parameter_name(layout.entries[c])},
                        {"value", theta[c]},
                        {"identifiable", name_of(base.identifiability[c])}});
  Json links = Json::array();
  for (int i = 1; i < model.body_count(); ++i)
    links.push_back({{"link", model.frames[model.bodies[i].frame].name}, {"turning_axes", base.turns[i]}});
  return {{"count", base.count()},
          {"standard_count", layout.size()},
          {"base_parameters", list},
          {"standard_parameters", standard},
          {"links", links},
          {"singular_values", base.singular_values},
          {"gap", std::isfinite(base.gap) ? Json(base.gap) : Json("infinite")},
          {"clear", base.clear}};
}

/// Rigid bodies alone, with rotors, and with friction: the numbers that papers give.
struct Counts {
  int rigid, with_rotors, with_rotors_and_friction;
};

Counts counts(const Model<double>& model, const Conditions<double>& conditions, const BaseParameterOptions& options) {
  ParameterSelection select;
  const auto count = [&] { return base_parameter_count(model, parameter_layout(model, select), conditions, options); };
  Counts result{};
  result.rigid = count();
  select.rotor = true;
  result.with_rotors = count();
  select.viscous = select.coulomb = select.offset = true;
  result.with_rotors_and_friction = count();
  return result;
}

/// The value, or 0 where it is only what rounding left of numbers that cancel.
std::string shown_value(const BaseParameters& base, const Vector& theta, const Vector& beta, int b) {
  double size = std::abs(theta[base.independent[b]]);
  for (int d = 0; d < base.coefficients.columns; ++d)
    size += std::abs(base.coefficients(b, d) * theta[base.dependent[d]]);
  return shown(std::abs(beta[b]) < 1e-12 * size ? 0.0 : beta[b]);
}

/// The parameters of one kind of identifiability, link by link.
void print_names(const ParameterLayout& layout, const BaseParameters& base, Identifiability kind,
                 const std::string& title) {
  std::string names;
  int count = 0, body = -1;
  for (int c = 0; c < layout.size(); ++c) {
    if (base.identifiability[c] != kind) continue;
    const Parameter& parameter = layout.entries[c];
    names += (body == -1 ? "  " : parameter.body != body ? "\n  " : ", ") + parameter_name(parameter);
    body = parameter.body;
    ++count;
  }
  if (count > 0) std::cout << fmt::format("\n{} {}\n{}\n", count, title, names);
}

/// Why some directions cannot be told.
void print_reasons(const Model<double>& model, const BaseParameters& base) {
  std::cout << "\nwhy\n  what is alike all round a joint's axis (a mass on it, a body of revolution) may belong to the "
               "link before "
               "or after the joint\n";
  for (int i = 1; i < model.body_count(); ++i) {
    const std::string& name = model.frames[model.bodies[i].frame].name;
    if (base.turns[i] == 0) std::cout << fmt::format("  {} never turns: its moments of inertia have no effect\n", name);
    if (base.turns[i] == 1)
      std::cout << fmt::format(
          "  {} turns about one axis only: only its moment of inertia about that axis has an effect\n", name);
  }
}

void print_doubts(const BaseParameters& base) {
  const int r = base.count();
  const double largest = base.singular_values.empty() ? 0 : base.singular_values[0];
  if (r > 0 && base.singular_values[r - 1] < 1e-2 * largest)
    std::cout << fmt::format("\nweak: the least of the {} moves the torques by only {:.1e} of the strongest\n", r,
                             base.singular_values[r - 1] / largest);
  if (r < static_cast<int>(base.singular_values.size()) && base.singular_values[r] > 1e-10 * largest)
    std::cout << fmt::format(
        "\nleft out: directions that move the torques by at most {:.1e} of the strongest "
        "(angles such as 1.5708 for pi/2?)\n",
        base.singular_values[r] / largest);
  if (!base.clear)
    std::cout << fmt::format("\nnot clear: the gap between what counts and what does not is only {:.2g}\n", base.gap);
}

void run(const Arguments& arguments) {
  const Model<double> model = load(arguments);
  Conditions<double> conditions = default_conditions(model);
  if (arguments.gravity.given()) conditions.gravity = arguments.gravity.three();
  if (!(arguments.negligible > 0 && arguments.negligible < 1))
    throw UsageError("--negligible: expected a number between 0 and 1, found " + shown(arguments.negligible));
  const BaseParameterOptions options{1, arguments.negligible};
  const ParameterSelection selection = arguments.parameters.selection(model);
  const ParameterLayout layout = parameter_layout(model, selection);
  const BaseParameters base = base_parameters(model, layout, conditions, options);
  if (std::isnan(base.gap)) throw ComputationError("the regressor is not finite: no result");
  const Vector theta = parameters(model, layout), beta = base_values(base, theta);
  bool gyroscopic = false;
  for (const Body<double>& body : model.bodies) gyroscopic |= dot(body.rotor.direction, body.rotor.direction) > 0;
  Json json = to_json(model, layout, base, theta, beta);
  json["rotor_model"] = gyroscopic ? "gyroscopic" : "reflected";
  const Counts published = counts(model, conditions, options);
  json["counts"] = {{"rigid", published.rigid},
                    {"with_rotors", published.with_rotors},
                    {"with_rotors_and_friction", published.with_rotors_and_friction}};
  if (answered(arguments.robot, json)) return;
  std::cout << fmt::format("{} of {}: {}\n", counted(base.count(), "base parameter"), layout.size(),
                           in_words(selection));
  std::cout << fmt::format(
      "as papers count: {} of rigid links, {} with {} rotors, {} with viscous and Coulomb friction and offsets too\n",
      published.rigid, published.with_rotors, gyroscopic ? "gyroscopic" : "reflected",
      published.with_rotors_and_friction);
  if (const std::string names = legend(layout); !names.empty()) std::cout << names << '\n';
  Table table({"", "value", "combination"});
  for (int b = 0; b < base.count(); ++b)
    table.add({std::to_string(b + 1), shown_value(base, theta, beta, b), base_parameter_in_words(base, layout, b)});
  table.print(3);
  print_names(layout, base, Identifiability::alone, "parameters are identifiable alone");
  print_names(layout, base, Identifiability::in_combination,
              "only in the combinations above: other values with the same sums move the robot alike");
  print_names(layout, base, Identifiability::none, "not at all: no motion of the joints makes a torque depend on them");
  print_reasons(model, base);
  print_doubts(base);
}

}  // namespace base_parameters_command

void add_base_parameters(CommandLine& tool) {
  using namespace base_parameters_command;
  Command command = tool.command("base-parameters",
                                 "The independent combinations of parameters that motion can tell, and what it cannot");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  arguments->robot.masses_do_not_matter();
  arguments->parameters.add_to(command);
  arguments->gravity.add_to(command, "--gravity", "Free-fall acceleration x,y,z in base axes: the mounting");
  command.option("--rotor-model", arguments->rotor_model, "reflected or gyroscopic, in place of the robot's own")
      .one_of({"reflected", "gyroscopic"});
  command.option("--negligible", arguments->negligible,
                 "Relative effect on the torques below which a combination does not count (default 2e-5)");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
