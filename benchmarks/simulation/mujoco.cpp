#include <mujoco/mujoco.h>

#include "falls.hpp"

// mujoco ROBOT.urdf ends|time ..: MuJoCo's integrators, with all switched off that an arm in free fall does not need.
namespace {

struct Simulation {
  mjModel* model;
  mjData* data;
  int steps = 0;

  void prepare(int integrator, double count) {
    model->opt.integrator = integrator;
    steps = static_cast<int>(count);
    model->opt.timestep = falls::duration / steps;
  }
  void begin(const std::vector<double>& q) const {
    data->time = 0;
    std::copy(q.begin(), q.end(), data->qpos);
    std::fill(data->qvel, data->qvel + model->nv, 0.0);
  }
  void run(const std::vector<double>& q) const {
    begin(q);
    for (int i = 0; i < steps; ++i) mj_step(model, data);
  }
};

/// The classical method, written here over those stages of MuJoCo that accelerations need.
class OverStages {
 public:
  explicit OverStages(const Simulation& simulation)
      : s_(simulation), n_(static_cast<int>(simulation.model->nv)), torque_(n_), q_(n_), qd_(n_), v_{q_, q_, q_, q_},
        k_{v_} {}

  void run(const std::vector<double>& q) {
    s_.begin(q);
    q_ = q;
    std::fill(qd_.begin(), qd_.end(), 0.0);
    const double h = falls::duration / s_.steps;
    static constexpr double part[] = {0, 0.5, 0.5, 1};
    for (int step = 0; step < s_.steps; ++step) {
      for (int stage = 0; stage < 4; ++stage) {
        for (int i = 0; i < n_; ++i) {
          s_.data->qpos[i] = q_[i] + (stage > 0 ? part[stage] * h * v_[stage - 1][i] : 0);
          s_.data->qvel[i] = v_[stage][i] = qd_[i] + (stage > 0 ? part[stage] * h * k_[stage - 1][i] : 0);
        }
        accelerate(k_[stage]);
      }
      for (int i = 0; i < n_; ++i) {
        q_[i] += h / 6 * (v_[0][i] + 2 * (v_[1][i] + v_[2][i]) + v_[3][i]);
        qd_[i] += h / 6 * (k_[0][i] + 2 * (k_[1][i] + k_[2][i]) + k_[3][i]);
      }
    }
  }
  const double* q() const { return q_.data(); }

 private:
  void accelerate(std::vector<double>& qdd) {
    mj_kinematics(s_.model, s_.data);
    mj_comPos(s_.model, s_.data);
    mj_makeM(s_.model, s_.data);
    mj_factorM(s_.model, s_.data);
    mj_comVel(s_.model, s_.data);
    mj_rne(s_.model, s_.data, 0, torque_.data());
    for (double& x : torque_) x = -x;
    mj_solveM(s_.model, s_.data, qdd.data(), torque_.data(), 1);
  }

  const Simulation& s_;
  int n_;
  std::vector<double> torque_, q_, qd_;
  std::array<std::vector<double>, 4> v_, k_;
};

}  // namespace

int main(int count, char** values) {
  if (count < 3) return 2;
  mju_user_warning = [](const char*) {};  // steps that are too long end in what is not finite
  char error[1000] = "";
  mjModel* model = mj_loadXML(values[1], nullptr, error, sizeof error);
  if (model == nullptr) {
    std::fprintf(stderr, "%s\n", error);
    return 1;
  }
  model->opt.gravity[0] = model->opt.gravity[1] = 0, model->opt.gravity[2] = harness::gravity;
  model->opt.disableflags = mjDSBL_CONSTRAINT | mjDSBL_EQUALITY | mjDSBL_FRICTIONLOSS | mjDSBL_LIMIT | mjDSBL_CONTACT |
                            mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_WARMSTART | mjDSBL_ACTUATION | mjDSBL_SENSOR |
                            mjDSBL_EULERDAMP | mjDSBL_AUTORESET | mjDSBL_ISLAND;
  model->opt.enableflags = 0;
  Simulation simulation{model, mj_makeData(model)};
  OverStages over_stages(simulation);
  std::vector<harness::Joint> joints;
  for (int i = 0; i < static_cast<int>(model->njnt); ++i)
    joints.push_back({mj_id2name(model, mjOBJ_JOINT, i), model->jnt_qposadr[i], model->jnt_dofadr[i]});

  falls::Program program(joints);
  const auto add = [&](const char* name, int integrator, std::vector<double> steps) {
    program.ways.push_back({name, std::move(steps),
                            [&simulation, integrator](double setting) { simulation.prepare(integrator, setting); },
                            [&simulation](const std::vector<double>& q) { simulation.run(q); },
                            [&simulation] { return simulation.data->qpos; }});
  };
  const std::vector<double> many = falls::whole(64, 65536, 2), few = falls::whole(8, 32768, 1.0800597);
  add("Euler", mjINT_EULER, many);
  add("implicitfast", mjINT_IMPLICITFAST, many);
  add("implicit", mjINT_IMPLICIT, many);
  add("RK4", mjINT_RK4, few);
  program.ways.push_back({"RK4 over stages", few, [&](double setting) { simulation.prepare(mjINT_RK4, setting); },
                          [&](const std::vector<double>& q) { over_stages.run(q); }, [&] { return over_stages.q(); }});
  return program.run({values + 2, values + count});
}
