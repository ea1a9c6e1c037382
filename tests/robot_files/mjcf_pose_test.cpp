#include <random>

#include "robot_files/mjcf_support.hpp"

namespace torsor::test::mjcf_pose_test {

constexpr double degree = 3.141592653589793 / 180;

Matrix3<double> x(double angle) { return rotation_x(sincos(angle)); }
Matrix3<double> y(double angle) { return rotation_y(sincos(angle)); }
Matrix3<double> z(double angle) { return rotation_z(sincos(angle)); }

/// The orientation of a body that is written with these attributes.
Matrix3<double> body_rotation(const std::string& attributes, const std::string& sections = "") {
  const Description robot = mjcf_robot(mjcf("<body " + attributes + ">" + hinge + unit_mass + "</body>", sections));
  return rotation(robot.links.at(0).origin->rpy);
}

TEST(MjcfPose, AnglesAreDegreesUnlessTheFileSaysOtherwise) {
  expect_near(body_rotation("euler='30 0 0'"), x(30 * degree));
  expect_near(body_rotation("euler='0.5 0 0'", "<compiler angle='radian'/>"), x(0.5));
  expect_near(body_rotation("axisangle='0 0 2 40'"), z(40 * degree));
  expect_near(body_rotation("axisangle='0 0 -1 0.7'", "<compiler angle='radian'/>"), z(-0.7));
}

TEST(MjcfPose, EulerAnglesTurnAboutMovingAxesXyzUnlessTheFileSaysOtherwise) {
  const double a = 10 * degree, b = 20 * degree, c = 30 * degree;
  expect_near(body_rotation("euler='10 20 30'"), x(a) * y(b) * z(c));
  expect_near(body_rotation("euler='10 20 30'", "<compiler eulerseq='zyx'/>"), z(a) * y(b) * x(c));
  expect_near(body_rotation("euler='10 20 30'", "<compiler eulerseq='zxz'/>"), z(a) * x(b) * z(c));
}

TEST(MjcfPose, CapitalEulerAnglesTurnAboutFixedAxes) {
  const double a = 10 * degree, b = 20 * degree, c = 30 * degree;
  expect_near(body_rotation("euler='10 20 30'", "<compiler eulerseq='XYZ'/>"), z(c) * y(b) * x(a));
  expect_near(body_rotation("euler='10 20 30'", "<compiler eulerseq='ZYX'/>"), x(c) * y(b) * z(a));
  expect_near(body_rotation("euler='10 20 30'", "<compiler eulerseq='xYz'/>"), y(b) * x(a) * z(c));
}

TEST(MjcfPose, QuaternionsAreMadeUnit) {
  expect_near(body_rotation("quat='1 1 0 0'"), x(90 * degree));
  expect_near(body_rotation("quat='0 0 0 3'"), z(180 * degree));
  expect_near(body_rotation("quat='-1e200 0 -1e200 0'"), y(90 * degree));
}

TEST(MjcfPose, AxesAreMadeOrthogonal) {
  expect_near(body_rotation("xyaxes='0 2 0 -3 7 0'"), z(90 * degree));
  expect_near(body_rotation("xyaxes='1 0 0 5 0 1'"), x(90 * degree));
}

TEST(MjcfPose, AZAxisIsReachedBySmallestRotation) {
  expect_near(body_rotation("zaxis='0 -5 0'"), x(90 * degree));
  expect_near(body_rotation("zaxis='1 0 1'"), y(45 * degree));
  expect_near(body_rotation("zaxis='0 0 -2'"), x(180 * degree));
  expect_near(body_rotation("zaxis='0 0 2'"), Matrix3<double>::identity());
}

TEST(MjcfPose, RightAnglesAreExact) {
  const Description robot = mjcf_robot(mjcf("<body euler='90 0 0'>" + hinge + unit_mass + "</body>"));
  const Transform<double> pose = link_pose(robot, {0}, "body1");
  EXPECT_EQ(pose.R.yz, -1);
  EXPECT_EQ(pose.R.yy, 0);
}

/// Rolls, pitches and yaws that say the rotation again, also where pitch is 90 degrees.
TEST(MjcfPose, RotationsAreKeptToRounding) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 400; ++k) {
    double q[4];
    for (double& entry : q) entry = normal(random);
    if (k % 2 == 0) {  // pitch of 90 degrees, or nearly so
      q[2] = q[0] + (k % 4 == 0 ? 1e-9 * normal(random) : 0.0);
      q[3] = k % 8 < 4 ? -q[1] : q[1];
      if (k % 8 >= 4) q[2] = -q[2];
    }
    const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double w = q[0] / n, i = q[1] / n, j = q[2] / n, l = q[3] / n;
    const Matrix3<double> R{1 - 2 * (j * j + l * l), 2 * (i * j - w * l),     2 * (i * l + w * j),  //
                            2 * (i * j + w * l),     1 - 2 * (i * i + l * l), 2 * (j * l - w * i),  //
                            2 * (i * l - w * j),     2 * (j * l + w * i),     1 - 2 * (i * i + j * j)};
    std::string quat;
    for (const double entry : q) quat += Expression(entry).text() + " ";
    expect_near(body_rotation("quat='" + quat + "'"), R, 2e-15);
  }
}

TEST(MjcfPose, FramesStandBeforeWhatIsInThem) {
  const Description robot = mjcf_robot(
      mjcf("<frame pos='1 0 0' euler='0 0 90'><frame pos='0 0 5'><body name='a' pos='1 0 0'>" + unit_mass +
           "<frame pos='0 2 0' euler='90 0 0'><joint pos='1 0 0' axis='0 0 1'/></frame></body></frame></frame>"));
  expect_near(link_pose(robot, {0}, "a").p, {1, 1, 5});
  // the hinge is about -y of the body, through (1, 2, 0) of it: half a turn takes the body's origin to (2, 0, 0)
  expect_near(link_pose(robot, {180 * degree}, "a").p, {1, 3, 5});
  expect_near(link_pose(robot, {0.3}, "a").R, z(90 * degree) * y(-0.3));
}

}  // namespace torsor::test::mjcf_pose_test
