#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_test {

/// Every subcommand, with arguments that suffice.
const std::vector<std::string> calls{"robots",
                                     "show puma560",
                                     "kinematics puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "inverse-kinematics puma560 --pose 0.5,0.1,0.3,0,90deg,0",
                                     "jacobian puma560 --q 0,45deg,180deg,0,45deg,0 --qd 1,1,1,1,1,1 --dot",
                                     "center-of-mass puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "centroidal-momentum puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "inverse-dynamics puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "forward-dynamics puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "terms puma560 --q 0,45deg,180deg,0,45deg,0 --inverse",
                                     "derivatives puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "energy puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "effective-inertia puma560",
                                     "operational-space puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "lagrange puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "regressor puma560 --q 0,45deg,180deg,0,45deg,0",
                                     "base-parameters puma560",
                                     "count puma560",
                                     "check puma560 --states 5"};
/// Those whose answers have no line or column for each joint.
const std::set<std::string> without_joints{"robots",          "energy", "kinematics", "operational-space",
                                           "base-parameters", "count",  "check"};

TEST(Tool, PrintsTextForPeople) {
  for (const std::string& call : calls) {
    const ToolRun run = torsor(call);
    EXPECT_EQ(run.code, 0) << call << ": " << run.err;
    EXPECT_EQ(run.err, "") << call;
    EXPECT_TRUE(run.json().is_discarded()) << call;
    EXPECT_TRUE(run.out.ends_with('\n')) << call << ": " << run.out;
    EXPECT_EQ(run.out.find("nan"), std::string::npos) << call;
    EXPECT_TRUE(without_joints.contains(call.substr(0, call.find(' '))) ||
                run.out.find("shoulder") != std::string::npos)
        << call << " names no joint";
  }
}

TEST(Tool, PrintsJsonForPrograms) {
  for (const std::string& call : calls) EXPECT_TRUE(answer(call).is_object()) << call;
}

TEST(Tool, ExplainsItselfAndEachCommand) {
  for (const std::string& call : calls) {
    const std::string command = call.substr(0, call.find(' '));
    for (const std::string& line : {command + " --help", command + " -h", call + " --json -h"}) {
      const ToolRun run = torsor(line);
      EXPECT_EQ(run.code, 0) << line;
      EXPECT_EQ(run.err, "") << line;
      EXPECT_NE(run.out.find("--json"), std::string::npos) << line << ": " << run.out;
    }
    EXPECT_NE(torsor("--help").out.find(command), std::string::npos) << command;
  }
  EXPECT_EQ(torsor("--version").code, 0);
  EXPECT_TRUE(torsor("--version").out.starts_with("torsor "));
}

TEST(Robots, ListsTheBuiltInOnes) {
  const Json list = answer("robots").at("robots");
  EXPECT_EQ(list.size(), 16u);
  for (const Json& robot : list) {
    EXPECT_EQ(keys(robot), (Keys{"name", "joints", "description", "source", "illustrative"}));
    const Json joints = answer("show " + robot["name"].get<std::string>())["joints"];
    EXPECT_EQ(robot["joints"],
              std::count_if(joints.begin(), joints.end(), [](const Json& joint) { return !joint.contains("mimic"); }));
  }
}

TEST(Robots, PrintsAFileThatReadsBackToTheSameRobot) {
  const ToolRun run = torsor("robots --print puma560");
  EXPECT_EQ(run.out, text_of(TORSOR_SOURCE_DIR "/robots/puma560.yaml"));
  const TemporaryFile file(run.out);
  EXPECT_EQ(answer("show " + file.path()), answer("show puma560"));
}

TEST(Show, HasTheWholeRobot) {
  const Json robot = answer("show puma560");
  for (const char* key : {"name", "description", "source", "illustrative", "dh", "rotor_model", "gravity", "parameters",
                          "joints", "links"})
    EXPECT_TRUE(robot.contains(key)) << key;
  const Json& waist = robot["joints"][0];
  EXPECT_EQ(waist["name"], "waist");
  EXPECT_EQ(waist["type"], "revolute");
  EXPECT_EQ(waist["dh"]["alpha"], 1.5707963267948966);
  EXPECT_EQ(waist["rotor"]["ratio"], -62.6111);
  EXPECT_EQ(waist["friction"]["coulomb"], Json({0.395, 0.435}));
  EXPECT_EQ(waist["friction"]["side"], "motor");
  EXPECT_EQ(keys(waist["limits"]), (Keys{"position"}));
  EXPECT_EQ(robot["links"][1]["mass"], 17.4);
  expect_near(robot["links"][1]["com"], {-0.3638, 0.006, 0.2275}, 1e-15);
  EXPECT_NEAR(robot["links"][1]["inertia_about_com"]["zz"].get<double>(), 0.539, 1e-12);
}

TEST(Show, NumbersReadBackToTheSameBits) {
  const Json robot = answer("show two-rods --set l=0.1+0.2 --set m1=1/3 --set m2=1e-17");
  EXPECT_EQ(robot["parameters"]["l"].get<double>(), 0.1 + 0.2);
  EXPECT_EQ(robot["parameters"]["m1"].get<double>(), 1.0 / 3);
  EXPECT_EQ(robot["parameters"]["m2"].get<double>(), 1e-17);
}

TEST(Show, JointsStandInTheOrderOfEveryVector) {
  const TemporaryFile file(R"(name: springs
gravity: [0, 0, 0]
links:
  - {name: a, joint: {type: revolute, name: z}, mass: 1, spring: {stiffness: 1}}
  - {name: b, joint: fixed, mass: 1}
  - {name: c, joint: {type: prismatic, name: y}, mass: 1, spring: {stiffness: 2}}
  - {name: d, parent: a, joint: {type: revolute, name: x}, mass: 1, spring: {stiffness: 4}}
  - {name: e, parent: c, joint: {type: prismatic, name: w}, mass: 1, spring: {stiffness: 8}}
)");
  const Json joints = answer("show " + file.path())["joints"];
  const Json tau = answer("inverse-dynamics " + file.path() + " --q 1,1,1,1")["tau"];
  ASSERT_EQ(joints.size(), tau.size());
  for (std::size_t k = 0; k < tau.size(); ++k)
    EXPECT_DOUBLE_EQ(joints[k]["spring"]["stiffness"].get<double>(), tau[k].get<double>()) << joints[k]["name"];
}

TEST(Kinematics, HasPoseAndMotionOfTheTip) {
  const Json json = answer("kinematics two-rods --q 90deg,0 --qd 1,0 --qdd 0,0 --point 1,0,0");
  EXPECT_EQ(keys(json),
            (Keys{"tip", "pose", "roll_pitch_yaw", "point", "angular_velocity", "angular_acceleration", "frames"}));
  EXPECT_EQ(json["tip"], "lower");
  expect_near(json["pose"][1], {1, 0, 0, 2}, 1e-15);
  expect_near(json["pose"][3], {0, 0, 0, 1}, 0);
  expect_near(json["point"]["position"], {0, 3, 0}, 1e-15);
  expect_near(json["point"]["velocity"], {-3, 0, 0}, 1e-15);
  expect_near(json["point"]["acceleration"], {0, -3, 0}, 1e-15);
  expect_near(json["angular_velocity"], {0, 0, 1}, 0);
  ASSERT_EQ(json["frames"].size(), 3u);
  EXPECT_EQ(json["frames"][0]["name"], "base");
  expect_near(json["frames"][1]["position"], {0, 1, 0}, 1e-15);
}

TEST(Jacobian, TimesVelocityIsTheVelocityOfTheTip) {
  const std::string state = " puma560 --q 0.1,0.2,0.3,0.4,0.5,0.6 --qd 1,-2,3,-4,5,-6";
  const Json json = answer("jacobian" + state), motion = answer("kinematics" + state);
  EXPECT_EQ(keys(json),
            (Keys{"tip", "frame", "joints", "jacobian", "singular_values", "manipulability", "jacobian_dot_velocity"}));
  EXPECT_FALSE(answer("jacobian puma560 --q 0,0,0,0,0,0").contains("jacobian_dot_velocity"));
  const double qd[] = {1, -2, 3, -4, 5, -6};
  std::vector<double> velocity(6, 0.0);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) velocity[i] += json["jacobian"][i][j].get<double>() * qd[j];
  expect_near(motion["point"]["velocity"], {velocity[0], velocity[1], velocity[2]}, 1e-12);
  expect_near(motion["angular_velocity"], {velocity[3], velocity[4], velocity[5]}, 1e-12);
  const Json& bias = json["jacobian_dot_velocity"];
  expect_near(motion["point"]["acceleration"], {bias[0], bias[1], bias[2]}, 1e-12);
}

TEST(InverseDynamics, OfThePumaIsThatOfTheRoboticsToolbox) {
  const Json json = answer("inverse-dynamics puma560 --q 0,45deg,180deg,0,45deg,0");
  EXPECT_EQ(keys(json), (Keys{"joints", "tau"}));
  expect_near(json["tau"], {0, 31.6399, 6.0351, 0, 0.0283, 0}, 1e-4);
}

TEST(ForwardDynamics, UndoesInverseDynamicsForEveryRobot) {
  std::mt19937 engine(7);
  const auto numbers = [&](std::size_t n) {
    std::vector<double> result(n);
    for (double& x : result) x = std::uniform_real_distribution<double>(-2, 2)(engine);
    return result;
  };
  const Json robots = answer("robots")["robots"];
  for (const Json& robot : robots) {
    const std::string name = robot["name"];
    const std::size_t n = robot["joints"];
    const std::vector<double> qdd = numbers(n);
    const std::string state = " " + name + " --q " + list_of(numbers(n)) + " --qd " + list_of(numbers(n));
    const Json tau = answer("inverse-dynamics" + state + " --qdd " + list_of(qdd))["tau"];
    const Json back = answer("forward-dynamics" + state + " --tau " + list_of(tau));
    EXPECT_EQ(keys(back), (Keys{"joints", "qdd"}));
    SCOPED_TRACE(name);
    expect_near(back["qdd"], qdd, 1e-9);
  }
}

TEST(Terms, AddUpToTheTorque) {
  const std::string state = " puma560 --q 0.1,0.2,0.3,0.4,0.5,0.6 --qd 1,-2,3,-4,5,-6 --wrench 1,2,3,4,5,6";
  const std::vector<double> qdd{1, 2, 3, 4, 5, 6};
  const Json json = answer("terms" + state);
  EXPECT_EQ(keys(json),
            (Keys{"joints", "inertia_matrix", "coriolis_matrix", "coriolis_torque", "gravity_torque", "friction_torque",
                  "spring_torque", "wrench_torque", "momentum", "kinetic_energy", "potential_energy"}));
  std::vector<double> tau(6, 0.0);
  for (std::size_t i = 0; i < 6; ++i) {
    for (const char* term : {"coriolis_torque", "gravity_torque", "friction_torque", "spring_torque", "wrench_torque"})
      tau[i] += json[term][i].get<double>();
    for (std::size_t j = 0; j < 6; ++j) tau[i] += json["inertia_matrix"][i][j].get<double>() * qdd[j];
  }
  expect_near(answer("inverse-dynamics" + state + " --qdd " + list_of(qdd))["tau"], tau, 1e-10);
  EXPECT_TRUE(answer("terms" + state + " --base-velocity 1,0,0").contains("base_motion_torque"));
}

TEST(Energy, OfARodIsThatOfTheTextbook) {
  const Json json = answer("energy two-rods --q 0,90deg --qd 2,0 --set m2=1e-30");
  EXPECT_EQ(keys(json), (Keys{"kinetic_energy", "potential_energy", "gravity_energy", "spring_energy", "total_energy",
                              "dissipation_function", "motor_power", "friction_power", "wrench_power", "energy_rate"}));
  EXPECT_NEAR(json["kinetic_energy"].get<double>(), 0.5 * (1.0 / 3) * 4, 1e-12);
  EXPECT_NEAR(json["potential_energy"].get<double>(), 0, 1e-12);
  EXPECT_NEAR(json["motor_power"].get<double>(), 0.5 * 9.81 * 2, 1e-12) << "holding the rod while it rises";
  EXPECT_NEAR(json["total_energy"].get<double>(), json["kinetic_energy"].get<double>(), 1e-12);
}

}  // namespace torsor::test::cli_test
