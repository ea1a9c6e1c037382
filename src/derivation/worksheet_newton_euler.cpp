#include "derivation/worksheet_author.hpp"

namespace torsor {
namespace {

std::string centre_of(int i) { return seen_from(i, "p", "c" + std::to_string(i)); }
std::string rotation(int to, int from) { return seen_from(to, "R", from); }
std::string axis_of(int i) { return seen_from(i, "z", i); }

/// First moments and second moments about the centre of mass.
struct Centre {
  Vector3<Expr> position;
  Symmetric3<Expr> second_moment;
};
Centre centre(const Inertia<Expr>& inertia) {
  if (inertia.mass.is_zero()) return {{}, inertia.second_moment};
  const Expr per_mass = Expr(1.0) / inertia.mass;
  const Vector3<Expr>& h = inertia.first_moment;
  return {per_mass * h, inertia.second_moment - per_mass * outer(h)};
}
Matrix3<Expr> inertia_matrix_of(const Symmetric3<Expr>& E) {
  return full(Symmetric3<Expr>{E.yy + E.zz, -E.xy, -E.xz, E.xx + E.zz, -E.yz, E.xx + E.yy});
}

}  // namespace

bool WorksheetAuthor::is_carried(int i) const { return !model_.carried.empty() && !model_.carried[i].mass.is_zero(); }

void WorksheetAuthor::write_links() {
  begin(sheet_.newton_euler, "What is known of each link",
        std::string(distal_ ? "These iterations use frames at the near end of each link, with $z$ along its joint's "
                              "axis; they are not those of the table. "
                            : "Frame $i$ is at the near end of link $i$, with $z$ along its joint's axis. ") +
            "${}^{h}R_{i}$ and ${}^{h}p_{i}$ say how frame $i$ lies in the frame of the link before it, ${}^{i}p_{ci}$ "
            "is the centre of mass and ${}^{i}I_{ci}$ the inertia matrix about it.");
  for (int i = 1; i < model_.body_count(); ++i) {
    const Body<Expr>& body = model_.bodies[i];
    const std::string number = std::to_string(i);
    const auto [position, second_moment] = centre(body.inertia);
    WorksheetStep& step = begin(sheet_.newton_euler, "Link " + number, "");
    add(step, rotation(body.parent, i), "", motion_.link[i].X.R);
    add(step, seen_from(body.parent, "p", i), "", motion_.link[i].X.p);
    add(step, centre_of(i), "", position);
    add(step, "m_{" + number + "}", "", body.inertia.mass);
    add(step, seen_from(i, "I", "c" + number), "", inertia_matrix_of(second_moment));
    if (!is_carried(i)) continue;
    add(step, "\\bar{m}_{" + number + "}", "\\text{mass whose weight is carried}", model_.carried[i].mass);
    add(step, seen_from(i, "\\bar{h}", i), "\\text{its first moment}", model_.carried[i].first_moment);
    add(step, "{}^{" + number + "}g", "\\text{gravity}", motion_.g[i]);
  }
}

void WorksheetAuthor::write_outward() {
  WorksheetStep& start = begin(sheet_.newton_euler, "Outward: the base",
                               "The base is at rest. Gravity enters as an acceleration of the base against free fall.");
  start.rules = {"{}^{0}\\omega_{0} = 0, \\quad {}^{0}\\dot{\\omega}_{0} = 0, \\quad {}^{0}\\dot{v}_{0} = -g"};
  add(start, seen_from(0, "\\dot{v}", 0), "", motion_.link[0].p_ddot);
  for (int i = 1; i < model_.body_count(); ++i)
    write_link_motion(begin(sheet_.newton_euler, "Outward: link " + std::to_string(i), ""), i);
}

void WorksheetAuthor::write_link_motion(WorksheetStep& step, int i) {
  const Body<Expr>& body = model_.bodies[i];
  const int h = body.parent;
  const std::string R = rotation(i, h), omega_h = seen_from(h, "\\omega", h), omega = seen_from(i, "\\omega", i),
                    omega_dot = seen_from(i, "\\dot{\\omega}", i), v_dot = seen_from(i, "\\dot{v}", i),
                    omega_dot_h = seen_from(h, "\\dot{\\omega}", h), p = seen_from(h, "p", i), z = " \\, " + axis_of(i),
                    rate = coordinate(i, "\\dot{q}") + z, acceleration = coordinate(i, "\\ddot{q}") + z;
  const bool turning = turns(body.joint);
  add(step, {omega, "A"}, R + " \\, " + omega_h + (turning ? " + " + rate : ""), motion_.link[i].omega);
  add(step, {omega_dot, "B"},
      R + " \\, " + omega_dot_h +
          (turning ? " + " + R + " \\, " + omega_h + " \\times " + rate + " + " + acceleration : ""),
      motion_.link[i].omega_dot);
  add(step, {v_dot, "C"},
      R + " \\, [" + omega_dot_h + " \\times " + p + " + " + omega_h + " \\times (" + omega_h + " \\times " + p +
          ") + " + seen_from(h, "\\dot{v}", h) + "]" +
          (turning ? "" : " + 2 \\, " + omega + " \\times " + rate + " + " + acceleration),
      motion_.link[i].p_ddot);
  const auto [position, second_moment] = centre(body.inertia);
  const Matrix3<Expr>& U = motion_.link[i].U;
  const std::string number = std::to_string(i), v_c = seen_from(i, "\\dot{v}", "c" + number),
                    I_c = seen_from(i, "I", "c" + number), p_c = centre_of(i);
  add(step, {v_c, "D"},
      omega_dot + " \\times " + p_c + " + " + omega + " \\times (" + omega + " \\times " + p_c + ") + " + v_dot,
      motion_.link[i].p_ddot + U * position);
  add(step, {seen_from(i, "F", i), "E"}, "m_{" + number + "} \\, " + v_c,
      body.inertia.mass * motion_.link[i].p_ddot + U * body.inertia.first_moment);
  add(step, {seen_from(i, "N", i), "F"},
      I_c + " \\, " + omega_dot + " + " + omega + " \\times " + I_c + " \\, " + omega,
      rotational_moment(second_moment, U));
}

void WorksheetAuthor::write_inward() {
  for (int i = model_.body_count() - 1; i > 0; --i) {
    const std::string F = seen_from(i, "F", i);
    std::string f = F, n = seen_from(i, "N", i) + " + " + centre_of(i) + " \\times " + F;
    bool carries_rotor = false;
    for (int j = i + 1; j < model_.body_count(); ++j) {
      if (model_.bodies[j].parent != i) continue;
      const std::string passed = rotation(i, j) + " \\, " + seen_from(j, "f", j);
      f += " + " + passed;
      n +=
          " + " + rotation(i, j) + " \\, " + seen_from(j, "n", j) + " + " + seen_from(i, "p", j) + " \\times " + passed;
      carries_rotor = carries_rotor || model_.bodies[j].rotor.gyroscopic;
    }
    if (carries_rotor) n += " + \\text{rotor}";
    if (is_carried(i)) {  // gravity compensation
      const std::string number = std::to_string(i), g = "{}^{" + number + "}g";
      f += " + \\bar{m}_{" + number + "} \\, " + g, n += " + " + seen_from(i, "\\bar{h}", i) + " \\times " + g;
    }
    WorksheetStep& step =
        begin(sheet_.newton_euler, "Inward: link " + std::to_string(i),
              "Force and moment that link $" + std::to_string(i) + "$ needs from the link before it.");
    add(step, {seen_from(i, "f", i), "A"}, f, motion_.link[i].f);
    add(step, {seen_from(i, "n", i), "B"}, n, motion_.link[i].mu);
  }
}

void WorksheetAuthor::write_newton_euler_torques() {
  std::string text = "The component along the joint's axis";
  if (has_rotors()) text += ", the inertia of the rotors";
  if (!dissipation_.is_zero()) text += ", friction";
  if (!springs_.is_zero()) text += ", springs";
  WorksheetStep& step = begin(sheet_.newton_euler, "Torques", text + ".");
  for (int v = 0; v < n_; ++v) {
    std::string rule;
    for (int i = 1; i < model_.body_count(); ++i)
      if (model_.bodies[i].v == v)
        rule += (rule.empty() ? "" : " + ") + seen_from(i, turns(model_.bodies[i].joint) ? "n" : "f", i) + "^{T} \\, " +
                axis_of(i);
    if (has_rotors()) rule += " + \\text{rotors}";
    if (!dissipation_.is_zero()) rule += " + \\text{friction}";
    if (!springs_.is_zero()) rule += " + \\text{springs}";
    add(step, "\\tau_{" + std::to_string(v + 1) + "}", rule, newton_euler_[static_cast<std::size_t>(v)]);
  }
}

}  // namespace torsor
