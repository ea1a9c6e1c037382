#include "torsor/robot_files/mjcf/read_mjcf.hpp"

#include "robot_files/mjcf/equality.hpp"
#include "robot_files/mjcf/gravcomp.hpp"
#include "robot_files/mjcf/visuals.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/core/read_file.hpp"

namespace torsor::mjcf {
namespace {

std::optional<std::string> read_include(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  return read_file(path, "an included file", limits::included_bytes, "robot-file");
}

/// What moves and weighs nothing, together with what is fixed to it.
void name_massless(const std::vector<Body>& bodies, const Description& robot, Report& report) {
  std::map<std::string, double, std::less<>> mass_of_link;
  for (const described::Link& link : robot.links) mass_of_link[link.name] = total_mass(link.mass);
  std::vector<double> mass;
  mass.reserve(bodies.size());
  for (const Body& body : bodies) mass.push_back(mass_of_link[body.name]);
  for (std::size_t k = bodies.size(); k-- > 0;) {
    const Body& body = bodies[k];
    if (body.joints.empty() && body.parent >= 0) mass[static_cast<std::size_t>(body.parent)] += mass[k];
    if (!body.joints.empty() && mass[k] == 0)
      report.warning("massless-body", body.element, "expected a body that moves to have mass, found none",
                     "MuJoCo refuses it; write an <inertial>");
  }
}

/// What makes it no robot although every part was read. A place alone does not name its file: bodies know theirs.
void check_robot(const std::vector<Body>& bodies, const std::string& file_name, Reading& reading) {
  std::map<std::pair<int, int>, const Element*> places;
  for (const Body& body : bodies) {
    places.emplace(std::pair{where(body.element).line, where(body.element).column}, body.element);
    if (body.inertial == nullptr) continue;
    places.emplace(std::pair{where(body.inertial).line, where(body.inertial).column}, body.inertial);
  }
  for (const Problem& problem : check(reading.robot)) {
    const auto found = places.find({problem.where.line, problem.where.column});
    const bool known = found != places.end();
    reading.findings.push_back({"impossible", Severity::error, known ? found->second->file->file_name() : file_name,
                                problem.where, known ? label(*found->second) : "", problem.message, ""});
  }
}

/// A base that is asked to float has to be a body: the world cannot.
void check_free_base(const Element& root, const Description& robot, Report& report) {
  for (const described::Link& link : robot.links)
    if (link.joint == JointType::free) return;
  report.warning("base-not-free", &root, "expected a body of the world without a joint, to float; found none");
}

std::string name_of(const Element& root, const std::string& file_name) {
  const char* model = root.text("model");
  if (model != nullptr && *model != 0) return model;
  const std::string stem = std::filesystem::path(file_name).stem().string();
  return stem.empty() ? "robot" : stem;
}

/// All that stands in <mujoco>.
void read(const Element& root, const std::string& file_name, const XmlRobotOptions& options, Reading& reading) {
  Report report(reading.findings);
  if (root.tag() != "mujoco") return report.error("not-mjcf", &root, "expected <mujoco>, found " + tag_text(root));
  const Settings settings = read_settings(root, report);
  const Defaults defaults(root, report);
  const Context context{options, settings, defaults, report};
  std::vector<Site> sites;
  const std::vector<Body> bodies = read_bodies(root, defaults, settings, report, sites);
  if (bodies.empty()) report.error("no-bodies", &root, "expected a body in <worldbody>, found none");
  Description& robot = reading.robot;
  robot.name = name_of(root, file_name);
  robot.base_name = "world";
  robot.rotor_model = RotorModel::reflected;
  robot.gravity = described_vector(settings.gravity);
  Links links(bodies, context, robot);
  links.add_all();
  if (settings.total_mass > 0) scale_masses(settings.total_mass, robot);
  if (options.free_base) check_free_base(root, robot, report);
  apply_gravcomp(bodies, context, robot);
  read_equalities(root, links, {bodies, sites}, context, robot);
  name_ignored_sections(root, report);
  name_massless(bodies, robot, report);
  if (reading.sound()) check_robot(bodies, file_name, reading);
  if (options.visuals) robot.visuals = read_visuals(root, bodies, context);
}

}  // namespace
}  // namespace torsor::mjcf

namespace torsor {

Reading read_mjcf(std::string_view text, const std::string& file_name, const XmlRobotOptions& options) {
  return read_mjcf(text, file_name, options, mjcf::read_include);
}

Reading read_mjcf(std::string_view text, const std::string& file_name, const XmlRobotOptions& options,
                  const IncludeSource& source) {
  Reading reading;
  const mjcf::Tree tree(text, file_name, source, reading.findings);
  if (tree.root() != nullptr) mjcf::read(*tree.root(), file_name, options, reading);
  return reading;
}

}  // namespace torsor
