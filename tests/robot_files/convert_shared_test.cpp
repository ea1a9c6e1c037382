#include <filesystem>

#include "robot_files/convert_support.hpp"
#include "torsor/robot_files/urdf/update_urdf.hpp"

// Robots that nobody here wrote, from format to format.
namespace torsor::test::convert_shared_test {

using enum RobotFormat;

const std::string folder = TORSOR_SHARED_DIR "/robots/";

std::vector<std::filesystem::path> files(const std::string& where, const std::string& ending) {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder + where))
    if (entry.path().extension() == ending) result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

bool is_possible(const Description& robot) {
  for (const Problem& problem : check(robot))
    if (problem.code == "inertia-not-positive") return false;
  return true;
}

/// URDF -> YAML -> URDF -> MJCF. MuJoCo has no bodies with negative moments, which some of the files have.
TEST(ConvertShared, UrdfFilesMoveTheSameAfterYamlUrdfAndMjcf) {
  int all = 0, to_mjcf = 0;
  double largest = 0;
  for (const auto& path : files("urdf", ".urdf")) {
    SCOPED_TRACE(path.filename().string());
    const Reading reading = read_urdf(text_of(path), path.string());
    if (!reading.sound()) continue;
    const Model<double> model = build_model<double>(reading.robot);
    if (model.nv == 0) continue;
    ++all;
    const WrittenRobot first = write_yaml(reading.robot), second = write_urdf(reading.robot);
    EXPECT_TRUE(first.losses.empty());
    for (const Loss& loss : second.losses)  // of a planar joint, which becomes two that slide and one that turns
      EXPECT_EQ(loss.what, "no position limits") << to_string(loss);
    const Description from_yaml = through(reading.robot, yaml), from_urdf = through(from_yaml, urdf);
    EXPECT_EQ(names(from_urdf), names(reading.robot));
    EXPECT_EQ(from_urdf.base_name, reading.robot.base_name);
    EXPECT_EQ(write_urdf(from_yaml).text, second.text);
    EXPECT_EQ(disagreement(model, build_model<double>(from_yaml)), 0);
    EXPECT_EQ(disagreement(model, build_model<double>(from_urdf)), 0);
    if (!is_possible(from_urdf)) continue;
    ++to_mjcf;
    const double off = disagreement(model, build_model<double>(through(from_urdf, mjcf)));
    EXPECT_LT(off, 1e-12);
    largest = std::max(largest, off);
  }
  EXPECT_GE(all, 60);
  EXPECT_GE(to_mjcf, 50);
  RecordProperty("all", all);
  RecordProperty("to_mjcf", to_mjcf);
  RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

bool has_ball(const Description& robot) {
  return std::any_of(robot.links.begin(), robot.links.end(),
                     [](const described::Link& link) { return link.joint == JointType::ball; });
}

/// MJCF -> YAML -> MJCF, and to URDF where the robot has no ball joints; rotors, springs and gravity
/// compensation are lost there.
TEST(ConvertShared, MjcfFilesMoveTheSameAfterYamlAndMjcf) {
  int all = 0, to_urdf = 0;
  double largest = 0;
  for (const auto& path : files("mjcf", ".xml")) {
    SCOPED_TRACE(path.filename().string());
    const Reading reading = read_mjcf(text_of(path), path.string(), {.ignore_geoms = true});
    if (!reading.sound() || reading.robot.links.empty()) continue;
    const Model<double> model = build_model<double>(reading.robot);
    if (model.nv == 0) continue;
    ++all;
    const Description from_yaml = through(reading.robot, yaml), from_mjcf = through(from_yaml, mjcf);
    EXPECT_EQ(names(from_mjcf), names(reading.robot));
    EXPECT_EQ(disagreement(model, build_model<double>(from_yaml)), 0);
    const double off = disagreement(model, build_model<double>(from_mjcf));
    EXPECT_LT(off, 1e-12);
    largest = std::max(largest, off);
    Description plain = without_drives(reading.robot);
    plain.gravity = {0.0, 0.0, -9.81};
    for (described::Link& link : plain.links) link.gravity_compensation.reset();
    if (has_ball(plain)) continue;
    ++to_urdf;
    EXPECT_LT(disagreement(build_model<double>(plain), build_model<double>(through(plain, urdf))), 1e-12);
  }
  EXPECT_GE(all, 25);
  EXPECT_GE(to_urdf, 25);
  RecordProperty("all", all);
  RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

TEST(ConvertShared, AUrdfFileWithItsOwnValuesChangesNotAByte) {
  for (const auto& path : files("urdf", ".urdf")) {
    const std::string text = text_of(path);
    const Reading reading = read_urdf(text, path.string());
    if (!reading.sound() || build_model<double>(reading.robot).nv == 0) continue;
    const UpdatedUrdf updated = update_urdf(text, path.string(), through(reading.robot, yaml));
    EXPECT_EQ(updated.text, text) << path;
    EXPECT_TRUE(updated.changed.empty()) << path;
  }
}

void scale(described::Quantity& quantity, double factor) {
  quantity = factor * evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
}

/// Every number of a robot is 3/7 of what it was; the file then has the new ones to the last digit.
TEST(ConvertShared, AUrdfFileTakesNewValuesToTheLastDigit) {
  for (const auto& path : files("urdf", ".urdf")) {
    SCOPED_TRACE(path);
    const std::string text = text_of(path);
    const Reading reading = read_urdf(text, path.string());
    if (!reading.sound()) continue;
    Description robot = reading.robot;
    const auto scale_all = [](described::MassProperties& mass) {
      scale(mass.mass, 3.0 / 7);
      for (auto& entry : mass.com) scale(entry, 3.0 / 7);
      for (auto& entry : mass.inertia) scale(entry, 3.0 / 7);
    };
    scale_all(robot.base_mass);
    for (described::Link& link : robot.links) {
      scale_all(link.mass);
      if (link.friction)
        for (auto* pair : {&link.friction->viscous, &link.friction->coulomb})
          for (auto& entry : *pair) scale(entry, 3.0 / 7);
    }
    const std::string updated = update_urdf(text, path.string(), robot).text;
    const Reading again = read_urdf(updated, path.string());
    ASSERT_TRUE(again.sound());
    EXPECT_EQ(write_urdf(again.robot).text, write_urdf(robot).text);
    EXPECT_EQ(update_urdf(updated, path.string(), robot).text, updated);
    EXPECT_EQ(std::count(updated.begin(), updated.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
  }
}

}  // namespace torsor::test::convert_shared_test
