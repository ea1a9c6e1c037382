#include "torsor/robot_files/load_robot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "robot_files/temporary_file.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor::test::builtin_robots_test {

const std::map<std::string, int> joints{{"general-6r", 6},
                                        {"iiwa14", 7},
                                        {"mass-spring-damper", 2},
                                        {"one-link", 1},
                                        {"panda", 7},
                                        {"puma560", 6},
                                        {"rx90", 6},
                                        {"scara", 4},
                                        {"showcase", 7},
                                        {"stanford", 6},
                                        {"two-point-masses", 2},
                                        {"two-point-masses-vertical", 2},
                                        {"two-rods", 2},
                                        {"tx40", 6},
                                        {"ur10", 6},
                                        {"ur5e", 6}};

std::string message_for(const std::string& name) {
  try {
    load_robot(name);
  } catch (const UsageError& error) {
    EXPECT_EQ(error.option(), "robot");
    return error.message();
  }
  ADD_FAILURE() << name << " was loaded";
  return "";
}

TEST(BuiltinRobots, AreThoseOfTheFolder) {
  std::vector<std::string> expected;
  for (const auto& [name, count] : joints) expected.push_back(name);
  EXPECT_EQ(builtin_robot_names(), expected) << "in alphabetical order";
}

TEST(BuiltinRobots, AreWholeAndSound) {
  for (const std::string& name : builtin_robot_names()) {
    const Description robot = read_builtin_robot(name);
    EXPECT_EQ(robot.name, name);
    EXPECT_FALSE(robot.source.empty()) << name;
    EXPECT_FALSE(robot.description.empty()) << name;
    EXPECT_TRUE(check(robot).empty()) << name;
    const Model<double> model = build_model<double>(robot);
    ASSERT_TRUE(joints.contains(name)) << name;
    EXPECT_EQ(model.nv, joints.at(name)) << name;
    EXPECT_EQ(velocity_names(model).size(), static_cast<std::size_t>(model.nv)) << name;
  }
}

TEST(BuiltinRobots, MassesAreMadeUpOnlyWhereItIsSaid) {
  std::vector<std::string> illustrative;
  for (const std::string& name : builtin_robot_names())
    if (read_builtin_robot(name).illustrative) illustrative.push_back(name);
  EXPECT_EQ(illustrative, (std::vector<std::string>{"general-6r", "rx90", "scara", "showcase"}));
}

TEST(BuiltinRobots, HaveTheTextOfTheirFiles) {
  for (const std::string& name : builtin_robot_names())
    EXPECT_EQ(builtin_robot_text(name), text_of(std::string(TORSOR_SOURCE_DIR "/robots/") + name + ".yaml")) << name;
}

TEST(BuiltinRobots, TakeOverrides) {
  const Model<double> model = build_model<double>(load_robot("two-rods", {{"m2", "4"}}));
  EXPECT_DOUBLE_EQ(model.bodies[2].inertia.mass, 4);
  EXPECT_THROW(load_robot("puma560", {{"m2", "4"}}), UsageError) << "it names no parameters";
}

TEST(BuiltinRobots, AFileIsLoadedByItsPath) {
  const TemporaryFile file("name: mine\nlinks: [{joint: revolute}]\n");
  EXPECT_EQ(load_robot(file.path()).name, "mine");
}

TEST(BuiltinRobots, AnUnknownNameSuggestsTheNearest) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"puma56", "puma560"}, {"puma5600", "puma560"}, {"Panda", "panda"},      {"two_rods", "two-rods"},
      {"ur5", "ur5e"},       {"iiwa1", "iiwa14"},     {"stanfrod", "stanford"}};
  for (const auto& [written, meant] : cases)
    EXPECT_NE(message_for(written).find("did you mean '" + meant + "'?"), std::string::npos) << message_for(written);
}

TEST(BuiltinRobots, AFamilySuggestsItsMembers) {
  EXPECT_NE(message_for("ur").find("did you mean 'ur10' or 'ur5e'?"), std::string::npos) << message_for("ur");
  EXPECT_NE(message_for("IIWA").find("did you mean 'iiwa14'?"), std::string::npos) << message_for("IIWA");
}

TEST(BuiltinRobots, AFileThatIsNotThereIsNoUnknownRobot) {
  for (const std::string path : {"nofile.yaml", "arm.urdf", "arm.xml", "folder/arm"}) {
    std::string message;
    try {
      load_robot(path);
    } catch (const UsageError& error) {
      message = error.what();
    }
    EXPECT_EQ(message, path + ": expected a robot file, found no such file");
  }
}

TEST(BuiltinRobots, ANameThatBeginsOneSuggestsIt) {
  EXPECT_NE(message_for("puma").find("did you mean 'puma560'?"), std::string::npos) << message_for("puma");
  EXPECT_NE(message_for("two-point").find("did you mean 'two-point-masses' or "), std::string::npos)
      << message_for("two-point");
}

TEST(BuiltinRobots, ANameLikeNoneSuggestsNone) {
  for (const char* name : {"zzzzzzzzzz", "nope", "arm", "x", ""}) {
    EXPECT_EQ(message_for(name).find("did you mean"), std::string::npos) << message_for(name);
    EXPECT_NE(message_for(name).find("expected a built-in robot or a robot file"), std::string::npos)
        << message_for(name);
  }
}

TEST(BuiltinRobots, TextOfAnUnknownOneIsAMistakeOfUsage) {
  EXPECT_THROW(builtin_robot_text("nope"), UsageError);
  EXPECT_THROW(read_builtin_robot("nope"), UsageError);
}

}  // namespace torsor::test::builtin_robots_test
