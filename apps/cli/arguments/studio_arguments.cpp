#include "arguments/studio_arguments.hpp"

#include <fmt/format.h>

#include "torsor/report/html.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::cli {

namespace fs = std::filesystem;

void StudioArguments::add_to(Command& command, Outputs& outputs, const std::string& report) {
  report_ = &report;
  outputs.add_to(command, "--studio", path_,
                 "Write a page with the robot in 3-D, its equations and this motion (docs/studio.md), to which the "
                 "report links");
}

/// Seen from the report, so that both files can be moved together.
std::string StudioArguments::line(bool has_motion) const {
  if (path_.empty())
    return "With <code>--studio FILE.html</code> beside <code>--report</code> this page links to one that computes: "
           "the "
           "robot in 3-D, its equations, its torques and its motion.";
  const fs::path folder = fs::absolute(*report_).parent_path();
  std::string address;
  for (const char c : fs::proximate(fs::absolute(path_), folder).string()) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return "<a href=\"./" + address + "\">The studio</a> has this robot in 3-D, its equations" +
         (has_motion ? ", its torques and this motion, " : " and its torques, ") +
         "and computes them anew wherever something is changed.";
}

StudioArguments::Pages StudioArguments::made(const std::function<std::string()>& report,
                                             const std::function<void(StudioContent&)>& fill) const {
  Pages pages;
  StudioContent content;
  if (wanted()) {
    fill(content);
    pages.studio = filled_studio_page(content);
  }
  if (!report_->empty()) pages.report = html::with_line(report(), line(!content.log.empty()));
  return pages;
}

void StudioArguments::write(Outputs& outputs, const Pages& pages) const {
  outputs.write(*report_, pages.report);
  outputs.write(path_, pages.studio);
}

void put_robot(StudioContent& content, const RobotArguments& robot) {
  const Description changed = robot.load_changed();
  const auto text = [](const Description& one) { return write_robot(one, RobotFormat::yaml).text; };
  if (text(changed) == text(robot.load_description()))
    put_robot(content, robot.name(), changed, robot.json());
  else
    put_robot(content, changed);
}

}  // namespace torsor::cli
