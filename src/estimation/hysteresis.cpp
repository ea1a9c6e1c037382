#include "estimation/hysteresis.hpp"

#include <algorithm>

#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/presliding.hpp"

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
  const Model<double> model = build_model<double>(robot);
  const auto first = model.couplings.end() - static_cast<std::ptrdiff_t>(robot.couplings.size());  // after the springs
  for (std::size_t c = 0; c < robot.couplings.size(); ++c) {
    const Coupling<double>& coupling = first[static_cast<std::ptrdiff_t>(c)];
    if (coupling.terms.size() > 1 || !has_presliding(coupling.friction)) continue;
    robot.couplings[c].coulomb.fill(0.0);
    robot.couplings[c].presliding_stiffness = robot.couplings[c].presliding_damping = {};
  }
  return without_idle_couplings(std::move(robot));
}

Description without_idle_couplings(Description robot) {
  const Model<double> model = build_model<double>(robot);
  auto coupling = model.couplings.end() - static_cast<std::ptrdiff_t>(robot.couplings.size());
  std::erase_if(robot.couplings, [&](const described::Coupling&) {
    const Coupling<double>& one = *coupling++;
    const Friction<double>& friction = one.friction;
    return one.terms.size() == 1 && one.stiffness == 0 && one.rotor_inertia == 0 && !one.is_periodic() &&
           friction.viscous == 0 && friction.viscous_difference == 0 && friction.coulomb == 0 &&
           friction.coulomb_difference == 0;
  });
  return robot;
}

}  // namespace torsor
