#include "robot_files/mjcf_support.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::mjcf_file_test {

const std::string sound_body = "<body>" + hinge + unit_mass + "</body>";

TEST(MjcfFile, TheWorldIsTheBase) {
  const Description robot =
      mjcf_robot("<mujoco model='arm'><worldbody><body name='a'>" + hinge + unit_mass + "</body></worldbody></mujoco>");
  EXPECT_EQ(robot.name, "arm");
  EXPECT_EQ(robot.base_name, "world");
  EXPECT_EQ(robot.links.at(0).parent, "world");
  EXPECT_EQ(mjcf_robot(mjcf(sound_body)).name, "robot");  // of the file
}

TEST(MjcfFile, GravityIsThatOfTheOptionsOrOff) {
  expect_near(vector(mjcf_robot(mjcf(sound_body)).gravity), {0, 0, -9.81});
  expect_near(vector(mjcf_robot(mjcf(sound_body, "<option gravity='1 2 3'/>")).gravity), {1, 2, 3});
  expect_near(vector(mjcf_robot(mjcf(sound_body, "<option><flag gravity='disable'/></option>")).gravity), {0, 0, 0});
}

TEST(MjcfFile, DefaultsComeFromTheElementItsClassTheChildclassAndTheMainOne) {
  const Description robot = mjcf_robot(
      mjcf("<body childclass='a'><joint/>" + unit_mass + "<body><joint class='b'/>" + unit_mass +
               "<body childclass='b'><joint axis='1 0 0'/>" + unit_mass + "</body></body></body>" + sound_body,
           "<default><joint damping='7'/><default class='a'><joint armature='1' axis='0 1 0'/>"
           "<default class='b'><joint armature='2'/></default></default></default>"));
  const double armatures[] = {1, 2, 2};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(number(robot.links[k].rotor->inertia), armatures[k]);
    EXPECT_EQ(number(robot.links[k].friction->viscous[0]), 7);
  }
  expect_near(vector(robot.links[1].axis), {0, 1, 0});
  expect_near(vector(robot.links[2].axis), {1, 0, 0});
  EXPECT_FALSE(robot.links[3].rotor);  // beside the bodies with a childclass
}

TEST(MjcfFile, ACompilerAfterTheBodiesCountsAsWell) {
  const Description robot = mjcf_robot("<mujoco><worldbody><body><joint ref='1'/>" + unit_mass +
                                       "</body></worldbody><compiler angle='radian'/></mujoco>");
  EXPECT_NEAR(number(robot.links[0].origin->rpy[2]), -1, 1e-15);
}

TEST(MjcfFile, WhatIsNoPartOfTheDynamicsIsPassedOver) {
  mjcf_robot(
      "<mujoco><asset><mesh file='a.stl'/></asset><visual/><sensor/><keyframe/><actuator><motor joint='a'/>"
      "</actuator><contact/><worldbody><light/><camera/><site/><body><site/><joint name='a'/>" +
      unit_mass + "</body></worldbody></mujoco>");
}

TEST(MjcfInclude, StandsForWhatIsInTheFile) {
  const Description robot =
      mjcf_robot("<mujoco><include file='parts/settings.xml'/><worldbody><body>" + hinge + unit_mass +
                     "<include file='parts/arm.xml'/></body></worldbody></mujoco>",
                 {},
                 {{"dir/parts/settings.xml", "<mujocoinclude><compiler angle='radian'/></mujocoinclude>"},
                  {"dir/parts/arm.xml", "<mujoco><body name='x'/><include file='more.xml'/></mujoco>"},
                  {"dir/parts/more.xml", "<mujoco><body name='y' euler='1 0 0'/></mujoco>"}});
  ASSERT_EQ(robot.links.size(), 3U);
  EXPECT_EQ(robot.links[1].name, "x");
  EXPECT_EQ(robot.links[2].name, "y");
  EXPECT_EQ(robot.links[2].parent, "body1");
  EXPECT_NEAR(number(robot.links[2].origin->rpy[0]), 1, 1e-15);
}

TEST(MjcfInclude, IsRelativeToTheMainFileToo) {
  mjcf_robot(
      "<mujoco><include file='parts/a.xml'/></mujoco>", {},
      {{"dir/parts/a.xml", "<mujoco><include file='parts/b.xml'/></mujoco>"}, {"dir/parts/b.xml", mjcf(sound_body)}});
}

TEST(MjcfInclude, FindingsNameTheFileTheyAreIn) {
  const Reading reading =
      mjcf_reading("<mujoco><include file='a.xml'/></mujoco>", {},
                   {{"dir/a.xml", "<mujoco>\n<worldbody>\n  <body><joint damping='x'/></body></worldbody></mujoco>"}});
  ASSERT_FALSE(reading.findings.empty());
  EXPECT_EQ(to_string(reading.findings[0]), "dir/a.xml:3:16: joint: damping: expected 1 number, found 'x'");
}

TEST(MjcfInclude, MistakesInItsXmlAreItsOwn) {
  const Reading reading = mjcf_reading(
      "<mujoco><include file='a.xml'/>"
      "<worldbody>" +
          sound_body + "</worldbody></mujoco>",
      {}, {{"dir/a.xml", "<mujoco>\n<a></b></mujoco>"}});
  EXPECT_FALSE(reading.sound());
  EXPECT_EQ(reading.findings.at(0).file, "dir/a.xml");
  EXPECT_EQ(reading.findings.at(0).where.line, 2);
}

TEST(MjcfInclude, ACircleIsAnErrorInTheFileThatClosesIt) {
  const Reading reading = mjcf_reading("<mujoco><include file='a.xml'/></mujoco>", {},
                                       {{"dir/a.xml", "<mujoco><include file='b.xml'/></mujoco>"},
                                        {"dir/b.xml", "<mujoco>\n <include file='../dir/a.xml'/></mujoco>"}});
  ASSERT_FALSE(reading.sound());
  EXPECT_EQ(reading.findings[0].code, "include-repeated");
  EXPECT_EQ(reading.findings[0].file, "dir/b.xml");
  EXPECT_EQ(reading.findings[0].where.line, 2);
}

TEST(MjcfInclude, IsReadFromTheDisk) {
  const TemporaryFile part(mjcf(sound_body), ".xml");
  const std::filesystem::path path = part.path();
  const std::string text = "<mujoco><include file='" + path.filename().string() + "'/></mujoco>";
  EXPECT_TRUE(read_mjcf(text, (path.parent_path() / "main.xml").string(), {}).sound());
  // a folder is no file
  const Reading folder = read_mjcf("<mujoco><include file='.'/></mujoco>", part.path(), {});
  EXPECT_EQ(folder.findings.at(0).code, "include-missing");
}

std::string repeated(const std::string& piece, int count) {
  std::string result;
  for (int k = 0; k < count; ++k) result += piece;
  return result;
}

TEST(MjcfHostile, DepthIsNoDanger) {
  constexpr int deep = 100000;
  const Reading bodies = mjcf_reading(mjcf(repeated("<body>", deep) + sound_body + repeated("</body>", deep)));
  EXPECT_TRUE(bodies.sound());
  EXPECT_EQ(bodies.robot.links.size(), deep + 1U);
  EXPECT_TRUE(mjcf_reading(mjcf(repeated("<frame>", deep) + sound_body + repeated("</frame>", deep))).sound());
  const Reading classes = mjcf_reading(mjcf(
      sound_body, "<default>" + repeated("<default class='a'>", deep) + repeated("</default>", deep) + "</default>"));
  EXPECT_EQ(classes.findings.at(0).code, "class-repeated");
  EXPECT_FALSE(mjcf_reading(repeated("<a>", deep)).sound());
}

TEST(MjcfHostile, ClassesAreNestedToADepth) {
  std::string open = "<default>", close = "</default>";
  for (int k = 0; k < 150; ++k) {
    open += "<default class='" + std::to_string(k) + "'>";
    close += "</default>";
  }
  const Reading reading = mjcf_reading(mjcf(sound_body, open + close));
  ASSERT_EQ(reading.findings.size(), 1U);
  EXPECT_EQ(reading.findings[0].code, "class-depth");
}

TEST(MjcfHostile, ManyIncludesComeToAnEnd) {
  int count = 0;
  const Reading reading =
      read_mjcf("<mujoco><include file='f'/></mujoco>", "robot.xml", {}, [&](const std::filesystem::path&) {
        return std::optional("<mujoco><include file='f" + std::to_string(++count) + "'/></mujoco>");
      });
  EXPECT_FALSE(reading.sound());
  EXPECT_LT(count, 2000);
}

TEST(MjcfHostile, EntitiesAreRefused) {
  const Reading reading = mjcf_reading("<!DOCTYPE a [<!ENTITY b 'c'>]>" + mjcf(sound_body));
  EXPECT_EQ(reading.findings.at(0).code, "xml");
}

}  // namespace torsor::test::mjcf_file_test
