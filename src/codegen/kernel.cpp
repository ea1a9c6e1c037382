#include "torsor/codegen/kernel.hpp"

#include <algorithm>

#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
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

std::vector<std::string> kernel_names() {
  return {"inverse-dynamics",   "inertia-matrix",  "coriolis-matrix",  "bias-torque",
          "gravity-torque",     "friction-torque", "forward-dynamics", "state-derivative",
          "forward-kinematics", "jacobian",        "regressor",        "energy"};
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
  whole_ = with_parameters<Expr>(std::move(whole_), layout_, theta_);
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
  std::vector<Expr> tau = torque(qd_, qdd, lean_.gravity);
  add_friction_torque<Expr>(lean_, qd_, tau);
  add_spring_torque<Expr>(lean_, q_, tau);
  return tau;
}

std::vector<Expr> KernelTracer::acceleration() const {
  const std::vector<Expr> bias = inverse_dynamics(std::vector<Expr>(lean_.nv));
  std::vector<Expr> x(bias.size());
  for (std::size_t v = 0; v < x.size(); ++v) x[v] = tau_[v] - bias[v];
  Matrix<Expr> B = inertia_matrix(lean_, q_);
  factor_ltdl<Expr>(lean_.velocity_parent, B.view());
  solve_ltdl<Expr>(lean_.velocity_parent, B.view(), x);
  return x;
}

Kernel KernelTracer::named(const std::string& name, const std::string& meaning, const std::string& inputs) const {
  Kernel kernel{name, meaning, {}, {}};
  std::replace(kernel.name.begin(), kernel.name.end(), '-', '_');
  if (options_.parameter_vector && name != "forward-kinematics" && name != "jacobian" && name != "regressor")
    kernel.inputs.push_back({"theta", theta_});
  for (const auto& [key, list] : {std::pair{"q", &q_}, {"qd", &qd_}, {"qdd", &qdd_}, {"tau", &tau_}})
    if ((" " + inputs + " ").find(" " + std::string(key) + " ") != std::string::npos)
      kernel.inputs.push_back({key, *list});
  return kernel;
}

Kernel KernelTracer::trace(const std::string& name) const {
  const std::vector<Expr> still(lean_.nv);
  if (name == "inverse-dynamics") {
    Kernel kernel = named(name, "tau = B qdd + C qd + g + friction + spring", "q qd qdd");
    kernel.outputs.push_back(vector_output("tau", inverse_dynamics(qdd_)));
    return kernel;
  }
  if (name == "bias-torque") {
    Kernel kernel = named(name, "C qd + g + friction + spring: the torque at qdd = 0", "q qd");
    kernel.outputs.push_back(vector_output("bias", inverse_dynamics(still)));
    return kernel;
  }
  if (name == "gravity-torque") {
    Kernel kernel = named(name, "g: the torque that holds the robot still against gravity", "q");
    kernel.outputs.push_back(vector_output("gravity", torque(still, still, lean_.gravity)));
    return kernel;
  }
  if (name == "friction-torque") {
    Kernel kernel = named(name, "friction of joints, dampers and couplings", "qd");
    std::vector<Expr> friction(lean_.nv);
    add_friction_torque<Expr>(lean_, qd_, friction);
    kernel.outputs.push_back(vector_output("friction", std::move(friction)));
    return kernel;
  }
  if (name == "inertia-matrix") {
    Kernel kernel = named(name, "B, rotors included", "q");
    kernel.outputs.push_back(matrix_output("B", inertia_matrix(lean_, q_)));
    return kernel;
  }
  if (name == "coriolis-matrix") {
    Kernel kernel = named(name, "C of the Christoffel symbols: Bdot - 2 C is skew-symmetric", "q qd");
    kernel.outputs.push_back(matrix_output("C", coriolis_matrix(lean_, q_, qd_)));
    return kernel;
  }
  if (name == "forward-dynamics") {
    Kernel kernel = named(name, "qdd = B^-1 (tau - C qd - g - friction - spring)", "q qd tau");
    kernel.outputs.push_back(vector_output("qdd", acceleration()));
    return kernel;
  }
  if (name == "state-derivative") {
    Kernel kernel = named(name, "xd of x = [q; qd] under u = tau: the S-function of the notes", "");
    std::vector<Expr> rate = position_rate<Expr>(lean_, q_, qd_), x = q_;
    const std::vector<Expr> qdd = acceleration();
    rate.insert(rate.end(), qdd.begin(), qdd.end());
    x.insert(x.end(), qd_.begin(), qd_.end());
    kernel.inputs.push_back({"x", x});
    kernel.inputs.push_back({"u", tau_});
    kernel.outputs.push_back(vector_output("xd", std::move(rate)));
    return kernel;
  }
  if (name == "forward-kinematics" || name == "jacobian") {
    const std::vector<Transform<Expr>> poses = forward_kinematics(whole_, q_);
    if (name == "jacobian") {
      Kernel kernel = named(name, "of the tip in base axes: rows vx vy vz wx wy wz", "q");
      Matrix<Expr> J(6, whole_.nv);
      jacobian<Expr>(whole_, poses, options_.frame, J.view());
      kernel.outputs.push_back(matrix_output("J", J));
      return kernel;
    }
    Kernel kernel = named(name, "pose of the tip in base axes: rotation and origin", "q");
    const auto [R, p] = frame_pose<Expr>(whole_, poses, options_.frame);
    kernel.outputs.push_back({"R", 3, 3, {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}});
    kernel.outputs.push_back(vector_output("p", {p.x, p.y, p.z}));
    return kernel;
  }
  if (name == "regressor") {
    Kernel kernel = named(name, "Y with tau = Y theta", "q qd qdd");
    kernel.outputs.push_back(
        matrix_output("Y", torsor::regressor(whole_, layout_, q_, qd_, qdd_, default_conditions(whole_))));
    return kernel;
  }
  Kernel kernel = named(name, "kinetic and potential energy, springs included", "q qd");
  kernel.outputs.push_back(vector_output("energy", {kinetic_energy(whole_, q_, qd_), potential_energy(whole_, q_)}));
  return kernel;
}

}  // namespace torsor
