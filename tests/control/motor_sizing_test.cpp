#include "torsor/control/motor_sizing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/dynamics/bearing_loads.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::motor_sizing_test {

using std::numbers::pi;

/// Joints that swing as q_j = a_j sin(w_j t + p_j), for two seconds.
Trajectory swing(int joints, int rows = 401) {
  Trajectory motion;
  for (int k = 0; k < rows; ++k) {
    const double t = 2.0 * k / (rows - 1);
    motion.time.push_back(t);
    std::vector<double> q, qd, qdd;
    for (int j = 0; j < joints; ++j) {
      const double a = 0.8 - 0.1 * j, w = pi * (1 + j % 3), p = 0.4 * j;
      q.push_back(a * std::sin(w * t + p)), qd.push_back(a * w * std::cos(w * t + p));
      qdd.push_back(-a * w * w * std::sin(w * t + p));
    }
    motion.q.push_back(q), motion.qd.push_back(qd), motion.qdd.push_back(qdd);
  }
  return motion;
}

struct Sized {
  Description description;
  Model<double> model;
  std::vector<JointDrive> drives;
  MotionDuty motion;

  explicit Sized(Description robot, int rows = 401)
      : description(std::move(robot)), model(build_model<double>(description)),
        drives(joint_drives(description, model)),
        motion(motion_duty(model, drives, swing(model.nv, rows), default_conditions(model))) {}
};

/// Two uniform rods of length 1 and mass 1, joint 1 at the origin, angles from the x axis, gravity along -y, from the
/// Lagrangian with h = 1/2 (Spong et al., example 7.2: a two-link arm with l_c = l/2 and I = m l^2 / 12).
struct TwoRods {
  static constexpr double g = 9.81;
  static double B11(double q2) { return 5.0 / 3 + std::cos(q2); }
  static constexpr double B22 = 1.0 / 3;
  static double torque(int joint, const std::vector<double>& q, const std::vector<double>& qd,
                       const std::vector<double>& qdd) {
    const double B12 = 1.0 / 3 + 0.5 * std::cos(q[1]), h = 0.5 * std::sin(q[1]);
    const double g2 = 0.5 * g * std::cos(q[0] + q[1]), g1 = 1.5 * g * std::cos(q[0]) + g2;
    return joint == 0 ? B11(q[1]) * qdd[0] + B12 * qdd[1] - h * (2 * qd[0] * qd[1] + qd[1] * qd[1]) + g1
                      : B12 * qdd[0] + B22 * qdd[1] + h * qd[0] * qd[0] + g2;
  }
};

/// The two rods with gears and rotors that are felt by their reflected inertia alone.
Description geared_rods() {
  Description robot = read_builtin_robot("two-rods");
  robot.rotor_model = RotorModel::reflected;
  robot.links[0].rotor = described::Rotor{4e-4, 50.0, {}};
  robot.links[1].rotor = described::Rotor{1e-4, -30.0, {}};
  return robot;
}

TEST(MotorSizing, two_rods_give_the_table_of_the_closed_form) {
  const Sized sized(geared_rods());
  const Trajectory motion = swing(2);
  const double ratio[2] = {50, -30}, rotor[2] = {4e-4, 1e-4};
  for (std::size_t j = 0; j < 2; ++j) {
    double peak = 0, square = 0, speed = 0, speed_square = 0, power = 0, braking = 0, energy = 0, least = 1e9, most = 0;
    for (std::size_t k = 0; k < motion.time.size(); ++k) {
      const double weight = k == 0 || k + 1 == motion.time.size() ? 0.5 / 400 : 1.0 / 400;
      const double tau = TwoRods::torque(static_cast<int>(j), motion.q[k], motion.qd[k], motion.qdd[k]) +
                         ratio[j] * ratio[j] * rotor[j] * motion.qdd[k][j];
      const double qd = motion.qd[k][j], B = j == 0 ? TwoRods::B11(motion.q[k][1]) : TwoRods::B22;
      peak = std::max(peak, std::abs(tau)), square += weight * tau * tau;
      speed = std::max(speed, std::abs(qd)), speed_square += weight * qd * qd;
      power = std::max(power, tau * qd), braking = std::max(braking, -tau * qd), energy += weight * tau * qd * 2;
      least = std::min(least, B), most = std::max(most, B);
    }
    const JointLoad load = joint_load(sized.motion, j);
    EXPECT_NEAR(load.peak_torque, peak, 1e-11 * peak);
    EXPECT_NEAR(load.rms_torque, std::sqrt(square), 1e-11 * peak);
    EXPECT_NEAR(load.peak_speed, speed, 1e-12 * speed);
    EXPECT_NEAR(load.rms_speed, std::sqrt(speed_square), 1e-12 * speed);
    EXPECT_NEAR(load.peak_power, power, 1e-11 * power);
    EXPECT_NEAR(load.peak_braking, braking, 1e-11 * power);
    EXPECT_NEAR(load.mean_power, energy / 2, 1e-11 * power);
    const double k = std::abs(ratio[j]), reflected = k * k * rotor[j];
    const MotorLoad motor = motor_load(sized.motion, j, ratio[j], rotor[j]);
    EXPECT_NEAR(motor.peak_torque, peak / k, 1e-11 * peak / k);
    EXPECT_NEAR(motor.rms_torque, std::sqrt(square) / k, 1e-11 * peak / k);
    EXPECT_NEAR(motor.peak_speed, speed * k, 1e-11 * speed * k);
    EXPECT_NEAR(motor.least_inertia_ratio, least / reflected, 1e-11 * most / reflected);
    EXPECT_NEAR(motor.largest_inertia_ratio, most / reflected, 1e-11 * most / reflected);
  }
}

/// A joint that turns a wheel without gravity: tau = J qdd, so that all of it is known.
TEST(MotorSizing, energy_that_comes_back_is_the_integral_of_negative_power) {
  MotionDuty motion;
  motion.time = {0, 1, 3}, motion.weight = {1.0 / 6, 0.5, 1.0 / 3};
  JointDuty joint;
  joint.qd = {1, 1, -1}, joint.qdd = {0, 0, 0}, joint.carrier = {0, 0, 0};
  joint.tau = joint.load = {-4, 2, 6};  // power -4, 2, -6
  motion.joints = {joint};
  const JointLoad load = joint_load(motion, 0);
  EXPECT_NEAR(load.regenerated_energy, 4 * (2.0 / 3) / 2 + 6 * (2 * 0.75) / 2, 1e-14);
  EXPECT_NEAR(load.mean_power, (-1.0 - 4) / 3, 1e-14);
  motion.time.clear();
  EXPECT_TRUE(std::isnan(joint_load(motion, 0).regenerated_energy));
}

/// The second moments of a sine over whole periods are known: <q^2> = a^2/2. A pendulum without gravity needs
/// B qdd, so r^4 = (B / I)^2: the reflected inertia of rotor and load are equal, as textbooks have it.
TEST(MotorSizing, a_pure_inertia_is_matched) {
  Description robot = geared_rods();
  robot.gravity = {0.0, 0.0, 0.0};
  Sized sized(robot);
  Trajectory motion = swing(2);
  for (std::size_t k = 0; k < motion.q.size(); ++k) motion.q[k][0] = motion.qd[k][0] = motion.qdd[k][0] = 0;
  sized.motion = motion_duty(sized.model, sized.drives, motion, default_conditions(sized.model));
  const BestRatio best = best_ratio(sized.motion, 1, sized.drives[1]);
  EXPECT_EQ(best.kind, BestRatio::Kind::least);
  EXPECT_NEAR(best.ratio, -std::sqrt(TwoRods::B22 / 1e-4), 1e-9);
  const MotorLoad matched = motor_load(sized.motion, 1, best.ratio, 1e-4);
  EXPECT_NEAR(matched.largest_inertia_ratio, 1, 1e-10);
  EXPECT_NEAR(matched.rms_torque, best.rms_torque, 1e-12);
}

TEST(MotorSizing, own_torque_of_a_motor_is_that_of_inverse_dynamics_over_its_gear) {
  for (const char* name : {"puma560", "scara", "showcase", "stanford"}) {
    const Description robot = read_builtin_robot(name);
    if (build_model<double>(robot).nq != build_model<double>(robot).nv) continue;
    const Sized sized(robot, 101);
    for (std::size_t j = 0; j < sized.drives.size(); ++j) {
      const auto& [ratio, inertia, given] = sized.drives[j];
      const JointLoad load = joint_load(sized.motion, j);
      const MotorLoad motor = motor_load(sized.motion, j, ratio, inertia);
      EXPECT_NEAR(motor.peak_torque * std::abs(ratio), load.peak_torque, 1e-10 * load.peak_torque) << name << j;
      EXPECT_NEAR(motor.rms_torque * std::abs(ratio), load.rms_torque, 1e-10 * load.peak_torque) << name << j;
    }
  }
}

/// Another ratio and rotor in the robot file, in the place of one joint's, change that joint's torque as motor_load
/// says without building the robot again: gyroscopic rotors on links that turn included.
TEST(MotorSizing, another_motor_is_that_of_a_robot_that_has_it) {
  const Description robot = without_friction(read_builtin_robot("puma560"));
  const Sized sized(robot, 51);
  for (std::size_t j = 0; j < 6; ++j) {
    Description other = robot;
    const double ratio = sized.drives[j].ratio < 0 ? -7 : 7, inertia = 3e-3;
    other.links[j].rotor->ratio = ratio, other.links[j].rotor->inertia = inertia;
    const MotorLoad expected = motor_load(Sized(other, 51).motion, j, ratio, inertia);
    const MotorLoad found = motor_load(sized.motion, j, ratio, inertia);
    EXPECT_NEAR(found.peak_torque, expected.peak_torque, 1e-11 * expected.peak_torque) << j;
    EXPECT_NEAR(found.rms_torque, expected.rms_torque, 1e-11 * expected.peak_torque) << j;
    EXPECT_NEAR(found.largest_inertia_ratio, expected.largest_inertia_ratio, 1e-9 * expected.largest_inertia_ratio);
    const double own = joint_load(Sized(other, 51).motion, j).peak_torque;
    EXPECT_NEAR(found.peak_torque * 7, own, 1e-10 * own) << j;
  }
}

TEST(MotorSizing, best_ratio_is_the_least_of_a_scan) {
  for (const char* name : {"puma560", "scara", "stanford"}) {
    const Sized sized(read_builtin_robot(name), 101);
    for (std::size_t j = 0; j < sized.drives.size(); ++j) {
      const JointDrive& drive = sized.drives[j];
      const BestRatio best = best_ratio(sized.motion, j, drive);
      ASSERT_EQ(best.kind, BestRatio::Kind::least) << name << j;
      EXPECT_EQ(best.ratio < 0, drive.ratio < 0);
      const auto rms = [&](double ratio) { return motor_load(sized.motion, j, ratio, drive.rotor_inertia).rms_torque; };
      EXPECT_NEAR(best.rms_torque, rms(best.ratio), 1e-9 * best.rms_torque) << name << j;
      for (int k = -400; k <= 400; ++k)
        EXPECT_GE(rms(best.ratio * std::pow(10, 0.01 * k)), best.rms_torque * (1 - 1e-9)) << name << j << ' ' << k;
      const BestRatio slow =
          best_ratio(sized.motion, j, drive, 0.5 * std::abs(best.ratio) * joint_load(sized.motion, j).peak_speed);
      EXPECT_EQ(slow.kind, BestRatio::Kind::limited_by_speed);
      EXPECT_NEAR(slow.ratio, 0.5 * best.ratio, 1e-12 * std::abs(best.ratio));
    }
  }
}

TEST(MotorSizing, without_a_rotor_or_a_load_there_is_no_best_ratio) {
  const Sized sized(read_builtin_robot("two-rods"));
  EXPECT_FALSE(sized.drives[0].has_ratio);
  EXPECT_EQ(sized.drives[0].ratio, 1);
  EXPECT_EQ(best_ratio(sized.motion, 0, sized.drives[0]).kind, BestRatio::Kind::any_larger_is_less);
  EXPECT_TRUE(std::isinf(motor_load(sized.motion, 0, 1, 0).largest_inertia_ratio));
  MotionDuty nothing = sized.motion;
  for (double& load : nothing.joints[0].load) load = 0;
  EXPECT_EQ(best_ratio(nothing, 0, {10, 1e-3, true}).kind, BestRatio::Kind::none);
}

TEST(MotorSizing, bearing_loads_are_those_of_inverse_dynamics) {
  const Sized sized(read_builtin_robot("puma560"), 101);
  const Trajectory motion = swing(6, 101);
  for (std::size_t i = 0; i < sized.motion.bearings.size(); ++i) {
    double force = 0, moment = 0;
    for (std::size_t k = 0; k < motion.q.size(); ++k) {
      const auto loads =
          bearing_loads(sized.model, motion.q[k], motion.qd[k], motion.qdd[k], default_conditions(sized.model));
      const auto& [mu, f] = loads[i];
      force = std::max(force, std::sqrt(dot(f, f))), moment = std::max(moment, std::sqrt(dot(mu, mu)));
    }
    const BearingPeak& peak = sized.motion.bearings[i];
    EXPECT_EQ(peak.joint, i == 0 ? "base" : sized.model.joint_names[i - 1]);
    EXPECT_NEAR(peak.force, force, 1e-12 * force);
    EXPECT_NEAR(peak.moment, moment, 1e-12 * moment);
    EXPECT_LE(peak.tilting_moment, peak.moment * (1 + 1e-15));
  }
}

TEST(MotorSizing, a_wrench_and_gravity_are_felt_by_drive_and_bearing) {
  const Sized sized(geared_rods());
  const Trajectory motion = swing(2);
  const WrenchesAt pull = [](const std::vector<double>&) {
    return std::vector<Wrench<double>>{{2, {{0, 0, 5}, {0, 0, 100}}}};
  };
  const MotionDuty pulled = motion_duty(sized.model, sized.drives, motion, {}, pull);
  const MotionDuty free = motion_duty(sized.model, sized.drives, motion, {});
  EXPECT_NEAR(pulled.joints[1].tau[7], free.joints[1].tau[7] + 5, 1e-10);
  EXPECT_NEAR(pulled.joints[1].load[7], free.joints[1].load[7] + 5, 1e-10);
  EXPECT_NEAR(pulled.bearings[2].axial_force, 100, 1e-10);
  EXPECT_NEAR(free.bearings[2].axial_force, 0, 1e-10);
}

TEST(MotorSizing, rows_count_by_their_share_of_the_time) {
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  const std::vector<JointDrive> drives(2);
  Trajectory uneven{{0, 1, 4}, {{0, 0}, {0, 0}, {0, 0}}, {{1, 0}, {2, 0}, {4, 0}}, {{0, 0}, {0, 0}, {0, 0}}};
  const MotionDuty timed = motion_duty(model, drives, uneven, default_conditions(model));
  EXPECT_NEAR(joint_load(timed, 0).rms_speed, std::sqrt((0.5 * 1 + 2 * 4 + 1.5 * 16) / 4), 1e-14);
  uneven.time.clear();
  const MotionDuty untimed = motion_duty(model, drives, uneven, default_conditions(model));
  EXPECT_NEAR(joint_load(untimed, 0).rms_speed, std::sqrt(21.0 / 3), 1e-14);
}

}  // namespace torsor::test::motor_sizing_test
