#include "torsor/dynamics/operation_count.hpp"

#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {
namespace {

std::vector<Count> variables(int n, double value) { return std::vector<Count>(n, Count::variable(value)); }

class Counter {
 public:
  explicit Counter(const Model<Count>& model)
      : model_(model), q_(variables(model.nq, 0.4)), qd_(variables(model.nv, 0.3)), qdd_(variables(model.nv, 0.2)),
        result_(model.nv), conditions_(default_conditions(model)) {}

  std::vector<OperationCount> run() {
    NewtonEulerWorkspace<Count> link_frames(model_);
    NewtonEulerBaseFrameWorkspace<Count> base_frame(model_);
    LagrangeEuler<Count> L(model_);
    InertiaMatrixWorkspace<Count> composite(model_);
    CoriolisMatrixWorkspace<Count> factors(model_);
    ForwardDynamicsWorkspace<Count> forward(model_);
    RegressorWorkspace<Count> columns(model_);
    const ParameterLayout layout = parameter_layout(model_, {});
    Matrix<Count> B(model_.nv, model_.nv), Y(model_.nv, layout.size());
    count("inverse dynamics, Newton-Euler in link frames",
          [&] { newton_euler<Count>(model_, q_, qd_, qdd_, conditions_, link_frames, result_); });
    count("inverse dynamics, Newton-Euler in base axes",
          [&] { newton_euler_base_frame<Count>(model_, q_, qd_, qdd_, conditions_, base_frame, result_); });
    count("inverse dynamics, Lagrange-Euler", [&] {
      lagrange_euler<Count>(model_, q_, conditions_.gravity, L);
      lagrange_euler_torque<Count>(model_, L, qd_, qdd_, {}, result_);
    });
    count("inertia matrix", [&] { inertia_matrix<Count>(model_, q_, composite, B.view()); });
    count("Coriolis matrix", [&] { coriolis_matrix<Count>(model_, q_, qd_, factors, B.view()); });
    if (joints_are_independent(model_))
      count("forward dynamics, articulated bodies",
            [&] { articulated_bodies<Count>(model_, q_, qd_, qdd_, conditions_, forward.articulated, result_); });
    const Model<Count> smooth = without_springs(without_friction(model_));
    count("forward dynamics, inertia matrix",
          [&] { forward_dynamics_through_inertia<Count>(smooth, q_, qd_, qdd_, conditions_, forward, result_); });
    count("regressor", [&] { regressor<Count>(model_, layout, q_, qd_, qdd_, conditions_, columns, Y.view()); });
    return std::move(counts_);
  }

 private:
  static Model<Count> without_springs(const Model<Count>& model) {
    return changed(model, [](ModelParts<Count>& parts) {
      for (Coupling<Count>& coupling : parts.couplings) {
        coupling.stiffness = coupling.rest = Count(0.0);
        coupling.sine = coupling.cosine = Count(0.0);
      }
      parts.pose_springs.clear();
    });
  }
  template <class Action>
  void count(const std::string& name, const Action& action) {
    Count::tally() = {};
    action();
    counts_.push_back({name, Count::tally()});
    Count::tally() = {};
  }

  const Model<Count>& model_;
  std::vector<Count> q_, qd_, qdd_, result_;
  Conditions<Count> conditions_;
  std::vector<OperationCount> counts_;
};

}  // namespace

std::vector<OperationCount> count_operations(const Model<Count>& model) {
  size_limits::require_joints("counting Lagrange-Euler", model.nv, size_limits::lagrange_euler_joints,
                              "its operations grow as n^4");
  return Counter(model).run();
}

Model<Count> general_arm(int n) {
  Description arm;
  arm.name = "general";
  arm.dh = DhConvention::modified;
  arm.gravity = {0.1, 0.2, -9.81};
  for (int i = 1; i <= n; ++i) {
    described::Link link;
    link.name = "link" + std::to_string(i);
    link.joint_name = "joint" + std::to_string(i);
    link.parent = i == 1 ? "base" : "link" + std::to_string(i - 1);
    link.dh = described::DhRow{0.1, 0.2, 0.3, 0.4, 0.0};
    link.mass.mass = 2.0;
    link.mass.com = {0.1, 0.2, 0.3};
    link.mass.inertia = {0.5, 0.02, 0.03, 0.6, 0.04, 0.7};
    arm.links.push_back(link);
  }
  return build_model<Count>(arm);
}

std::vector<PublishedCount> published_counts(int n) {
  const double k = n;
  std::vector<PublishedCount> counts{
      {"Lagrange-Euler [Fu et al. 1987]", ((128 * k + 512) * k + 739) * k * k / 3 + 160 * k / 3,
       ((196 * k + 781) * k + 1118) * k * k / 6 + 245 * k / 6},
      {"Newton-Euler [Fu et al. 1987]", 132 * k, 111 * k - 4},
      {"Luh, Walker, Paul 1980", 150 * k - 48, 131 * k - 48},
      {"Balafoutis, Patel 1991", 93 * k - 69, 81 * k - 65}};
  if (n > 1) counts.push_back({"Khalil, Kleinfinger 1987, base parameters", 92 * k - 127, 81 * k - 117});
  return counts;
}

}  // namespace torsor
