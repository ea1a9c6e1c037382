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
  expect_told(call + "XYZ", 2, "--notation: expected one of Bhg, MVG, Dhc; found 'XYZ'");
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

TEST(Derive, SaysWhatItCannotDo) {
  expect_told("derive two-rods --terms inertias", 2, "--terms: expected one of kinetic-energy, ");
  expect_told("derive two-rods --format pdf", 2,
              "--format: expected one of text, latex, mathml, markdown, sympy, json; found 'pdf'");
  expect_told("derive two-rods --worksheet a.doc", 2, "expected a file that ends in .tex, .html or .md");
  expect_told("derive puma560 --terms torque --symbols all --limit 1000", 1,
              "terms or more; the limit is 1000, which --limit raises");
  const TemporaryFile confused("name: a\nparameters: {q1: 2}\nlinks: [{joint: revolute, mass: q1}]\n");
  expect_told("derive " + confused.path(), 2, "names a parameter q1, which in the equations is a coordinate");
  expect_told("derive " TORSOR_SOURCE_DIR "/examples/free-flyer.yaml", 2, "which is a free joint");
}

}  // namespace torsor::test::cli_derive_test
