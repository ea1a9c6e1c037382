#include "robot_files/mjcf/gravcomp.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/model/build_model.hpp"

namespace torsor::mjcf {
namespace {

/// By body of the model: whether its weight loads a joint on the way to the base. Hinges that stand upright and slides
/// that lie level stay so as long as all joints before them are such, whatever their positions.
std::vector<char> loading_weights(const Model<double>& model) {
  const double size = length(model.gravity);
  std::vector<Matrix3<double>> R(model.bodies.size(), Matrix3<double>::identity());
  std::vector<char> loads(model.bodies.size(), 0);
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const torsor::Body<double>& body = model.bodies[i];
    const auto parent = static_cast<std::size_t>(body.parent);
    R[i] = R[parent] * body.placement.R;
    const double along = std::abs(dot(axis(R[i], 2), model.gravity)) / size;
    const double across = length(cross(axis(R[i], 2), model.gravity)) / size;
    const bool level =
        (body.joint == JointType::revolute && across < 1e-9) || (body.joint == JointType::prismatic && along < 1e-9);
    loads[i] = loads[parent] != 0 || !level ? 1 : 0;
  }
  return loads;
}

}  // namespace

void apply_gravcomp(const std::vector<Body>& bodies, Description& robot, Report& report) {
  if (std::none_of(bodies.begin(), bodies.end(), [](const Body& body) { return body.lift != 0; })) return;
  const Model<double> model = build_model<double>(robot);
  if (length(model.gravity) == 0) return;
  const std::vector<char> loads = loading_weights(model);
  std::map<std::string, double, std::less<>> masses;
  for (const described::Link& link : robot.links) masses[link.name] = Evaluator<double>().inertia(link.mass).mass;
  std::vector<const Body*> counting;
  for (const Body& body : bodies)
    if (masses[body.name] > 0 && loads[static_cast<std::size_t>(model.frames[find_frame(model, body.name)].body)] != 0)
      counting.push_back(&body);
  if (counting.empty()) return;
  const double lift = counting[0]->lift;
  if (std::all_of(counting.begin(), counting.end(), [&](const Body* body) { return body->lift == lift; })) {
    robot.gravity = described_vector((1 - lift) * model.gravity);
    return;
  }
  for (const Body* body : counting)
    if (body->lift != 0)
      report.warning("gravcomp-ignored", {body->element, "gravcomp"},
                     "gravcomp: expected the same for all bodies whose weight loads a joint, found others beside " +
                         std::string(body->element->text("gravcomp")) + "; the body has its weight",
                     "give every body the same");
}

}  // namespace torsor::mjcf
