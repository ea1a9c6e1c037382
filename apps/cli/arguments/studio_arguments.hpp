#pragma once

#include <functional>
#include <string>

#include "arguments/command_line.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "output/studio_page.hpp"

namespace torsor::cli {

/// --studio: the studio's page with the robot of a command and its motion, and a report that links to it.
class StudioArguments {
 public:
  /// After --report, whose path `report` is.
  void add_to(Command& command, Outputs& outputs, const std::string& report);

  bool wanted() const { return !path_.empty(); }
  const std::string& path() const { return path_; }

  /// What is not wanted stays empty.
  struct Pages {
    std::string report, studio;
  };
  /// The report, with a line that leads to the page or says how to have one, and the page. `fill` puts robot and motion
  /// into the page.
  Pages made(const std::function<std::string()>& report, const std::function<void(StudioContent&)>& fill) const;
  void write(Outputs& outputs, const Pages& pages) const;

 private:
  std::string line(bool has_motion) const;

  const std::string* report_ = nullptr;
  std::string path_;
};

/// The robot of a command: its file as it is where no flag has changed anything, and else what flags have made of it.
void put_robot(StudioContent& content, const RobotArguments& robot);

}  // namespace torsor::cli
