#include "campaign/campaign_robots.hpp"
#include "support/formula.hpp"
#include "torsor/derivation/derivation.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/parameters.hpp"

// Equations in closed form, put into numbers, beside the recursions.
namespace torsor::test::derive_campaign_test {

using Vector = std::vector<double>;

double value_of(const TrigonometricForm& form, const Formula::Values& values) {
  double sum = 0;
  for (const auto& [product, coefficient] : form.terms()) {
    double term = coefficient;
    for (const auto& [name, exponent] : product.powers) term *= std::pow(Formula::value(name, values), exponent);
    double angle = 0;
    for (const auto& [name, factor] : product.angle) angle += factor * Formula::value(name, values);
    if (!product.angle.empty()) term *= product.sine ? std::sin(angle) : std::cos(angle);
    sum += term;
  }
  return sum;
}

Vector values_of(const EquationGroup& group, const Formula::Values& values) {
  Vector result;
  for (const Equation& equation : group.equations) result.push_back(value_of(equation.right, values));
  return result;
}

Vector upper_triangle(const Matrix<double>& B) {
  Vector list;
  for (int i = 0; i < B.rows; ++i)
    for (int j = i; j < B.columns; ++j) list.push_back(B(i, j));
  return list;
}

/// What the recursions give for the quantities of `names`.
std::vector<std::pair<std::string, Vector>> expected_values(const Model<double>& model, const Vector& q,
                                                            const Vector& qd, const Vector& qdd) {
  return {{"torque", inverse_dynamics(model, q, qd, qdd)},    {"inertia", upper_triangle(inertia_matrix(model, q))},
          {"coriolis", coriolis_torque(model, q, qd)},        {"gravity", gravity_torque(model, q)},
          {"kinetic-energy", {kinetic_energy(model, q, qd)}}, {"potential-energy", {potential_energy(model, q)}}};
}

/// Followers with ratios of two digits: angles such as 1.9953312393248879 q2 are printed with ten.
Description with_round_ratios(Description robot) {
  const auto rounded = [](described::Quantity& x) { x = std::round(100 * x.expression.number()) / 100; };
  for (described::Link& link : robot.links)
    if (link.mimic) rounded(link.mimic->multiplier), rounded(link.mimic->offset);
  return robot;
}

TEST(Campaign, DerivedEquationsAgreeWithTheRecursions) {
  CampaignReport report("derive");
  for (int seed = 1; seed <= campaign_size(); ++seed) {
    const Description robot = with_round_ratios(campaign_robot(seed, 3, false));
    const Model<double> model = build_model<double>(robot);
    Random random(static_cast<std::uint64_t>(seed));
    const Vector q = random.list(model.nq, 0.1, 3), qd = random.list(model.nv, 0.1, 3),
                 qdd = random.list(model.nv, 0.1, 5);
    Formula::Values values;
    for (int v = 0; v < model.nv; ++v) {
      const std::string number = std::to_string(v + 1);
      values["q" + number] = q[v], values["qd" + number] = qd[v], values["qdd" + number] = qdd[v];
    }
    const auto expected = expected_values(model, q, qd, qdd);
    std::vector<std::string> names;
    for (const auto& [name, numbers] : expected) names.push_back(name);
    const bool standard = seed % 2 == 0;
    if (standard) {
      const ParameterLayout layout = parameter_layout(model, all_of(model));
      const Vector theta = parameters(model, layout);
      const std::vector<std::string> parameter = parameter_names(layout);
      for (std::size_t k = 0; k < theta.size(); ++k) values[parameter[k]] = theta[k];
    }
    const Derivation derivation = derive(robot, names, standard ? EquationSymbols::standard : EquationSymbols::numbers);
    if (!derivation.complete) {
      report.skip();
      continue;
    }
    for (std::size_t k = 0; k < names.size(); ++k) try {
        const Vector found = values_of(derivation.groups.at(k), values);
        report.compare(seed, relative_difference(found, expected[k].second), names[k]);
      } catch (const std::exception& error) {
        report.fail(seed, names[k] + ": " + error.what());
      }
  }
}

}  // namespace torsor::test::derive_campaign_test
