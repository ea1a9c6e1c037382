#include "kinematics/dh_description.hpp"

#include <algorithm>

#include "kinematics/dh_numbers.hpp"

namespace torsor::dh {
namespace {

using described::Link;
using described::Quantity;

/// Writes the chain as a description with a row for each link.
class Writer {
 public:
  Writer(const Description& source, const DhOptions& options, const Chain& chain)
      : source_(source), options_(options), chain_(chain), values_(source), near_(tolerance(options)) {}

  std::variant<WrittenChain, Problem> run() {
    if (!source_.loops.empty() && !options_.kinematics_only)
      return Problem{source_.loops[0].where,
                     "closed loops tie links together: a table of the chain alone has other torques, and can be had "
                     "for kinematics only"};
    find_rows();
    write_head();
    for (std::size_t k = 0; k < result_.rows.rows.size(); ++k) write_link(k);
    write_tool();
    if (!options_.kinematics_only) {
      write_payload();
      if (std::optional<Problem> problem = write_couplings()) return *problem;
    }
    if (std::optional<Problem> problem = write_mimics()) return *problem;
    return std::move(result_);
  }

 private:
  const Model<double>& model() const { return chain_.model; }
  Description& robot() { return result_.robot; }
  const Link& link(int body) const { return source_.links[chain_.link[body]]; }
  double value(const Quantity& quantity) const { return values_.value(quantity); }

  void find_rows() {
    std::vector<Axis> axes;
    axes.reserve(chain_.bodies.size());
    for (const int i : chain_.bodies) axes.push_back({chain_.poses[i].p, axis(chain_.poses[i].R, 2), i});
    // A slide may be drawn anywhere; on the next axis, where that has its direction, it needs no a.
    for (std::size_t k = axes.size() - 1; k-- > 0;)
      if (model().bodies[axes[k].body].joint == JointType::prismatic &&
          length(cross(axes[k].direction, axes[k + 1].direction)) <= near_.angle)
        axes[k].point = axes[k + 1].point;
    const int carrier = find_frame(model(), link(chain_.bodies.front()).parent);
    const Pose tip_link = chain_.frame(chain_.tip_link), own = chain_.frame(model().bodies[chain_.bodies.back()].frame);
    const bool modified = options_.convention == DhConvention::modified;
    const Ends ends{{chain_.frame(carrier), chain_.frame(0)},
                    modified ? std::vector{own, tip_link} : std::vector{tip_link, own},
                    chain_.frame(chain_.tip)};
    result_.rows = dh::find_rows(std::move(axes), ends, options_.convention, near_, options_.farthest_normal);
  }

  void write_head() {
    Description& robot = this->robot();
    robot.name = source_.name;
    robot.description = source_.description;
    robot.source = source_.source;
    robot.illustrative = source_.illustrative;
    robot.dh = options_.convention;
    robot.rotor_model = source_.rotor_model;
    for (int k = 0; k < 3; ++k) robot.gravity[k] = plain(source_.gravity[k]);
    robot.base = written_pose(result_.rows.frames[0], near_);
    if (!options_.kinematics_only) robot.base_mass = written_mass(result_.rows.frames[0], model().bodies[0].inertia);
  }

  void write_link(std::size_t k) {
    const int body = result_.rows.axes[k].body;
    Link result;
    result.parent = k == 0 ? robot().base_name : robot().links.back().name;
    result.joint = body == 0 ? JointType::fixed : model().bodies[body].joint;
    if (body == 0) {
      result.name = unused(result.parent + "_fixed");
      result.joint_name = robot().links.back().joint_name + "_fixed";
    } else {
      const Link& written = link(body);
      result.name = written.name == "tool" || written.name == "base" ? written.name + "_link" : written.name;
      result.joint_name = written.joint_name;
      result.limits = limits(written.limits);
      if (!options_.kinematics_only) write_dynamics(result, written, body, k);
    }
    result.dh = row(result_.rows.rows[k], result.joint);
    robot().links.push_back(std::move(result));
  }

  std::string unused(std::string name) const {
    while (find_frame(model(), name) >= 0) name += '_';
    return name;
  }

  described::DhRow row(const Row& numbers, JointType joint) const {
    described::DhRow result;
    const Quantity theta = written_angle(numbers.theta, near_), d = written_length(numbers.d, near_);
    (joint == JointType::revolute ? result.offset : result.theta) = theta;
    (joint == JointType::prismatic ? result.offset : result.d) = d;
    result.a = written_length(numbers.a, near_);
    result.alpha = written_angle(numbers.alpha, near_);
    return result;
  }

  void write_dynamics(Link& result, const Link& written, int body, std::size_t k) const {
    const Pose in_body = inverse(chain_.poses[body]) * result_.rows.frames[k + 1];
    result.mass = written_mass(in_body, model().bodies[body].inertia);
    if (written.rotor) {
      result.rotor = {plain(written.rotor->inertia), plain(written.rotor->ratio), std::nullopt};
      if (written.rotor->axis) {
        const described::Triple& axis = *written.rotor->axis;
        const Vector3<double> turned =
            transpose(result_.rows.frames[k].R) * (chain_.frame(find_frame(model(), written.parent)).R *
                                                   Vector3<double>{value(axis[0]), value(axis[1]), value(axis[2])});
        result.rotor->axis = described::Triple{turned.x, turned.y, turned.z};
      }
    }
    if (written.friction) result.friction = plain(*written.friction);
    if (written.spring)
      result.spring = described::Spring{plain(written.spring->stiffness), plain(written.spring->rest),
                                        plain(written.spring->damping)};
    if (model().carried.empty() || model().carried[body].mass == 0) return;
    const described::MassProperties carried = written_mass(in_body, model().carried[body]);
    result.gravity_compensation = {0.0, carried.mass, carried.com};
  }

  void write_tool() {
    const Pose pose = inverse(result_.rows.frames.back()) * chain_.frame(chain_.tip);
    const DhDeviation way = deviation(pose, {});
    if (way.length > near_.length || way.angle > near_.angle)
      robot().tool = {robot().links.back().name, written_pose(pose, near_), {}};
  }

  /// A payload elsewhere than at the tip is part of its link by now.
  void write_payload() {
    if (!source_.payload || find_frame(model(), source_.payload->at) != chain_.tip) return;
    const Inertia<double> load = values_.inertia(source_.payload->mass);
    described::Payload result;
    result.at = robot().tool ? "tool" : robot().links.back().name;
    result.mass = written_mass({}, load);
    robot().payload = std::move(result);
  }

  std::optional<Problem> write_couplings() {
    for (const described::Coupling& written : source_.couplings) {
      std::size_t carried = 0;
      for (const auto& [joint, coefficient] : written.joints) carried += chain_.carries(joint) ? 1 : 0;
      if (carried == 0) continue;
      if (carried < written.joints.size())
        return Problem{written.where, "a coupling joins the chain to a joint beside it: no table of the chain alone"};
      described::Coupling result{{},
                                 plain(written.stiffness),
                                 plain(written.rest),
                                 pair(written.viscous),
                                 pair(written.coulomb),
                                 plain(written.width),
                                 plain(written.presliding_stiffness),
                                 plain(written.presliding_damping),
                                 plain(written.rotor_inertia),
                                 plain(written.sine),
                                 plain(written.cosine),
                                 {}};
      result.joints.reserve(written.joints.size());
      for (const auto& [joint, coefficient] : written.joints) result.joints.emplace_back(joint, plain(coefficient));
      robot().couplings.push_back(std::move(result));
    }
    return std::nullopt;
  }

  std::optional<Problem> write_mimics() {
    std::size_t at = 0;
    for (const Axis& axis : result_.rows.axes) {
      Link& result = robot().links[at++];
      if (axis.body == 0 || !link(axis.body).mimic) continue;
      const described::Mimic& written = *link(axis.body).mimic;
      if (!chain_.carries(written.joint))
        return Problem{written.where, "joint " + in_quotes(result.joint_name) + " follows " + in_quotes(written.joint) +
                                          ", which is not on the chain"};
      result.mimic = described::Mimic{written.joint, plain(written.multiplier), plain(written.offset), {}};
    }
    return std::nullopt;
  }

  /// Free of named parameters: they no longer decide the geometry, so that none are kept.
  Quantity plain(const Quantity& written) const {
    for (const Expression::Step& step : written.expression.steps())
      if (step.operation == Expression::Operation::name) return value(written);
    return {written.expression, {}};
  }
  std::array<Quantity, 2> pair(const std::array<Quantity, 2>& written) const {
    return {plain(written[0]), plain(written[1])};
  }
  described::Friction plain(const described::Friction& written) const {
    return {.viscous = pair(written.viscous),
            .coulomb = pair(written.coulomb),
            .offset = plain(written.offset),
            .side = written.side,
            .width = plain(written.width),
            .stribeck = plain(written.stribeck),
            .stribeck_velocity = plain(written.stribeck_velocity),
            .presliding_stiffness = plain(written.presliding_stiffness),
            .presliding_damping = plain(written.presliding_damping),
            .load = plain(written.load)};
  }
  described::Limits limits(const described::Limits& written) const {
    described::Limits result;
    if (written.position) result.position = pair(*written.position);
    if (written.velocity) result.velocity = plain(*written.velocity);
    if (written.acceleration) result.acceleration = plain(*written.acceleration);
    if (written.torque) result.torque = plain(*written.torque);
    return result;
  }

  const Description& source_;
  const DhOptions& options_;
  const Chain& chain_;
  Evaluator<double> values_;
  Tolerance near_;
  WrittenChain result_;
};

}  // namespace

Tolerance tolerance(const DhOptions& options) {
  return options.snap ? Tolerance{*options.snap, 0.1 * *options.snap, true} : Tolerance{2e-11, 2e-11};
}

std::variant<WrittenChain, Problem> write_chain(const Description& source, const DhOptions& options,
                                                const Chain& chain) {
  return Writer(source, options, chain).run();
}

}  // namespace torsor::dh
