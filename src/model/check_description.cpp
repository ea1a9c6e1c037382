#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "model/check_numbers.hpp"
#include "torsor/model/joint_name.hpp"

namespace torsor {
namespace {

/// Walks a description once; every rule adds its problems to the list.
class RobotCheck : described::NumberCheck {
  using What = described::What;
  using Link = described::Link;
  using Quantity = described::Quantity;
  using Limits = described::Limits;

 public:
  explicit RobotCheck(const Description& description) : description_(description) {}

  std::vector<Problem> run() {
    check_parameters();
    check_triple(description_.gravity, "gravity");
    check_pose(description_.base);
    if (description_.links.empty()) report({}, "a robot needs at least one link", "no-links");
    frames_.insert(description_.base_name);
    check_mass(description_.base_mass, description_.base_name);
    check_capsules(description_.base_capsules, description_.base_name);
    for (const Link& link : description_.links) check_link(link);
    check_mimics();
    check_loops();
    if (no_problems() && joints_.empty())
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
    for (const described::Coupling& coupling : description_.couplings) check_coupling(coupling);
    return take_problems();
  }

 private:
  void check_frame(const std::string& name, Location where, const What& what) {
    if (!frames_.contains(name)) report(where, what + ": expected the name of a link, found " + in_quotes(name));
  }

  void check_parameters() {
    for (const described::Parameter& parameter : description_.parameters) {
      const auto value = number(parameter.value, {"parameter ", parameter.name});
      if (!define(parameter.name, value.value_or(1.0)))
        report(parameter.value.where, "parameter " + parameter.name + " is defined twice");
    }
  }

  void check_link(const Link& link) {
    look_at(link.where);
    if (link.name == description_.base_name || (link.name == "tool" && description_.tool))
      report(link.where, "a link may not be named '" + link.name + "': that name has a meaning of its own");
    else if (frames_.contains(link.name))
      report(link.where, "two links are named " + in_quotes(link.name));
    check_frame(link.parent, link.where, {"parent of ", link.name});
    frames_.insert(link.name);
    if (link.origin) check_pose(*link.origin);
    if (link.dh) {
      const described::DhRow& row = *link.dh;
      for (const auto* entry : {&row.theta, &row.d, &row.a, &row.alpha, &row.offset})
        number(*entry, {"dh of ", link.name});
    }
    check_direction(link.axis, {"axis of ", link.name});
    check_mass(link.mass, link.name);
    look_at(link.where);
    check_capsules(link.capsules, link.name);
    if (link.gravity_compensation) {
      const What what{"gravity compensation of ", link.name};
      number(link.gravity_compensation->part, what);
      number(link.gravity_compensation->mass, what);
      check_triple(link.gravity_compensation->com, what);
    }
    check_joint(link);
  }

  void check_capsules(const std::vector<described::Capsule>& capsules, const std::string& owner) {
    for (const described::Capsule& capsule : capsules) {
      check_triple(capsule.from, {"capsule of ", owner});
      check_triple(capsule.to, {"capsule of ", owner});
      check_positive(capsule.radius, {"radius of a capsule of ", owner});
    }
  }

  void check_joint(const Link& link) {
    if (link.joint == JointType::fixed) {
      const Limits& limits = link.limits;
      if (link.rotor || link.friction || link.spring || limits.position || limits.velocity || limits.acceleration ||
          limits.torque || link.mimic)
        report(link.where, link.name + ": a fixed joint has no rotor, friction, spring or limits, and follows none");
      return;
    }
    if (!joints_.emplace(link.joint_name, link.joint).second)
      report(link.where, "two joints are named " + in_quotes(link.joint_name));
    if (link.rotor) {
      check_not_negative(link.rotor->inertia, {"rotor inertia of ", link.joint_name});
      const auto ratio = number(link.rotor->ratio, {"gear ratio of ", link.joint_name});
      if (ratio && *ratio == 0)
        report(link.rotor->ratio.where, "gear ratio of " + link.joint_name + ": expected a number other than 0");
      if (link.rotor->axis) check_direction(*link.rotor->axis, {"rotor axis of ", link.joint_name});
    }
    if (link.friction) {
      const Directions coulomb = check_friction(link.friction->viscous, link.friction->coulomb, link.joint_name);
      number(link.friction->offset, {"friction offset of ", link.joint_name});
      const AtRest at_rest = check_friction_at_rest(*link.friction, coulomb, link.joint_name);
      check_presliding(link.friction->presliding_stiffness, link.friction->presliding_damping, coulomb, at_rest,
                       link.joint_name);
      check_load(*link.friction, link);
      if (link.friction->side == Side::motor && !link.rotor)
        report(link.friction->viscous[0].where,
               "friction of " + link.joint_name + ": side: motor needs a rotor with a gear ratio; found no rotor");
    }
    if (link.spring) {
      number(link.spring->stiffness, "stiffness");
      number(link.spring->rest, "rest");
      const auto damping = check_not_negative(link.spring->damping, {"damping of ", link.joint_name});
      if (!has_one_axis(link.joint) && damping && *damping != 0)
        report(link.spring->damping.where, "damping of " + link.joint_name + ": expected friction instead, found a " +
                                               name_of(link.joint) + " joint");
      check_rest(link);
    }
    check_limits(link.limits, link.joint_name);
    if (link.mimic) {
      number(link.mimic->multiplier, {"multiplier of ", link.joint_name});
      number(link.mimic->offset, {"offset of ", link.joint_name});
    }
  }

  /// A ball or free joint rests in a position such as it has in q: its quaternion last, of length 1.
  void check_rest(const Link& link) {
    const std::vector<Quantity>& pose = link.spring->pose;
    const std::size_t count = link.joint == JointType::ball ? 4 : link.joint == JointType::free ? 7 : 0;
    const Location where = pose.empty() ? link.spring->rest.where : pose[0].where;
    const std::string rest = "rest of " + link.joint_name + ": expected ";
    if (has_one_axis(link.joint) ? !pose.empty() : !pose.empty() && pose.size() != count)
      return report(where, rest + (count == 0 ? "a number" : "a list of " + std::to_string(count) + " numbers") +
                               ", found " + std::to_string(pose.size()));
    if (!has_one_axis(link.joint) && link.spring->rest.expression.text() != "0")
      return report(where, rest + "a list of " + std::to_string(count) + " numbers, found one");
    double square = 0;
    for (std::size_t k = 0; k < pose.size(); ++k) {
      const auto value = number(pose[k], {"rest of ", link.joint_name});
      if (!value) return;
      if (k + 4 >= pose.size()) square += *value * *value;
    }
    if (!pose.empty() && std::abs(square - 1) > 1e-6)
      report(where,
             rest + "a quaternion w x y z of length 1, found one of length " + described::written(std::sqrt(square)));
  }

  /// Every joint that follows another turns or slides, and ends at one that moves by itself.
  void check_mimics() {
    const auto follows = [](const Link& link) { return link.mimic.has_value(); };
    if (std::none_of(description_.links.begin(), description_.links.end(), follows)) return;
    std::unordered_map<std::string, const Link*> joints;
    for (const Link& link : description_.links) joints.emplace(link.joint_name, &link);
    const auto single = [](const Link& link) { return has_one_axis(link.joint); };
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
                                       ": expected friction without width, stribeck and presliding, since the joints "
                                       "move as one");
        if (has_load(*at) || has_load(*leader->second))
          report(at->mimic->where, "joint " + at->joint_name + " follows " + in_quotes(at->mimic->joint) +
                                       ": expected friction that does not grow with the load, since what one of the "
                                       "two carries is not told apart");
        at = leader->second;
      }
      if (steps > longest_chain)
        report(link.mimic->where, "joint " + link.joint_name +
                                      ": expected that it follows a joint that moves by itself, " + "in at most " +
                                      std::to_string(longest_chain) + " steps; found none");
    }
  }
  static constexpr int longest_chain = 100;
  static bool is_written(const Quantity& quantity) { return quantity.expression.text() != "0"; }
  static bool has_load(const Link& link) { return link.friction && is_written(link.friction->load); }
  /// Friction that is more than a line and a step.
  static bool has_shape(const Link& link) {
    return link.friction && (is_written(link.friction->width) || is_written(link.friction->stribeck) ||
                             is_written(link.friction->presliding_stiffness));
  }

  /// One number written for both directions, which is complained of once.
  static bool same_place(const std::array<Quantity, 2>& pair) {
    return pair[0].where.line > 0 && pair[0].where.line == pair[1].where.line &&
           pair[0].where.column == pair[1].where.column;
  }
  using Directions = std::array<std::optional<double>, 2>;
  Directions check_directions(const std::array<Quantity, 2>& pair, const What& what) {
    const auto positive = check_not_negative(pair[0], what);
    return {positive, same_place(pair) ? positive : check_not_negative(pair[1], what)};
  }
  /// Coulomb friction by direction, where it is a number.
  Directions check_friction(const std::array<Quantity, 2>& viscous, const std::array<Quantity, 2>& coulomb,
                            const std::string& owner) {
    check_directions(viscous, {"viscous friction of ", owner, " (a magnitude)"});
    return check_directions(coulomb, {"Coulomb friction of ", owner, " (a magnitude)"});
  }

  /// The width of friction and what it begins with, where they are numbers.
  struct AtRest {
    std::optional<double> width, start;
  };
  /// What friction begins with, coulomb + stribeck, is not negative.
  AtRest check_friction_at_rest(const described::Friction& friction, const Directions& coulomb,
                                const std::string& owner) {
    const auto width = check_not_negative(friction.width, {"width of the friction of ", owner, " (a velocity)"});
    const auto stribeck = number(friction.stribeck, {"Stribeck friction of ", owner});
    const auto velocity = check_not_negative(friction.stribeck_velocity, {"Stribeck velocity of ", owner});
    if (stribeck && velocity && *stribeck != 0 && *velocity == 0)
      report(friction.stribeck.where, "Stribeck friction of " + owner + ": expected a stribeck_velocity above 0");
    if (!stribeck || !coulomb[0] || !coulomb[1]) return {width, {}};
    const double least = -std::min(*coulomb[0], *coulomb[1]);
    if (*stribeck < least)
      report(friction.stribeck.where, "Stribeck friction of " + owner + ": expected at least " +
                                          described::written(least) + ", since friction (Coulomb's and this one) is " +
                                          "not negative when the joint starts to move; found " +
                                          described::written(*stribeck));
    return {width, *stribeck - least};
  }

  void check_presliding(const Quantity& written_stiffness, const Quantity& written_damping, const Directions& coulomb,
                        const AtRest& at_rest, const std::string& owner) {
    const auto& [width, start] = at_rest;
    const auto stiffness = check_not_negative(written_stiffness, {"presliding stiffness of ", owner});
    const auto damping = check_not_negative(written_damping, {"presliding damping of ", owner});
    const Location where = written_stiffness.where;
    if (!stiffness || *stiffness == 0) {
      if (stiffness && damping && *damping > 0)
        report(written_damping.where,
               "presliding damping of " + owner + ": expected a stiffness above 0 beside it, found 0");
      return;
    }
    if (coulomb[0] == 0.0 || coulomb[1] == 0.0)
      report(where, "presliding of " + owner +
                        ": expected Coulomb friction above 0 in both directions, at which the contact begins to slide; "
                        "found 0");
    else if (start == 0.0)
      report(where, "presliding of " + owner +
                        ": expected friction above 0 when the joint starts to move (coulomb + stribeck); found 0");
    if (width && *width > 0)
      report(where, "presliding of " + owner +
                        ": expected friction without a width, since what builds up over a distance is no function of "
                        "the velocity; found a width of " +
                        described::written(*width));
  }

  /// Below 1: a joint under more would never turn, whatever drives it.
  void check_load(const described::Friction& friction, const Link& link) {
    const auto load = check_not_negative(friction.load, {"load friction of ", link.joint_name, " (N m per N m)"});
    if (!load || *load == 0) return;
    if (*load >= 1)
      report(friction.load.where, "load friction of " + link.joint_name +
                                      " (N m per N m): expected less than 1, found " + described::written(*load));
    if (!has_one_axis(link.joint))
      report(friction.load.where, "load friction of " + link.joint_name +
                                      ": expected a joint that turns or slides, found a " + name_of(link.joint) +
                                      " joint");
  }

  void check_limits(const Limits& limits, const std::string& owner) {
    if (limits.position) {
      const auto low = number((*limits.position)[0], {"position limit of ", owner}, ranges::limit);
      const auto high = number((*limits.position)[1], {"position limit of ", owner}, ranges::limit);
      if (low && high && *low > *high)
        report((*limits.position)[0].where, "position limits of " + owner + ": expected [low, high], found [" +
                                                described::written(*low) + ", " + described::written(*high) + "]");
    }
    if (limits.velocity) check_positive(*limits.velocity, {"velocity limit of ", owner}, ranges::limit);
    if (limits.acceleration) check_positive(*limits.acceleration, {"acceleration limit of ", owner}, ranges::limit);
    if (limits.torque) check_positive(*limits.torque, {"torque limit of ", owner}, ranges::limit);
  }

  void check_coupling(const described::Coupling& coupling) {
    if (coupling.joints.empty()) report(coupling.where, "coupling: expected at least one joint");
    for (const auto& [name, coefficient] : coupling.joints) {
      const auto joint = joints_.find(name);
      if (joint == joints_.end() || !has_one_axis(joint->second))
        report(coefficient.where,
               "coupling: expected the name of a joint that turns or slides, found " + in_quotes(name));
      number(coefficient, {"coupling coefficient of ", name});
    }
    number(coupling.stiffness, "stiffness");
    number(coupling.rest, "rest");
    number(coupling.sine, "sine of a coupling");
    number(coupling.cosine, "cosine of a coupling");
    const Directions coulomb = check_friction(coupling.viscous, coupling.coulomb, "a coupling");
    const auto width = check_not_negative(coupling.width, "width of the friction of a coupling (a velocity)");
    check_presliding(coupling.presliding_stiffness, coupling.presliding_damping, coulomb, {width, {}}, "a coupling");
    check_not_negative(coupling.rotor_inertia, "rotor_inertia of a coupling");
  }

  /// Each loop holds two points together that can move apart; fixed links move with the link that carries them.
  void check_loops() {
    if (description_.loops.empty()) return;
    std::unordered_map<std::string_view, std::string_view> carriers{{description_.base_name, description_.base_name}};
    for (const Link& link : description_.links) {
      const auto parent = carriers.find(link.parent);
      const bool fixed = link.joint == JointType::fixed && parent != carriers.end();
      carriers.emplace(link.name, fixed ? parent->second : std::string_view(link.name));
    }
    std::unordered_set<std::string_view> names;
    for (const described::Loop& loop : description_.loops) {
      look_at(loop.where);
      const std::string what = loop.name.empty() ? "loop" : "loop " + in_quotes(loop.name);
      if (!loop.name.empty() && !names.insert(loop.name).second)
        report(loop.where, "two loops are named " + in_quotes(loop.name));
      bool known = true;
      for (int side = 0; side < 2; ++side) {
        check_triple(loop.point[side], {what, " point"});
        if (carriers.contains(loop.link[side])) continue;
        known = false;
        report(loop.where, what + ": expected the name of a link, or of the base, " +
                               in_quotes(description_.base_name) + "; found " + in_quotes(loop.link[side]));
      }
      if (known && carriers[loop.link[0]] == carriers[loop.link[1]])
        report(loop.where, what + ": expected points of two links that move in each other, found " +
                               in_quotes(loop.link[0]) + " and " + in_quotes(loop.link[1]) + ", which move as one");
    }
  }

  const Description& description_;
  static bool has_one_axis(JointType joint) { return joint == JointType::revolute || joint == JointType::prismatic; }

  std::unordered_set<std::string_view> frames_;  // names of the description
  std::unordered_map<std::string_view, JointType> joints_;
};

}  // namespace

std::vector<Problem> check(const Description& description) { return RobotCheck(description).run(); }

}  // namespace torsor
