#include "torsor/control/motor_choice.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace torsor::test::motor_choice_test {

/// A joint under a load of its own, by rows.
MotionDuty made_motion(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  MotionDuty motion;
  JointDuty joint;
  for (int k = 0; k < 20; ++k) {
    motion.weight.push_back(0.05);
    joint.qd.push_back(3 * number(random)), joint.qdd.push_back(20 * number(random));
    joint.load.push_back(80 * number(random)), joint.carrier.push_back(5 * number(random));
    joint.tau.push_back(joint.load.back());
  }
  joint.least_load_inertia = 1, joint.largest_load_inertia = 2;
  motion.joints.push_back(joint);
  return motion;
}

std::vector<Motor> made_catalogue(std::mt19937& random, bool with_ratios) {
  std::uniform_real_distribution<double> number(0.2, 1);
  std::vector<Motor> motors;
  for (int m = 0; m < 12; ++m) {
    const double size = std::pow(1.5, m - 4) * number(random);
    Motor motor{"m" + std::to_string(m), 1e-4 * size, size, 3 * size,
                300 * number(random),    0,           size, 50 * number(random)};
    motor.top_speed = 1.5 * motor.rated_speed;
    if (with_ratios && m % 2 == 0) motor.ratios = {30, 60};
    motors.push_back(motor);
  }
  return motors;
}

/// Every demand written out once more, for every motor and ratio.
TEST(MotorChoice, is_that_of_brute_force) {
  std::mt19937 random(7);
  int chosen = 0, none = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const MotionDuty motion = made_motion(random);
    const std::vector<Motor> catalogue = made_catalogue(random, trial % 2 == 0);
    const std::vector<double> ratios = trial % 3 == 0 ? std::vector<double>{} : std::vector<double>{20, 50, 90};
    const JointDrive present{trial % 5 == 0 ? -40.0 : 40.0, 1e-4, true};
    const MotorDemands demands{trial % 7 == 0 ? 40.0 : trial % 2 == 0 ? 1.0 : 1.3, trial % 4 == 0 ? 5.0 : INFINITY};
    const MotorChoice choice = choose_motor(motion, 0, present, catalogue, ratios, MotorPreference::price, demands);
    double least_price = INFINITY;
    std::size_t suitable = 0, examined = 0;
    for (const Motor& motor : catalogue) {
      const std::vector<double> gears = !motor.ratios.empty() ? motor.ratios
                                        : !ratios.empty()     ? ratios
                                                              : std::vector<double>{40};
      for (const double gear : gears) {
        const double r = present.ratio < 0 ? -gear : gear, I = motor.rotor_inertia;
        double peak = 0, square = 0, speed = 0, speed_square = 0;
        for (std::size_t k = 0; k < 20; ++k) {
          const JointDuty& joint = motion.joints[0];
          const double tau = I * (r * joint.qdd[k] + joint.carrier[k]) + joint.load[k] / r;
          peak = std::max(peak, std::abs(tau)), square += tau * tau / 20;
          speed = std::max(speed, std::abs(r * joint.qd[k])), speed_square += r * r * joint.qd[k] * joint.qd[k] / 20;
        }
        const bool suits = demands.margin * peak <= motor.peak_torque &&
                           demands.margin * std::sqrt(square) <= motor.rated_torque && speed <= motor.top_speed &&
                           std::sqrt(speed_square) <= motor.rated_speed &&
                           2 / (r * r * I) <= demands.largest_inertia_ratio;
        ++examined, suitable += suits ? 1 : 0;
        if (suits) least_price = std::min(least_price, motor.price);
      }
    }
    EXPECT_EQ(choice.examined, examined);
    EXPECT_EQ(choice.suitable, suitable);
    ASSERT_EQ(choice.best.has_value(), suitable > 0);
    EXPECT_EQ(choice.nearest.has_value(), suitable == 0);
    if (choice.best) {
      EXPECT_EQ(catalogue[choice.best->motor].price, least_price);
      EXPECT_EQ(choice.best->ratio < 0, present.ratio < 0);
    } else {
      EXPECT_GT(choice.nearest->worst_use(), 1);
    }
    (suitable > 0 ? chosen : none)++;
  }
  EXPECT_GT(chosen, 20);
  EXPECT_GT(none, 5);
}

TEST(MotorChoice, among_equals_the_coolest_is_taken) {
  std::mt19937 random(3);
  const MotionDuty motion = made_motion(random);
  const std::vector<Motor> one{{"a", 1e-5, 100, 300, 1e4, 1e4, 1, 1}};
  const MotorChoice choice = choose_motor(motion, 0, {1, 0, true}, one, {10, 500, 100}, MotorPreference::price);
  ASSERT_TRUE(choice.best);
  for (const double ratio : {10.0, 100.0, 500.0})
    EXPECT_LE(choice.best->thermal_load, fit_motor(motion, 0, one, 0, ratio).thermal_load);
}

TEST(MotorChoice, preference_is_the_first_that_all_motors_have) {
  std::vector<Motor> motors{{"a", 1, 1, 1, 1, 1, 5, 7}, {"b", 1, 1, 1, 1, 1, 5, 7}};
  EXPECT_EQ(usual_preference(motors), MotorPreference::price);
  motors[1].price = NAN;
  EXPECT_EQ(usual_preference(motors), MotorPreference::mass);
  motors[0].mass = NAN;
  EXPECT_EQ(usual_preference(motors), MotorPreference::rated_torque);
  EXPECT_FALSE(choose_motor({{}, {1.0}, {}, {}}, 0, {}, {}, {}, MotorPreference::price).best);
}

std::string first_problem(const std::string& text) {
  std::vector<Finding> findings;
  parse_motor_catalogue(text, "motors.csv", findings);
  return findings.empty() ? "" : to_string(findings[0]);
}

const std::string header = "name,rotor_inertia,rated_torque,peak_torque,rated_speed,top_speed";

TEST(MotorCatalogue, reads_columns_in_any_order_with_formulas_quotes_and_comments) {
  std::vector<Finding> findings;
  const std::vector<Motor> motors = parse_motor_catalogue(
      "\xEF\xBB\xBF# sold in 2020\r\nprice, top_speed "
      ",rated_speed,peak_torque,rated_torque,rotor_inertia,name,poles,ratios\r\n"
      "\r\n10,6000*2*pi/60,100*pi,3,1,1e-4,\"A, long\",8,50;80\r\n,400,300,3,1,0,B,4,\r\n",
      "m.csv", findings);
  ASSERT_TRUE(findings.empty()) << to_string(findings[0]);
  ASSERT_EQ(motors.size(), 2u);
  EXPECT_EQ(motors[0].name, "A, long");
  EXPECT_NEAR(motors[0].top_speed, 628.3185307179587, 1e-9);
  EXPECT_EQ(motors[0].ratios, (std::vector<double>{50, 80}));
  EXPECT_EQ(motors[0].price, 10);
  EXPECT_TRUE(std::isnan(motors[1].price) && std::isnan(motors[0].mass) && motors[1].ratios.empty());
}

TEST(MotorCatalogue, what_is_wrong_is_told_with_its_place) {
  EXPECT_EQ(first_problem(header + "\nA,1e-4,1,3,300,400\n"), "");
  EXPECT_EQ(first_problem(""),
            "motors.csv:1:1: expected a header with the columns name, rotor_inertia, rated_torque, peak_torque, "
            "rated_speed and top_speed; found an empty file");
  EXPECT_EQ(first_problem(header + "\n"), "motors.csv:1:1: expected at least one motor below the header, found none");
  EXPECT_NE(first_problem("name,rotor_inertia,rated_torqe,peak_torque,rated_speed,top_speed\nA,1,1,1,1,1\n")
                .find("motors.csv:1:1: expected a column rated_torque; found 'name', "),
            std::string::npos);
  EXPECT_NE(first_problem("name,rotor_inertia,rated_torqe,peak_torque,rated_speed,top_speed\nA,1,1,1,1,1\n")
                .find("; is 'rated_torqe' meant?"),
            std::string::npos);
  std::vector<Finding> found;
  parse_motor_catalogue("name;rotor_inertia;rated_torque\nA;1;1\n", "motors.csv", found);
  ASSERT_EQ(found.size(), 1u) << "not one for each column";
  EXPECT_EQ(to_string(found[0]), "motors.csv:1:1: expected commas between columns, found semicolons");
  EXPECT_EQ(first_problem("name\trotor_inertia\nA\t1\n"),
            "motors.csv:1:1: expected commas between columns, found tabs");
  EXPECT_EQ(first_problem(header + ",name\nA,1,1,1,1,1,B\n"),
            "motors.csv:1:67: expected each column once; found 'name' again");
  EXPECT_EQ(first_problem(header + "\n# c\nA,1e-4,1,3,300\n"),
            "motors.csv:3:12: expected 6 cells, as in the header; found 5");
  EXPECT_EQ(first_problem(header + "\nA,1e-4,one,3,300,400\n"),
            "motors.csv:2:8: rated_torque: expected a number above 0, found 'one'");
  EXPECT_EQ(first_problem(header + "\nA,-1,1,3,300,400\n"),
            "motors.csv:2:3: rotor_inertia: expected a number that is not negative, found '-1'");
  EXPECT_EQ(first_problem(header + "\nA,,1,3,300,400\n"),
            "motors.csv:2:3: rotor_inertia: expected a number that is not negative, found ''");
  EXPECT_EQ(first_problem(header + "\nA,0,2,1,300,400\n"),
            "motors.csv:2:7: peak_torque: expected at least the rated_torque, 2; found 1");
  EXPECT_EQ(first_problem(header + "\nA,0,1,2,300,200\n"),
            "motors.csv:2:13: top_speed: expected at least the rated_speed, 300; found 200");
  EXPECT_EQ(first_problem(header + "\nA,0,1,2,300,400\nA,0,1,2,300,400\n"),
            "motors.csv:3:1: name: expected each motor once; found 'A' again");
  EXPECT_EQ(first_problem(header + "\n,0,1,2,300,400\n"),
            "motors.csv:2:1: name: expected the name of a motor, found nothing");
  EXPECT_EQ(first_problem(header + ",ratios\nA,0,1,2,300,400,50;-2\n"),
            "motors.csv:2:17: ratios: expected numbers above 0 with ; between them, found '50;-2'");
}

}  // namespace torsor::test::motor_choice_test
