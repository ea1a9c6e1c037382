#include "torsor/robot_files/write_robot.hpp"

#include <map>
#include <tuple>

namespace torsor {

namespace {

/// "joints a, b" of "joint a" and "joint b".
std::string joined(const std::string& first, const std::string& next) {
  const std::size_t blank = next.find(' ');
  const std::string kind = next.substr(0, blank), name = blank == std::string::npos ? "" : next.substr(blank + 1);
  const std::string several = kind + (kind.ends_with("sh") ? "es" : "s");
  return (first.starts_with(several + " ") ? first : several + first.substr(kind.size())) + ", " + name;
}

}  // namespace

std::string to_string(const Loss& loss) { return loss.element + ": " + loss.what + ": " + loss.why; }

std::vector<Loss> summed_up(const std::vector<Loss>& losses) {
  std::vector<Loss> result;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;  // by kind of element, what and why
  for (const Loss& loss : losses) {
    const std::string kind = loss.element.substr(0, loss.element.find(' '));
    const auto [place, fresh] = places.try_emplace({kind, loss.what, loss.why}, result.size());
    if (fresh || kind == loss.element)
      result.push_back(loss);
    else
      result[place->second].element = joined(result[place->second].element, loss.element);
  }
  return result;
}

WrittenRobot write_robot(const Description& robot, RobotFormat format) {
  return format == RobotFormat::yaml   ? write_yaml(robot)
         : format == RobotFormat::urdf ? write_urdf(robot)
                                       : write_mjcf(robot);
}

}  // namespace torsor
