#include "torsor/model/described_parameters.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "torsor/model/build_model.hpp"

namespace torsor {
namespace {

using described::Link, described::MassProperties, described::Quantity;

Inertia<double> less(const Inertia<double>& a, const Inertia<double>& b) {
  const Symmetric3<double>&E = a.second_moment, &F = b.second_moment;
  return {a.mass - b.mass,
          a.first_moment - b.first_moment,
          {E.xx - F.xx, E.xy - F.xy, E.xz - F.xz, E.yy - F.yy, E.yz - F.yz, E.zz - F.zz}};
}
bool same(const Inertia<double>& a, const Inertia<double>& b) {
  const Inertia<double> d = less(a, b);
  const Symmetric3<double>& E = d.second_moment;
  return d.mass == 0 && dot(d.first_moment, d.first_moment) == 0 && E.xx == 0 && E.xy == 0 && E.xz == 0 && E.yy == 0 &&
         E.yz == 0 && E.zz == 0;
}
bool same(const Friction<double>& a, const Friction<double>& b) {
  return a.viscous == b.viscous && a.coulomb == b.coulomb && a.viscous_difference == b.viscous_difference &&
         a.coulomb_difference == b.coulomb_difference && a.offset == b.offset && a.stribeck == b.stribeck &&
         a.load == b.load;
}

/// Some body has this mass distribution, and is nowhere thinner than a tenth of a millimetre.
bool is_a_body(const Inertia<double>& body) {
  const auto& [m, h, E] = body;
  const double least = 1e-8 * m;
  Eigen::Matrix4d J;
  J << E.xx - least, E.xy, E.xz, h.x, E.xy, E.yy - least, E.yz, h.y, E.xz, E.yz, E.zz - least, h.z, h.x, h.y, h.z, m;
  return J.llt().info() == Eigen::Success;
}

MassProperties written(const Inertia<double>& body, const MassProperties& old) {
  MassProperties result;
  result.where = old.where;
  const bool has_center = body.mass != 0;
  const Vector3<double> c = has_center ? (1 / body.mass) * body.first_moment : Vector3<double>{};
  const Symmetric3<double> I = to_parent(translation(-c), body).rotational();
  result.mass = body.mass;
  result.com = {c.x, c.y, c.z};
  result.inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
  return result;
}

class Writer {
 public:
  Writer(const Description& robot, const ParameterLayout& layout, std::span<const double> theta)
      : values_(robot), result_(robot), old_(build_model<double>(robot)),
        fresh_(with_parameters<double>(old_, layout, theta)) {
    for (std::size_t k = 0; k < robot.links.size(); ++k)
      if (robot.links[k].joint != JointType::fixed) moving_.push_back(k);
  }

  Description run() {
    for (Link& link : result_.links)
      if (const int body = old_.frames[find_frame(old_, link.name)].body;
          !same(old_.bodies[body].inertia, fresh_.bodies[body].inertia))
        keep_carried(link);
    write_mass(0, result_.base_mass);
    const bool any_gyroscopic = std::any_of(old_.bodies.begin(), old_.bodies.end(), [](const Body<double>& body) {
      return dot(body.rotor.direction, body.rotor.direction) > 0;
    });
    for (int i = 1; i < old_.body_count(); ++i) {
      Link& link = result_.links[moving_[i - 1]];
      write_mass(i, link.mass);
      write_rotor(i, link, any_gyroscopic);
      write_friction(i, link);
      write_pose_spring(i, link);
    }
    write_couplings();
    return std::move(result_);
  }

 private:
  /// In the link's own frame.
  static Inertia<double> inertia(const Model<double>& model, int body) {
    return to_parent(inverse(model.frames[model.bodies[body].frame].pose), model.bodies[body].inertia);
  }

  void write_mass(int body, MassProperties& mass) {
    if (same(old_.bodies[body].inertia, fresh_.bodies[body].inertia)) return;
    const Inertia<double> all = inertia(fresh_, body);
    const std::vector<MassProperties*> attached = attachments(body);
    if (attached.empty()) {
      mass = written(all, mass);
      return;
    }
    const Inertia<double> rest = less(all, less(inertia(old_, body), values_.inertia(mass)));
    const bool keep = is_a_body(rest);
    mass = written(keep ? rest : all, mass);
    for (MassProperties* part : attached)
      if (!keep) *part = written({}, *part);
  }

  /// What has a mass of its own and moves with the body.
  std::vector<MassProperties*> attachments(int body) {
    std::vector<MassProperties*> parts;
    const auto add = [&](const std::string& at, MassProperties& mass) {
      const int frame = find_frame(old_, at);
      if (old_.frames[frame].body == body && !same(values_.inertia(mass), {})) parts.push_back(&mass);
    };
    for (Link& link : result_.links)
      if (link.joint == JointType::fixed) add(link.name, link.mass);
    if (result_.payload) add(result_.payload->at, result_.payload->mass);
    return parts;
  }

  /// What is carried is known, and stays what it was, whatever the link turns out to weigh.
  void keep_carried(Link& link) const {
    if (!link.gravity_compensation) return;
    auto& [part, mass, com] = *link.gravity_compensation;
    const Inertia<double> own = values_.inertia(link.mass);
    const double c = values_.value(part), m = values_.value(mass), carried = c * own.mass + m;
    if (c == 0) return;
    const Vector3<double> moment = c * own.first_moment + m * values_.vector(com);
    const Vector3<double> at = carried != 0 ? 1 / carried * moment : Vector3<double>{};
    part = 0.0, mass = carried, com = {at.x, at.y, at.z};
  }

  void write_pose_spring(int body, Link& link) const {
    for (std::size_t k = 0; k < old_.pose_springs.size(); ++k)
      if (old_.pose_springs[k].body == body && old_.pose_springs[k].stiffness != fresh_.pose_springs[k].stiffness)
        link.spring->stiffness = fresh_.pose_springs[k].stiffness;
  }

  void write_rotor(int body, Link& link, bool any_gyroscopic) {
    const double reflected = fresh_.bodies[body].rotor.reflected;
    if (reflected == old_.bodies[body].rotor.reflected) return;
    const double following = values_.follow(link).ratio;
    if (!link.rotor) {
      link.rotor.emplace();
      if (any_gyroscopic) link.rotor->ratio = 1e12;
      if (!any_gyroscopic) result_.rotor_model = RotorModel::reflected;
    }
    const double k = following * values_.value(link.rotor->ratio);
    if (k != 0) link.rotor->inertia = reflected / k / k;
  }

  void write_friction(int body, Link& link) {
    const int v = old_.bodies[body].v;
    if (same(old_.friction[v], fresh_.friction[v])) return;
    if (old_.bodies[body].follows) {
      link.friction.reset();
      return;
    }
    if (!link.friction) link.friction.emplace();
    write_directions(fresh_.friction[v], link.friction->viscous, link.friction->coulomb);
    link.friction->offset = fresh_.friction[v].offset;
    link.friction->stribeck = fresh_.friction[v].stribeck;
    link.friction->width = fresh_.friction[v].width;
    link.friction->stribeck_velocity = fresh_.friction[v].stribeck_velocity;
    write_presliding(fresh_.friction[v], *link.friction);
    link.friction->load = fresh_.friction[v].load;
    link.friction->side = Side::link;
  }
  /// A contact that no longer rubs does not bend either.
  static void write_presliding(const Friction<double>& friction, described::Friction& written) {
    const bool rubs = friction.coulomb > std::abs(friction.coulomb_difference);
    written.presliding_stiffness = rubs ? friction.presliding_stiffness : 0.0;
    written.presliding_damping = rubs ? friction.presliding_damping : 0.0;
  }
  static void write_directions(const Friction<double>& friction, std::array<Quantity, 2>& viscous,
                               std::array<Quantity, 2>& coulomb) {
    viscous = {friction.viscous + friction.viscous_difference, friction.viscous - friction.viscous_difference};
    coulomb = {friction.coulomb + friction.coulomb_difference, friction.coulomb - friction.coulomb_difference};
  }

  void write_couplings() {
    std::size_t c = 0;
    for (Link& link : result_.links) {
      if (!link.spring || velocity_count(link.joint) > 1) continue;
      write_spring(c, link.spring->stiffness, link.spring->rest);
      if (!same(old_.couplings[c].friction, fresh_.couplings[c].friction))
        link.spring->damping = fresh_.couplings[c].friction.viscous;
      ++c;
    }
    for (described::Coupling& coupling : result_.couplings) {
      write_spring(c, coupling.stiffness, coupling.rest);
      if (!same(old_.couplings[c].friction, fresh_.couplings[c].friction))
        write_directions(fresh_.couplings[c].friction, coupling.viscous, coupling.coulomb);
      if (old_.couplings[c].rotor_inertia != fresh_.couplings[c].rotor_inertia)
        coupling.rotor_inertia = fresh_.couplings[c].rotor_inertia;
      if (old_.couplings[c].sine != fresh_.couplings[c].sine) coupling.sine = fresh_.couplings[c].sine;
      if (old_.couplings[c].cosine != fresh_.couplings[c].cosine) coupling.cosine = fresh_.couplings[c].cosine;
      ++c;
    }
  }
  /// The model's rest position also holds the offsets of joints that follow others; they stay where they are written.
  void write_spring(std::size_t c, Quantity& stiffness, Quantity& rest) const {
    const Coupling<double>&before = old_.couplings[c], &after = fresh_.couplings[c];
    if (before.stiffness != after.stiffness) stiffness = after.stiffness;
    if (before.rest != after.rest) rest = values_.value(rest) + (after.rest - before.rest);
  }

  Evaluator<double> values_;
  Description result_;
  Model<double> old_, fresh_;
  std::vector<std::size_t> moving_;  // by body - 1: its link
};

}  // namespace

Description with_parameters(const Description& robot, const ParameterLayout& layout, std::span<const double> theta) {
  return Writer(robot, layout, theta).run();
}

}  // namespace torsor
