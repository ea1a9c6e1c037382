#include "torsor/codegen/symbolic_model.hpp"

#include "torsor/dynamics/independent_parameters.hpp"
#include "torsor/dynamics/newton_euler_summed_angles.hpp"

namespace torsor {
namespace {

/// Numbers become symbols, but for zeros, and the ones of a rotation: a length of 1 m is a length.
class Symbols {
 public:
  Expr of(double number, const std::string& name) {
    if (number == 0) return {};
    lengths.push_back(Expr::symbol(name));
    return number < 0 ? -lengths.back() : lengths.back();
  }
  Vector3<Expr> of(const Vector3<double>& v, const std::string& name) {
    return {of(v.x, name + "x"), of(v.y, name + "y"), of(v.z, name + "z")};
  }
  /// Entries of equal size share a symbol: the sine and the cosine of a DH angle.
  Matrix3<Expr> of(const Matrix3<double>& R, const std::string& name) {
    std::vector<std::pair<double, Expr>> known;
    const auto entry = [&](double number, const char* place) {
      for (const auto& [size, symbol] : known)
        if (std::abs(std::abs(number) - size) < 1e-14) return number < 0 ? -symbol : symbol;
      if (std::abs(number) == 1) return Expr(number);
      const Expr symbol = of(number, name + place);
      if (!known_value(symbol)) known.emplace_back(std::abs(number), symbol.magnitude());
      return symbol;
    };
    return {entry(R.xx, "xx"), entry(R.xy, "xy"), entry(R.xz, "xz"), entry(R.yx, "yx"), entry(R.yy, "yy"),
            entry(R.yz, "yz"), entry(R.zx, "zx"), entry(R.zy, "zy"), entry(R.zz, "zz")};
  }

  std::vector<Expr> lengths;
};

/// What a regrouped body keeps, as symbols.
Inertia<Expr> regrouped_symbols(JointType joint, int i, std::vector<Expr>& parameters) {
  const Expr zero;
  const auto symbol = [&](const char* name) {
    parameters.push_back(Expr::symbol(name + std::to_string(i)));
    return parameters.back();
  };
  if (slides(joint)) {
    const Expr m = symbol("m"), x = symbol("mx"), y = symbol("my"), z = symbol("mz");
    return {m, {x, y, z}, {zero, zero, zero, zero, zero, zero}};
  }
  const Expr x = symbol("mx"), y = symbol("my");
  const Expr xx = symbol("Exx"), xy = symbol("Exy"), xz = symbol("Exz"), yy = symbol("Eyy"), yz = symbol("Eyz");
  return {zero, {x, y, zero}, {xx, xy, xz, yy, yz, zero}};
}

std::vector<Expr> torques(const SymbolicModel& symbolic) {
  std::vector<Expr> tau(symbolic.model.nv);
  SummedAnglesWorkspace<Expr> workspace(symbolic.model);
  newton_euler_summed_angles<Expr>(symbolic.model, symbolic.q, symbolic.qd, symbolic.qdd,
                                   default_conditions(symbolic.model), workspace, tau);
  return tau;
}

}  // namespace

SymbolicModel symbolic_model(const Model<double>& robot) {
  SymbolicModel result;
  ModelParts<Expr> model;
  Symbols symbols;
  model.name = robot.name;
  model.gravity = symbols.of(robot.gravity, "g");
  model.friction.resize(robot.nv);
  model.joint_names = robot.joint_names;
  for (std::size_t i = 1; i < robot.bodies.size(); ++i) {
    const Body<double>& from = robot.bodies[i];
    const std::string number = std::to_string(i);
    Body<Expr> body;
    body.parent = from.parent, body.joint = from.joint;
    body.q = from.q, body.v = from.v, body.axis = from.axis, body.frame = from.frame;
    body.placement = {symbols.of(from.placement.R, "R" + number), symbols.of(from.placement.p, "p" + number)};
    body.inertia = regrouped_symbols(body.joint, static_cast<int>(i), result.base_parameters);
    body.follows = from.follows;
    body.following = {from.following.turns, Expr(from.following.ratio), Expr(from.following.offset)};
    model.bodies.push_back(body);
  }
  for (const Frame<double>& frame : robot.frames) model.frames.push_back({frame.name, frame.body, {}});
  result.model = Model<Expr>(model);
  for (int v = 0; v < robot.nv; ++v) {
    const std::string number = std::to_string(v + 1);
    result.q.push_back(Expr::symbol("q" + number));
    result.qd.push_back(Expr::symbol("qd" + number));
    result.qdd.push_back(Expr::symbol("qdd" + number));
  }
  std::vector<Expr> states = result.q;
  states.insert(states.end(), result.qd.begin(), result.qd.end());
  states.insert(states.end(), result.qdd.begin(), result.qdd.end());
  const std::vector<bool> kept = independent_parameters(torques(result), result.base_parameters, states);
  std::unordered_map<std::uint32_t, Expr> dropped;
  std::vector<Expr> parameters;
  for (std::size_t k = 0; k < kept.size(); ++k)
    if (kept[k])
      parameters.push_back(result.base_parameters[k]);
    else
      dropped.emplace(result.base_parameters[k].node(), Expr());
  const auto keep = [&](Expr& x) {
    if (dropped.contains(x.node())) x = Expr();
  };
  for (Body<Expr>& body : model.bodies) {
    auto& [m, h, E] = body.inertia;
    for (Expr* x : {&m, &h.x, &h.y, &h.z, &E.xx, &E.xy, &E.xz, &E.yy, &E.yz, &E.zz}) keep(*x);
  }
  result.model = Model<Expr>(model);
  result.base_parameters = std::move(parameters);
  result.lengths = std::move(symbols.lengths);
  return result;
}

}  // namespace torsor
