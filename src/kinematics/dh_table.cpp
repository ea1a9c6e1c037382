#include "torsor/kinematics/dh_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "dh_chain.hpp"
#include "dh_numbers.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor {
namespace {

using described::Link;
using described::Quantity;
using dh::Chain;
using dh::Pose;
using dh::Tolerance;

/// What rounding and angles such as 1.57079632679 leave; a table that is off by so much counts as exact.
constexpr Tolerance rounding{2e-11, 2e-11};
constexpr int most_configurations = 100;

DhDeviation deviation(const Pose& a, const Pose& b) {
  const Matrix3<double> D = a.R - b.R;  // of Frobenius norm 2 sqrt(2) sin(angle / 2)
  const double squares = dot(axis(D, 0), axis(D, 0)) + dot(axis(D, 1), axis(D, 1)) + dot(axis(D, 2), axis(D, 2));
  return {dh::length(a.p - b.p), 2 * std::asin(std::min(1.0, std::sqrt(squares / 8)))};
}

/// Writes the chain as a description with a row for each link.
class Writer {
 public:
  Writer(const Description& source, const DhOptions& options, Chain chain)
      : source_(source), options_(options), chain_(std::move(chain)),
        values_(source, [](const std::string&, double value) { return value; }),
        near_(options.snap ? Tolerance{*options.snap, 0.1 * *options.snap} : rounding) {}

  std::variant<DhTable, Problem> run() {
    find_rows();
    write_head();
    for (std::size_t k = 0; k < found_.rows.size(); ++k) write_link(k);
    write_tool();
    if (!options_.kinematics_only) {
      write_payload();
      if (std::optional<Problem> problem = write_couplings()) return *problem;
    }
    if (std::optional<Problem> problem = write_mimics()) return *problem;
    measure();
    tell();
    return std::move(table_);
  }

 private:
  const Model<double>& model() const { return chain_.model; }
  const Link& link(int body) const { return source_.links[chain_.link[body]]; }
  double value(const Quantity& quantity) const { return values_.value(quantity); }

  void find_rows() {
    std::vector<dh::Axis> axes;
    axes.reserve(chain_.bodies.size());
    for (const int i : chain_.bodies) axes.push_back({chain_.poses[i].p, axis(chain_.poses[i].R, 2), i});
    // A slide may be drawn anywhere; on the next axis, where that has its direction, it needs no a.
    for (std::size_t k = axes.size() - 1; k-- > 0;)
      if (model().bodies[axes[k].body].joint == JointType::prismatic &&
          dh::length(cross(axes[k].direction, axes[k + 1].direction)) <= near_.angle)
        axes[k].point = axes[k + 1].point;
    const int carrier = find_frame(model(), link(chain_.bodies.front()).parent);
    const Pose tip_link = chain_.frame(chain_.tip_link), own = chain_.frame(model().bodies[chain_.bodies.back()].frame);
    const bool modified = options_.convention == DhConvention::modified;
    const dh::Ends ends{{chain_.frame(carrier), chain_.frame(0)},
                        modified ? std::vector{own, tip_link} : std::vector{tip_link, own},
                        chain_.frame(chain_.tip)};
    found_ = dh::find_rows(std::move(axes), ends, options_.convention, near_, options_.farthest_normal);
  }

  void write_head() {
    Description& robot = table_.robot;
    robot.name = source_.name;
    robot.description = source_.description;
    robot.source = source_.source;
    robot.illustrative = source_.illustrative;
    robot.dh = options_.convention;
    robot.rotor_model = source_.rotor_model;
    for (int k = 0; k < 3; ++k) robot.gravity[k] = plain(source_.gravity[k]);
    robot.base = dh::written_pose(found_.frames[0], near_);
    if (!options_.kinematics_only) robot.base_mass = dh::written_mass(found_.frames[0], model().bodies[0].inertia);
  }

  void write_link(std::size_t k) {
    const int body = found_.axes[k].body;
    Link result;
    result.parent = k == 0 ? table_.robot.base_name : table_.robot.links.back().name;
    result.joint = body == 0 ? JointType::fixed : model().bodies[body].joint;
    if (body == 0) {
      result.name = result.parent + "_fixed";
      result.joint_name = table_.robot.links.back().joint_name + "_fixed";
    } else {
      const Link& written = link(body);
      result.name = written.name == "tool" || written.name == "base" ? written.name + "_link" : written.name;
      result.joint_name = written.joint_name;
      result.limits = limits(written.limits);
      if (!options_.kinematics_only) write_dynamics(result, written, body, k);
    }
    result.dh = row(found_.rows[k], result.joint);
    table_.robot.links.push_back(std::move(result));
  }

  described::DhRow row(const dh::Row& numbers, JointType joint) const {
    described::DhRow result;
    const Quantity theta = dh::written_angle(numbers.theta, near_), d = dh::written_length(numbers.d, near_);
    (joint == JointType::revolute ? result.offset : result.theta) = theta;
    (joint == JointType::prismatic ? result.offset : result.d) = d;
    result.a = dh::written_length(numbers.a, near_);
    result.alpha = dh::written_angle(numbers.alpha, near_);
    return result;
  }

  void write_dynamics(Link& result, const Link& written, int body, std::size_t k) const {
    const Pose in_body = inverse(chain_.poses[body]) * found_.frames[k + 1];
    result.mass = dh::written_mass(in_body, model().bodies[body].inertia);
    if (written.rotor) {
      result.rotor = {plain(written.rotor->inertia), plain(written.rotor->ratio), std::nullopt};
      if (written.rotor->axis) {
        const described::Triple& axis = *written.rotor->axis;
        const Vector3<double> turned =
            transpose(found_.frames[k].R) * (chain_.frame(find_frame(model(), written.parent)).R *
                                             Vector3<double>{value(axis[0]), value(axis[1]), value(axis[2])});
        result.rotor->axis = described::Triple{turned.x, turned.y, turned.z};
      }
    }
    if (written.friction)
      result.friction = {pair(written.friction->viscous), pair(written.friction->coulomb),
                         plain(written.friction->offset), written.friction->side};
    if (written.spring)
      result.spring = {plain(written.spring->stiffness), plain(written.spring->rest), plain(written.spring->damping)};
  }

  void write_tool() {
    const Pose pose = inverse(found_.frames.back()) * chain_.frame(chain_.tip);
    const DhDeviation way = deviation(pose, {});
    if (way.length > near_.length || way.angle > near_.angle)
      table_.robot.tool = {table_.robot.links.back().name, dh::written_pose(pose, near_), {}};
  }

  /// A payload elsewhere than at the tip is part of its link by now.
  void write_payload() {
    if (!source_.payload || find_frame(model(), source_.payload->at) != chain_.tip) return;
    const Inertia<double> load = values_.inertia(source_.payload->mass);
    described::Payload result;
    result.at = table_.robot.tool ? "tool" : table_.robot.links.back().name;
    result.mass = dh::written_mass({}, load);
    table_.robot.payload = std::move(result);
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
                                 plain(written.rotor_inertia),
                                 {}};
      result.joints.reserve(written.joints.size());
      for (const auto& [joint, coefficient] : written.joints) result.joints.emplace_back(joint, plain(coefficient));
      table_.robot.couplings.push_back(std::move(result));
    }
    return std::nullopt;
  }

  std::optional<Problem> write_mimics() {
    std::size_t at = 0;
    for (const dh::Axis& axis : found_.axes) {
      Link& result = table_.robot.links[at++];
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
    for (const Expression::Step& step : written.expression.steps)
      if (step.operation == Expression::Operation::name) return value(written);
    return {written.expression, {}};
  }
  std::array<Quantity, 2> pair(const std::array<Quantity, 2>& written) const {
    return {plain(written[0]), plain(written[1])};
  }
  described::Limits limits(const described::Limits& written) const {
    described::Limits result;
    if (written.position) result.position = pair(*written.position);
    if (written.velocity) result.velocity = plain(*written.velocity);
    if (written.acceleration) result.acceleration = plain(*written.acceleration);
    if (written.torque) result.torque = plain(*written.torque);
    return result;
  }

  /// The table's own model against the robot's, row by row and at the tip.
  void measure() {
    Description geometry = table_.robot;
    for (Link& link : geometry.links) link.mimic.reset();
    geometry.couplings.clear();
    const Model<double> ours = build_model<double>(geometry);
    Pose last = found_.frames[0];
    const std::vector<Pose> zero = forward_kinematics(ours, zero_position(ours));
    Pose last_written = frame_pose<double>(ours, zero, 0);
    table_.rows.reserve(found_.rows.size());
    for (std::size_t k = 0; k < found_.rows.size(); ++k) {
      const Pose written = frame_pose<double>(ours, zero, static_cast<int>(k) + 1), meant = found_.frames[k + 1];
      table_.rows.push_back(deviation(inverse(last_written) * written, inverse(last) * meant));
      last = meant, last_written = written;
    }
    measure_tip(ours);
  }
  void measure_tip(const Model<double>& ours) {
    const int joints = ours.nq;
    table_.configurations = std::clamp(1000000 / joints, 3, most_configurations);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> position(-1, 1);
    std::vector<double> q(joints), theirs = zero_position(model());
    for (int n = 0; n < table_.configurations; ++n) {
      for (int j = 0; j < joints; ++j) {
        const Body<double>& body = model().bodies[chain_.bodies[j]];
        q[j] = position(random) * (body.joint == JointType::revolute ? 3.141592653589793 : 1);
        theirs[body.q] = q[j];
      }
      const DhDeviation found = deviation(frame_pose<double>(ours, forward_kinematics(ours, q), ours.tip),
                                          frame_pose<double>(model(), forward_kinematics(model(), theirs), chain_.tip));
      table_.tip.length = std::max(table_.tip.length, found.length);
      table_.tip.angle = std::max(table_.tip.angle, found.angle);
    }
  }

  void tell() {
    table_.notes = chain_.notes;
    for (const dh::Rows::FarNormal& far : found_.far_normals) {
      const std::string& first = table_.robot.links[far.axis].joint_name;
      std::size_t next = far.axis + 1;
      if (far.fixed_row) ++next;
      std::string text = "the axes of " + in_quotes(first) + " and " + in_quotes(table_.robot.links[next].joint_name) +
                         " are " + short_number(far.angle) + " rad from parallel: their common normal is " +
                         short_number(far.distance) + " m away";
      text += far.fixed_row ? ", so that a fixed row stands between them" : "";
      table_.notes.push_back(text + "; snapping takes them as parallel");
    }
    if (source_.payload && !table_.robot.payload && !options_.kinematics_only)
      table_.notes.push_back("the payload is part of its link");
  }
  static std::string short_number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", x);
    return text;
  }

  const Description& source_;
  const DhOptions& options_;
  Chain chain_;
  ModelBuilder<double> values_;
  Tolerance near_;
  dh::Rows found_;
  DhTable table_;
};

}  // namespace

std::variant<DhTable, Problem> dh_table(const Description& description, const DhOptions& options) {
  std::variant<Chain, Problem> chain = dh::find_chain(description, options);
  if (const auto* problem = std::get_if<Problem>(&chain)) return *problem;
  return Writer(description, options, std::get<Chain>(std::move(chain))).run();
}

}  // namespace torsor
