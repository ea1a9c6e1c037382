#include "derivation/base_parameter_equations.hpp"

#include "derivation/grouped_parameters.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/model/conditions.hpp"
#include "torsor/model/regrouping.hpp"

namespace torsor {
namespace {

/// Whether all joints that turn the body turn it about lines along its own z, the nearest of them being its parent's.
bool turns_about_its_slide(const Model<Expr>& model, int i) {
  if (!slides(model.bodies[i].joint) || !turns(model.bodies[model.bodies[i].parent].joint)) return false;
  const Expr zero;
  Vector3<Expr> z{zero, zero, Expr(1.0)};
  for (; i > 0; i = model.bodies[i].parent) {
    if (turns(model.bodies[i].joint) && !(z.x.is_zero() && z.y.is_zero())) return false;
    z = model.bodies[i].placement.R * z;
  }
  return true;
}

/// What every link keeps after regrouping, as a symbol of its own and as what it stands for.
class RegroupedLinks {
 public:
  explicit RegroupedLinks(const Model<Expr>& model) : centers_(model.bodies.size()) {
    const Model<Expr> masses = regrouped(model, Gauge::moment_of_inertia);
    moved_ = regrouped(changed(model,
                               [&](ModelParts<Expr>& parts) {
                                 for (int i = 1; i < model.body_count(); ++i)
                                   put_on_axis(masses, i, parts.bodies[i].inertia);
                               }),
                       Gauge::moment_of_inertia);
    ModelParts<Expr> parts = moved_.parts();
    for (int i = 1; i < moved_.body_count(); ++i)
      parts.bodies[i].inertia = slides(moved_.bodies[i].joint) ? sliding(i) : turning(i);
    for (Coupling<Expr>& coupling : parts.couplings) coupling.rotor_inertia = Expr();
    parts.carried.clear();  // known, whatever the parameters are
    model_ = Model<Expr>(parts);
  }

  const Model<Expr>& model() const { return model_; }
  std::vector<std::string> names;
  std::vector<Expr> symbols, values;

 private:
  /// The mass of a link that only turns about the line of its slide is as good on its parent's axis, where it does not
  /// turn: what it does at its place is part of the inertia about that axis.
  void put_on_axis(const Model<Expr>& masses, int i, Inertia<Expr>& inertia) {
    if (!turns_about_its_slide(masses, i)) return;
    const Transform<Expr>& placement = masses.bodies[i].placement;
    const Vector3<Expr> c = -(transpose(placement.R) * placement.p);
    centers_[i] = {c.x, c.y, Expr()};
    const Symmetric3<Expr> at_center = -masses.bodies[i].inertia.mass * outer(centers_[i]);
    inertia.second_moment = inertia.second_moment + at_center;
  }

  Expr symbol(const char* name, int i, const Expr& value) {
    names.push_back(name + std::to_string(i));
    symbols.push_back(Expr::symbol("base." + names.back()));
    values.push_back(value);
    return value.is_zero() ? Expr() : symbols.back();
  }
  Inertia<Expr> sliding(int i) {
    const auto& [m, h, E] = moved_.bodies[i].inertia;
    const Vector3<Expr>& c = centers_[i];
    const Expr mass = symbol("MR", i, m);
    const Expr x = symbol("MXR", i, h.x - m * c.x), y = symbol("MYR", i, h.y - m * c.y), z = symbol("MZR", i, h.z);
    return {mass, Vector3<Expr>{x, y, z} + mass * c, mass * outer(c)};
  }
  Inertia<Expr> turning(int i) {
    const auto& [m, h, E] = moved_.bodies[i].inertia;
    const Expr half(0.5);
    const Expr xx = symbol("XXR", i, E.yy - E.xx), zz = symbol("ZZR", i, E.xx + E.yy);
    const Expr x = symbol("MXR", i, h.x), y = symbol("MYR", i, h.y);
    return {Expr(),
            {x, y, Expr()},
            {half * (zz - xx), -symbol("XYR", i, -E.xy), -symbol("XZR", i, -E.xz), half * (zz + xx),
             -symbol("YZR", i, -E.yz), -(half * (zz - xx))}};
  }

  std::vector<Vector3<Expr>> centers_;  // by body: where its mass was put
  Model<Expr> moved_, model_;
};

}  // namespace

std::vector<std::pair<std::string, Expr>> base_parameter_equations(const Model<Expr>& model, const std::vector<Expr>& q,
                                                                   const std::vector<Expr>& qd,
                                                                   const std::vector<Expr>& qdd) {
  const RegroupedLinks links(model);
  std::vector<Expr> tau(static_cast<std::size_t>(model.nv)), states = q;
  NewtonEulerWorkspace<Expr> workspace(links.model());
  newton_euler<Expr>(links.model(), q, qd, qdd, default_conditions(model), workspace, tau);
  states.insert(states.end(), qd.begin(), qd.end());
  states.insert(states.end(), qdd.begin(), qdd.end());
  std::vector<double> steps(q.size(), 0.5);
  for (const Body<Expr>& body : std::span(model.bodies).subspan(1))
    if (turns(body.joint)) steps[static_cast<std::size_t>(body.q)] = 0.78539816339744831;  // 45 degrees
  const GroupedParameters grouped = grouped_parameters(tau, links.symbols, links.values, states, steps);
  std::vector<std::pair<std::string, Expr>> equations;
  for (std::size_t k = 0; k < links.names.size(); ++k)
    if (grouped.kept[k]) equations.emplace_back(links.names[k], grouped.combinations[k]);
  return equations;
}

}  // namespace torsor
