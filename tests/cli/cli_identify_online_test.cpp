#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_identify_online_test {

/// A log in which the arm picks something up after fifty seconds.
class IdentifyOnline : public testing::Test {
 protected:
  void SetUp() override {
    const std::string make = "make-log puma560 --steady --duration 70 --rate 100 --seed 2 --output ";
    ASSERT_EQ(torsor(make + (folder / "empty.csv")).code, 0);
    ASSERT_EQ(torsor(make + (folder / "loaded.csv") + " --payload 2").code, 0);
    std::ifstream empty(folder / "empty.csv"), loaded(folder / "loaded.csv");
    std::ofstream both(log);
    std::string a, b;
    for (int row = 0; std::getline(empty, a) && std::getline(loaded, b); ++row) both << (row < 5000 ? a : b) << '\n';
  }
  const Folder folder;
  const std::string log = folder / "both.csv";
};

std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

TEST_F(IdentifyOnline, TellsOfTheLoadLineByLine) {
  const ToolRun run = torsor("identify-online puma560 " + log + " --json --output " + (folder / "found.yaml"));
  ASSERT_EQ(run.code, 0) << run.err;
  const std::vector<Json> lines = lines_of(run.out);
  int estimates = 0, picked = 0, dropped = 0;
  double told = 0, mass = 0;
  for (const Json& line : lines) {
    estimates += line["event"] == "estimate";
    dropped += line["event"] == "load_dropped";
    if (line["event"] == "load_picked_up") ++picked, told = line["time"].get<double>();
    if (line["event"] == "load") mass = line["mass"].get<double>();
  }
  EXPECT_EQ(estimates, 6);
  EXPECT_EQ(picked, 1);
  EXPECT_EQ(dropped, 0);
  EXPECT_GT(told, 49.5);
  EXPECT_LT(told, 51);
  EXPECT_NEAR(mass, 2, 0.2);
  EXPECT_EQ(lines.back()["event"], "summary");
  EXPECT_NEAR(lines.back()["load"]["mass"].get<double>(), 2, 0.1);
  EXPECT_EQ(torsor("check " + (folder / "found.yaml")).code, 0);
}

TEST_F(IdentifyOnline, StandardInputGivesWhatTheFileGives) {
  const std::string command =
      std::string(TORSOR_CLI) + " identify-online puma560 --json < " + log + " > " + (folder / "out");
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c): the shell is what is tried
  std::ifstream file(folder / "out");
  const std::string piped((std::istreambuf_iterator<char>(file)), {});
  const std::vector<Json> from_pipe = lines_of(piped);
  EXPECT_EQ(from_pipe.back()["event"], "summary");
  EXPECT_NEAR(from_pipe.back()["load"]["mass"].get<double>(), 2, 0.1);
}

std::vector<double> numbers_in(const std::string& row) {
  std::vector<double> numbers;
  std::istringstream stream(row);
  for (std::string cell; std::getline(stream, cell, ',');) numbers.push_back(std::stod(cell));
  return numbers;
}

/// A gear that gets warm: a log with friction goes over into one without, up to three tenths of the way.
void write_warming_log(const Folder& folder, const std::string& path) {
  const std::string make = "make-log puma560 --steady --duration 200 --rate 100 --seed 4 --output ";
  ASSERT_EQ(torsor(make + (folder / "cold.csv")).code, 0);
  ASSERT_EQ(torsor(make + (folder / "none.csv") + " --friction none").code, 0);
  std::ifstream cold(folder / "cold.csv"), none(folder / "none.csv");
  std::ofstream both(path);
  std::string a, b;
  std::getline(cold, a), std::getline(none, b);
  ASSERT_EQ(a, b);
  both << a << '\n';
  while (std::getline(cold, a) && std::getline(none, b)) {
    std::vector<double> row = numbers_in(a);
    const std::vector<double> other = numbers_in(b);
    const double share = 0.3 * std::clamp((row[0] - 60) / 60, 0.0, 1.0);
    for (std::size_t k = row.size() - 6; k < row.size(); ++k) row[k] += share * (other[k] - row[k]);
    for (std::size_t k = 0; k < row.size(); ++k) both << (k > 0 ? "," : "") << row[k];
    both << '\n';
  }
}

TEST(IdentifyOnlineFriction, ThatFallsByThreeTenthsIsToldAndIsNoLoad) {
  const Folder folder;
  const std::string log = folder / "warming.csv";
  write_warming_log(folder, log);
  for (const char* method : {"--forgetting 30", "--method random-walk"}) {
    const ToolRun run = torsor("identify-online puma560 " + log + " --json " + method);
    ASSERT_EQ(run.code, 0) << run.err;
    int told = 0, loads = 0;
    double first = 1e9;
    for (const Json& line : lines_of(run.out)) {
      const std::string event = line["event"];
      loads += event.starts_with("load");
      if (event != "friction_changed" || !line["parameter"].get<std::string>().starts_with("Fs")) continue;
      ++told;
      first = std::min(first, line["time"].get<double>());
      EXPECT_LT(line["now"].get<double>(), line["start"].get<double>()) << method << line;
    }
    EXPECT_EQ(loads, 0) << method;
    EXPECT_GE(told, 2) << method;
    EXPECT_GT(first, 60) << method;
  }
}

TEST_F(IdentifyOnline, MistakesAreNamed) {
  EXPECT_EQ(torsor("identify-online puma560 " + log + " --method other").code, 2);
  EXPECT_EQ(torsor("identify-online puma560 " + log + " --method random-walk --forgetting 5").code, 2);
  EXPECT_EQ(torsor("identify-online puma560 " + log + " --interval 0").code, 2);
  std::ofstream(folder / "header.csv") << "t,q1,tau1\n0,1,2\n";
  const std::string command =
      std::string(TORSOR_CLI) + " identify-online puma560 < " + (folder / "header.csv") + " 2> " + (folder / "err");
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);  // NOLINT(cert-env33-c)
  std::ifstream file(folder / "err");
  const std::string said((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(said.find("expected a column 'q2'"), std::string::npos) << said;
}

}  // namespace torsor::test::cli_identify_online_test
