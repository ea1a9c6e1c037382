#include "../peers/torsor_model.hpp"
#include "falls.hpp"
#include "torsor/codegen/compile.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/simulation/simulator.hpp"

// torsor ROBOT.urdf ends|time ..: every method of the simulator, and the quicker ones with compiled forward dynamics.
// torsor ROBOT.urdf steps SECONDS: what a step costs beside the calls of forward dynamics that it consists of.
using namespace torsor;

namespace {

struct Simulation {
  const Model<double>& model;
  std::shared_ptr<const RobotKernels> kernels;
  std::optional<Simulator> simulator{};
  long before = 0;

  void prepare(Integrator method, bool adaptive, bool compiled, double setting) {
    SimulationOptions options;
    options.method = method;
    if (compiled) options.kernels = kernels;
    (adaptive ? options.tolerance : options.step) = adaptive ? setting : falls::duration / setting;
    simulator.emplace(model, options);
  }
  void run(const std::vector<double>& q) {
    const std::vector<double> still(model.nv, 0.0);
    before = simulator->evaluations();
    if (!simulator->start(0, q, still).reached() || !simulator->run(falls::duration).reached())
      std::fprintf(stderr, "a run ends before its time\n");
  }
};

constexpr int placements = 8;

/// ns of a step of 1 ms, and of `calls` calls of forward dynamics at the states that it meets. Where memory happens to
/// lie changes both by some percent: the mean over several places.
void print_steps(const Model<double>& model, const std::vector<double>& q, Integrator method, int calls,
                 double seconds) {
  constexpr int steps = 250;
  const std::vector<double> still(model.nv, 0.0);
  const Conditions<double> conditions = default_conditions(model);
  SimulationOptions options;
  options.method = method;
  options.step = 1e-3;
  std::vector<std::vector<double>> positions, velocities, gaps;
  std::vector<double> qdd(model.nv);
  std::vector<Simulator> simulators;
  std::vector<ForwardDynamicsWorkspace<double>> workspaces;
  double step = 0, call = 0;
  for (int k = 0; k < placements; ++k) {
    gaps.emplace_back(3 + 18 * k);
    simulators.emplace_back(model, options);
    gaps.emplace_back(5 + 14 * k);
    workspaces.emplace_back(model);
    Simulator& simulator = simulators.back();
    ForwardDynamicsWorkspace<double>& workspace = workspaces.back();
    simulator.start(0, q, still);
    for (int i = 0; i < steps && k == 0; ++i) {
      positions.emplace_back(simulator.q().begin(), simulator.q().end());
      velocities.emplace_back(simulator.qd().begin(), simulator.qd().end());
      simulator.step(1);
    }
    double least_step = HUGE_VAL, least_call = HUGE_VAL;
    for (const double end = falls::cpu_time() + 1e9 * seconds / placements; falls::cpu_time() < end;) {  // take turns
      simulator.start(0, q, still);
      double begin = falls::cpu_time();
      for (int i = 0; i < steps; ++i) simulator.step(1);
      least_step = std::min(least_step, (falls::cpu_time() - begin) / steps);
      begin = falls::cpu_time();
      for (int i = 0; i < steps; ++i)
        for (int turn = 0; turn < calls; ++turn) {
          forward_dynamics<double>(model, positions[i], velocities[i], still, conditions, workspace, qdd);
          harness::keep(qdd.data());
        }
      least_call = std::min(least_call, (falls::cpu_time() - begin) / steps);
    }
    step += least_step / placements, call += least_call / placements;
  }
  std::printf("{\"calls\": %d, \"step_ns\": %.1f, \"calls_ns\": %.1f}", calls, step, call);
}

}  // namespace

int main(int count, char** values) {
  if (count < 3) return 2;
  const Model<double> model = harness::torsor_model(values[1]);
  falls::Program program(harness::joints_of(model));
  const std::vector<std::string> arguments(values + 2, values + count);
  if (arguments[0] == "steps") {
    const double seconds = std::stod(arguments.at(1));
    std::printf("{\"RK4\": ");
    print_steps(model, program.pose(0), Integrator::runge_kutta_4, 4, seconds);
    std::printf(", \"Dormand-Prince\": ");
    print_steps(model, program.pose(0), Integrator::dormand_prince, 6, seconds);
    std::printf("}\n");
    return 0;
  }
  Simulation simulation{model, compile(smooth_model(model), {"forward-dynamics"}).kernels()};
  const auto add_way = [&](const std::string& name, Integrator method, bool adaptive, bool compiled,
                           std::vector<double> settings) {
    program.ways.push_back({name, std::move(settings),
                            [&simulation, method, adaptive, compiled](double setting) {
                              simulation.prepare(method, adaptive, compiled, setting);
                            },
                            [&simulation](const std::vector<double>& q) { simulation.run(q); },
                            [&simulation] { return simulation.simulator->q().data(); },
                            [&simulation] { return simulation.simulator->evaluations() - simulation.before; }});
  };
  const auto add = [&](const char* name, Integrator method, bool adaptive, const std::vector<double>& settings) {
    add_way(name, method, adaptive, false, settings);
  };
  add("semi-implicit Euler", Integrator::semi_implicit_euler, false, falls::whole(64, 65536, 2));
  add("midpoint", Integrator::midpoint, false, falls::whole(64, 8192, 2));
  add("RK4", Integrator::runge_kutta_4, false, falls::whole(8, 8192, 1.189207));
  add("Dormand-Prince", Integrator::dormand_prince, true, falls::geometric(0.3, 1e-12, 0.681292));
  program.ways.back().settings.push_back(1e-13);  // the reference
  add("Dormand-Prince 8", Integrator::dormand_prince_8, true, falls::geometric(0.3, 1e-12, 0.681292));
  add("Rosenbrock", Integrator::rosenbrock, true, falls::geometric(0.1, 1e-10, 0.562341));
  const auto add_compiled = [&](const char* name, Integrator method, bool adaptive,
                                const std::vector<double>& settings) {
    add_way(std::string(name) + ", compiled", method, adaptive, true, settings);
  };
  add_compiled("RK4", Integrator::runge_kutta_4, false, falls::whole(8, 8192, 1.189207));
  add_compiled("Dormand-Prince", Integrator::dormand_prince, true, falls::geometric(0.3, 1e-12, 0.681292));
  add_compiled("Dormand-Prince 8", Integrator::dormand_prince_8, true, falls::geometric(0.3, 1e-12, 0.681292));
  return program.run(arguments);
}
