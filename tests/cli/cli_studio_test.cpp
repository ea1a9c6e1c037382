#include <cstdlib>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

// What the command makes of the studio's page; the page itself is tested in a browser, apps/studio/test.

namespace torsor::test::cli_studio_test {

const std::string begin = "<!DOCTYPE html>\n<title>Torsor Studio</title>\n",
                  data = "<script type=\"application/json\" id=\"studio-data\">", end = "</script>\n<p>the rest</p>\n";

class CliStudio : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder / "page.html") << begin << data << "{}" << end;
    ::setenv("TORSOR_STUDIO_PAGE", (folder / "page.html").c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    ::unsetenv("DISPLAY"), ::unsetenv("WAYLAND_DISPLAY");               // NOLINT(concurrency-mt-unsafe)
  }
  void TearDown() override { ::unsetenv("TORSOR_STUDIO_PAGE"); }  // NOLINT(concurrency-mt-unsafe)

  /// What stands in the page in place of the robot.
  static Json inside(const std::string& page) {
    const std::size_t from = page.find(data) + data.size();
    return Json::parse(page.substr(from, page.find(end) - from));
  }

  Folder folder;
};

TEST_F(CliStudio, WritesThePageWithTheRobotInside) {
  const std::string out = folder / "rods.html";
  const Json json = answer("studio two-rods --output " + out);
  EXPECT_EQ(keys(json), (Keys{"output", "bytes", "robot", "opened"}));
  EXPECT_EQ(json["output"], out);
  EXPECT_EQ(json["opened"], false);
  const std::string page = text_of(out);
  EXPECT_TRUE(page.starts_with(begin) && page.ends_with(end));
  const Json content = inside(page);
  EXPECT_EQ(content["name"], "two-rods.yaml");
  EXPECT_NE(content["robot"].get<std::string>().find("shape: {rod: l"), std::string::npos);
}

TEST_F(CliStudio, KeepsAUrdfAsItIs) {
  const std::string robot = TORSOR_SOURCE_DIR "/examples/two-rods.urdf", out = folder / "rods.html";
  answer("studio " + robot + " --output " + out);
  EXPECT_EQ(inside(text_of(out))["robot"], text_of(robot));
}

TEST_F(CliStudio, TakesMeshesThatAreAtHandIntoThePage) {
  const std::string bytes("solid a\nvertex 0 0 0\n\xFF", 22);
  std::ofstream(folder / "part.stl", std::ios::binary) << bytes;
  std::ofstream(folder / "robot.urdf")
      << "<robot name=\"a\"><link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1\"/>"
         "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>"
         "<visual><geometry><mesh filename=\"part.stl\"/></geometry></visual>"
         "<visual><geometry><mesh filename=\"gone.stl\"/></geometry></visual></link>"
         "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/></joint></robot>";
  const std::string out = folder / "a.html";
  const ToolRun run = torsor("studio " + folder / "robot.urdf" + " --output " + out);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("1 mesh not in the page"), std::string::npos) << run.err;
  const Json meshes = inside(text_of(out))["meshes"];
  ASSERT_EQ(meshes.size(), 1);
  EXPECT_EQ(meshes[0]["name"], "part.stl");
  EXPECT_EQ(meshes[0]["bytes"], "c29saWQgYQp2ZXJ0ZXggMCAwIDAK/w==");
}

TEST_F(CliStudio, NothingInARobotCanEndItsElement) {
  std::ofstream(folder / "evil.yaml")
      << "name: \"</script><script>alert(1)</script>\"\ndh: standard\ninertia_about: com\n"
         "links:\n  - joint: revolute\n    dh: {a: 1}\n    mass: 1\n";
  const std::string out = folder / "evil.html";
  answer("studio " + folder / "evil.yaml" + " --output " + out);
  const std::string page = text_of(out);
  EXPECT_EQ(page.find("</script>"), page.find(end));
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(inside(page)["robot"].get<std::string>().find("</script><script>alert(1)"), std::string::npos);
}

TEST_F(CliStudio, PutsALogIntoThePage) {
  ASSERT_EQ(torsor("make-log two-rods --duration 20 --rate 500 --output " + folder / "log.csv").code, 0);
  const std::string out = folder / "rods.html";
  answer("studio two-rods --log " + folder / "log.csv" + " --output " + out);
  const Json log = inside(text_of(out))["log"];
  EXPECT_EQ(log["name"], "log.csv");
  const std::string rows = log["text"];
  EXPECT_TRUE(rows.starts_with("t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2\n"));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 5001);  // every second one of 10000
}

TEST_F(CliStudio, AReportLinksToAPageWithTheRobotAndItsMotion) {
  const std::string report = folder / "report.html", out = folder / "a#1%2.html";
  ASSERT_EQ(
      torsor("trajectory two-rods --from 0,0 --to 1,1 --duration 1 --no-limits --report " + report + " --studio " + out)
          .code,
      0);
  EXPECT_NE(text_of(report).find("<a href=\"./a%231%252.html\">"), std::string::npos);
  const Json content = inside(text_of(out));
  EXPECT_EQ(content["name"], "two-rods.yaml");
  EXPECT_EQ(content["log"]["origin"], "motion");
  const std::string rows = content["log"]["text"];
  EXPECT_TRUE(rows.starts_with("t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2\n"));
  EXPECT_EQ(rows.substr(rows.rfind('\n', rows.size() - 2) + 1, 6), "1,1,1,");
}

TEST_F(CliStudio, APageWithoutAReportHasTheRobotAsFlagsHaveMadeIt) {
  const std::string out = folder / "run.html", robot = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";
  const Json told = answer("simulate " + robot + " --duration 1 --no-limits --studio " + out);
  const Json plain = inside(text_of(out));
  EXPECT_EQ(plain["robot"], text_of(robot));
  EXPECT_EQ(plain["log"]["origin"], "simulation");
  const std::string rows = plain["log"]["text"], last = rows.substr(rows.rfind('\n', rows.size() - 2) + 1);
  EXPECT_EQ(last.substr(0, 2), "1,");
  answer("simulate " + robot + " --duration 1 --no-limits --payload 3 --force --studio " + out);
  const std::string loaded = inside(text_of(out))["robot"];
  EXPECT_NE(loaded.find("links:"), std::string::npos);
  EXPECT_NE(loaded, text_of(robot));
}

TEST_F(CliStudio, TheReportOfAnIdentificationLinksToItsRobotAndItsLog) {
  ASSERT_EQ(torsor("make-log two-rods --friction typical --preset realistic --duration 30 --rate 200 --output " +
                   folder / "log.csv")
                .code,
            0);
  const std::string report = folder / "report.html", out = folder / "3d.html", robot = folder / "found.yaml";
  answer("identify two-rods " + folder / "log.csv" + " --quick --output " + robot + " --report " + report +
         " --studio " + out);
  EXPECT_NE(text_of(report).find("<a href=\"./3d.html\">"), std::string::npos);
  const Json content = inside(text_of(out));
  EXPECT_EQ(content["robot"], text_of(robot));
  EXPECT_EQ(content["log"]["name"], "log.csv");
  EXPECT_FALSE(content["log"].contains("origin"));
}

TEST_F(CliStudio, AReportWithoutSuchAPageSaysHowToHaveOne) {
  const std::string report = folder / "report.html";
  ASSERT_EQ(torsor("workspace two-rods --samples 1000 --report " + report).code, 0);
  EXPECT_NE(text_of(report).find("<code>--studio FILE.html</code>"), std::string::npos);
  EXPECT_EQ(text_of(report).find("<a href=\"./"), std::string::npos);
}

TEST_F(CliStudio, EveryCommandWithAReportOfARobotLinksToIt) {
  for (const std::string command : {"compare-controllers", "excite", "identify", "log", "payload", "plan-experiment",
                                    "simulate", "size-motors", "trajectory", "workspace"}) {
    const std::string help = torsor(command + " --help").out;
    EXPECT_NE(help.find("--report"), std::string::npos) << command;
    EXPECT_NE(help.find("--studio"), std::string::npos) << command;
  }
}

TEST_F(CliStudio, WhereThePageIsNotBuiltNothingIsComputedForAReportThatLinksToIt) {
  ::setenv("TORSOR_STUDIO_PAGE", (folder / "none.html").c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  const ToolRun run =
      torsor("simulate two-rods --duration 1 --report " + folder / "a.html" + " --studio " + folder / "b.html");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.said().find("./studio"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "a.html"));
}

TEST_F(CliStudio, SaysWhatIsMissingWhereThePageIsNotBuilt) {
  const TemporaryFile none("", ".html");
  ::setenv("TORSOR_STUDIO_PAGE", (none.path() + ".none").c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  const ToolRun run = torsor("studio two-rods --output " + folder / "rods.html");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.said().find("./studio"), std::string::npos) << run.err;
}

TEST_F(CliStudio, RefusesWhatMakesNoSense) {
  EXPECT_EQ(torsor("studio --log x.csv --output " + folder / "a.html").code, 2);
  EXPECT_EQ(torsor("studio two-rods --output " + folder / "a.txt").code, 2);
  EXPECT_EQ(torsor("simulate two-rods --duration 1 --studio " + folder / "a.txt").code, 2);
  EXPECT_EQ(torsor("log " + folder / "page.html" + " --studio " + folder / "a.html").code, 2);
  EXPECT_EQ(torsor("studio no-such-robot --output " + folder / "a.html").code, 2);
  std::ofstream(folder / "taken.html") << "mine";
  EXPECT_EQ(torsor("studio two-rods --output " + folder / "taken.html").code, 2);
  EXPECT_EQ(text_of(folder / "taken.html"), "mine");
  std::ofstream(folder / "page.html") << "no page of the studio";
  EXPECT_EQ(torsor("studio two-rods --output " + folder / "a.html").code, 1);
}

}  // namespace torsor::test::cli_studio_test
