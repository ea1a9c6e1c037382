#include "estimation/unknowns.hpp"

#include <algorithm>
#include <utility>

#include "estimation/hysteresis.hpp"
#include "estimation/periodic_torque.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/presliding.hpp"
#include "torsor/model/require_load_free.hpp"
#include "torsor/model/require_moving.hpp"

namespace torsor {
namespace {

constexpr double width_to_start = 0.02;  // of 1 rad/s, before the width of friction is known
// Of contacts that bend: what they bend takes the place of the column, which has to differ from those of joints and of
// other contacts.
constexpr double no_width_of_a_joint = 0.777, next_contact = 1.1;
constexpr double distance_of_a_step = 1e-4;  // rad or m: friction that holds at rest, and is a step else

/// Over which the contact of a coupling bends; 0: its friction is that of the velocity, or there is none. Where the log
/// decides about the law of joints, a step in a coupling of the robot file holds at rest.
double distance_of(const Coupling<double>& coupling, const IdentifyOptions& options) {
  const Friction<double>& friction = coupling.friction;
  if (!options.coulomb) return 0;
  if (has_presliding(friction)) return friction.coulomb / friction.presliding_stiffness;
  const bool rubs = coupling.terms.size() > 1 || friction.coulomb != 0, is_step = friction.width == 0;
  return options.select_terms && !options.asymmetric && rubs && is_step ? distance_of_a_step : 0;
}

bool width_is_searched(const IdentifyOptions& options) {
  return options.widths.empty() && options.width == CoulombWidth::searched;
}

Model<double> with_shaped_friction(const Model<double>& model, const IdentifyOptions& options,
                                   const std::vector<SelectedFriction>& selected) {
  return changed(model, [&](ModelParts<double>& parts) {
    for (std::size_t j = 0; j < parts.friction.size(); ++j) {
      Friction<double>& friction = parts.friction[j];
      if (!options.widths.empty())
        friction.width = options.widths[j];
      else if (options.width != CoulombWidth::as_in_the_robot_file)
        friction.width = width_is_searched(options) ? width_to_start : 0.0;
      if (options.stribeck && friction.stribeck_velocity == 0) friction.stribeck_velocity = 10 * width_to_start;
      if (selected.empty()) continue;
      friction.width = selected[j].width;
      friction.stribeck_velocity = selected[j].stribeck_velocity;
      friction.load = selected[j].load;
    }
    double width = no_width_of_a_joint;
    for (Coupling<double>& coupling : parts.couplings)
      if (has_presliding(coupling.friction)) coupling.friction.width = std::exchange(width, width * next_contact);
  });
}

ParameterSelection selection(const IdentifyOptions& options) {
  ParameterSelection select;
  select.rotor = options.rotor, select.viscous = options.viscous, select.coulomb = options.coulomb;
  select.offset = options.offset, select.asymmetric = options.asymmetric, select.stribeck = options.stribeck;
  select.coupling = select.spring = select.load = true;
  return select;
}

/// Friction under load and own terms are no combinations of anything else, which the regressor does not know.
BaseParameters with_columns_besides(const BaseParameters& found, const ParameterLayout& layout) {
  const auto is_besides = [&](int column) {
    const ParameterKind kind = layout.entries[column].kind;
    return kind == ParameterKind::load || kind == ParameterKind::own_term;
  };
  BaseParameters base = found;
  base.independent.clear(), base.dependent.clear();
  std::vector<int> row, column;  // in the old coefficients; -1: none
  for (int c = 0, b = 0; c < layout.size(); ++c) {
    const bool kept = b < found.count() && found.independent[b] == c;
    if (!kept && !is_besides(c)) continue;
    base.independent.push_back(c);
    row.push_back(kept ? b++ : -1);
    if (!kept) base.identifiability[c] = Identifiability::alone;
  }
  for (std::size_t d = 0; d < found.dependent.size(); ++d)
    if (!is_besides(found.dependent[d]))
      base.dependent.push_back(found.dependent[d]), column.push_back(static_cast<int>(d));
  base.coefficients = Matrix<double>(base.count(), static_cast<int>(base.dependent.size()));
  for (int b = 0; b < base.count(); ++b)
    for (std::size_t d = 0; d < column.size(); ++d)
      base.coefficients(b, static_cast<int>(d)) = row[b] < 0 ? 0 : found.coefficients(row[b], column[d]);
  return base;
}

void require_lengths(const Model<double>& model, const IdentifyOptions& options) {
  const auto require = [&](const std::vector<double>& values, bool one_for_all, const char* option) {
    if (values.empty() || values.size() == static_cast<std::size_t>(model.nv) || (one_for_all && values.size() == 1))
      return;
    throw UsageError(option, "expected a velocity for each of " + counted(model.nv, "joint") + ", found " +
                                 std::to_string(values.size()));
  };
  require(options.widths, false, "widths");
  require(options.slow, true, "slow");
}

}  // namespace

Unknowns unknowns_of(const Description& robot, const IdentifyOptions& options,
                     const std::vector<SelectedFriction>& selected, std::vector<CompiledTerm> own_terms) {
  const Model<double> written =
      build_model<double>(with_periodic_torque(with_hysteresis(robot, hysteresis_of(selected)), periodic_of(selected)));
  require_moving(written, "there is nothing to identify");
  if (written.nq != written.nv)
    throw ComputationError("identification is for joints that turn or slide; " + robot.name + " has others");
  require_load_free(written, "equations that are linear in the parameters");
  require_lengths(written, options);
  const Model<double> model = with_shaped_friction(written, options, selected);
  ParameterLayout layout = parameter_layout(model, selection(options));
  for (const CompiledTerm& term : own_terms) layout.entries.push_back(own_term_parameter(term.body, term.number));
  Conditions<double> conditions = default_conditions(model);
  if (options.gravity) conditions.gravity = *options.gravity;
  BaseParameters base = base_parameters(model, layout, conditions);
  if (model.load_friction || !own_terms.empty()) base = with_columns_besides(base, layout);
  std::vector<double> distance(model.nv);
  for (std::size_t j = 0; j < selected.size(); ++j) distance[j] = selected[j].presliding_distance;
  for (const Coupling<double>& coupling : written.couplings) distance.push_back(distance_of(coupling, options));
  if (std::none_of(distance.begin(), distance.end(), [](double one) { return one > 0; })) distance.clear();
  return {model, std::move(layout), std::move(base), conditions, std::move(distance), {}, std::move(own_terms)};
}

std::vector<double> hysteresis_of(const std::vector<SelectedFriction>& selected) {
  std::vector<double> distance;
  distance.reserve(selected.size());
  for (const SelectedFriction& joint : selected) distance.push_back(joint.hysteresis_distance);
  return distance;
}

std::vector<bool> periodic_of(const std::vector<SelectedFriction>& selected) {
  std::vector<bool> wanted;
  wanted.reserve(selected.size());
  for (const SelectedFriction& joint : selected) wanted.push_back(joint.periodic);
  return wanted;
}

std::optional<std::vector<double>> prior_of(const Unknowns& unknowns) {
  std::vector<double> theta = parameters(unknowns.model, unknowns.layout);
  for (const int at : unknowns.layout.inertial)
    if (at >= 0 && theta[at] <= 0) return {};
  return theta;
}

void describe(const Unknowns& unknowns, Identification& result) {
  const BaseParameters& base = unknowns.base;
  result.layout = unknowns.layout;
  result.base = base;
  result.parameter_names = parameter_names(unknowns.layout);
  for (int b = 0; b < base.count(); ++b) {
    result.base_names.push_back(result.parameter_names[base.independent[b]]);
    result.base_words.push_back(base_parameter_in_words(base, unknowns.layout, b));
  }
  result.joints = velocity_names(unknowns.model);
  result.torque_units = torque_units(unknowns.model);
}

std::string friction_in_words(const IdentifyOptions& options, const Unknowns& unknowns) {
  std::string words;
  const auto add = [&](bool wanted, const std::string& term) {
    if (wanted) words += (words.empty() ? "" : ", ") + term;
  };
  const bool sharp = options.widths.empty() && options.width == CoulombWidth::sharp;
  const std::vector<double>& distance = unknowns.presliding_distance;
  const auto joints = distance.begin() + (distance.empty() ? 0 : unknowns.model.nv);
  const bool bends = std::any_of(distance.begin(), joints, [](double one) { return one > 0; });
  const std::vector<Coupling<double>>& couplings = unknowns.model.couplings;
  add(options.viscous, "viscous");
  add(options.coulomb, bends                        ? "Coulomb (presliding)"
                       : sharp                      ? "Coulomb (a step)"
                       : width_is_searched(options) ? "Coulomb (smooth, a width for each joint)"
                                                    : "Coulomb (smooth)");
  add(options.stribeck, "Stribeck");
  add(unknowns.model.load_friction, "load");
  const auto is_hysteresis = [](const Coupling<double>& one) {
    return has_presliding(one.friction) && one.terms.size() == 1;
  };
  add(options.coulomb && std::any_of(couplings.begin(), couplings.end(), is_hysteresis), "hysteresis");
  add(std::any_of(couplings.begin(), couplings.end(), [](const Coupling<double>& one) { return one.is_periodic(); }),
      "torque over the position");
  add(options.asymmetric, "each direction on its own");
  add(options.offset, "offset");
  return words.empty() ? "none" : words;
}

}  // namespace torsor
