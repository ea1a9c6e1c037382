#include "campaign/campaign_robots.hpp"
#include "robot_files/convert_support.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/dynamics/consistency.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"
#include "torsor/dynamics/regressor.hpp"

// `check`, `base-parameters` and `convert` on robots that nobody has looked at.
namespace torsor::test::dynamics_campaign_test {

TEST(Campaign, EveryFormulationAgreesWithEveryOther) {
  CampaignReport report("check");
  for (int seed = 1; seed <= campaign_size(); ++seed) {
    const Consistency result = check_consistency(build_model<double>(campaign_robot(seed, 7)), {3, 1, 12});
    for (const Identity& identity : result.identities) report.compare(seed, identity.disagreement, identity.name);
  }
}

/// Directions that count for little fade into those that count for nothing, as in a chain of followers: what
/// `base-parameters` then drops, it says so.
bool leaves_something_out(const BaseParameters& base) {
  const auto count = static_cast<std::size_t>(base.count());
  const std::vector<double>& sizes = base.singular_values;
  return !base.clear || (count < sizes.size() && sizes[count] > 1e-10 * sizes[0]);
}

TEST(Campaign, BaseParametersGiveTheTorquesOfAllParameters) {
  CampaignReport report("base-parameters");
  for (int seed = 1; seed <= campaign_size(); ++seed) {
    const Model<double> model = build_model<double>(campaign_robot(seed, 6));
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    const BaseParameters base = base_parameters(model, layout, default_conditions(model));
    if (leaves_something_out(base)) {
      report.skip();
      continue;
    }
    const std::vector<double> beta = base_values(base, parameters(model, layout));
    Random random(static_cast<std::uint64_t>(seed));
    for (int k = 0; k < 3; ++k) {
      const RandomState state(random, model, false);
      const Matrix<double> Y = regressor(model, layout, state.q, state.qd, state.qdd, default_conditions(model));
      std::vector<double> tau = gravity_compensation_torque(model, state.q, model.gravity);
      for (int i = 0; i < model.nv; ++i)
        for (int b = 0; b < base.count(); ++b) tau[i] += Y(i, base.independent[b]) * beta[b];
      report.compare(seed, relative_difference(tau, inverse_dynamics(model, state.q, state.qd, state.qdd)));
    }
  }
}

/// A robot without what a format has no place for and the torques depend on.
Description carried_by(RobotFormat format, Description robot) {
  if (format == RobotFormat::yaml) return robot;
  robot.couplings.clear();
  if (format == RobotFormat::urdf) robot.gravity = {0.0, 0.0, -9.81};
  if (format == RobotFormat::mjcf) robot.base = {};
  for (described::Link& link : robot.links) {
    link.rotor.reset();
    if (link.joint == JointType::free) link.origin = described::Pose{};  // from which MJCF counts
    if (format == RobotFormat::urdf) link.spring.reset(), link.gravity_compensation.reset();
    if (link.spring && link.joint == JointType::ball) link.spring->pose.clear();
    if (link.gravity_compensation) link.gravity_compensation->mass = 0.0;
    if (!link.friction) continue;
    described::Friction plain;
    plain.viscous = {link.friction->viscous[0], link.friction->viscous[0]};
    plain.coulomb = {link.friction->coulomb[0], link.friction->coulomb[0]};
    link.friction = plain;
    if (link.joint == JointType::ball || link.joint == JointType::free) link.friction.reset();
  }
  return robot;
}

/// A free joint whose positions count from somewhere else there: the list of losses says so.
bool counts_elsewhere(const Description& robot, RobotFormat format) {
  const std::vector<Loss> losses = write_robot(robot, format).losses;
  return std::any_of(losses.begin(), losses.end(), [](const Loss& loss) { return loss.what.starts_with("origin "); });
}

TEST(Campaign, ConvertedRobotsMoveAlike) {
  using enum RobotFormat;
  CampaignReport report("convert and back");
  for (int seed = 1; seed <= campaign_size(); ++seed)
    for (const RobotFormat format : {yaml, urdf, mjcf}) try {
        const Description robot = carried_by(format, campaign_robot(seed, 6));
        if (counts_elsewhere(robot, format)) {
          report.skip();
          continue;
        }
        const Description there = through(robot, format), back = through(there, yaml);
        const Model<double> model = build_model<double>(robot);
        report.compare(seed, disagreement(model, build_model<double>(there)), name_of(format));
        report.compare(seed, disagreement(model, build_model<double>(back)), std::string(name_of(format)) + ", YAML");
        report.compare(seed, disagreement(model, build_model<double>(through(back, format))), "there and back");
      } catch (const ComputationError&) {  // a ball joint in URDF, a free joint on a link that moves in MJCF
        report.skip();
      }
}

}  // namespace torsor::test::dynamics_campaign_test
