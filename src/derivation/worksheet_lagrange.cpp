#include "derivation/worksheet_author.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"

namespace torsor {

bool WorksheetAuthor::carries(int joint, int link) const {
  while (link > joint) link = model_.bodies[link].parent;
  return link == joint;
}

void WorksheetAuthor::write_joint_derivatives() {
  WorksheetStep& constants =
      begin(sheet_.lagrange, "Derivative of a link transform",
            distal_ ? "The derivative by the joint's own coordinate is a product with a constant matrix $Q_{i}$."
                    : "The derivative by the joint's own coordinate is a product with a constant matrix $Q_{i}$, here "
                      "on the right, because the axis of joint $i$ stands still in frame $i$.");
  const std::string A = "{}^{i-1}A_{i}";
  constants.rules = {"\\frac{\\partial \\, " + A +
                     "}{\\partial q_{i}} = " + (distal_ ? "Q_{i} \\, " + A : A + " \\, Q_{i}")};
  for (int i = 1; i < model_.body_count(); ++i) {
    const Body<Expr>& body = model_.bodies[i];
    const Transform<Expr>& link = model_.frames[body.frame].pose;
    const Transform<Expr> before =  // of the joint's frame, in which the derivative is that of docs/algorithms
        !distal_           ? inverse(link)
        : body.parent == 0 ? body.placement
                           : inverse(model_.frames[model_.bodies[body.parent].frame].pose) * body.placement;
    add(constants, "Q_{" + std::to_string(i) + "}", "",
        homogeneous(before) * joint_derivative(body) * homogeneous(inverse(before)));
  }
  WorksheetStep& rates = begin(sheet_.lagrange, "How the links follow the joints",
                               "$U_{ij}$ is the derivative of ${}^{0}A_{i}$ by the coordinate of joint $j$. It is zero "
                               "where joint $j$ does not move link $i$.");
  rates.rules = {std::string("U_{ij} = \\frac{\\partial \\, {}^{0}A_{i}}{\\partial q_{j}} = ") +
                 (distal_ ? "{}^{0}A_{j-1} \\, Q_{j} \\, {}^{j-1}A_{i}" : "{}^{0}A_{j} \\, Q_{j} \\, {}^{j}A_{i}")};
  for (int i = 1; i < model_.body_count(); ++i)
    for (int j = 1; j <= i; ++j)
      if (carries(j, i)) add(rates, "U_{" + worksheet_index({i, j}) + "}", "", L_.U(i, j));
}

void WorksheetAuthor::write_pseudo_inertias() {
  WorksheetStep& step = begin(sheet_.lagrange, "Pseudo-inertia matrices",
                              "$J_{i}$ holds the second moments, the first moments and the mass of link $i$, in frame "
                              "$i$: the integral of $r \\, r^{T} dm$ with $r = (x, y, z, 1)^{T}$.");
  for (int i = 1; i < model_.body_count(); ++i) add(step, "J_{" + std::to_string(i) + "}", "", L_.J[i]);
}

void WorksheetAuthor::write_energies() {
  WorksheetStep& step = begin(sheet_.lagrange, "Energies",
                              "A point $r$ of link $i$ moves with the velocity $v_{i} = \\sum_{j} U_{ij} \\, "
                              "\\dot{q}_{j} \\, r$. Its kinetic energy, summed over the link, is a trace.");
  step.rules = {
      "K = \\frac{1}{2} \\sum_{i=1}^{n} \\sum_{p=1}^{i} \\sum_{r=1}^{i} \\mathrm{Tr}(U_{ip} \\, J_{i} \\, U_{ir}^{T}) "
      "\\, \\dot{q}_{p} \\, \\dot{q}_{r}" +
      std::string(has_rotors() ? " + \\text{rotors}" : "") +
      ", \\quad P = -\\sum_{i=1}^{n} m_{i} \\, g^{T} \\, {}^{0}A_{i} \\, {}^{i}r_{i}" +
      (model_.carried.empty() ? "" : " + P_{c}") + (springs_.is_zero() ? "" : " + P_{s}") + ", \\quad L = K - P"};
  const Expr K = lagrange_euler_kinetic_energy<Expr>(model_, L_, qd_), P = L_.potential_energy;
  add(step, "K", "", K);
  if (!model_.carried.empty())
    add(step, "P_{c}", "\\text{what gravity compensation stores}",
        gravity_energy<Expr>(compensation_alone(model_), L_.poses, model_.gravity));
  if (!springs_.is_zero()) add(step, "P_{s}", "\\text{energy of the springs}", springs_);
  add(step, "P", "", P + springs_);
  add(step, "L", "", K - P - springs_);
  if (dissipation_.is_zero()) return;
  WorksheetStep& losses = begin(sheet_.lagrange, "Dissipation",
                                "The derivatives of Rayleigh's function $\\Phi$ by the velocities are the torques of "
                                "dampers and friction.");
  losses.rules = {
      "\\tau_{i} = \\frac{d}{dt} \\frac{\\partial L}{\\partial \\dot{q}_{i}} - \\frac{\\partial L}{\\partial q_{i}} + "
      "\\frac{\\partial \\Phi}{\\partial \\dot{q}_{i}}"};
  add(losses, "\\Phi", "", dissipation_);
}

bool WorksheetAuthor::has_rotors() const {
  bool found = model_.coupled_rotors;
  for (const Body<Expr>& body : model_.bodies)
    found = found || body.rotor.gyroscopic || !body.rotor.reflected.is_zero();
  return found;
}

std::string WorksheetAuthor::sum_of_traces(int i, int k) const {
  if (model_.followers) return "";  // a joint then moves more than the link it carries
  std::vector<int> body(static_cast<std::size_t>(n_));
  for (int j = 1; j < model_.body_count(); ++j) body[static_cast<std::size_t>(model_.bodies[j].v)] = j;
  const int a = body[static_cast<std::size_t>(i)], b = body[static_cast<std::size_t>(k)];
  std::string sum;
  for (int j = 1; j < model_.body_count(); ++j)
    if (carries(a, j) && carries(b, j))
      sum += (sum.empty() ? "" : " + ") + std::string("\\mathrm{Tr}(U_{") + worksheet_index({j, b}) + "} \\, J_{" +
             std::to_string(j) + "} \\, U_{" + worksheet_index({j, a}) + "}^{T})";
  return sum;
}

void WorksheetAuthor::write_inertia() {
  const std::string& D = letters_.inertia;
  WorksheetStep& step = begin(sheet_.lagrange, "Inertia",
                              "$" + D + "_{ii}$ is the effective inertia at joint $i$, $" + D + "_{ik} = " + D +
                                  "_{ki}$ the coupled inertia of joints $i$ and $k$." +
                                  (has_rotors() ? " The inertia of the rotors is in it." : ""));
  step.rules = {D + "_{ik} = \\sum_{j=\\max(i,k)}^{n} \\mathrm{Tr}(U_{jk} \\, J_{j} \\, U_{ji}^{T})"};
  for (int i = 0; i < n_; ++i)
    for (int k = i; k < n_; ++k) {
      const std::string traces = has_rotors() ? "" : sum_of_traces(i, k);
      add(step, D + "_{" + worksheet_index({i + 1, k + 1}) + "}", traces, L_.D(i, k) + L_.actuator(i, k));
    }
}

void WorksheetAuthor::write_velocity_torques() {
  const std::string& h = letters_.velocity;
  WorksheetStep& step =
      begin(sheet_.lagrange, "Centripetal and Coriolis torques",
            "$" + h +
                "_{ikm}$ is the torque at joint $i$ per product of the velocities of joints "
                "$k$ and $m$: centripetal for $k = m$, else Coriolis. Coefficients that are not listed "
                "are zero, but for $" +
                h + "_{imk} = " + h + "_{ikm}$.");
  step.rules = {h + "_{ikm} = \\sum_{j=\\max(i,k,m)}^{n} \\mathrm{Tr}(U_{jkm} \\, J_{j} \\, U_{ji}^{T}), \\quad " + h +
                "_{i} = \\sum_{k=1}^{n} \\sum_{m=1}^{n} " + h + "_{ikm} \\, \\dot{q}_{k} \\, \\dot{q}_{m}"};
  for (int i = 0; i < n_; ++i)
    for (int k = 0; k < n_; ++k)
      for (int m = k; m < n_; ++m) {
        if (L_.h(i, k, m).is_zero()) continue;
        FormulaName name(h + "_{" + worksheet_index({i + 1, k + 1, m + 1}) + "}");
        name.omit_zero = true;
        add(step, name, "", L_.h(i, k, m));
      }
  for (int i = 0; i < n_; ++i) {
    Expr sum;
    for (int k = 0; k < n_; ++k)
      for (int m = 0; m < n_; ++m) sum += L_.h(i, k, m) * qd_[k] * qd_[m];
    add(step, h + "_{" + std::to_string(i + 1) + "}", "", sum);
  }
}

void WorksheetAuthor::write_gravity() {
  const std::string& c = letters_.gravity;
  WorksheetStep& step = begin(sheet_.lagrange, "Gravity",
                              "$g$ is the acceleration of free fall, with 0 as its fourth entry, and ${}^{j}r_{j}$ the "
                              "centre of mass of link $j$ in frame $j$.");
  step.rules = {c + "_{i} = -\\sum_{j=i}^{n} m_{j} \\, g^{T} \\, U_{ji} \\, {}^{j}r_{j}" +
                (model_.carried.empty() ? "" : " + \\frac{\\partial P_{c}}{\\partial q_{i}}")};
  for (int i = 0; i < n_; ++i) add(step, c + "_{" + std::to_string(i + 1) + "}", "", L_.c[i]);
}

void WorksheetAuthor::write_lagrange_torques() {
  lagrange_euler_torque<Expr>(model_, L_, qd_, qdd_, {}, lagrange_);
  std::string rule = "\\tau_{i} = \\sum_{k=1}^{n} " + letters_.inertia + "_{ik} \\, \\ddot{q}_{k} + " +
                     letters_.velocity + "_{i} + " + letters_.gravity + "_{i}";
  if (!dissipation_.is_zero()) rule += " + \\frac{\\partial \\Phi}{\\partial \\dot{q}_{i}}";
  if (!springs_.is_zero()) rule += " + \\frac{\\partial P_{s}}{\\partial q_{i}}";
  WorksheetStep& step = begin(sheet_.lagrange, "Torques", "");
  step.rules = {rule};
  for (std::size_t i = 0; i < lagrange_.size(); ++i) {
    lagrange_[i] += derivatives({&dissipation_, 1}, qd_[i])[0] + derivatives({&springs_, 1}, q_[i])[0];
    add(step, "\\tau_{" + std::to_string(i + 1) + "}", "", lagrange_[i]);
  }
}

}  // namespace torsor
