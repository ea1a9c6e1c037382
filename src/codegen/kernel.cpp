#include "torsor/codegen/kernel.hpp"

#include <algorithm>
#include <cassert>
#include <map>

#include "torsor/control/computed_torque.hpp"
#include "torsor/control/momentum_observer.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/ltdl.hpp"
#include "torsor/dynamics/newton_euler_summed_angles.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/cast_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/regrouping.hpp"

namespace torsor {
namespace {

std::vector<Expr> symbols(const std::string& name, int count) {
  std::vector<Expr> list;
  list.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) list.push_back(Expr::symbol(name + "[" + std::to_string(k) + "]"));
  return list;
}

Kernel::Output vector_output(const std::string& name, std::vector<Expr> entries) {
  const int rows = static_cast<int>(entries.size());
  return {name, rows, 1, std::move(entries)};
}
Kernel::Output copied_output(const std::string& name, Input<Expr> entries) {
  return vector_output(name, std::vector<Expr>(entries.begin(), entries.end()));
}
Kernel::Output matrix_output(const std::string& name, const Matrix<Expr>& matrix) {
  return {name, matrix.rows, matrix.columns, matrix.data};
}

bool turns_and_slides_only(const Model<Expr>& model) { return model.axis_count == model.body_count() - 1; }

}  // namespace

std::vector<Expr> Kernel::entries() const {
  std::vector<Expr> all;
  for (const Output& output : outputs) all.insert(all.end(), output.entries.begin(), output.entries.end());
  return all;
}

const std::vector<KernelTracer::Recipe>& KernelTracer::recipes() {
  using T = KernelTracer;
  static const std::vector<Recipe> list{
      {"inverse-dynamics",
       "tau = B qdd + C qd + g + friction + spring",
       {"theta", "q", "qd", "qdd"},
       &T::trace_inverse_dynamics},
      {"inertia-matrix", "B, rotors included", {"theta", "q"}, &T::trace_inertia_matrix},
      {"coriolis-matrix",
       "C of the Christoffel symbols: Bdot - 2 C is skew-symmetric",
       {"theta", "q", "qd"},
       &T::trace_coriolis_matrix},
      {"bias-torque",
       "C qd + g + friction + spring: the torque at qdd = 0",
       {"theta", "q", "qd"},
       &T::trace_bias_torque},
      {"gravity-torque",
       "g: the torque that holds the robot still against gravity",
       {"theta", "q"},
       &T::trace_gravity_torque},
      {"friction-torque", "friction of joints, dampers and couplings", {"theta", "qd"}, &T::trace_friction_torque},
      {"forward-dynamics",
       "qdd = B^-1 (tau - C qd - g - friction - spring)",
       {"theta", "q", "qd", "tau"},
       &T::trace_forward_dynamics},
      {"state-derivative",
       "xd of x = [q; qd] under u = tau: the S-function of the notes",
       {"theta", "x", "u"},
       &T::trace_state_derivative},
      {"forward-kinematics", "pose of the tip in base axes: rotation and origin", {"q"}, &T::trace_forward_kinematics},
      {"jacobian", "of the tip in base axes: rows vx vy vz wx wy wz", {"q"}, &T::trace_jacobian},
      {"regressor", "Y with tau = Y theta", {"q", "qd", "qdd"}, &T::trace_regressor},
      {"energy", "kinetic and potential energy, springs included", {"theta", "q", "qd"}, &T::trace_energy},
      {"inverse-dynamics-derivatives",
       "of tau by q, qd and qdd, row i for tau[i]",
       {"theta", "q", "qd", "qdd"},
       &T::trace_inverse_dynamics_derivatives},
      {"forward-dynamics-derivatives",
       "of qdd by q, qd and tau, row i for qdd[i]",
       {"theta", "q", "qd", "tau"},
       &T::trace_forward_dynamics_derivatives}};
  return list;
}

const std::vector<KernelTracer::Recipe>& KernelTracer::control_recipes() {
  using T = KernelTracer;
  static const std::vector<Recipe> list{
      {"computed-torque",
       "tau = B y + C qd + g + spring + friction at qd_r, with y = qdd_r + K (q_r - q) + D (qd_r - qd); K in 1/s^2, D "
       "in 1/s",
       {"theta", "q", "qd", "q_r", "qd_r", "qdd_r", "stiffness", "damping"},
       &T::trace_computed_torque},
      {"observer-start",
       "what the observer of outside torques keeps, with nothing felt yet: its integral (N m s) and the known part of "
       "dp/dt (N m)",
       {"theta", "q", "qd"},
       &T::trace_observer_start},
      {"observer-step",
       "the observer dt (s) later, during which the motors exerted tau: the torque r that came from outside, by dr/dt "
       "= K (tau_e - r), gain K in 1/s",
       {"theta", "q", "qd", "tau", "gain", "dt", "integral", "known"},
       &T::trace_observer_step}};
  return list;
}

const KernelTracer::Recipe& KernelTracer::recipe(const std::string& name) {
  for (const auto* list : {&recipes(), &control_recipes()})
    for (const Recipe& one : *list)
      if (one.name == name) return one;
  assert(false);
  return recipes().front();
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const auto& recipe : KernelTracer::recipes()) names.emplace_back(recipe.name);
  return names;
}
std::vector<std::string> control_kernel_names() {
  std::vector<std::string> names;
  for (const auto& recipe : KernelTracer::control_recipes()) names.emplace_back(recipe.name);
  return names;
}

std::string kernel_identifier(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

KernelTracer::KernelTracer(const Model<double>& robot, const KernelOptions& options)
    : robot_(robot), options_(options), whole_(cast_model<Expr>(robot)), lean_(cast_model<Expr>(regrouped(robot))),
      q_(symbols("q", robot.nq)), qd_(symbols("qd", robot.nv)), qdd_(symbols("qdd", robot.nv)),
      tau_(symbols("tau", robot.nv)) {
  if (options_.frame < 0) options_.frame = robot.tip;
  layout_ = parameter_layout(robot, all_of(robot));
  if (!options.parameter_vector) return;
  parameters_ = torsor::parameters(robot, layout_);
  theta_ = symbols("theta", layout_.size());
  whole_ = with_parameters<Expr>(whole_, layout_, theta_);
  lean_ = regrouped(whole_);
}

std::vector<Expr> KernelTracer::torque(const std::vector<Expr>& qd, const std::vector<Expr>& qdd,
                                       const Vector3<Expr>& gravity) const {
  std::vector<Expr> tau(lean_.nv);
  const Conditions<Expr> conditions{gravity, {}, {}};
  if (turns_and_slides_only(lean_)) {
    SummedAnglesWorkspace<Expr> workspace(lean_);
    newton_euler_summed_angles<Expr>(lean_, q_, qd, qdd, conditions, workspace, tau);
  } else {
    NewtonEulerWorkspace<Expr> workspace(lean_);
    newton_euler<Expr>(lean_, q_, qd, qdd, conditions, workspace, tau);
  }
  return tau;
}

std::vector<Expr> KernelTracer::inverse_dynamics(const std::vector<Expr>& qdd) const {
  if (lean_.load_friction) return torsor::inverse_dynamics<Expr>(lean_, q_, qd_, qdd);
  std::vector<Expr> tau = torque(qd_, qdd, lean_.gravity);
  add_friction_torque<Expr>(lean_, qd_, tau);
  add_spring_torque<Expr>(lean_, q_, tau);
  return tau;
}

std::vector<Expr> KernelTracer::acceleration() const {
  if (lean_.load_friction) return torsor::forward_dynamics<Expr>(lean_, q_, qd_, tau_);
  const std::vector<Expr> bias = inverse_dynamics(std::vector<Expr>(lean_.nv));
  std::vector<Expr> x(bias.size());
  for (std::size_t v = 0; v < x.size(); ++v) x[v] = tau_[v] - bias[v];
  Matrix<Expr> B = inertia_matrix(lean_, q_);
  factor_ltdl<Expr>(lean_.velocity_parent, B.view());
  solve_ltdl<Expr>(lean_.velocity_parent, B.view(), x);
  return x;
}

KernelTracer::Outputs KernelTracer::trace_inverse_dynamics() const {
  return {vector_output("tau", inverse_dynamics(qdd_))};
}
KernelTracer::Outputs KernelTracer::trace_inertia_matrix() const {
  return {matrix_output("B", inertia_matrix(lean_, q_))};
}
KernelTracer::Outputs KernelTracer::trace_coriolis_matrix() const {
  return {matrix_output("C", coriolis_matrix(lean_, q_, qd_))};
}
KernelTracer::Outputs KernelTracer::trace_bias_torque() const {
  return {vector_output("bias", inverse_dynamics(std::vector<Expr>(lean_.nv)))};
}
KernelTracer::Outputs KernelTracer::trace_gravity_torque() const {
  const std::vector<Expr> still(lean_.nv);
  return {vector_output("gravity", torque(still, still, lean_.gravity))};
}
KernelTracer::Outputs KernelTracer::trace_friction_torque() const {
  return {vector_output("friction", friction_torque(lean_, qd_))};
}
KernelTracer::Outputs KernelTracer::trace_forward_dynamics() const { return {vector_output("qdd", acceleration())}; }
KernelTracer::Outputs KernelTracer::trace_state_derivative() const {
  std::vector<Expr> rate = position_rate<Expr>(lean_, q_, qd_);
  const std::vector<Expr> qdd = acceleration();
  rate.insert(rate.end(), qdd.begin(), qdd.end());
  return {vector_output("xd", std::move(rate))};
}
KernelTracer::Outputs KernelTracer::trace_forward_kinematics() const {
  const auto [R, p] = frame_pose<Expr>(whole_, forward_kinematics(whole_, q_), options_.frame);
  return {{"R", 3, 3, {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}}, vector_output("p", {p.x, p.y, p.z})};
}
KernelTracer::Outputs KernelTracer::trace_jacobian() const {
  return {matrix_output("J", jacobian(whole_, q_, options_.frame))};
}
KernelTracer::Outputs KernelTracer::trace_regressor() const {
  return {matrix_output("Y", torsor::regressor(whole_, layout_, q_, qd_, qdd_, default_conditions(whole_)))};
}
KernelTracer::Outputs KernelTracer::trace_energy() const {
  return {vector_output("energy", {kinetic_energy(whole_, q_, qd_), potential_energy(whole_, q_)})};
}

KernelTracer::Outputs KernelTracer::trace_inverse_dynamics_derivatives() const {
  const auto [dq, dqd, dqdd] = inverse_dynamics_derivatives(lean_, q_, qd_, qdd_);
  return {matrix_output("dtau_dq", dq), matrix_output("dtau_dqd", dqd), matrix_output("dtau_dqdd", dqdd)};
}
KernelTracer::Outputs KernelTracer::trace_forward_dynamics_derivatives() const {
  const auto [dq, dqd, dtau] = forward_dynamics_derivatives(lean_, q_, qd_, tau_);
  return {matrix_output("dqdd_dq", dq), matrix_output("dqdd_dqd", dqd), matrix_output("dqdd_dtau", dtau)};
}

KernelTracer::Outputs KernelTracer::trace_computed_torque() const {
  const int n = lean_.nv;
  std::vector<Expr> tau(n);
  const std::vector<Expr> q_r = symbols("q_r", n), qd_r = symbols("qd_r", n), qdd_r = symbols("qdd_r", n);
  ComputedTorque<Expr> law(lean_, {symbols("stiffness", n), symbols("damping", n)});
  law({q_r, qd_r, qdd_r}, q_, qd_, tau);
  return {vector_output("tau", std::move(tau))};
}
KernelTracer::Outputs KernelTracer::trace_observer_start() const {
  MomentumObserver<Expr> observer(lean_, std::vector<Expr>(lean_.nv));
  observer.start(q_, qd_);
  return {copied_output("integral", observer.integral()), copied_output("known", observer.known())};
}
KernelTracer::Outputs KernelTracer::trace_observer_step() const {
  const int n = lean_.nv;
  MomentumObserver<Expr> observer(lean_, symbols("gain", n));
  observer.resume(symbols("integral", n), symbols("known", n));
  observer.step(q_, qd_, tau_, symbols("dt", 1)[0]);
  return {copied_output("r", observer.torque()), copied_output("next_integral", observer.integral()),
          copied_output("next_known", observer.known())};
}

Kernel KernelTracer::trace(const std::string& name) const {
  const Recipe& made = recipe(name);
  Kernel kernel{kernel_identifier(name), made.meaning, {}, (this->*made.outputs)()};
  if (name == "regressor" && !robot_.carried.empty()) kernel.meaning += " + gravity compensation";
  if (name == "regressor" && robot_.load_friction) kernel.meaning += " + friction that grows with the load";
  if (name == "friction-torque" && robot_.load_friction) kernel.meaning += ", without what grows with the load";
  if (name == "bias-torque" && robot_.load_friction) kernel.meaning += ", which is not linear in qdd";
  std::vector<Expr> x = q_;
  x.insert(x.end(), qd_.begin(), qd_.end());
  const std::map<std::string_view, const std::vector<Expr>*> lists{
      {"theta", &theta_}, {"q", &q_}, {"qd", &qd_}, {"qdd", &qdd_}, {"tau", &tau_}, {"x", &x}, {"u", &tau_}};
  for (const char* input : made.inputs) {
    const auto own = lists.find(input);  // what is not among them belongs to a controller
    std::vector<Expr> list =
        own != lists.end() ? *own->second : symbols(input, std::string_view(input) == "dt" ? 1 : lean_.nv);
    if (!list.empty()) kernel.inputs.push_back({input, std::move(list)});
  }
  return kernel;
}

}  // namespace torsor
