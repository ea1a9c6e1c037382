#include "torsor/dynamics/batch.hpp"

#include <array>
#include <atomic>
#include <thread>

#include "dynamics/kernel_states.hpp"
#include "dynamics/pack_worker.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"

namespace torsor {
namespace batch_parts {  // which a class with a name outside of this file has

/// Many vectors of one kind, read from and written to by state.
template <class T>
struct Vectors {
  T* data;
  std::size_t width, states;
  BatchLayout layout;
};

/// What a thread computes with.
struct Worker {
  NewtonEulerWorkspace<double> newton_euler;
  ForwardDynamicsWorkspace<double> forward;
  CoriolisMatrixWorkspace<double> coriolis;
  RegressorWorkspace<double> regressor;
  std::vector<double> still;
  std::array<std::vector<double>, 3> in;  // the vectors of a state whose numbers lie apart
  std::vector<double> out;
  std::unique_ptr<PackWorker> packs;
  KernelStates kernels;

  Worker(const Model<double>& model, const Conditions<double>& conditions)
      : newton_euler(model), forward(model), coriolis(model), regressor(model),
        still(static_cast<std::size_t>(model.nv), 0.0), packs(pack_worker(model, conditions)) {
    for (std::vector<double>& vector : in) vector.resize(static_cast<std::size_t>(std::max(model.nq, model.nv)));
  }
};

inline Input<double> gathered(const Vectors<const double>& vectors, std::size_t state, std::vector<double>& scratch) {
  if (vectors.layout == BatchLayout::states) return {vectors.data + state * vectors.width, vectors.width};
  for (std::size_t k = 0; k < vectors.width; ++k) scratch[k] = vectors.data[k * vectors.states + state];
  return {scratch.data(), vectors.width};
}

inline void scattered(Input<double> values, const Vectors<double>& vectors, std::size_t state) {
  for (std::size_t k = 0; k < vectors.width; ++k) vectors.data[k * vectors.states + state] = values[k];
}

/// What a kernel made for one robot computes with.
inline bool are_own(const Model<double>& model, const Conditions<double>& conditions) {
  const auto is_zero = [](const Vector3<double>& v) { return v.x == 0 && v.y == 0 && v.z == 0; };
  const auto& [v, omega, v_dot, omega_dot] = conditions.base;
  return is_zero(conditions.gravity - model.gravity) && is_zero(v) && is_zero(omega) && is_zero(v_dot) &&
         is_zero(omega_dot) && conditions.wrenches.empty();
}

/// Of the kernel that computes the same; empty where there is none.
inline const char* kernel_name(PackFunction function) {
  switch (function) {
    case PackFunction::inverse_dynamics:
      return "inverse-dynamics";
    case PackFunction::bias_torque:
      return "bias-torque";
    case PackFunction::forward_dynamics:
      return "forward-dynamics";
    case PackFunction::gravity_torque:
      return "gravity-torque";
    case PackFunction::inertia_matrix:
      return "inertia-matrix";
    case PackFunction::coriolis_matrix:
      return "coriolis-matrix";
    case PackFunction::inertia_torque:
    case PackFunction::coriolis_torque:
      break;
  }
  return "";
}

}  // namespace batch_parts
using namespace batch_parts;

struct Batch::Inside {
  const Model<double>& model;
  Conditions<double> conditions;
  BatchOptions options;
  ParameterLayout layout;
  std::vector<Worker> workers;

  Inside(const Model<double>& robot, const Conditions<double>& world, const BatchOptions& how)
      : model(robot), conditions(world), options(how), layout(parameter_layout(robot, all_of(robot))) {
    for (int k = 0; k < thread_count(options.threads); ++k) workers.emplace_back(model, conditions);
    if (options.kernels) require_own(*options.kernels, model);
    if (!are_own(model, conditions)) options.kernels = nullptr;
  }

  /// The code that was made for this robot, where there is some for the function.
  RobotKernels::SeveralStates code_for(const char* function) const {
    const RobotKernels::Function* found = options.kernels ? options.kernels->find(function) : nullptr;
    return found == nullptr ? nullptr : found->several;
  }
  RobotKernels::SeveralStates code_at(const char* function, int frame) const {
    return options.kernels && options.kernels->frame == frame ? code_for(function) : nullptr;
  }

  static std::size_t size(int count) { return static_cast<std::size_t>(count); }

  /// A vector that is asked for by name, with as many states as the first has.
  struct Named {
    const char* name;
    Input<double> numbers;
    int width;
  };

  void require(const char* name, std::size_t found, std::size_t states, std::size_t width) const {
    if (found == states * width) return;
    raise(UsageError(name, "expected " + std::to_string(states) + " x " + std::to_string(width) +
                               " numbers for as many states of " + model.name + ", found " + std::to_string(found)));
  }

  /// Checks lengths. Returns how many states there are.
  template <std::size_t count>
  std::size_t states_of(const std::array<Named, count>& named, Output<double> result, std::size_t width) const {
    const std::size_t first = size(named[0].width), numbers = named[0].numbers.size();
    const bool whole = first > 0 && numbers % first == 0;  // else the first vector is the one that is wrong
    const std::size_t states = whole ? numbers / first : width == 0 ? 0 : result.size() / width;
    for (const Named& one : named) require(one.name, one.numbers.size(), states, size(one.width));
    require("the result", result.size(), states, width);
    return states;
  }

  /// Does work(worker, begin, end) for all states, a block of them at a time, on all threads.
  template <class Work>
  void in_blocks(std::size_t states, const Work& work) {
    constexpr std::size_t block = 256;
    std::atomic<std::size_t> next = 0;
    const auto run = [&](Worker& worker) {
      for (std::size_t begin = next.fetch_add(block); begin < states; begin = next.fetch_add(block))
        work(worker, begin, std::min(begin + block, states));
    };
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < std::min(workers.size(), (states + block - 1) / block); ++t)
      others.emplace_back(run, std::ref(workers[t]));
    run(workers[0]);
  }

  /// Does work(worker, vectors, result) for all states, one by one.
  template <std::size_t count, class Work>
  void each(const std::array<Named, count>& named, Output<double> result, std::size_t width, const Work& work) {
    const std::size_t states = states_of(named, result, width);
    std::array<Vectors<const double>, count> from;
    for (std::size_t k = 0; k < count; ++k)
      from[k] = {named[k].numbers.data(), size(named[k].width), states, options.layout};
    const Vectors<double> to{result.data(), width, states, options.layout};
    const bool apart = options.layout == BatchLayout::components;
    in_blocks(states, [&](Worker& worker, std::size_t begin, std::size_t end) {
      if (apart) worker.out.resize(width);
      for (std::size_t state = begin; state < end; ++state) {
        std::array<Input<double>, count> vectors;
        for (std::size_t k = 0; k < count; ++k) vectors[k] = gathered(from[k], state, worker.in[k]);
        const Output<double> out(apart ? worker.out.data() : to.data + state * width, width);
        work(worker, vectors, out);
        if (apart) scattered(out, to, state);
      }
    });
  }

  /// A function of all states, several at once: by code of this robot, or by packs of the run-time model.
  template <std::size_t count>
  void packs(PackFunction function, const std::array<Named, count>& named, Output<double> result, std::size_t width) {
    const auto code = code_for(kernel_name(function));
    if (code != nullptr) return compiled(code, named, result, width);
    strided(named, result, width,
            [&](Worker& worker, const auto& from, std::size_t first, std::size_t states, const auto& to) {
              worker.packs->run(function, from.data(), first, states, to);
            });
  }
  template <std::size_t count>
  void compiled(RobotKernels::SeveralStates code, const std::array<Named, count>& named, Output<double> result,
                std::size_t width) {
    strided(named, result, width,
            [&](Worker& worker, const auto& from, std::size_t first, std::size_t states, const auto& to) {
              worker.kernels.run(code, options.kernels->width, from.data(), first, states, to);
            });
  }

  /// Does work(worker, vectors, first state, states, result) for all states.
  template <std::size_t count, class Work>
  void strided(const std::array<Named, count>& named, Output<double> result, std::size_t width, const Work& work) {
    const std::size_t states = states_of(named, result, width);
    const bool by_state = options.layout == BatchLayout::states;
    const auto vectors = [&]<class T>(T* data, std::size_t entries) {
      return StridedVectors<T>{data, by_state ? entries : 1, by_state ? 1 : states, static_cast<int>(entries)};
    };
    std::array<StridedVectors<const double>, 3> from;
    for (std::size_t k = 0; k < count; ++k) from[k] = vectors(named[k].numbers.data(), size(named[k].width));
    const StridedVectors<double> to = vectors(result.data(), width);
    in_blocks(states,
              [&](Worker& worker, std::size_t begin, std::size_t end) { work(worker, from, begin, end - begin, to); });
  }

  Named positions(Input<double> q) const { return {"q", q, model.nq}; }
  Named velocities(const char* name, Input<double> v) const { return {name, v, model.nv}; }
};

Batch::Batch(const Model<double>& model, const BatchOptions& options)
    : Batch(model, default_conditions(model), options) {}
Batch::Batch(const Model<double>& model, const Conditions<double>& conditions, const BatchOptions& options)
    : inside_(std::make_unique<Inside>(model, conditions, options)) {}
Batch::~Batch() = default;

void Batch::inverse_dynamics(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> tau) {
  inside_->packs(PackFunction::inverse_dynamics,
                 std::array{inside_->positions(q), inside_->velocities("qd", qd), inside_->velocities("qdd", qdd)}, tau,
                 Inside::size(inside_->model.nv));
}

void Batch::bias_torque(Input<double> q, Input<double> qd, Output<double> tau) {
  inside_->packs(PackFunction::bias_torque, std::array{inside_->positions(q), inside_->velocities("qd", qd)}, tau,
                 Inside::size(inside_->model.nv));
}

void Batch::forward_dynamics(Input<double> q, Input<double> qd, Input<double> tau, Output<double> qdd) {
  inside_->packs(PackFunction::forward_dynamics,
                 std::array{inside_->positions(q), inside_->velocities("qd", qd), inside_->velocities("tau", tau)}, qdd,
                 Inside::size(inside_->model.nv));
}

void Batch::inertia_matrix(Input<double> q, Output<double> B) {
  const int nv = inside_->model.nv;
  inside_->packs(PackFunction::inertia_matrix, std::array{inside_->positions(q)}, B, Inside::size(nv * nv));
}

void Batch::coriolis_matrix(Input<double> q, Input<double> qd, Output<double> C) {
  const int nv = inside_->model.nv;
  inside_->packs(PackFunction::coriolis_matrix, std::array{inside_->positions(q), inside_->velocities("qd", qd)}, C,
                 Inside::size(nv * nv));
}

void Batch::inertia_torque(Input<double> q, Input<double> qdd, Output<double> tau) {
  inside_->packs(PackFunction::inertia_torque, std::array{inside_->positions(q), inside_->velocities("qdd", qdd)}, tau,
                 Inside::size(inside_->model.nv));
}
void Batch::coriolis_torque(Input<double> q, Input<double> qd, Output<double> tau) {
  inside_->packs(PackFunction::coriolis_torque, std::array{inside_->positions(q), inside_->velocities("qd", qd)}, tau,
                 Inside::size(inside_->model.nv));
}
void Batch::gravity_torque(Input<double> q, Output<double> tau) {
  inside_->packs(PackFunction::gravity_torque, std::array{inside_->positions(q)}, tau, Inside::size(inside_->model.nv));
}

void Batch::friction_torque(Input<double> qd, Output<double> tau) {
  auto& [model, conditions, options, layout, workers] = *inside_;
  if (const auto code = inside_->code_for("friction-torque"))
    return inside_->compiled(code, std::array{inside_->velocities("qd", qd)}, tau, Inside::size(model.nv));
  inside_->each(std::array{inside_->velocities("qd", qd)}, tau, Inside::size(model.nv),
                [&](Worker&, const auto& x, Output<double> out) {
                  std::fill(out.begin(), out.end(), 0.0);
                  add_friction_torque<double>(model, x[0], out);
                });
}

void Batch::spring_torque(Input<double> q, Output<double> tau) {
  auto& [model, conditions, options, layout, workers] = *inside_;
  inside_->each(std::array{inside_->positions(q)}, tau, Inside::size(model.nv),
                [&](Worker&, const auto& x, Output<double> out) {
                  std::fill(out.begin(), out.end(), 0.0);
                  add_spring_torque<double>(model, x[0], out);
                });
}

void Batch::base_motion_torque(Input<double> q, Input<double> qd, Output<double> tau) {
  auto& [model, conditions, options, layout, workers] = *inside_;
  inside_->each(std::array{inside_->positions(q), inside_->velocities("qd", qd)}, tau, Inside::size(model.nv),
                [&](Worker& worker, const auto& x, Output<double> out) {
                  const Output<double> coriolis(worker.forward.torque);
                  newton_euler<double>(model, x[0], x[1], worker.still, {}, worker.newton_euler, coriolis);
                  newton_euler<double>(model, x[0], x[1], worker.still, {{}, conditions.base, {}}, worker.newton_euler,
                                       out);
                  for (std::size_t k = 0; k < out.size(); ++k) out[k] -= coriolis[k];
                });
}

void Batch::forward_kinematics(Input<double> q, int frame, Output<double> poses) {
  auto& [model, conditions, options, layout, workers] = *inside_;
  if (const auto code = inside_->code_at("forward-kinematics", frame))
    return inside_->compiled(code, std::array{inside_->positions(q)}, poses, 12);
  inside_->each(std::array{inside_->positions(q)}, poses, 12, [&](Worker& worker, const auto& x, Output<double> out) {
    std::vector<Transform<double>>& bodies = worker.regressor.motion.pose;
    torsor::forward_kinematics<double>(model, x[0], bodies);
    const auto [R, p] = frame_pose<double>(model, bodies, frame);
    const double numbers[] = {p.x, p.y, p.z, R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz};
    std::copy(std::begin(numbers), std::end(numbers), out.begin());
  });
}

void Batch::jacobian(Input<double> q, int frame, Output<double> J) {
  auto& [model, conditions, options, layout, workers] = *inside_;
  if (const auto code = inside_->code_at("jacobian", frame))
    return inside_->compiled(code, std::array{inside_->positions(q)}, J, Inside::size(6 * model.nv));
  inside_->each(std::array{inside_->positions(q)}, J, Inside::size(6 * model.nv),
                [&](Worker& worker, const auto& x, Output<double> out) {
                  std::vector<Transform<double>>& bodies = worker.regressor.motion.pose;
                  torsor::forward_kinematics<double>(model, x[0], bodies);
                  torsor::jacobian<double>(model, bodies, frame, {out.data(), 6, model.nv});
                });
}

void Batch::regressor(Input<double> q, Input<double> qd, Input<double> qdd, Output<double> Y) {
  auto& [model, conditions, options, layout, workers] = *inside_;
  const int rows = model.nv;
  const std::array vectors{inside_->positions(q), inside_->velocities("qd", qd), inside_->velocities("qdd", qdd)};
  if (const auto code = inside_->code_for("regressor"))
    return inside_->compiled(code, vectors, Y, Inside::size(rows * layout.size()));
  inside_->each(vectors, Y, Inside::size(rows * layout.size()), [&](Worker& worker, const auto& x, Output<double> out) {
    torsor::regressor<double>(model, layout, x[0], x[1], x[2], conditions, worker.regressor,
                              {out.data(), rows, layout.size()});
  });
}

void Batch::energy(Input<double> q, Input<double> qd, Output<double> energies) {
  auto& [model, conditions, options, layout, workers] = *inside_;
  const std::array vectors{inside_->positions(q), inside_->velocities("qd", qd)};
  if (const auto code = inside_->code_for("energy")) return inside_->compiled(code, vectors, energies, 2);
  inside_->each(vectors, energies, 2, [&](Worker& worker, const auto& x, Output<double> out) {
    LinkMotion<double>& motion = worker.regressor.motion;
    link_motion<double>(model, x[0], x[1], worker.still, conditions.base, motion);
    out[0] = kinetic_energy<double>(model, motion, x[1]);
    out[1] = gravity_energy<double>(model, motion.pose, conditions.gravity) + spring_energy<double>(model, x[0]);
  });
}

}  // namespace torsor
