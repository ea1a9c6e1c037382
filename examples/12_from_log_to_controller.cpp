// The way round: a log of a robot with friction, its model, C code of a controller with that model, and the code at
// work on the robot, beside one that knows no friction.
#include <cstdio>
#include <filesystem>

#include "torsor/codegen/generate_code.hpp"
#include "torsor/codegen/generated_controller.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/robot_behind_log.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace {

using namespace torsor;

/// Computed torque by this model as C code in float, as it would go on a board.
ControlCall board(const Model<double>& model, const std::filesystem::path& folder) {
  GenerateOptions options;
  options.functions = {"computed-torque"};
  options.scalar = GeneratedScalar::float32;
  options.name = "arm";
  const GeneratedCode code = generate_code(model, options);
  std::filesystem::create_directories(folder);
  write_file(folder / "arm.c", code.source);
  write_file(folder / "arm.h", code.header);
  const std::vector<double> stiffness(model.nv, 400), damping(model.nv, 40);
  return generated_controller(folder / "arm.c", model, {stiffness, damping});
}

/// The root mean square of the error along a motion, rad.
double error(const Model<double>& robot, const ControlCall& controller, const Excitation& motion) {
  std::vector<double> q(robot.nv), qd(q), qdd(q);
  const auto reference = [&](double t) -> Reference<double> {
    motion.evaluate(t, q, qd, qdd);
    return {q, qd, qdd};
  };
  ControlLoopOptions loop;  // 1 kHz
  loop.encoder.assign(robot.nv, 1.5e-5);
  loop.velocity = ControlLoopOptions::Velocity::filtered;
  return run_loop(robot, reference, controller, {.duration = 5}, loop).review.overall_rms_error();
}

}  // namespace

int main() {
  Description panda = load_robot("panda");
  const std::vector<JointLimits> limits = joint_limits(panda);
  const Excitation exciting = random_excitation(build_model<double>(panda), limits, {.seed = 3});
  panda = with_typical_rotors(panda, exciting);
  const LogEffects effects = log_effects("realistic", 500);
  const Model<double> rubbing = with_typical_friction(build_model<double>(panda), exciting);
  const Model<double> robot = build_model<double>(robot_behind_log(panda, rubbing, effects));

  const SyntheticLog log(rubbing, exciting, effects, 10000);  // 20 s
  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = false;  // the estimators that take longer
  const Identification result = identify(panda, {{"log", &log}}, {}, options);
  const Model<double> identified = build_model<double>(identified_robot(panda, result));

  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "torsor-example-12";
  const Excitation motion = random_excitation(robot, limits, {.period = 10, .rests = false, .seed = 11});
  const double before = error(robot, board(build_model<double>(panda), folder / "before"), motion);
  const double after = error(robot, board(identified, folder / "after"), motion);
  std::printf("error without friction in the model: %.2f mrad\n", 1000 * before);
  std::printf("error with the identified model:     %.2f mrad\n", 1000 * after);
  return 3 * after < before ? 0 : 1;
}
