#include <filesystem>
#include <set>

#include "io/convert_support.hpp"

// Robots that nobody here wrote, from format to format.
namespace torsor::test {
namespace {

using enum io::RobotFormat;

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
    const io::Reading reading = io::read_urdf(text_of(path), path.string());
    if (!reading.sound()) continue;
    const Model<double> model = build_model<double>(reading.robot);
    if (model.nv == 0) continue;
    ++all;
    const io::WrittenRobot first = io::write_robot(reading.robot), second = io::write_urdf(reading.robot);
    EXPECT_TRUE(first.losses.empty());
    EXPECT_TRUE(second.losses.empty()) << to_string(second.losses[0]);
    const Description from_yaml = through(reading.robot, yaml), from_urdf = through(from_yaml, urdf);
    EXPECT_EQ(names(from_urdf), names(reading.robot));
    EXPECT_EQ(from_urdf.base_name, reading.robot.base_name);
    EXPECT_EQ(io::write_urdf(from_yaml).text, second.text);
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

/// MJCF -> YAML -> MJCF, and from there to URDF where the robot has no ball joints. Its rotors are lost there.
TEST(ConvertShared, MjcfFilesMoveTheSameAfterYamlAndMjcf) {
  int all = 0;
  double largest = 0;
  for (const auto& path : files("mjcf", ".xml")) {
    SCOPED_TRACE(path.filename().string());
    const io::Reading reading = io::read_mjcf(text_of(path), path.string(), {.ignore_geoms = true});
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
  }
  EXPECT_GE(all, 25);
  RecordProperty("all", all);
  RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

}  // namespace
}  // namespace torsor::test
