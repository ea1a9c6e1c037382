#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "model/clearly_positive.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/model/description.hpp"

namespace torsor {
namespace {

using namespace described;

std::string written(double value) { return Expression(value).text(); }

/// What a message is about, put together only when there is one: "mass of ", "forearm".
struct What {
  std::string_view before, owner, after;

  What(const char* text) : before(text) {}  // NOLINT(google-explicit-constructor)
  What(std::string_view first, std::string_view second, std::string_view third = {})
      : before(first), owner(second), after(third) {}
  friend std::string operator+(const What& what, std::string_view rest) {
    return std::string(what.before).append(what.owner).append(what.after).append(rest);
  }
};

/// Walks a description once; every rule adds its problems to the list.
class Checker {
 public:
  explicit Checker(const Description& description) : description_(description) {}

  std::vector<Problem> run() {
    check_parameters();
    check_triple(description_.gravity, "gravity");
    check_pose(description_.base);
    if (description_.links.empty()) report({}, "a robot needs at least one link", "no-links");
    frames_.insert(description_.base_name);
    check_mass(description_.base_mass, description_.base_name);
    for (const Link& link : description_.links) check_link(link);
    check_mimics();
    if (problems_.empty() && joints_.empty())
      report(description_.links[0].where, "a robot needs a joint that moves; expected a revolute or prismatic one",
             "no-moving-joint");
    if (description_.tool) {
      check_frame(description_.tool->link, description_.tool->where, "the tool's link");
      check_pose(description_.tool->pose);
      frames_.insert("tool");
    }
    if (description_.payload) {
      check_frame(description_.payload->at, description_.payload->where, "the payload's frame");
      check_mass(description_.payload->mass, "the payload");
    }
    for (const Coupling& coupling : description_.couplings) check_coupling(coupling);
    return std::move(problems_);
  }

 private:
  void report(Location where, std::string message, const char* code = "impossible") {
    problems_.push_back({where, std::move(message), code});
  }

  /// The value, or nothing after a report that it has none.
  std::optional<double> number(const Quantity& quantity, const What& what) {
    for (const Expression::Step& step : quantity.expression.steps()) {
      if (step.operation != Expression::Operation::name || parameters_.contains(step.name)) continue;
      report(quantity.where, what + ": " + in_quotes(step.name) + " is not a parameter; expected a number or one of " +
                                 known_parameters() + ", found " + in_quotes(quantity.expression.text()));
      return {};
    }
    const double value =
        evaluate<double>(quantity.expression, [this](const std::string& name) { return parameters_.at(name); });
    if (std::isfinite(value)) return value;
    report(quantity.where, what + ": expected a finite number, found " + in_quotes(quantity.expression.text()));
    return {};
  }
  std::string known_parameters() const {
    std::string list;
    for (const auto& [name, value] : parameters_) list += (list.empty() ? "" : ", ") + name;
    return list.empty() ? "the parameters (there are none)" : list;
  }
  std::optional<double> check_sign(const Quantity& quantity, const What& what, bool zero_too) {
    const auto value = number(quantity, what);
    if (!value || *value > 0 || (zero_too && *value == 0)) return value;
    report(quantity.where, what + ": expected a " + (zero_too ? "number that is not negative" : "positive number") +
                               ", found " + written(*value));
    return {};
  }
  std::optional<double> check_not_negative(const Quantity& quantity, const What& what) {
    return check_sign(quantity, what, true);
  }
  void check_positive(const Quantity& quantity, const What& what) { check_sign(quantity, what, false); }
  bool check_triple(const Triple& triple, const What& what) {
    bool good = true;
    for (const Quantity& quantity : triple) good &= number(quantity, what).has_value();
    return good;
  }
  void check_direction(const Triple& axis, const What& what) {
    if (!check_triple(axis, what)) return;
    double length = 0;
    for (const Quantity& quantity : axis) length = std::hypot(length, *number(quantity, what));
    if (length < 1e-100 || length > 1e100)  // its square has to be a number
      report(axis[0].where, what + ": expected a direction, found [" + axis[0].expression.text() + ", " +
                                axis[1].expression.text() + ", " + axis[2].expression.text() + "]");
  }
  void check_pose(const Pose& pose) {
    check_triple(pose.xyz, "xyz");
    check_triple(pose.rpy, "rpy");
  }
  void check_frame(const std::string& name, Location where, const What& what) {
    if (!frames_.contains(name)) report(where, what + ": expected the name of a link, found " + in_quotes(name));
  }

  void check_parameters() {
    for (const Parameter& parameter : description_.parameters) {
      const auto value = number(parameter.value, {"parameter ", parameter.name});
      if (!parameters_.emplace(parameter.name, value.value_or(1.0)).second)
        report(parameter.value.where, "parameter " + parameter.name + " is defined twice");
    }
  }

  void check_link(const Link& link) {
    if (link.name == description_.base_name || (link.name == "tool" && description_.tool))
      report(link.where, "a link may not be named '" + link.name + "': that name has a meaning of its own");
    else if (frames_.contains(link.name))
      report(link.where, "two links are named " + in_quotes(link.name));
    check_frame(link.parent, link.where, {"parent of ", link.name});
    frames_.insert(link.name);
    if (link.origin) check_pose(*link.origin);
    if (link.dh) {
      const DhRow& row = *link.dh;
      for (const auto* entry : {&row.theta, &row.d, &row.a, &row.alpha, &row.offset})
        number(*entry, {"dh of ", link.name});
    }
    check_direction(link.axis, {"axis of ", link.name});
    check_mass(link.mass, link.name);
    check_joint(link);
  }

  void check_joint(const Link& link) {
    if (link.joint == JointType::fixed) {
      const Limits& limits = link.limits;
      if (link.rotor || link.friction || link.spring || limits.position || limits.velocity || limits.acceleration ||
          limits.torque || link.mimic)
        report(link.where, link.name + ": a fixed joint has no rotor, friction, spring or limits, and follows none");
      return;
    }
    if (!joints_.insert(link.joint_name).second)
      report(link.where, "two joints are named " + in_quotes(link.joint_name));
    if (link.rotor) {
      check_not_negative(link.rotor->inertia, {"rotor inertia of ", link.joint_name});
      const auto ratio = number(link.rotor->ratio, {"gear ratio of ", link.joint_name});
      if (ratio && *ratio == 0)
        report(link.rotor->ratio.where, "gear ratio of " + link.joint_name + ": expected a number other than 0");
      if (link.rotor->axis) check_direction(*link.rotor->axis, {"rotor axis of ", link.joint_name});
    }
    if (link.friction) {
      check_friction(link.friction->viscous, link.friction->coulomb, link.joint_name);
      number(link.friction->offset, {"friction offset of ", link.joint_name});
      check_friction_at_rest(*link.friction, link.joint_name);
      if (link.friction->side == Side::motor && !link.rotor)
        report(link.friction->viscous[0].where,
               "friction of " + link.joint_name + ": side: motor needs a rotor with a gear ratio; found no rotor");
    }
    if (link.spring) {
      number(link.spring->stiffness, "stiffness");
      number(link.spring->rest, "rest");
      check_not_negative(link.spring->damping, {"damping of ", link.joint_name});
    }
    check_limits(link.limits, link.joint_name);
    if (link.mimic) {
      number(link.mimic->multiplier, {"multiplier of ", link.joint_name});
      number(link.mimic->offset, {"offset of ", link.joint_name});
    }
  }

  /// Every joint that follows another turns or slides, and ends at one that moves by itself.
  void check_mimics() {
    const auto follows = [](const Link& link) { return link.mimic.has_value(); };
    if (std::none_of(description_.links.begin(), description_.links.end(), follows)) return;
    std::unordered_map<std::string, const Link*> joints;
    for (const Link& link : description_.links) joints.emplace(link.joint_name, &link);
    const auto single = [](const Link& link) {
      return link.joint == JointType::revolute || link.joint == JointType::prismatic;
    };
    for (const Link& link : description_.links) {
      int steps = 0;
      for (const Link* at = &link; at->mimic && steps <= longest_chain; ++steps) {
        const auto leader = joints.find(at->mimic->joint);
        const bool sound = leader != joints.end() && single(*leader->second) && single(*at);
        if (!sound && at == &link)
          report(at->mimic->where, "joint " + at->joint_name + " follows " + in_quotes(at->mimic->joint) +
                                       ": expected two joints that turn or slide");
        if (!sound) break;
        if (at->friction && (has_shape(*at) || has_shape(*leader->second)))
          report(at->mimic->where, "joint " + at->joint_name + " follows " + in_quotes(at->mimic->joint) +
                                       ": expected friction without width and stribeck, since the two are felt as one");
        at = leader->second;
      }
      if (steps > longest_chain)
        report(link.mimic->where, "joint " + link.joint_name +
                                      ": expected that it follows a joint that moves by itself, " + "in at most " +
                                      std::to_string(longest_chain) + " steps; found none");
    }
  }
  static constexpr int longest_chain = 100;
  /// Friction that is more than a line and a step.
  static bool has_shape(const Link& link) {
    const auto written = [](const Quantity& quantity) { return quantity.expression.text() != "0"; };
    return link.friction && (written(link.friction->width) || written(link.friction->stribeck));
  }

  /// One number written for both directions, which is complained of once.
  static bool same_place(const std::array<Quantity, 2>& pair) {
    return pair[0].where.line > 0 && pair[0].where.line == pair[1].where.line &&
           pair[0].where.column == pair[1].where.column;
  }
  void check_friction(const std::array<Quantity, 2>& viscous, const std::array<Quantity, 2>& coulomb,
                      const std::string& owner) {
    for (int k : {0, 1}) {
      if (k == 0 || !same_place(viscous))
        check_not_negative(viscous[k], {"viscous friction of ", owner, " (a magnitude)"});
      if (k == 0 || !same_place(coulomb))
        check_not_negative(coulomb[k], {"Coulomb friction of ", owner, " (a magnitude)"});
    }
  }

  void check_friction_at_rest(const Friction& friction, const std::string& owner) {
    check_not_negative(friction.width, {"width of the friction of ", owner, " (a velocity)"});
    const auto stribeck = check_not_negative(friction.stribeck, {"Stribeck friction of ", owner, " (a magnitude)"});
    const auto velocity = check_not_negative(friction.stribeck_velocity, {"Stribeck velocity of ", owner});
    if (stribeck && velocity && *stribeck > 0 && *velocity == 0)
      report(friction.stribeck.where, "Stribeck friction of " + owner + ": expected a stribeck_velocity above 0");
  }

  void check_limits(const Limits& limits, const std::string& owner) {
    if (limits.position) {
      const auto low = number((*limits.position)[0], {"position limit of ", owner});
      const auto high = number((*limits.position)[1], {"position limit of ", owner});
      if (low && high && *low > *high)
        report((*limits.position)[0].where, "position limits of " + owner + ": expected [low, high], found [" +
                                                written(*low) + ", " + written(*high) + "]");
    }
    if (limits.velocity) check_positive(*limits.velocity, {"velocity limit of ", owner});
    if (limits.acceleration) check_positive(*limits.acceleration, {"acceleration limit of ", owner});
    if (limits.torque) check_positive(*limits.torque, {"torque limit of ", owner});
  }

  void check_shape(const Shape& shape, const std::string& owner) {
    using enum Shape::Kind;
    const int lengths = shape.kind == point                                                  ? 0
                        : shape.kind == sphere || shape.kind == rod                          ? 1
                        : shape.kind == box || shape.kind == ellipsoid || shape.kind == tube ? 3
                                                                                             : 2;
    const std::size_t before = problems_.size();
    for (int k = 0; k < lengths; ++k) check_positive(shape.size[k], {"shape of ", owner});
    if (shape.kind == tube && problems_.size() == before && *number(shape.size[1], "") >= *number(shape.size[0], ""))
      report(shape.where, "shape of " + owner + ": expected a tube's inner radius below its outer one");
    if (shape.mass) check_not_negative(*shape.mass, {"mass of ", owner});
    if (shape.density) check_positive(*shape.density, {"density of ", owner});
    check_pose(shape.pose);
  }

  /// Mass and principal moments about the centre may not be negative. (A body that breaks only the triangle inequality
  /// is let through: published tables such as the PUMA's have them.)
  void check_mass(const MassProperties& mass, const std::string& owner) {
    const std::size_t before = problems_.size();
    for (const Shape& shape : mass.shapes) check_shape(shape, owner);
    if (!mass.shapes.empty()) return;
    check_not_negative(mass.mass, {"mass of ", owner});
    check_triple(mass.com, {"com of ", owner});
    const What inertia_of{"inertia of ", owner};
    for (const Quantity& entry : mass.inertia) number(entry, inertia_of);
    if (problems_.size() > before) return;
    const double m = *number(mass.mass, "");
    Eigen::Vector3d c;
    for (int k = 0; k < 3; ++k) c[k] = *number(mass.com[k], "");
    std::array<double, 6> I{};
    for (std::size_t k = 0; k < 6; ++k) I[k] = *number(mass.inertia[k], "");
    Eigen::Matrix3d matrix;
    matrix << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
    if (!check_triple(mass.rpy, {"rpy of the inertia of ", owner})) return;
    const double size = matrix.cwiseAbs().maxCoeff() + m * c.squaredNorm();
    if (!std::isfinite(size))
      return report(mass.where, "mass of " + owner + ": its moments about the frame's origin overflow");
    if (mass.about == ReferencePoint::center_of_mass && clearly_positive(I)) return;
    if (mass.about == ReferencePoint::origin)
      matrix -= m * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
    const Eigen::Vector3d moments = linear_algebra::symmetric_eigenvalues_3(matrix);
    if (moments[0] < -1e-9 * size)
      report(mass.where,
             "inertia of " + owner + ": no body has it; expected principal moments about the centre of mass" +
                 " that are not negative, found " + written(moments[0]) + ", " + written(moments[1]) + ", " +
                 written(moments[2]),
             "inertia-not-positive");
  }

  void check_coupling(const Coupling& coupling) {
    if (coupling.joints.empty()) report(coupling.where, "coupling: expected at least one joint");
    for (const auto& [name, coefficient] : coupling.joints) {
      if (!joints_.contains(name))
        report(coefficient.where, "coupling: expected the name of a moving joint, found " + in_quotes(name));
      number(coefficient, {"coupling coefficient of ", name});
    }
    number(coupling.stiffness, "stiffness");
    number(coupling.rest, "rest");
    check_friction(coupling.viscous, coupling.coulomb, "a coupling");
    check_not_negative(coupling.width, "width of the friction of a coupling (a velocity)");
    check_not_negative(coupling.rotor_inertia, "rotor_inertia of a coupling");
  }

  const Description& description_;
  std::vector<Problem> problems_;
  std::map<std::string, double> parameters_;
  std::unordered_set<std::string_view> frames_, joints_;  // names of the description
};

}  // namespace

std::vector<Problem> check(const Description& description) { return Checker(description).run(); }

}  // namespace torsor
