#include "robot_files/yaml/read_yaml.hpp"

namespace torsor {
namespace {

using namespace described;

class RobotReader {
 public:
  explicit RobotReader(const std::string* file) : file_(file) {}

  bool inertia_checked() const { return inertia_checked_; }

  Description read(const YAML::Node& root) {
    YamlSection section(YamlValue(root, file_), "robot");
    robot_.name = section.require("name").text("name");
    section.read("description", robot_.description);
    section.read("source", robot_.source);
    section.read("illustrative", robot_.illustrative);
    if (const auto found = section.take("dh")) {
      robot_.dh = found->choice<DhConvention>(
          "dh", {{"standard", DhConvention::standard}, {"modified", DhConvention::modified}});
      has_convention_ = true;
    }
    if (const auto found = section.take("inertia_about")) about_ = reference_point(*found);
    section.read("inertia_checked", inertia_checked_);
    if (const auto found = section.take("rotor_model"))
      robot_.rotor_model = found->choice<RotorModel>(
          "rotor_model", {{"gyroscopic", RotorModel::gyroscopic}, {"reflected", RotorModel::reflected}});
    section.read("gravity", robot_.gravity);
    if (const auto found = section.take("parameters")) read_parameters(*found);
    if (const auto found = section.take("base")) read_base(*found);
    const YamlValue links = section.require("links");
    for (const YamlValue& item : links.list("links")) robot_.links.push_back(link(item));
    if (robot_.links.empty()) links.fail("links: expected at least one link, found none");
    if (const auto found = section.take("tool")) robot_.tool = tool(*found);
    if (const auto found = section.take("payload")) robot_.payload = payload(*found);
    if (const auto found = section.take("couplings"))
      for (const YamlValue& item : found->list("couplings")) robot_.couplings.push_back(coupling(item));
    section.finish();
    return std::move(robot_);
  }

 private:
  static ReferencePoint reference_point(const YamlValue& value) {
    return value.choice<ReferencePoint>("inertia reference point",
                                        {{"com", ReferencePoint::center_of_mass}, {"origin", ReferencePoint::origin}});
  }

  void read_parameters(const YamlValue& value) {
    YamlSection section(value, "parameters");
    for (const auto& [key, item] : section.take_all()) {
      const std::string& name = key.node().Scalar();
      const auto parsed = parse_expression(name);
      const auto* expression = std::get_if<Expression>(&parsed);
      if (!expression || expression->steps().size() != 1 || expression->steps()[0].name != name)
        key.fail("parameters: expected a name of letters, digits and _, found " + key.found());
      for (const char* taken : {"deg", "sin", "cos", "tan", "sqrt"})
        if (name == taken) key.fail("parameters: " + key.found() + " has a meaning of its own; expected another name");
      robot_.parameters.push_back({name, item.quantity("parameter " + name)});
    }
  }

  static Pose pose(YamlSection& section) {
    Pose result;
    section.read("xyz", result.xyz);
    section.read("rpy", result.rpy);
    return result;
  }
  static Pose pose(const YamlValue& value, const std::string& what) {
    YamlSection section(value, what);
    const Pose result = pose(section);
    section.finish();
    return result;
  }

  /// The keys of a mass are those of a link: what is bolted down has one too.
  void read_base(const YamlValue& value) {
    YamlSection section(value, "base");
    section.read("name", robot_.base_name);
    robot_.base = pose(section);
    robot_.base_mass = mass_properties(section);
    section.finish();
  }

  std::string last_link() const { return robot_.links.empty() ? robot_.base_name : robot_.links.back().name; }

  Link link(const YamlValue& value) {
    const std::string number = std::to_string(robot_.links.size() + 1);
    Link result;
    result.where = value.where();
    result.name = "link" + number;
    result.joint_name = "joint" + number;
    result.parent = last_link();
    YamlSection section(value, result.name);
    section.read("name", result.name);
    section.read("parent", result.parent);
    read_joint(section.require("joint"), result);
    if (const auto found = section.take("origin")) result.origin = pose(*found, "origin of " + result.name);
    if (const auto found = section.take("dh")) result.dh = dh_row(*found, result.name);
    if (const auto found = section.take("axis")) {
      if (result.dh) found->fail("axis of " + result.name + ": expected either a dh row or an axis, found both");
      result.axis = found->triple("axis of " + result.name);
    }
    result.mass = mass_properties(section);
    if (const auto found = section.take("rotor")) result.rotor = rotor(*found, result.joint_name);
    if (const auto found = section.take("friction")) result.friction = friction(*found, result.joint_name);
    if (const auto found = section.take("spring")) result.spring = spring(*found, result.joint_name);
    if (const auto found = section.take("limits")) result.limits = limits(*found, result.joint_name);
    if (const auto found = section.take("mimic")) result.mimic = mimic(*found, result.joint_name);
    section.finish();
    return result;
  }

  static void read_joint(const YamlValue& value, Link& link) {
    const std::map<std::string, JointType> types{{"revolute", JointType::revolute},
                                                 {"prismatic", JointType::prismatic},
                                                 {"fixed", JointType::fixed},
                                                 {"ball", JointType::ball},
                                                 {"free", JointType::free}};
    if (!value.node().IsMap()) {
      link.joint = value.choice("joint of " + link.name, types);
      return;
    }
    YamlSection section(value, "joint of " + link.name);
    link.joint = section.require("type").choice("type of joint", types);
    section.read("name", link.joint_name);
    section.read("flip", link.flip);
    section.finish();
  }

  static Mimic mimic(const YamlValue& value, const std::string& owner) {
    YamlSection section(value, "mimic of " + owner);
    Mimic result;
    result.where = value.where();
    result.joint = section.require("joint").text("joint of " + section.what());
    section.read("multiplier", result.multiplier);
    section.read("offset", result.offset);
    section.finish();
    return result;
  }

  DhRow dh_row(const YamlValue& value, const std::string& owner) const {
    if (!has_convention_) value.fail("dh of " + owner + ": the robot must say `dh: standard` or `dh: modified` first");
    YamlSection section(value, "dh of " + owner);
    DhRow row;
    section.read("theta", row.theta);
    section.read("d", row.d);
    section.read("a", row.a);
    section.read("alpha", row.alpha);
    section.read("offset", row.offset);
    section.finish();
    return row;
  }

  /// The keys of a mass, wherever they stand: in a link or in a payload.
  MassProperties mass_properties(YamlSection& section) const {
    MassProperties result;
    result.where = section.value().where();
    const auto shape_found = section.take("shape");
    const auto shapes_found = section.take("shapes");
    if (shape_found) result.shapes.push_back(shape(*shape_found, section.what()));
    if (shapes_found && shapes_found->list("shapes").empty())
      shapes_found->fail("shapes of " + section.what() + ": expected at least one shape, found none");
    if (shapes_found)
      for (const YamlValue& item : shapes_found->list("shapes")) result.shapes.push_back(shape(item, section.what()));
    const auto mass = section.take("mass"), com = section.take("com"), inertia = section.take("inertia");
    if (!result.shapes.empty()) {
      for (const auto& other : {mass, com, inertia})
        if (other) other->fail(section.what() + ": expected either shapes or mass, com and inertia, found both");
      return result;
    }
    if (mass) {
      result.mass = mass->quantity("mass of " + section.what());
      result.where = mass->where();
    }
    if (com) result.com = com->triple("com of " + section.what());
    if (inertia) read_inertia(*inertia, section.what(), result);
    return result;
  }

  void read_inertia(const YamlValue& value, const std::string& owner, MassProperties& result) const {
    YamlSection section(value, "inertia of " + owner);
    result.where = value.where();
    constexpr std::array<const char*, 6> names{"xx", "xy", "xz", "yy", "yz", "zz"};
    for (std::size_t k = 0; k < names.size(); ++k) section.read(names[k], result.inertia[k]);
    section.read("rpy", result.rpy);
    const auto about = section.take("about");
    section.finish();
    if (!about && !about_)
      value.fail("inertia of " + owner + ": the reference point is missing; expected `about: com` or `about: origin` " +
                 "here, or `inertia_about` for the whole robot");
    result.about = about ? reference_point(*about) : *about_;
  }

  static Shape shape(const YamlValue& value, const std::string& owner) {
    using enum Shape::Kind;
    const std::string what = "shape of " + owner;
    YamlSection section(value, what);
    Shape result;
    result.where = value.where();
    int kinds = 0;
    const auto lengths = [&](const char* key, Shape::Kind kind, const std::vector<const char*>& names) {
      const auto found = section.take(key);
      if (!found) return;
      ++kinds;
      result.kind = kind;
      if (names.empty()) {
        if (!found->flag(what)) found->fail(what + ": expected true, found false");
        return;
      }
      if (names.size() == 1) {
        result.size[0] = found->quantity(what);
        return;
      }
      YamlSection sizes(*found, std::string(key) + " of " + owner);
      for (std::size_t k = 0; k < names.size(); ++k) result.size[k] = sizes.require(names[k]).quantity(what);
      sizes.finish();
    };
    const auto extents = [&](const char* key, Shape::Kind kind) {
      const auto found = section.take(key);
      if (!found) return;
      ++kinds;
      result.kind = kind;
      result.size = found->triple(what);
    };
    extents("box", box);
    extents("ellipsoid", ellipsoid);
    lengths("cylinder", cylinder, {"radius", "length"});
    lengths("capsule", capsule, {"radius", "length"});
    lengths("cone", cone, {"radius", "length"});
    lengths("tube", tube, {"outer", "inner", "length"});
    lengths("sphere", sphere, {"radius"});
    lengths("rod", rod, {"length"});
    lengths("point", point, {});
    section.read("mass", result.mass);
    section.read("density", result.density);
    section.read("at", result.pose.xyz);
    section.read("rpy", result.pose.rpy);
    section.finish();
    if (kinds != 1) value.fail(what + ": expected one kind of shape, found " + std::to_string(kinds));
    if (result.mass.has_value() == result.density.has_value())
      value.fail(what + ": expected either mass or density, found " + (result.mass ? "both" : "neither"));
    if (result.density && (result.kind == rod || result.kind == point))
      value.fail(what + ": a rod or a point has no volume; expected a mass, found a density");
    return result;
  }

  static Rotor rotor(const YamlValue& value, const std::string& owner) {
    YamlSection section(value, "rotor of " + owner);
    Rotor result;
    result.inertia = section.require("inertia").quantity("rotor inertia of " + owner);
    section.read("ratio", result.ratio);
    if (const auto found = section.take("axis")) result.axis = found->triple("rotor axis of " + owner);
    section.finish();
    return result;
  }

  static Friction friction(const YamlValue& value, const std::string& owner) {
    YamlSection section(value, "friction of " + owner);
    Friction result;
    section.read("viscous", result.viscous);
    section.read("coulomb", result.coulomb);
    section.read("offset", result.offset);
    section.read("width", result.width);
    section.read("stribeck", result.stribeck);
    section.read("stribeck_velocity", result.stribeck_velocity);
    if (const auto found = section.take("side"))
      result.side = found->choice<Side>("side", {{"link", Side::link}, {"motor", Side::motor}});
    section.finish();
    for (auto* pair : {&result.viscous, &result.coulomb})
      for (Quantity& entry : *pair)
        if (entry.where.line == 0) entry.where = value.where();
    return result;
  }

  static Spring spring(const YamlValue& value, const std::string& owner) {
    YamlSection section(value, "spring of " + owner);
    Spring result;
    section.read("stiffness", result.stiffness);
    section.read("rest", result.rest);
    section.read("damping", result.damping);
    section.finish();
    return result;
  }

  static Limits limits(const YamlValue& value, const std::string& owner) {
    YamlSection section(value, "limits of " + owner);
    Limits result;
    if (const auto found = section.take("position")) result.position = found->pair("position limits of " + owner);
    section.read("velocity", result.velocity);
    section.read("acceleration", result.acceleration);
    section.read("torque", result.torque);
    section.finish();
    return result;
  }

  Tool tool(const YamlValue& value) const {
    YamlSection section(value, "tool");
    Tool result;
    result.link = last_link();
    result.where = value.where();
    if (const auto found = section.take("link")) {
      result.link = found->text("link of the tool");
      result.where = found->where();
    }
    result.pose = pose(section);
    section.finish();
    return result;
  }

  Payload payload(const YamlValue& value) const {
    YamlSection section(value, "payload");
    Payload result;
    result.at = robot_.tool ? "tool" : last_link();
    result.where = value.where();
    if (const auto found = section.take("at")) {
      result.at = found->text("at of the payload");
      result.where = found->where();
    }
    result.mass = mass_properties(section);
    section.finish();
    return result;
  }

  static Coupling coupling(const YamlValue& value) {
    YamlSection section(value, "coupling");
    Coupling result;
    result.where = value.where();
    YamlSection joints(section.require("joints"), "joints of a coupling");
    for (const auto& [key, item] : joints.take_all())
      result.joints.emplace_back(key.node().Scalar(), item.quantity("coupling coefficient of " + key.node().Scalar()));
    section.read("stiffness", result.stiffness);
    section.read("rest", result.rest);
    section.read("viscous", result.viscous);
    section.read("coulomb", result.coulomb);
    section.read("width", result.width);
    section.read("rotor_inertia", result.rotor_inertia);
    section.finish();
    return result;
  }

  const std::string* file_;
  Description robot_;
  bool has_convention_ = false;
  bool inertia_checked_ = true;
  std::optional<ReferencePoint> about_;
};

}  // namespace

DescriptionRead read_description(const YAML::Node& root, const std::string& file_name) {
  RobotReader reader(&file_name);
  Description robot = reader.read(root);
  return {std::move(robot), reader.inertia_checked()};
}

}  // namespace torsor
