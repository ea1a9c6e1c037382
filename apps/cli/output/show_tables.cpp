#include <fmt/format.h>

#include <iostream>

#include "output/evaluated_robot.hpp"
#include "output/show_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/joint_name.hpp"

namespace torsor::cli {
namespace {

using described::Link;
using described::Quantity;

constexpr double degrees = 180 / 3.141592653589793;

class RobotTables : EvaluatedRobot {
 public:
  using EvaluatedRobot::EvaluatedRobot;

  void print() const {
    std::cout << description_.name << (description_.description.empty() ? "" : ": " + description_.description) << '\n';
    if (!description_.source.empty()) std::cout << "source: " << description_.source << '\n';
    if (description_.illustrative) std::cout << "the masses are illustrative: none are published\n";
    std::cout << "gravity: " << shown(vector(description_.gravity)) << " m/s^2\n";
    for (const auto& parameter : description_.parameters)
      std::cout << "parameter " << parameter.name << " = " << shown(number(parameter.value)) << '\n';
    if (has_table())
      print_kinematics();
    else if (!description_.links.empty())
      print_origins();
    print_masses();
    print_drives();
    print_loops();
  }

 private:
  /// In degrees, but for what only stands for "no limit".
  static std::string angle(double radians) {
    constexpr double many_turns = 1e4;
    return std::abs(radians) < many_turns ? shown(radians * degrees) + "deg" : shown(radians) + "rad";
  }
  std::string angles(const described::Triple& rpy) const { return shown(degrees * vector(rpy)); }

  /// The number of a joint's coordinate in q, from 1.
  int number_of(const Link& joint) const {
    int number = 1;
    for (const Link& link : description_.links) {
      if (&link == &joint) break;
      number += link.joint != JointType::fixed && !link.mimic;
    }
    return number;
  }
  /// `q2 + 90deg`: the joint variable with what is added to it.
  std::string variable(const Link& link, double constant, bool turning) const {
    const auto [leader, ratio, offset] = values_.follow(link);
    const double factor = link.flip ? -ratio : ratio;
    constant += link.flip ? -offset : offset;
    std::string q = (factor == 1    ? ""
                     : factor == -1 ? "-"
                                    : shown(factor) + " ") +
                    "q" + std::to_string(number_of(*leader));
    if (constant == 0) return q;
    const std::string size = turning ? angle(std::abs(constant)) : shown(std::abs(constant));
    return q + (constant < 0 ? " - " : " + ") + size;
  }

  /// A position of the joint: an angle where it turns, a length where it slides.
  static std::string coordinate(const Link& link, double value) {
    return link.joint == JointType::revolute ? angle(value) : shown(value);
  }

  std::vector<std::string> limits(const Link& link) const {
    std::string range;
    if (link.limits.position) {
      const double low = number((*link.limits.position)[0]), high = number((*link.limits.position)[1]);
      range = coordinate(link, low) + " .. " + coordinate(link, high);
    }
    return {range, link.limits.velocity ? shown(number(*link.limits.velocity)) : "",
            link.limits.torque ? shown(number(*link.limits.torque)) : ""};
  }

  /// The kinematics of a robot that is written with origins and axes only.
  void print_origins() const {
    std::cout << "\nkinematics (origins in the parent link's frame; metres, degrees; limits in rad/s, m/s, Nm, N)\n";
    Table table({"", "joint", "type", "link", "parent", "xyz", "rpy", "axis", "position", "velocity", "torque"});
    int index = 0;
    for (const Link& link : description_.links) {
      const described::Pose origin = link.origin.value_or(described::Pose{});
      std::vector<std::string> row{"", link.joint_name, name_of(link.joint), link.name, link.parent};
      const bool moves = link.joint != JointType::fixed;
      if (moves && !link.mimic) row[0] = std::to_string(++index);
      row.insert(row.end(), {shown(vector(origin.xyz)), angles(origin.rpy), moves ? shown(vector(link.axis)) : ""});
      const std::vector<std::string> rest = limits(link);
      row.insert(row.end(), rest.begin(), rest.end());
      table.add(row);
    }
    table.print(5);
    print_ends();
  }

  void print_kinematics() const {
    const bool standard = description_.dh == DhConvention::standard;
    std::cout << "\nkinematics (" << (standard ? "standard" : "modified")
              << " DH; metres; limits in rad/s, m/s, Nm, N)\n";
    Table table({"", "joint", "type", "link", "parent", "theta", "d", "a", "alpha", "position", "velocity", "torque"});
    int index = 0;
    for (const Link& link : description_.links) {
      std::vector<std::string> row{"", link.joint_name, name_of(link.joint), link.name, link.parent};
      const bool turns = link.joint == JointType::revolute, slides = link.joint == JointType::prismatic;
      if ((turns || slides) && !link.mimic) row[0] = std::to_string(++index);
      if (link.dh) {
        const double theta = number(link.dh->theta), d = number(link.dh->d), offset = number(link.dh->offset);
        row.push_back(turns ? variable(link, theta + offset, true) : angle(theta));
        row.push_back(slides ? variable(link, d + offset, false) : shown(d));
        row.push_back(shown(number(link.dh->a)));
        row.push_back(angle(number(link.dh->alpha)));
      } else {
        row.insert(row.end(), {"-", "-", "-", "axis " + shown(vector(link.axis))});
      }
      const std::vector<std::string> rest = limits(link);
      row.insert(row.end(), rest.begin(), rest.end());
      table.add(row);
    }
    table.print(5);
    print_ends();
  }

  void print_ends() const {
    for (const Link& link : description_.links) {
      if (!link.mimic) continue;
      const auto [leader, ratio, offset] = values_.follow(link);
      std::cout << fmt::format("  {} follows {}: its own coordinate is {} q{}{}\n", link.joint_name, leader->joint_name,
                               shown(ratio), number_of(*leader), offset == 0 ? "" : " + " + coordinate(link, offset));
    }
    const Vector3<double> xyz = vector(description_.base.xyz), rpy = vector(description_.base.rpy);
    if (dot(xyz, xyz) + dot(rpy, rpy) > 0)
      std::cout << "  frame 0 in the base frame: xyz " << shown(xyz) << ", rpy " << angles(description_.base.rpy)
                << " deg\n";
    if (description_.tool)
      std::cout << "  tool on " << description_.tool->link << ": xyz " << shown(vector(description_.tool->pose.xyz))
                << ", rpy " << angles(description_.tool->pose.rpy) << " deg\n";
  }

  void print_masses() const {
    if (description_.links.empty() && !has_base_mass()) return;
    std::cout << "\nmasses (kg, m, kg m^2; inertia matrix about the centre of mass, link axes)\n";
    Table table({"link", "mass", "com x", "y", "z", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"});
    if (has_base_mass()) add_mass(table, description_.base_name, mass(description_.base_mass));
    for (const Link& link : description_.links) {
      add_mass(table, link.name, mass(link.mass));
    }
    if (description_.payload)
      add_mass(table, "payload at " + description_.payload->at, mass(description_.payload->mass));
    table.print();
    for (const Link& link : description_.links) {
      if (!link.gravity_compensation) continue;
      const auto& [part, carried, com] = *link.gravity_compensation;
      std::string what = number(part) != 0 ? shown(100 * number(part)) + " % of its weight" : "";
      if (number(carried) != 0)
        what += (what.empty() ? "that of " : " and that of ") + shown(number(carried)) + " kg at " + shown(vector(com));
      std::cout << "  gravity compensation of " << link.name << " carries " << what << "\n";
    }
  }

  static void add_mass(Table& table, const std::string& name, const Mass& m) {
    const auto& I = m.inertia;
    std::vector<std::string> row{name};
    for (const double x : {m.mass, m.com.x, m.com.y, m.com.z}) row.push_back(shown(x));
    const double noise = 1e-14 * (I.xx + I.yy + I.zz);
    for (const double x : {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}) row.push_back(shown(std::abs(x) < noise ? 0.0 : x));
    table.add(row);
  }

  std::string directed(const std::array<Quantity, 2>& pair) const {
    const double positive = number(pair[0]), negative = number(pair[1]);
    return positive == negative ? shown(positive) : shown(positive) + "/" + shown(negative);
  }

  /// A number, or the position of a ball or free joint.
  std::string rest(const Link& link) const {
    if (link.joint == JointType::revolute || link.joint == JointType::prismatic)
      return coordinate(link, number(link.spring->rest));
    std::string text;
    for (const Quantity& entry : link.spring->pose) text += (text.empty() ? "" : " ") + shown(number(entry));
    return text.empty() ? "0" : text;
  }

  template <class Owner>
  std::string presliding(const Owner& friction) const {
    const double stiffness = number(friction.presliding_stiffness), damping = number(friction.presliding_damping);
    if (stiffness == 0) return "";
    return fmt::format(" presliding {}", shown(stiffness)) +
           (damping == 0 ? "" : fmt::format(" damped by {}", shown(damping)));
  }

  std::string periodic(const described::Coupling& coupling) const {
    const double sine = number(coupling.sine), cosine = number(coupling.cosine);
    return sine == 0 && cosine == 0 ? "" : fmt::format(", sine {}, cosine {}", shown(sine), shown(cosine));
  }

  void print_drives() const {
    std::string model = description_.rotor_model == RotorModel::reflected ? "reflected" : "gyroscopic";
    Table table({"joint", "rotor", "ratio", "viscous", "Coulomb", "side", "stiffness", "rest", "damping"});
    bool any = false;
    for (const Link& link : description_.links) {
      if (!link.rotor && !link.friction && !link.spring) continue;
      any = true;
      std::vector<std::string> row{link.joint_name};
      row.insert(row.end(), 8, "");
      if (link.rotor) row[1] = shown(number(link.rotor->inertia)), row[2] = shown(number(link.rotor->ratio));
      if (link.friction) {
        row[3] = directed(link.friction->viscous);
        row[4] = directed(link.friction->coulomb);
        if (const double offset = number(link.friction->offset); offset != 0)
          row[4] += fmt::format(" offset {}", shown(offset));
        if (const double width = number(link.friction->width); width != 0)
          row[4] += fmt::format(" width {}", shown(width));
        if (const double stribeck = number(link.friction->stribeck); stribeck != 0)
          row[4] += fmt::format(" Stribeck {} at {}", shown(stribeck), shown(number(link.friction->stribeck_velocity)));
        row[4] += presliding(*link.friction);
        if (const double load = number(link.friction->load); load != 0) row[4] += fmt::format(" load {}", shown(load));
        row[5] = link.friction->side == Side::motor ? "motor" : "link";
      }
      if (link.spring)
        row[6] = shown(number(link.spring->stiffness)), row[7] = rest(link),
        row[8] = shown(number(link.spring->damping));
      table.add(row);
    }
    if (any) {
      std::cout << "\ndrives (" << model << " rotors; one value, or positive/negative direction)\n";
      table.print();
    }
    for (const described::Coupling& coupling : description_.couplings) {
      std::cout << "  coupling of";
      for (const auto& [name, coefficient] : coupling.joints)
        std::cout << ' ' << shown(number(coefficient)) << '*' << name;
      const double width = number(coupling.width);
      std::cout << fmt::format(
          ": stiffness {}, rest {}{}, viscous {}, Coulomb {}{}{}, rotor {}\n", shown(number(coupling.stiffness)),
          shown(number(coupling.rest)), periodic(coupling), directed(coupling.viscous), directed(coupling.coulomb),
          width == 0 ? "" : " width " + shown(width), presliding(coupling), shown(number(coupling.rotor_inertia)));
    }
  }

  void print_loops() const {
    if (description_.loops.empty()) return;
    Table table({"loop", "link", "other link", "x", "y", "z", "other x", "other y", "other z"});
    for (const described::Loop& loop : description_.loops) {
      std::vector<std::string> row{loop.name, loop.link[0], loop.link[1]};
      for (const described::Triple& point : loop.point)
        for (const Quantity& entry : point) row.push_back(shown(number(entry)));
      table.add(row);
    }
    std::cout << "\nclosed loops (points of two links, in their frames, that stay in one place; m)\n";
    table.print(3);
  }
};

}  // namespace

void print(const Description& robot) { RobotTables(robot).print(); }

}  // namespace torsor::cli
