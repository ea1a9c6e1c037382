#include "estimation/hysteresis.hpp"

#include <algorithm>

#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor {

Description with_hysteresis(Description robot, const std::vector<double>& distance) {
  if (std::none_of(distance.begin(), distance.end(), [](double one) { return one > 0; })) return robot;
  const std::vector<std::string> joints = velocity_names(build_model<double>(robot));
  for (std::size_t j = 0; j < distance.size(); ++j) {
    if (!(distance[j] > 0)) continue;
    described::Coupling coupling;
    coupling.joints = {{joints[j], 1.0}};
    coupling.coulomb.fill(1.0);
    coupling.presliding_stiffness = 1 / distance[j];
    robot.couplings.push_back(std::move(coupling));
  }
  return robot;
}

Description without_hysteresis(Description robot) {
  std::vector<described::Coupling>& all = robot.couplings;
  const auto is_one = [](const described::Coupling& coupling) {
    return coupling.joints.size() == 1 && coupling.presliding_stiffness.expression.text() != "0";
  };
  all.erase(std::remove_if(all.begin(), all.end(), is_one), all.end());
  return robot;
}

}  // namespace torsor
