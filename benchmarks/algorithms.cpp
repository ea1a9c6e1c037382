#include <benchmark/benchmark.h>

#include <random>

#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Nanoseconds per call of each algorithm, on random states so that nothing is predicted.
namespace {

using namespace torsor;

struct Bench {
  static constexpr std::size_t states = 256;
  Model<double> model;
  std::vector<std::vector<double>> q, qd, qdd;
  std::vector<double> result;
  Conditions<double> conditions;
  std::size_t next = 0;

  explicit Bench(const char* name) : model(build_model<double>(read_builtin_robot(name))), result(model.nv) {
    conditions = default_conditions(model);
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> uniform(-3, 3);
    for (auto* list : {&q, &qd, &qdd})
      for (std::size_t k = 0; k < states; ++k) {
        auto& row = list->emplace_back(model.nv);
        for (double& x : row) x = uniform(engine);
      }
  }
  std::size_t step() { return next = (next + 1) % states; }
};

template <class Call>
void run(benchmark::State& state, const char* robot, const Call& make_call) {
  Bench bench(robot);
  auto call = make_call(bench);
  for (auto _ : state) {
    call(bench.step());
    benchmark::DoNotOptimize(bench.result.data());
    benchmark::ClobberMemory();
  }
}

template <class MakeCall>
void add(const std::string& name, const MakeCall& make_call) {
  for (const char* robot : {"puma560", "panda"})
    benchmark::RegisterBenchmark((name + "/" + robot).c_str(),
                                 [robot, make_call](benchmark::State& state) { run(state, robot, make_call); });
}

void register_all() {
  add("forward_kinematics", [](Bench& b) {
    return [&b, poses = std::vector<Transform<double>>(b.model.bodies.size())](std::size_t k) mutable {
      forward_kinematics<double>(b.model, b.q[k], poses);
      benchmark::DoNotOptimize(poses.data());
    };
  });
  add("jacobian", [](Bench& b) {
    return [&b, poses = std::vector<Transform<double>>(b.model.bodies.size()),
            J = Matrix<double>(6, b.model.nv)](std::size_t k) mutable {
      forward_kinematics<double>(b.model, b.q[k], poses);
      jacobian<double>(b.model, poses, b.model.tip, J.view());
      benchmark::DoNotOptimize(J.data.data());
    };
  });
  add("link_motion", [](Bench& b) {
    return [&b, motion = LinkMotion<double>(b.model)](std::size_t k) mutable {
      link_motion<double>(b.model, b.q[k], b.qd[k], b.qdd[k], {}, motion);
      benchmark::DoNotOptimize(motion.pose.data());
    };
  });
  add("newton_euler", [](Bench& b) {
    return [&b, w = NewtonEulerWorkspace<double>(b.model)](std::size_t k) mutable {
      newton_euler<double>(b.model, b.q[k], b.qd[k], b.qdd[k], b.conditions, w, b.result);
    };
  });
  add("newton_euler_base_frame", [](Bench& b) {
    return [&b, w = NewtonEulerBaseFrameWorkspace<double>(b.model)](std::size_t k) mutable {
      newton_euler_base_frame<double>(b.model, b.q[k], b.qd[k], b.qdd[k], b.conditions, w, b.result);
    };
  });
  add("inverse_dynamics", [](Bench& b) {
    return [&b, w = NewtonEulerWorkspace<double>(b.model)](std::size_t k) mutable {
      inverse_dynamics<double>(b.model, b.q[k], b.qd[k], b.qdd[k], b.conditions, w, b.result);
    };
  });
  add("inertia_matrix", [](Bench& b) {
    return [&b, w = InertiaMatrixWorkspace<double>(b.model),
            B = Matrix<double>(b.model.nv, b.model.nv)](std::size_t k) mutable {
      inertia_matrix<double>(b.model, b.q[k], w, B.view());
      benchmark::DoNotOptimize(B.data.data());
    };
  });
  add("forward_dynamics", [](Bench& b) {
    return [&b, w = ForwardDynamicsWorkspace<double>(b.model)](std::size_t k) mutable {
      forward_dynamics<double>(b.model, b.q[k], b.qd[k], b.qdd[k], b.conditions, w, b.result);
    };
  });
  add("forward_dynamics_through_inertia", [](Bench& b) {
    return [&b, w = ForwardDynamicsWorkspace<double>(b.model)](std::size_t k) mutable {
      forward_dynamics_through_inertia<double>(b.model, b.q[k], b.qd[k], b.qdd[k], b.conditions, w, b.result);
    };
  });
  add("lagrange_euler", [](Bench& b) {
    return [&b, L = LagrangeEuler<double>(b.model)](std::size_t k) mutable {
      lagrange_euler<double>(b.model, b.q[k], b.conditions.gravity, L);
      lagrange_euler_torque<double>(b.model, L, b.qd[k], b.qdd[k], {}, b.result);
    };
  });
  add("coriolis_matrix", [](Bench& b) {
    return [&b, w = CoriolisMatrixWorkspace<double>(b.model),
            C = Matrix<double>(b.model.nv, b.model.nv)](std::size_t k) mutable {
      coriolis_matrix<double>(b.model, b.q[k], b.qd[k], w, C.view());
      benchmark::DoNotOptimize(C.data.data());
    };
  });
  add("slotine_li_torque", [](Bench& b) {
    return [&b, w = SlotineLiWorkspace<double>(b.model)](std::size_t k) mutable {
      slotine_li_torque<double>(b.model, b.q[k], b.qd[k], b.qdd[k], b.qdd[k], b.conditions, w, b.result);
    };
  });
  add("regressor", [](Bench& b) {
    const ParameterLayout layout = parameter_layout(b.model, {});
    return [&b, layout, w = RegressorWorkspace<double>(b.model),
            Y = Matrix<double>(b.model.nv, layout.size())](std::size_t k) mutable {
      regressor<double>(b.model, layout, b.q[k], b.qd[k], b.qdd[k], b.conditions, w, Y.view());
      benchmark::DoNotOptimize(Y.data.data());
    };
  });
  add("kinetic_energy", [](Bench& b) {
    return [&b, motion = LinkMotion<double>(b.model)](std::size_t k) mutable {
      link_motion<double>(b.model, b.q[k], b.qd[k], b.qdd[k], {}, motion);
      b.result[0] = kinetic_energy<double>(b.model, motion, b.qd[k]);
    };
  });
}

}  // namespace

int main(int count, char** values) {
  register_all();
  benchmark::Initialize(&count, values);
  if (benchmark::ReportUnrecognizedArguments(count, values)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
