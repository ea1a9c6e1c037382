#include <gtest/gtest.h>

#include <functional>

#include "torsor/dynamics/bearing_loads.hpp"
#include "torsor/dynamics/center_of_mass.hpp"
#include "torsor/dynamics/centroidal_momentum.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/effective_inertia.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/energy_regressor.hpp"
#include "torsor/dynamics/formulation.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_inertia_matrix.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/dynamics/momentum_rate.hpp"
#include "torsor/dynamics/operational_space.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/dynamics/state_space.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Two numbers for a robot of six joints are no state of it.
namespace torsor::test::lengths_test {

using Vector = std::vector<double>;
using Vectors = std::vector<Vector>;

/// A call and the names of its vectors; it takes them in that order.
struct Call {
  const char* name;
  std::vector<std::string> vectors;
  std::function<void(const Vectors&)> run;
};

class Lengths : public testing::Test {
 public:
  const Model<double> model = build_model<double>(read_builtin_robot("puma560"));
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  const Conditions<double> conditions = default_conditions(model);

  std::vector<Call> kinematics() const {
    return {{"forward_kinematics", {"q"}, [&](const Vectors& x) { forward_kinematics(model, x[0]); }},
            {"jacobian", {"q"}, [&](const Vectors& x) { jacobian(model, x[0], model.tip); }},
            {"jacobian_dot_velocity",
             {"q", "qd"},
             [&](const Vectors& x) { jacobian_dot_velocity(model, x[0], x[1], model.tip); }},
            {"jacobian_dot", {"q", "qd"}, [&](const Vectors& x) { jacobian_dot(model, x[0], x[1], model.tip); }},
            {"center_of_mass", {"q", "qd", "qdd"}, [&](const Vectors& x) { center_of_mass(model, x[0], x[1], x[2]); }},
            {"center_of_mass at rest", {"q"}, [&](const Vectors& x) { center_of_mass(model, x[0]); }},
            {"center_of_mass_jacobian", {"q"}, [&](const Vectors& x) { center_of_mass_jacobian(model, x[0]); }},
            {"link_motion", {"q", "qd", "qdd"}, [&](const Vectors& x) { link_motion(model, x[0], x[1], x[2]); }},
            {"position_rate", {"q", "qd"}, [&](const Vectors& x) { position_rate(model, x[0], x[1]); }}};
  }
  std::vector<Call> torques() const {
    return {
        {"inverse_dynamics", {"q", "qd", "qdd"}, [&](const Vectors& x) { inverse_dynamics(model, x[0], x[1], x[2]); }},
        {"forward_dynamics", {"q", "qd", "tau"}, [&](const Vectors& x) { forward_dynamics(model, x[0], x[1], x[2]); }},
        {"bearing_loads",
         {"q", "qd", "qdd"},
         [&](const Vectors& x) { bearing_loads(model, x[0], x[1], x[2], conditions); }},
        {"inverse_dynamics_by",
         {"q", "qd", "qdd"},
         [&](const Vectors& x) {
           inverse_dynamics_by(Formulation::newton_euler_base_frame, model, x[0], x[1], x[2], conditions);
         }},
        {"gravity_torque", {"q"}, [&](const Vectors& x) { gravity_torque(model, x[0]); }},
        {"coriolis_torque", {"q", "qd"}, [&](const Vectors& x) { coriolis_torque(model, x[0], x[1]); }},
        {"friction_torque", {"qd"}, [&](const Vectors& x) { friction_torque(model, x[0]); }},
        {"dissipation_function", {"qd"}, [&](const Vectors& x) { dissipation_function(model, x[0]); }},
        {"spring_torque", {"q"}, [&](const Vectors& x) { spring_torque(model, x[0]); }},
        {"gravity_compensation_torque",
         {"q"},
         [&](const Vectors& x) { gravity_compensation_torque(model, x[0], model.gravity); }},
        {"spring_energy", {"q"}, [&](const Vectors& x) { spring_energy(model, x[0]); }},
        {"generalized_momentum", {"q", "qd"}, [&](const Vectors& x) { generalized_momentum(model, x[0], x[1]); }},
        {"terms", {"q", "qd", "qdd"}, [&](const Vectors& x) { terms(model, x[0], x[1], x[2], conditions); }},
        {"lagrange_euler_torque",
         {"q", "qd", "qdd"},
         [&](const Vectors& x) { lagrange_euler_torque(model, x[0], x[1], x[2], conditions); }},
        {"slotine_li_torque",
         {"q", "qd", "qd_r", "qdd_r"},
         [&](const Vectors& x) { slotine_li_torque(model, x[0], x[1], x[2], x[3], conditions); }},
        {"coriolis_product", {"q", "qd", "v"}, [&](const Vectors& x) { coriolis_product(model, x[0], x[1], x[2]); }}};
  }
  std::vector<Call> matrices_and_energies() const {
    return {
        {"inverse_inertia_matrix", {"q"}, [&](const Vectors& x) { inverse_inertia_matrix(model, x[0]); }},
        {"centroidal_momentum_matrix", {"q"}, [&](const Vectors& x) { centroidal_momentum_matrix(model, x[0]); }},
        {"centroidal_momentum",
         {"q", "qd", "qdd"},
         [&](const Vectors& x) { centroidal_momentum(model, x[0], x[1], x[2]); }},
        {"centroidal_momentum of velocities",
         {"q", "qd"},
         [&](const Vectors& x) { centroidal_momentum(model, x[0], x[1]); }},
        {"inertia_matrix", {"q"}, [&](const Vectors& x) { inertia_matrix(model, x[0]); }},
        {"inertia_matrix_by_columns", {"q"}, [&](const Vectors& x) { inertia_matrix_by_columns(model, x[0]); }},
        {"coriolis_matrix", {"q", "qd"}, [&](const Vectors& x) { coriolis_matrix(model, x[0], x[1]); }},
        {"momentum_rate", {"q", "qd"}, [&](const Vectors& x) { momentum_rate(model, x[0], x[1]); }},
        {"inverse_dynamics_derivatives",
         {"q", "qd", "qdd"},
         [&](const Vectors& x) { inverse_dynamics_derivatives(model, x[0], x[1], x[2]); }},
        {"forward_dynamics_derivatives",
         {"q", "qd", "tau"},
         [&](const Vectors& x) { forward_dynamics_derivatives(model, x[0], x[1], x[2]); }},
        {"linearised", {"q", "qd", "tau"}, [&](const Vectors& x) { linearised(model, x[0], x[1], x[2], conditions); }},
        {"effective_inertia", {"q"}, [&](const Vectors& x) { effective_inertia(model, x[0]); }},
        {"operational_space", {"q", "qd"}, [&](const Vectors& x) { operational_space(model, x[0], x[1], model.tip); }},
        {"lagrange_euler", {"q"}, [&](const Vectors& x) { lagrange_euler(model, x[0], model.gravity); }},
        {"kinetic_energy", {"q", "qd"}, [&](const Vectors& x) { kinetic_energy(model, x[0], x[1]); }},
        {"potential_energy", {"q"}, [&](const Vectors& x) { potential_energy(model, x[0]); }},
        {"regressor",
         {"q", "qd", "qdd"},
         [&](const Vectors& x) { regressor(model, layout, x[0], x[1], x[2], conditions); }},
        {"slotine_li_regressor",
         {"q", "qd", "qd_r", "qdd_r"},
         [&](const Vectors& x) { slotine_li_regressor(model, layout, x[0], x[1], x[2], x[3], conditions); }},
        {"momentum_regressor", {"q", "qd"}, [&](const Vectors& x) { momentum_regressor(model, layout, x[0], x[1]); }},
        {"energy_regressor", {"q", "qd"}, [&](const Vectors& x) {
           energy_regressor(model, layout, x[0], x[1], model.gravity);
         }}};
  }

  void expect_refused(const Call& call, std::size_t wrong, std::size_t length) const {
    Vectors x(call.vectors.size(), Vector(6, 0.3));
    x[wrong].assign(length, 0.3);
    const std::string numbers_of = call.vectors[wrong] == "q" ? "position" : "velocity";
    try {
      call.run(x);
      ADD_FAILURE() << call.name << " took " << length << " numbers for " << call.vectors[wrong];
    } catch (const UsageError& error) {
      EXPECT_EQ(error.option(), call.vectors[wrong]) << call.name;
      EXPECT_EQ(error.message(),
                "expected 6 numbers, one for each " + numbers_of + " of puma560, found " + std::to_string(length))
          << call.name;
    }
  }
  void expect_checked(const std::vector<Call>& calls) const {
    for (const Call& call : calls) {
      EXPECT_NO_THROW(call.run(Vectors(call.vectors.size(), Vector(6, 0.3)))) << call.name;
      for (std::size_t k = 0; k < call.vectors.size(); ++k)
        for (const std::size_t length : {0U, 2U, 5U, 7U}) expect_refused(call, k, length);
    }
  }
};

TEST_F(Lengths, AreCheckedByEveryCallOfKinematics) { expect_checked(kinematics()); }
TEST_F(Lengths, AreCheckedByEveryCallThatGivesTorques) { expect_checked(torques()); }
TEST_F(Lengths, AreCheckedByEveryCallThatGivesMatricesAndEnergies) { expect_checked(matrices_and_energies()); }

TEST_F(Lengths, OfParametersAreChecked) {
  Vector theta = parameters(model, layout);
  EXPECT_NO_THROW(with_parameters(model, layout, theta));
  theta.pop_back();
  EXPECT_THROW(with_parameters(model, layout, theta), UsageError);
}

TEST(LengthsOfAFreeJoint, AreSevenPositionsAndSixVelocities) {
  Description box;
  box.name = "box";
  box.links.resize(1);
  box.links[0].name = "link", box.links[0].joint_name = "joint", box.links[0].parent = "base";
  box.links[0].joint = JointType::free;
  box.links[0].mass.mass = 1.0;
  const Model<double> model = build_model<double>(box);
  const Vector q = zero_position(model), six(6, 0.1);
  EXPECT_NO_THROW(inverse_dynamics(model, q, six, six));
  EXPECT_THROW(inverse_dynamics(model, six, six, six), UsageError);
  EXPECT_THROW(inverse_dynamics(model, q, q, six), UsageError);
}

}  // namespace torsor::test::lengths_test
