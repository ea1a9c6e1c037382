#include "torsor/lint/lint.hpp"

#include <algorithm>
#include <tuple>

#include "lint/judge.hpp"
#include "torsor/robot_files/robot_findings.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/xml/edit.hpp"

namespace torsor::lint {
namespace {

/// A description knows lines, not files: a place that is in an included file is no place in this one.
Location place_in(const XmlEdit& file, Location where) {
  const auto name = file.name(where);
  return name == "inertial" || name == "body" || name == "joint" || name == "freejoint" || name == "connect"
             ? where
             : Location{1, 1};
}

void judge_robot(const Description& robot, RobotFormat kind, std::string_view text, bool massless_told,
                 const Add& add) {
  const std::vector<LinkFacts> links = robot_facts(robot);
  const bool urdf = kind == RobotFormat::urdf, yaml = kind == RobotFormat::yaml;
  const auto boxes = urdf ? link_boxes(text) : std::map<std::string, Eigen::AlignedBox3d>{};
  const Manner manner{kind == RobotFormat::mjcf ? "body" : "link", yaml};
  judge_inertias(links, boxes, manner, add);
  judge_centers(links, boxes, manner, add);
  judge_angles(robot, links, add);
  judge_units(robot, links, yaml, add);
  judge_followers(robot, add);
  judge_friction(robot, add);
  judge_loops(robot, add);
  if (yaml) judge_masses(robot, links, add);
  judge_inertia_matrix(robot, links, massless_told, add);
  if (urdf) judge_names(robot, add);
}

/// By place, in the main file first and then in those it includes; the worst first where several are at one place.
void sort(std::vector<Finding>& findings, const std::string& main_file) {
  std::sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
    const bool a_included = a.file != main_file, b_included = b.file != main_file;
    return std::tie(a_included, a.file, a.where.line, a.where.column, b.severity, a.code, a.message) <
           std::tie(b_included, b.file, b.where.line, b.where.column, a.severity, b.code, b.message);
  });
}

}  // namespace

std::vector<Finding> inspect(std::string_view text, const std::string& file_name, const XmlRobotOptions& options) {
  Reading reading = read_robot_findings(text, file_name, options);
  std::vector<Finding>& findings = reading.findings;
  const RobotFormat kind = robot_file_format(text, file_name);
  if (reading.sound()) {
    const bool includes = kind == RobotFormat::mjcf && text.find("<include") != std::string_view::npos;
    const XmlEdit file(includes ? std::string(text) : std::string());
    const bool massless_told = std::any_of(findings.begin(), findings.end(),
                                           [](const Finding& finding) { return finding.code == "massless-body"; });
    judge_robot(reading.robot, kind, text, massless_told, [&](Finding finding) {
      finding.file = file_name;
      if (includes) finding.where = place_in(file, finding.where);
      findings.push_back(std::move(finding));
    });
  }
  for (Finding& finding : findings)
    if (finding.where.line < 1) finding.where = {1, 1};  // what is about the whole file
  sort(findings, file_name);
  return std::move(findings);
}

}  // namespace torsor::lint
