#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

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

struct Piped {
  int code;
  std::string out, err;
};

/// The command with a file on standard input.
Piped piped(const Folder& folder, const std::string& command, const std::string& input) {
  const std::string line = std::string(TORSOR_CLI) + " " + command + " < " + input + " > " + (folder / "piped.out") +
                           " 2> " + (folder / "piped.err");
  const int status = std::system(line.c_str());  // NOLINT(cert-env33-c): the shell is what is tried
  const auto text = [](const std::string& path) {
    std::ifstream file(path);
    return std::string((std::istreambuf_iterator<char>(file)), {});
  };
  return {WEXITSTATUS(status), text(folder / "piped.out"), text(folder / "piped.err")};
}

/// A log whose rows went through a change: the number of the row, and its cells.
template <class Change>
void write_changed(const std::string& from, const std::string& to, const Change& change) {
  std::ifstream in(from);
  std::ofstream out(to);
  std::string row;
  for (int number = 0; std::getline(in, row); ++number) out << (number == 0 ? row : change(number, row)) << '\n';
}

std::string scaled(const std::string& row, std::size_t first, std::size_t end, double factor) {
  std::vector<double> cells = numbers_in(row);
  std::ostringstream text;
  text.precision(12);
  for (std::size_t k = 0; k < cells.size(); ++k)
    text << (k > 0 ? "," : "") << (k >= first && k < end ? factor : 1) * cells[k];
  return text.str();
}

/// What is wrong with a log is told, whether it comes as a file or as a stream.
TEST(IdentifyOnlineLog, IsExaminedAndWhatIsLeftOutIsCounted) {
  const Folder folder;
  const std::string log = folder / "log.csv", bad = folder / "bad.csv";
  ASSERT_EQ(torsor("make-log puma560 --steady --duration 20 --rate 100 --output " + log).code, 0);
  write_changed(log, bad, [](int number, const std::string& row) {
    if (number % 20 == 0) return row.substr(0, row.find(',')) + ",nan" + row.substr(row.find(',', row.find(',') + 1));
    return number % 20 == 10 ? row.substr(0, row.size() / 2) : row;
  });
  const ToolRun file = torsor("identify-online puma560 " + bad);
  const Piped stream = piped(folder, "identify-online puma560", bad);
  EXPECT_EQ(file.code, 0) << file.err;
  EXPECT_EQ(stream.code, 0) << stream.err;
  for (const std::string& out : {file.out, stream.out}) {
    EXPECT_NE(out.find("truncated-row"), std::string::npos) << out;
    EXPECT_NE(out.find(" 200 samples left out"), std::string::npos) << out;
  }
  EXPECT_NE(file.out.find("garbage-row"), std::string::npos) << file.out;
  const std::vector<Json> lines = lines_of(torsor("identify-online puma560 " + bad + " --json").out);
  EXPECT_EQ(lines.front()["event"], "findings");
  EXPECT_EQ(lines.back()["left_out"], 200);
}

TEST(IdentifyOnlineLog, OfAnotherRobotOrInOtherUnitsIsNoticed) {
  const Folder folder;
  const std::string log = folder / "log.csv", degrees = folder / "degrees.csv", milliseconds = folder / "ms.csv";
  ASSERT_EQ(torsor("make-log panda --steady --duration 20 --rate 100 --output " + log).code, 0);
  EXPECT_NE(torsor("identify-online ur10 " + log).out.find("more-joints"), std::string::npos);
  EXPECT_NE(piped(folder, "identify-online ur10", log).out.find("more-joints"), std::string::npos);
  write_changed(log, degrees, [](int, const std::string& row) { return scaled(row, 1, 8, 57.29577951); });
  const ToolRun turned = torsor("identify-online panda " + degrees + " --output " + (folder / "no.yaml"));
  EXPECT_EQ(turned.code, 4);
  EXPECT_NE(turned.out.find("poor-fit"), std::string::npos) << turned.out;
  EXPECT_NE(turned.out.find("not written: "), std::string::npos) << turned.out;
  EXPECT_FALSE(std::filesystem::exists(folder / "no.yaml"));
  write_changed(log, milliseconds, [](int, const std::string& row) { return scaled(row, 0, 1, 1000); });
  const Piped late = piped(folder, "identify-online panda", milliseconds);
  EXPECT_EQ(late.code, 1);
  EXPECT_NE(late.err.find("is the time in ms?"), std::string::npos) << late.err;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The command, reading from a pipe that nobody closes and printing to a file.
pid_t start(std::vector<std::string> words, int input, const std::string& output) {
  words.insert(words.begin(), TORSOR_CLI);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::dup2(input, STDIN_FILENO), ::dup2(::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

TEST(IdentifyOnlineStream, ThatIsInterruptedEndsAsAtItsEnd) {
  const Folder folder;
  const std::string log = folder / "log.csv", robot = folder / "kept.yaml", out = folder / "out";
  ASSERT_EQ(torsor("make-log puma560 --steady --duration 20 --rate 100 --output " + log).code, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = start({"identify-online", "puma560", "--force", "--output", robot}, ends[0], out);
    const std::string rows = text_of(log);
    ASSERT_EQ(::write(ends[1], rows.data(), rows.size()), static_cast<ssize_t>(rows.size()));
    while (text_of(out).find(" s  residual") == std::string::npos)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ends[0]), ::close(ends[1]);
    ASSERT_TRUE(WIFSIGNALED(status)) << "so that a shell ends its loops";
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_NE(text_of(out).find("left out"), std::string::npos) << text_of(out);
    EXPECT_NE(text_of(out).find("wrote " + robot), std::string::npos) << text_of(out);
    EXPECT_EQ(torsor("check " + robot).code, 0) << signal;
  }
}

TEST_F(IdentifyOnline, WritesYamlAndSaysSo) {
  for (const char* name : {"x.urdf", "x.xml"}) {
    const ToolRun run = torsor("identify-online puma560 " + log + " --output " + (folder / name));
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("--output: expected a name that ends in .yaml"), std::string::npos) << run.err;
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
