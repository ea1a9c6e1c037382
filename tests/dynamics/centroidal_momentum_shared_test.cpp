#include <gtest/gtest.h>

#include <algorithm>

#include "support/shared_robots.hpp"
#include "torsor/dynamics/center_of_mass.hpp"
#include "torsor/dynamics/centroidal_momentum.hpp"
#include "torsor/dynamics/inverse_inertia_matrix.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

// Figures of Pinocchio 4.1.0: centerOfMass, jacobianCenterOfMass, dccrba, computeCentroidalMomentumTimeVariation,
// computeMinverse and getFrameJacobianTimeVariation (LOCAL_WORLD_ALIGNED).
namespace torsor::test::centroidal_momentum_shared_test {

using List = std::vector<double>;

void expect_near(const List& found, const List& expected) {
  ASSERT_EQ(found.size(), expected.size());
  double size = 0;
  for (const double entry : expected) size = std::max(size, std::abs(entry));
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-12 * size) << k;
}
List list(const Vector3<double>& v) { return {v.x, v.y, v.z}; }
List list(const Force<double>& h) { return {h.force.x, h.force.y, h.force.z, h.moment.x, h.moment.y, h.moment.z}; }
List column(const Matrix<double>& A, int j) {
  List result;
  for (int i = 0; i < A.rows; ++i) result.push_back(A(i, j));
  return result;
}

/// A quadruped that floats, every joint of its legs at 0.3.
class Solo12 : public testing::Test {
 public:
  const Model<double> model = build_model<double>(shared_robot("urdf/solo12.urdf", {.free_base = true}));
  List q{0.2, -0.1, 0.4, std::sqrt(1 - 0.14), 0.1, -0.3, 0.2};
  List qd{0.4, -0.2, 0.1, 0.3, 0.6, -0.5}, qdd{1, 2, -1, 0.7, -0.4, 0.9};

  Solo12() { q.resize(19, 0.3), qd.resize(18, 0.5), qdd.resize(18, -0.2); }
  int velocity(const std::string& joint) const {
    const std::vector<std::string> names = velocity_names(model);
    return static_cast<int>(std::find(names.begin(), names.end(), joint) - names.begin());
  }
};

TEST_F(Solo12, HasTheCenterOfMassOfPinocchio) {
  const CenterOfMass<double> found = center_of_mass(model, q, qd, qdd);
  EXPECT_NEAR(found.mass[0], 2.50000279, 1e-12);
  expect_near(list(found.center[0].position), {0.202998897113928, -0.0857485047764895, 0.368977424834375});
  expect_near(list(found.center[0].velocity), {0.283097406940832, -0.077530539947876, 0.305685197251428});
  expect_near(list(found.center[0].acceleration), {0.629201563083362, 2.29614257733638, -0.271115298200022});
  const auto name = std::find(model.joint_names.begin(), model.joint_names.end(), "FL_HAA");
  const auto leg = static_cast<std::size_t>(name - model.joint_names.begin() + 1);
  EXPECT_NEAR(found.mass[leg], 0.33471297, 1e-12);
  expect_near(list(found.center[leg].position), {0.271429946897478, 0.0749556260568309, 0.450781812526823});
  const Matrix<double> J = center_of_mass_jacobian(model, q);
  expect_near(column(J, velocity("HR_KFE")), {-0.00125823384013048, -0.000879847419263668, -0.000110260551387156});
  expect_near(column(J, 4), {-0.0288533968161058, -0.0131726706821266, -0.00884061430367426});
}

TEST_F(Solo12, HasTheCentroidalMomentumOfPinocchio) {
  const CentroidalMomentum<double> found = centroidal_momentum(model, q, qd, qdd);
  expect_near(list(found.momentum), {0.707744307193844, -0.193826566179897, 0.764213845990271, 0.0152843517824839,
                                     0.0641346306609848, -0.0171818007953543});
  expect_near(list(found.rate), {1.57300566318077, 5.74036284957873, -0.677789001911738, -0.0127490865187694,
                                 -0.0413221761345524, 0.063573853475958});
  expect_near(list(centroidal_momentum(model, q, qd).rate),
              {0.568262018390839, -0.324207249161341, -0.507948403160719, -0.000893006415696341, 0.000948854557130961,
               -0.000900816599717836});
  const Matrix<double> A = centroidal_momentum_matrix(model, q);
  expect_near(column(A, velocity("HR_KFE")), {-0.0031455881107986, -0.00219962100293347, -0.000275651686094827,
                                              -0.000822282503378558, 0.00119153649136773, -0.000124674099823925});
  expect_near(column(A, 4), {-0.0721335725412415, -0.0329317134570677, -0.0221015604244995, -0.0299133580881572,
                             0.0623756234775977, 0.0068427229689395});
}

TEST_F(Solo12, HasTheInverseInertiaMatrixOfPinocchio) {
  const Matrix<double> inverse = inverse_inertia_matrix(model, q);
  const int knee = velocity("HR_KFE"), hip = velocity("FL_HAA");
  const List found{inverse(3, 0),    inverse(3, 3),       inverse(3, 5),
                   inverse(3, knee), inverse(knee, knee), inverse(knee, hip)};
  expect_near(found, {0.0206665598966834, 67.6787909403689, 0.600750466578846, 0.606565440974848, 4551.47146725532,
                      13.1169236968353});
}

TEST_F(Solo12, HasTheDerivativeOfTheJacobianOfPinocchio) {
  const Matrix<double> J_dot = jacobian_dot(model, q, qd, find_frame(model, "HR_FOOT"));
  expect_near(column(J_dot, velocity("HR_KFE")), {0.0183786613954769, -0.0540124558941548, 0.221276475725283,
                                                  0.191886088764163, -0.242574969622995, 0.986578124757321});
  expect_near(column(J_dot, velocity("HR_HAA")), {0.0734372209268019, -0.128091561599387, 0.246140126343454,
                                                  0.525322635747759, -0.266716578054052, -0.512736184954957});
  expect_near(column(J_dot, 4), {0.0213034335614444, 0.0239977028505652, 0.500829319383962, 0.215074867081077,
                                 0.0638306589369398, 0.538208554864871});
}

/// Its base link of 5 kg is bolted down, and has no part in the figures there either.
TEST(Iiwa14, HasTheCentroidalMomentumOfPinocchio) {
  const Model<double> model = build_model<double>(shared_robot("urdf/iiwa14_drake.urdf", {}));
  const List q{0.1, 0.4, -0.3, -0.8, 0.2, 0.7, -0.5}, qd{1, -0.5, 0.3, 0.8, -0.6, 0.4, 0.9}, still(7, 0.0);
  const CenterOfMass<double> center = center_of_mass(model, q, qd, still);
  EXPECT_NEAR(center.mass[0], 25.61, 1e-12);
  EXPECT_NEAR(center_of_mass(model, q, BaseMass::counted).mass[0], 30.61, 1e-12);
  expect_near(list(center.center[0].position), {0.174839055993455, -0.00242265913557357, 0.580848748170754});
  expect_near(list(center.center[0].velocity), {-0.137874492656293, 0.194543168553684, 0.154928309126804});
  const CentroidalMomentum<double> found = centroidal_momentum(without_rotors(model), q, qd);
  expect_near(list(found.momentum), {-3.53096575692767, 4.98225054665984, 3.96771399673744, -1.3320478837307,
                                     -1.76277988214097, 1.23498909165956});
  expect_near(list(found.rate), {-10.0533222757244, -7.98242877936422, -2.39591655796781, 1.80265397699018,
                                 -2.12194667441032, -1.7480329373251});
}

}  // namespace torsor::test::centroidal_momentum_shared_test
