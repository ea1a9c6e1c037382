#include <filesystem>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_derive_test {

TEST(Derive, PrintsTheEquationsOfNotes002) {
  const ToolRun run = torsor("derive two-rods --terms inertia,gravity");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out,
            "inertia: B: effective inertia on the diagonal, coupled inertia beside it\n"
            "  B11 = 1/3 m1 l^2 + 4/3 m2 l^2 + m2 l^2 cos(q2)\n"
            "  B12 = 1/3 m2 l^2 + 1/2 m2 l^2 cos(q2)\n"
            "  B22 = 1/3 m2 l^2\n"
            "\n"
            "gravity: the torque that holds the robot against gravity\n"
            "  g1 = 1/2 m1 g l cos(q1) + m2 g l cos(q1) + 1/2 m2 g l cos(q1 + q2)\n"
            "  g2 = 1/2 m2 g l cos(q1 + q2)\n");
}

TEST(Derive, GivesTheTermsOfEveryEquationAsJson) {
  const Json json = answer("derive one-link --terms torque");
  EXPECT_EQ(keys(json), (Keys{"robot", "equations"}));
  const Json& torque = json["equations"]["torque"][0];
  EXPECT_EQ(keys(torque), (Keys{"left", "text", "latex", "terms"}));
  EXPECT_EQ(torque["terms"].size(), 2u);
  EXPECT_EQ(torque["latex"], "\\tau_{1} = I \\, \\ddot{q}_{1} + m \\, g \\, l_{c} \\, \\cos(q_{1})");
}

TEST(Derive, HasTheLettersOfTheTextbooks) {
  const std::string call = "derive two-point-masses --terms inertia,coriolis,gravity --shorthand --notation ";
  EXPECT_EQ(torsor(call + "MVG").out,
            "inertia: M: effective inertia on the diagonal, coupled inertia beside it\n"
            "  M11 = (m1 + m2) l1^2 + m2 l2^2 + 2 m2 l1 l2 C2\n"
            "  M12 = m2 l2^2 + m2 l1 l2 C2\n"
            "  M22 = m2 l2^2\n"
            "\n"
            "coriolis: V: centripetal and Coriolis torque\n"
            "  V1 = -2 m2 l1 l2 S2 qd1 qd2 - m2 l1 l2 S2 qd2^2\n"
            "  V2 = m2 l1 l2 S2 qd1^2\n"
            "\n"
            "gravity: the torque that holds the robot against gravity\n"
            "  G1 = (m1 + m2) g l1 C1 + m2 g l2 C12\n"
            "  G2 = m2 g l2 C12\n");
  EXPECT_NE(torsor(call + "Dhc").out.find("  c2 = m2 g l2 C12\n"), std::string::npos);
  expect_told(call + "XYZ", 2, "--notation: expected Bhg, MVG or Dhc, found 'XYZ'");
}

TEST(Derive, InvertsTheInertiaOfUpToThreeJoints) {
  const ToolRun run = torsor("derive two-rods --terms forward-dynamics --notation MVG");
  EXPECT_NE(run.out.find("  qdd1 = (M22 u1 - M12 u2)/Delta\n"), std::string::npos) << run.out;
  expect_told("derive scara --terms forward-dynamics", 2, "three joints at most, and the robot has 4");
  const TemporaryFile confused("name: a\nparameters: {u1: 2}\nlinks: [{joint: revolute, mass: u1, com: [1, 0, 0]}]\n");
  expect_told("derive " + confused.path() + " --terms forward-dynamics", 2, "which in the equations is a part of");
}

TEST(Derive, WritesMarkdown) {
  const ToolRun run = torsor("derive one-link --terms torque --format markdown");
  EXPECT_NE(run.out.find("\n$$\\tau_{1} = I \\, \\ddot{q}_{1} + m \\, g \\, l_{c} \\, \\cos(q_{1})$$\n"),
            std::string::npos)
      << run.out;
}

TEST(Derive, WritesAWorksheet) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("torsor-sheet-" + std::to_string(::getpid()))).string();
  EXPECT_EQ(answer("derive two-rods --worksheet " + path + ".html")["agree"], true);
  EXPECT_NE(text_of(path + ".html").find("Both ways end in the same equations"), std::string::npos);
  EXPECT_EQ(answer("derive two-rods --worksheet " + path + ".tex")["agree"], true);
  EXPECT_TRUE(text_of(path + ".tex").starts_with("\\documentclass"));
  std::filesystem::remove(path + ".html");
  std::filesystem::remove(path + ".tex");
}

TEST(Derive, RefusesAtOnceAWorksheetThatNobodyWouldRead) {  // within a second; all of it would take minutes
  const std::string path =
      (std::filesystem::temp_directory_path() / ("torsor-panda-" + std::to_string(::getpid()) + ".html")).string();
  const ToolRun run = torsor("derive panda --worksheet " + path);
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("pages; the limit is 1000. --no-friction, --no-rotor or --symbols numbers leave terms out; "
                         "--limit 20000 goes on nevertheless"),
            std::string::npos)
      << run.err;
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Derive, WritesNoEquationOfASymbolWithItself) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("torsor-rods-" + std::to_string(::getpid()) + ".md")).string();
  EXPECT_EQ(torsor("derive two-rods --worksheet " + path).code, 0);
  const std::string text = text_of(path);
  std::filesystem::remove(path);
  EXPECT_EQ(text.find("m_{1} = m_{1}"), std::string::npos);
  EXPECT_NE(text.find("{}^{1}p_{c1} ="), std::string::npos) << "what else is known of link 1 is there";
}

/// The first equation of `term`.
std::string equation(const std::string& term, const std::string& arguments) {
  return answer("derive " + arguments + " --terms " + term)["equations"][term][0]["text"].get<std::string>();
}

TEST(Derive, PrintsAllDigitsOfTheFactorOfAnAngle) {  // a joint that follows at this ratio
  const TemporaryFile file(
      "name: a\ngravity: [0, -1, 0]\nlinks:\n  - {joint: revolute, axis: [0, 0, 1], mass: 1, com: [1, 0, 0]}\n"
      "  - {joint: revolute, axis: [0, 0, 1], mass: 1, com: [1, 0, 0], mimic: {joint: joint1, multiplier: "
      "0.123456789012}}\n");
  EXPECT_NE(equation("gravity", file.path()).find("cos(1.123456789012 q1)"), std::string::npos)
      << equation("gravity", file.path());
}

TEST(Derive, TakesGravityBasePosePayloadAndTheRestOfTheFlagsOfDynamics) {
  EXPECT_EQ(equation("gravity", "one-link"), "m g lc cos(q1)");
  EXPECT_EQ(equation("gravity", "one-link --gravity 0,-2,0"), "2 m lc cos(q1)");
  EXPECT_EQ(equation("gravity", "one-link --gravity 0,-2,0 --symbols standard"), "mx1 g cos(q1) - my1 g sin(q1)");
  EXPECT_EQ(equation("gravity", "one-link --base-pose 0,0,0,0,0,90deg"), "-m g lc sin(q1)");
  EXPECT_EQ(equation("gravity", "two-rods --tip upper --payload 3"),
            "3 g l cos(q1) + 1/2 m1 g l cos(q1) + m2 g l cos(q1) + 1/2 m2 g l cos(q1 + q2)");
  EXPECT_EQ(equation("dissipation", "mass-spring-damper"), "1/2 c qd2^2");
  EXPECT_EQ(equation("dissipation", "mass-spring-damper --no-friction"), "0");
  expect_told("derive one-link --gravity 1,2", 2, "--gravity: expected 3 numbers");
  expect_told("derive one-link --base-pose 1,2", 2, "--base-pose: expected 3 or 6 numbers");
}

const char* const blurred_urdf = R"(<robot name="blurred">
  <link name="base"/>
  <link name="arm">
    <inertial><origin xyz="0.5 0 0"/><mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <origin xyz="0 0 0" rpy="0.78539816339 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>)";

TEST(Derive, ReportsWhatItTookAsExact) {
  const TemporaryFile file(blurred_urdf, ".urdf");
  const Json json = answer("derive " + file.path() + " --terms gravity");
  EXPECT_EQ(json["equations"]["gravity"][0]["text"], "4.905 sqrt(2) cos(q1)");
  EXPECT_EQ(json["rounded"][0]["found"], "0.78539816339");
  EXPECT_EQ(json["rounded"][0]["taken"], "45deg");
  EXPECT_EQ(json["rounded"][0]["element"], "arm: rpy");
  const ToolRun run = torsor("derive " + file.path() + " --terms gravity");
  EXPECT_TRUE(run.out.ends_with("\nnote: 0.78539816339 is taken as 45deg (arm: rpy)\n")) << run.out;
  const Json as_written = answer("derive " + file.path() + " --terms gravity --exact-tolerance 0");
  EXPECT_FALSE(as_written.contains("rounded"));
  EXPECT_EQ(as_written["equations"]["gravity"][0]["text"], "6.936717523 cos(q1)");
  expect_told("derive one-link --exact-tolerance -1", 2, "--exact-tolerance: expected numbers from 0 to 0.1");
}

TEST(Derive, NamesTheToleranceThatWouldTakeFiveDigitsAsExact) {
  std::string text = blurred_urdf;
  text.replace(text.find("0.78539816339"), 13, "0.7854");
  const TemporaryFile file(text, ".urdf");
  const std::string note =
      "note: an angle within 1.8e-06 rad of a multiple of 15 degrees is as written; --exact-tolerance 2e-06 takes it "
      "as "
      "exact\n";
  EXPECT_TRUE(torsor("derive " + file.path() + " --terms gravity").out.ends_with(note));
  EXPECT_EQ(equation("gravity", file.path() + " --exact-tolerance 2e-6"), "4.905 sqrt(2) cos(q1)");
}

TEST(Derive, KeepsSymbolsOfTheFileApartFromStandardOnes) {
  const TemporaryFile file(
      "name: a\ndh: standard\nparameters: {m1: 2}\nlinks: [{joint: revolute, dh: {a: m1, alpha: 90deg}, mass: 3}]\n"
      "gravity: [0, -1, 0]\n");
  const Json json = answer("derive " + file.path() + " --terms gravity --symbols standard");
  EXPECT_EQ(json["renamed"]["file_m1"], "m1");
  EXPECT_NE(torsor("derive " + file.path() + " --terms gravity --symbols standard")
                .out.find("note: file_m1 is the parameter m1 of the robot file; m1 is the standard symbol"),
            std::string::npos);
}

TEST(Derive, SaysWhatItCannotDo) {
  expect_told("derive two-rods --terms gravity,inertias", 2, "found 'inertias'; did you mean 'inertia'?");
  expect_told("derive two-rods --format pdf", 2,
              "--format: expected text, latex, mathml, markdown, sympy or json, found 'pdf'");
  expect_told("derive two-rods --worksheet a.doc", 2, "expected a file that ends in .tex, .html or .md");
  expect_told("derive puma560 --terms torque --symbols all --limit 1000", 1,
              "terms or more; the limit is 1000, which --limit raises");
  const TemporaryFile confused("name: a\nparameters: {q1: 2}\nlinks: [{joint: revolute, mass: q1}]\n");
  expect_told("derive " + confused.path(), 2, "names a parameter q1, which in the equations is a coordinate");
  expect_told("derive " TORSOR_SOURCE_DIR "/examples/free-flyer.yaml", 2, "which is a free joint");
}

}  // namespace torsor::test::cli_derive_test
