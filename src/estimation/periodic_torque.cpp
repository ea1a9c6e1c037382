#include "estimation/periodic_torque.hpp"

#include <algorithm>

#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

constexpr double next_to_nothing = 1e-12;  // Nm

}  // namespace

Description with_periodic_torque(Description robot, const std::vector<bool>& wanted) {
  if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return robot;
  const std::vector<std::string> joints = velocity_names(build_model<double>(robot));
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    if (!wanted[j]) continue;
    described::Coupling coupling;
    coupling.joints = {{joints[j], 1.0}};
    coupling.sine = coupling.cosine = next_to_nothing;
    robot.couplings.push_back(std::move(coupling));
  }
  return robot;
}

std::vector<bool> joints_that_turn(const Model<double>& model) {
  std::vector<bool> turn(model.nv, false);
  for (int i = 1; i < model.body_count(); ++i)
    if (!model.bodies[i].follows) turn[model.bodies[i].v] = model.bodies[i].joint == JointType::revolute;
  return turn;
}

}  // namespace torsor
