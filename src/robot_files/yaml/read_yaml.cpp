#include "torsor/robot_files/yaml/read_yaml.hpp"

#include <set>

#include "robot_files/yaml/joint.hpp"
#include "robot_files/yaml/mass.hpp"
#include "robot_files/yaml/problems.hpp"
#include "robot_files/yaml/shape.hpp"
#include "torsor/model/tip.hpp"

namespace torsor::yaml {
namespace {

using namespace described;

/// Reads the keys of a robot (docs/robot-file.md). What a robot must be beyond its grammar is left to check().
class RobotReader {
 public:
  explicit RobotReader(Reading& reading) : reading_(reading), robot_(reading.robot) {}

  void read(const Value& document) {
    Section section(document, "robot");
    robot_.name = section.require("name").text("name");
    section.read("description", robot_.description);
    section.read("source", robot_.source);
    section.read("illustrative", robot_.illustrative);
    read_conventions(section);
    section.read("gravity", robot_.gravity);
    if (const auto found = section.take("parameters")) read_parameters(*found);
    if (const auto found = section.take("base")) read_base(*found);
    for (const Value& item : section.require("links").list("links", "link")) robot_.links.push_back(link(item));
    if (const auto found = section.take("tool")) robot_.tool = tool(*found);
    if (const auto found = section.take("payload")) robot_.payload = payload(*found);
    if (const auto found = section.take("couplings"))
      for (const Value& item : found->list("couplings")) robot_.couplings.push_back(read_coupling(item));
    if (const auto found = section.take("loops"))
      for (const Value& item : found->list("loops")) robot_.loops.push_back(read_loop(item));
    section.finish();
  }

 private:
  void read_conventions(Section& section) {
    if (const auto found = section.take("dh")) {
      robot_.dh = found->choice<DhConvention>(
          "dh", {{"standard", DhConvention::standard}, {"modified", DhConvention::modified}});
      has_convention_ = true;
    }
    if (const auto found = section.take("inertia_about")) about_ = read_reference_point(*found);
    section.read("inertia_checked", reading_.inertia_checked);
    if (const auto found = section.take("rotor_model"))
      robot_.rotor_model = found->choice<RotorModel>(
          "rotor_model", {{"gyroscopic", RotorModel::gyroscopic}, {"reflected", RotorModel::reflected}});
  }

  void read_parameters(const Value& value) {
    Section section(value, "parameters");
    for (const auto& [key, item] : section.take_all()) {
      const std::string name(key.scalar());
      const std::set<std::string> taken{"pi", "deg", "sin", "cos", "tan", "sqrt"};
      const auto parsed = parse_expression(name);
      const auto* expression = std::get_if<Expression>(&parsed);
      if (taken.contains(name))
        key.fail("parameters: " + key.found() + " has a meaning of its own; expected another name");
      else if (!expression || expression->steps().size() != 1 || expression->steps()[0].name != name)
        key.fail("parameters: expected a name of letters, digits and _, found " + key.found());
      robot_.parameters.push_back({name, item.quantity("parameter " + name)});
    }
  }

  /// The keys of a mass are those of a link: what is bolted down has one too.
  void read_base(const Value& value) {
    Section section(value, "base");
    section.read("name", robot_.base_name);
    robot_.base = read_pose(section);
    robot_.base_mass = read_mass(section, about_);
    robot_.base_capsules = read_capsules(section);
    section.finish();
  }

  std::string last_link() const { return robot_.links.empty() ? robot_.base_name : robot_.links.back().name; }

  Link link(const Value& value) {
    const std::string number = std::to_string(robot_.links.size() + 1);
    Link result;
    result.where = value.where();
    result.name = "link" + number;
    result.joint_name = "joint" + number;
    result.parent = last_link();
    Section section(value, result.name);
    section.read("name", result.name);
    section.read("parent", result.parent);
    read_joint(section.require("joint"), result);
    if (const auto found = section.take("origin")) result.origin = read_pose(*found, "origin of " + result.name);
    read_axis(section, result);
    result.mass = read_mass(section, about_);
    const std::string& owner = result.joint_name;
    if (const auto found = section.take("rotor")) result.rotor = read_rotor(*found, owner);
    if (const auto found = section.take("friction")) result.friction = read_friction(*found, owner);
    if (const auto found = section.take("spring")) result.spring = read_spring(*found, owner);
    if (const auto found = section.take("gravity_compensation"))
      result.gravity_compensation = read_gravity_compensation(*found, result.name);
    if (const auto found = section.take("limits")) result.limits = read_limits(*found, owner);
    if (const auto found = section.take("mimic")) result.mimic = read_mimic(*found, owner);
    result.capsules = read_capsules(section);
    section.finish();
    return result;
  }

  void read_axis(Section& section, Link& link) {
    const auto row = section.take("dh"), axis = section.take("axis");
    if (row && !has_convention_)
      row->fail("dh of " + link.name + ": the robot must say `dh: standard` or `dh: modified` first");
    has_convention_ = has_convention_ || row.has_value();  // told once, not for every row
    if (row && axis) axis->fail("axis of " + link.name + ": expected either a dh row or an axis, found both");
    if (row) link.dh = read_dh_row(*row, link.name);
    if (axis) link.axis = axis->triple("axis of " + link.name);
  }

  /// The link that carries what does not say where it is; `key` would have said it.
  std::string tip(const Value& value, const std::string& what, const char* key) const {
    const std::vector<std::string> ends = tip_names(robot_);
    std::string names;
    for (const std::string& end : ends) names += (names.empty() ? "" : ", ") + end;
    if (ends.size() > 1)
      value.fail(what + ": expected `" + key + "`, because " + names + " are as far from the base; found none");
    return ends.empty() ? robot_.base_name : ends.back();
  }

  Tool tool(const Value& value) const {
    Section section(value, "tool");
    Tool result;
    result.where = value.where();
    if (const auto found = section.take("link")) {
      result.link = found->text("link of the tool");
      result.where = found->where();
    } else {
      result.link = tip(value, "tool", "link");
    }
    result.pose = read_pose(section);
    section.finish();
    return result;
  }

  Payload payload(const Value& value) {
    Section section(value, "payload");
    Payload result;
    result.where = value.where();
    if (const auto found = section.take("at")) {
      result.at = found->text("at of the payload");
      result.where = found->where();
    } else {
      result.at = robot_.tool ? "tool" : tip(value, "payload", "at");
    }
    result.mass = read_mass(section, about_);
    section.finish();
    return result;
  }

  Reading& reading_;
  Description& robot_;
  bool has_convention_ = false;
  std::optional<ReferencePoint> about_;
};

}  // namespace

std::vector<Finding> problems(const Reading& reading, const std::string& file_name) {
  std::vector<Finding> findings;
  for (Problem& problem : check(reading.robot)) {
    const bool known = !reading.inertia_checked && problem.code == "inertia-not-positive";
    findings.push_back({std::move(problem.code), known ? Severity::warning : Severity::error, file_name, problem.where,
                        "", std::move(problem.message), ""});
  }
  return findings;
}

}  // namespace torsor::yaml

namespace torsor {

Reading read_yaml(std::string_view text, const std::string& file_name) {
  Reading reading;
  yaml::Report report(file_name, "robot-file", reading.findings);
  const std::optional<yaml::Document> document = yaml::parse(text, report);
  if (document) yaml::RobotReader(reading).read({*document->root, report});
  if (report.errors() == 0) {
    reading.findings = yaml::problems(reading, file_name);
    return reading;
  }
  reading.robot = {};
  report.sort();
  return reading;
}

}  // namespace torsor
