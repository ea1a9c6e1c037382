#include "torsor/identification/identified_robot.hpp"

#include <algorithm>
#include <cassert>

#include "torsor/model/build_model.hpp"

namespace torsor {
namespace {

/// Where no link of a gyroscopic robot names a motor: so high a gear that it carries hardly any spin.
constexpr double ratio_of_unknown_motors = 100;

class Writer {
 public:
  Writer(Description robot, const Identification& result)
      : robot_(std::move(robot)), result_(result), model_(build_model<double>(robot_)) {}

  Description write() {
    clear_fixed_links();
    robot_.payload.reset();
    const bool has_rotors = std::any_of(robot_.links.begin(), robot_.links.end(),
                                        [](const described::Link& link) { return link.rotor.has_value(); });
    if (!has_rotors) robot_.rotor_model = RotorModel::reflected;
    for (int body = 1; body < model_.body_count(); ++body) {
      described::Link& link = link_of(body);
      if (result_.layout.inertial[body] >= 0) write_mass(link, &theta()[result_.layout.inertial[body]]);
      for (int c = 0; c < result_.layout.size(); ++c)
        if (result_.layout.entries[c].body == body && result_.layout.entries[c].coupling < 0) write_joint(link, c);
    }
    for (int c = 0; c < result_.layout.size(); ++c)
      if (result_.layout.entries[c].coupling >= 0) write_coupling(c);
    return std::move(robot_);
  }

 private:
  const std::vector<double>& theta() const { return result_.consistent.value; }

  described::Link& link_of(int body) {
    const std::string& name = model_.frames[model_.bodies[body].frame].name;
    const auto found = std::find_if(robot_.links.begin(), robot_.links.end(),
                                    [&](const described::Link& link) { return link.name == name; });
    assert(found != robot_.links.end());
    return *found;
  }

  /// Those on the base stay as they are: nothing was learnt of them.
  void clear_fixed_links() {
    for (described::Link& link : robot_.links) {
      if (link.joint != JointType::fixed) continue;
      const int frame = find_frame(model_, link.name);
      if (frame >= 0 && model_.frames[frame].body > 0) link.mass = {};
    }
  }

  static void write_mass(described::Link& link, const double* block) {
    const double m = block[0];
    const Vector3<double> c{block[1] / m, block[2] / m, block[3] / m};
    described::MassProperties mass;
    mass.mass = m;
    mass.com = {c.x, c.y, c.z};
    mass.inertia = {
        block[4] - m * (c.y * c.y + c.z * c.z), block[5] + m * c.x * c.y, block[6] + m * c.x * c.z,
        block[7] - m * (c.x * c.x + c.z * c.z), block[8] + m * c.y * c.z, block[9] - m * (c.x * c.x + c.y * c.y)};
    mass.where = link.mass.where;
    link.mass = std::move(mass);
  }

  void write_joint(described::Link& link, int column) {
    const auto& [kind, body, coupling] = result_.layout.entries[column];
    const double value = theta()[column];
    if (kind == ParameterKind::rotor_inertia) return write_rotor(link, value);
    if (kind < ParameterKind::viscous || kind > ParameterKind::offset) return;
    if (!begun_.insert_joint(body)) link.friction = described::Friction{};
    described::Friction& friction = *link.friction;
    add(friction.viscous, friction.coulomb, kind, value);
    if (kind == ParameterKind::offset) friction.offset = value;
    if (kind == ParameterKind::stribeck) friction.stribeck = value;
    const int joint = model_.bodies[body].v;
    friction.width = result_.coulomb_width[joint];
    if (kind == ParameterKind::stribeck) friction.stribeck_velocity = result_.stribeck_velocity[joint];
  }

  void write_rotor(described::Link& link, double reflected) {
    if (!link.rotor) {
      link.rotor.emplace();
      link.rotor->ratio = robot_.rotor_model == RotorModel::gyroscopic ? ratio_of_unknown_motors : 1.0;
    }
    const auto same = [](const std::string&, double value) { return value; };
    const double ratio = ModelBuilder<double>(robot_, same).value(link.rotor->ratio);
    link.rotor->inertia = reflected / (ratio * ratio);
  }

  /// The layout has the mean of both directions first, and half their difference after it.
  static void add(std::array<described::Quantity, 2>& viscous, std::array<described::Quantity, 2>& coulomb,
                  ParameterKind kind, double value) {
    const auto shift = [&](std::array<described::Quantity, 2>& pair) {
      const double mean = pair[0].expression.number();
      pair = {mean + value, mean - value};
    };
    if (kind == ParameterKind::viscous) viscous = {value, value};
    if (kind == ParameterKind::coulomb) coulomb = {value, value};
    if (kind == ParameterKind::viscous_difference) shift(viscous);
    if (kind == ParameterKind::coulomb_difference) shift(coulomb);
  }

  /// The model has the springs of joints first, then the couplings of the robot file.
  void write_coupling(int column) {
    const auto& [kind, body, at] = result_.layout.entries[column];
    const double value = theta()[column];
    int index = 0;
    for (described::Link& link : robot_.links) {
      if (!link.spring || link.joint == JointType::fixed || index++ != at) continue;
      if (kind == ParameterKind::stiffness) link.spring->stiffness = value;
      if (kind == ParameterKind::preload) link.spring->rest = value / link.spring->stiffness.expression.number();
      if (kind == ParameterKind::viscous) link.spring->damping = value;
      return;
    }
    described::Coupling& coupling = robot_.couplings[at - index];
    if (kind == ParameterKind::stiffness) coupling.stiffness = value;
    if (kind == ParameterKind::preload) coupling.rest = value / coupling.stiffness.expression.number();
    if (kind == ParameterKind::rotor_inertia) coupling.rotor_inertia = value;
    add(coupling.viscous, coupling.coulomb, kind, value);
  }

  /// Joints whose friction is being written anew.
  struct Begun {
    std::vector<int> bodies;
    bool insert_joint(int body) {
      const bool known = std::find(bodies.begin(), bodies.end(), body) != bodies.end();
      if (!known) bodies.push_back(body);
      return known;
    }
  } begun_;

  Description robot_;
  const Identification& result_;
  Model<double> model_;
};

}  // namespace

Description identified_robot(Description robot, const Identification& result) {
  return Writer(std::move(robot), result).write();
}

}  // namespace torsor
