#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/joint_name.hpp"

namespace torsor::cli {
namespace {

using described::Link;
using described::Quantity;

constexpr double degrees = 180 / 3.141592653589793;

/// The numbers of a description, evaluated.
class Evaluated {
 public:
  explicit Evaluated(const Description& description) : description_(description), values_(description) {}

  double number(const Quantity& quantity) const { return values_.value(quantity); }
  Vector3<double> vector(const described::Triple& t) const { return {number(t[0]), number(t[1]), number(t[2])}; }

  /// Mass, centre of mass and the inertia about it, in the link's frame.
  struct Mass {
    double mass;
    Vector3<double> com;
    Symmetric3<double> inertia;
  };
  static Json to_json(const Mass& m) {
    const auto& I = m.inertia;
    return {
        {"mass", m.mass},
        {"com", cli::to_json(m.com)},
        {"inertia_about_com", {{"xx", I.xx}, {"xy", I.xy}, {"xz", I.xz}, {"yy", I.yy}, {"yz", I.yz}, {"zz", I.zz}}}};
  }
  static Json to_json(const Vector3<double>& v) { return cli::to_json(v); }
  Mass mass(const described::MassProperties& written) const {
    const auto& [m, c, I, rpy, about, shapes, where] = written;
    const Vector3<double> turn = vector(rpy);
    if (shapes.empty() && about == ReferencePoint::center_of_mass && dot(turn, turn) == 0)  // as written
      return {
          number(m), vector(c), {number(I[0]), number(I[1]), number(I[2]), number(I[3]), number(I[4]), number(I[5])}};
    const Inertia<double> all = values_.inertia(written);
    const Vector3<double> com = all.mass > 0 ? 1 / all.mass * all.first_moment : Vector3<double>{};
    const Inertia<double> moved = to_parent(translation(-com), all);
    return {all.mass, com, moved.rotational()};
  }

  Json json() const {
    Json parameters = Json::object();
    for (const auto& parameter : description_.parameters) parameters[parameter.name] = number(parameter.value);
    Json joints = Json::array(), links = Json::array();
    for (const Link& link : description_.links) {
      if (link.joint != JointType::fixed) joints.push_back(joint(link));
      Json entry{{"name", link.name}, {"parent", link.parent}, {"joint", name_of(link.joint)}};
      entry.update(to_json(mass(link.mass)));
      links.push_back(entry);
    }
    Json result{
        {"name", description_.name},
        {"description", description_.description},
        {"source", description_.source},
        {"illustrative", description_.illustrative},
        {"dh", !has_table() ? Json() : Json(description_.dh == DhConvention::standard ? "standard" : "modified")},
        {"rotor_model", description_.rotor_model == RotorModel::reflected ? "reflected" : "gyroscopic"},
        {"gravity", to_json(vector(description_.gravity))},
        {"parameters", parameters},
        {"joints", joints},
        {"links", links}};
    result["base"] = {{"xyz", to_json(vector(description_.base.xyz))}, {"rpy", to_json(vector(description_.base.rpy))}};
    if (description_.base_name != "base") result["base"]["name"] = description_.base_name;
    if (has_base_mass()) result["base"].update(to_json(mass(description_.base_mass)));
    if (description_.payload) {
      result["payload"] = to_json(mass(description_.payload->mass));
      result["payload"]["at"] = description_.payload->at;
    }
    result["couplings"] = Json::array();
    for (const described::Coupling& coupling : description_.couplings) {
      Json combination;
      for (const auto& [name, coefficient] : coupling.joints) combination[name] = number(coefficient);
      const auto directed = [&](const auto& pair) { return Json::array({number(pair[0]), number(pair[1])}); };
      result["couplings"].push_back({{"joints", combination},
                                     {"stiffness", number(coupling.stiffness)},
                                     {"rest", number(coupling.rest)},
                                     {"viscous", directed(coupling.viscous)},
                                     {"coulomb", directed(coupling.coulomb)},
                                     {"rotor_inertia", number(coupling.rotor_inertia)}});
    }
    if (description_.tool)
      result["tool"] = {{"link", description_.tool->link},
                        {"xyz", to_json(vector(description_.tool->pose.xyz))},
                        {"rpy", to_json(vector(description_.tool->pose.rpy))}};
    return result;
  }

  Json joint(const Link& link) const {
    Json result{{"name", link.joint_name}, {"type", name_of(link.joint)}, {"link", link.name}, {"parent", link.parent}};
    if (link.dh)
      result["dh"] = {{"theta", number(link.dh->theta)},
                      {"d", number(link.dh->d)},
                      {"a", number(link.dh->a)},
                      {"alpha", number(link.dh->alpha)},
                      {"offset", number(link.dh->offset)}};
    else
      result["axis"] = to_json(vector(link.axis));
    if (link.origin)
      result["origin"] = {{"xyz", to_json(vector(link.origin->xyz))}, {"rpy", to_json(vector(link.origin->rpy))}};
    if (link.flip) result["flip"] = true;
    if (link.mimic) {
      const auto [leader, ratio, offset] = values_.follow(link);
      result["mimic"] = {{"joint", leader->joint_name}, {"multiplier", ratio}, {"offset", offset}};
    }
    if (link.rotor) result["rotor"] = {{"inertia", number(link.rotor->inertia)}, {"ratio", number(link.rotor->ratio)}};
    if (link.friction) {
      const auto& [viscous, coulomb, offset, side, width, stribeck, stribeck_velocity] = *link.friction;
      result["friction"] = {{"viscous", {number(viscous[0]), number(viscous[1])}},
                            {"coulomb", {number(coulomb[0]), number(coulomb[1])}},
                            {"side", side == Side::motor ? "motor" : "link"}};
      if (number(offset) != 0) result["friction"]["offset"] = number(offset);
      if (number(width) != 0) result["friction"]["width"] = number(width);
      if (number(stribeck) != 0) {
        result["friction"]["stribeck"] = number(stribeck);
        result["friction"]["stribeck_velocity"] = number(stribeck_velocity);
      }
    }
    if (link.spring)
      result["spring"] = {{"stiffness", number(link.spring->stiffness)},
                          {"rest", number(link.spring->rest)},
                          {"damping", number(link.spring->damping)}};
    Json limits = Json::object();
    if (link.limits.position)
      limits["position"] = {number((*link.limits.position)[0]), number((*link.limits.position)[1])};
    if (link.limits.velocity) limits["velocity"] = number(*link.limits.velocity);
    if (link.limits.acceleration) limits["acceleration"] = number(*link.limits.acceleration);
    if (link.limits.torque) limits["torque"] = number(*link.limits.torque);
    if (!limits.empty()) result["limits"] = limits;
    return result;
  }

  void print_tables() const {
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
  }

 private:
  static std::string angle(double radians) { return shown(radians * degrees) + "deg"; }

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

  bool has_table() const {
    return std::any_of(description_.links.begin(), description_.links.end(),
                       [](const Link& link) { return link.dh.has_value(); });
  }
  bool has_base_mass() const {
    const Mass m = mass(description_.base_mass);
    return m.mass != 0 || m.inertia.xx != 0 || m.inertia.yy != 0 || m.inertia.zz != 0;
  }

  std::vector<std::string> limits(const Link& link) const {
    std::string range;
    if (link.limits.position) {
      const double low = number((*link.limits.position)[0]), high = number((*link.limits.position)[1]);
      range = link.joint == JointType::revolute ? angle(low) + " .. " + angle(high) : shown(low) + " .. " + shown(high);
    }
    return {range, link.limits.velocity ? shown(number(*link.limits.velocity)) : "",
            link.limits.torque ? shown(number(*link.limits.torque)) : ""};
  }

  /// The kinematics of a robot that is written with origins and axes only.
  void print_origins() const {
    std::cout << "\nkinematics (origins in the parent link's frame; metres, radians; limits in rad/s, m/s, Nm, N)\n";
    Table table({"", "joint", "type", "link", "parent", "xyz", "rpy", "axis", "position", "velocity", "torque"});
    int index = 0;
    for (const Link& link : description_.links) {
      const described::Pose origin = link.origin.value_or(described::Pose{});
      std::vector<std::string> row{"", link.joint_name, name_of(link.joint), link.name, link.parent};
      const bool moves = link.joint != JointType::fixed;
      if (moves && !link.mimic) row[0] = std::to_string(++index);
      row.insert(row.end(),
                 {shown(vector(origin.xyz)), shown(vector(origin.rpy)), moves ? shown(vector(link.axis)) : ""});
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
                               shown(ratio), number_of(*leader),
                               offset == 0 ? "" : fmt::format(" + {}", shown(offset)));
    }
    const Vector3<double> xyz = vector(description_.base.xyz), rpy = vector(description_.base.rpy);
    if (dot(xyz, xyz) + dot(rpy, rpy) > 0)
      std::cout << "  frame 0 in the base frame: xyz " << shown(xyz) << ", rpy " << shown(rpy) << '\n';
    if (description_.tool)
      std::cout << "  tool on " << description_.tool->link << ": xyz " << shown(vector(description_.tool->pose.xyz))
                << ", rpy " << shown(vector(description_.tool->pose.rpy)) << '\n';
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
        row[5] = link.friction->side == Side::motor ? "motor" : "link";
      }
      if (link.spring)
        row[6] = shown(number(link.spring->stiffness)), row[7] = shown(number(link.spring->rest)),
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
      std::cout << fmt::format(": stiffness {}, rest {}, viscous {}, Coulomb {}, rotor {}\n",
                               shown(number(coupling.stiffness)), shown(number(coupling.rest)),
                               directed(coupling.viscous), directed(coupling.coulomb),
                               shown(number(coupling.rotor_inertia)));
    }
  }

  const Description& description_;
  Evaluator<double> values_;
};

}  // namespace

void add_show(CommandLine& tool) {
  Command command = tool.command("show", "Show a robot: its DH table, masses, rotors and friction");
  auto robot = std::make_shared<RobotArguments>();
  robot->add_to(command, RobotArguments::Use::description);
  command.on_run([robot] {
    const Description description = robot->load_description();
    const Evaluated evaluated(description);
    if (robot->json()) return static_cast<void>(answered(*robot, evaluated.json()));
    evaluated.print_tables();
  });
}

}  // namespace torsor::cli
