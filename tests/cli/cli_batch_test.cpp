#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "support/cpu_time.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::test::cli_batch_test {

/// States of the Panda that need all their digits: q, qd, qdd, tau.
std::string states(int rows, bool with_torque = true) {
  std::string text;
  for (const char* name : {"q", "qd", "qdd", "tau"})
    for (int j = 1; j <= 7; ++j)
      if (with_torque || name[0] == 'q') text += (text.empty() ? "" : ",") + std::string(name) + std::to_string(j);
  for (int k = 0; k < rows; ++k) {
    char separator = '\n';
    for (int part = 0; part < (with_torque ? 4 : 3); ++part)
      for (int j = 0; j < 7; ++j) {
        char number[32];
        const double value = std::sin(0.001 * k * (j + 1) + part + j) - (part == 0 && j == 3 ? 1.5 : 0);
        text += separator;
        text.append(number, std::to_chars(number, number + sizeof number, value).ptr);
        separator = ',';
      }
  }
  return text + "\n";
}

/// The numbers of a CSV, its header left out.
std::vector<std::vector<double>> numbers_of(const std::string& text) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(text);
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);)
    rows.push_back(Json::parse("[" + line + "]").get<std::vector<double>>());
  return rows;
}

TEST(BatchCommand, GivesWhatTheOtherCommandsGive) {
  const Folder folder;
  const std::string file = folder / "states.csv", world = " --payload 1 --gravity 1,2,-9 --wrench 1,2,3,4,5,6";
  write_file(file, states(30));
  const ToolRun run =
      torsor("batch panda " + file + " --output - --functions inverse-dynamics,forward-dynamics" + world);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("tau1,tau2,tau3,tau4,tau5,tau6,tau7,qdd1,")) << run.out.substr(0, 100);
  const auto given = numbers_of(states(30)), found = numbers_of(run.out);
  ASSERT_EQ(found.size(), 30u);
  const auto part = [](const std::vector<double>& row, int first) {
    return std::vector<double>(row.begin() + first, row.begin() + first + 7);
  };
  for (const std::size_t k : {0u, 13u, 29u}) {
    const std::string state = " --q " + list_of(part(given[k], 0)) + " --qd " + list_of(part(given[k], 7));
    const Json tau = answer("inverse-dynamics panda" + state + " --qdd " + list_of(part(given[k], 14)) + world)["tau"],
               qdd = answer("forward-dynamics panda" + state + " --tau " + list_of(part(given[k], 21)) + world)["qdd"];
    expect_near(tau, part(found[k], 0), 1e-10);
    expect_near(qdd, part(found[k], 7), 1e-8);
  }
}

TEST(BatchCommand, WritesTheSameBytesForAnyNumberOfThreads) {
  const Folder folder;
  write_file(folder / "states.csv", states(5000));
  for (const std::string ending : {".csv", ".npy"}) {
    for (const char* threads : {"1", "2", "7"})
      ASSERT_EQ(run_tool({"batch", "panda", folder / "states.csv", "--functions", "inverse-dynamics,jacobian",
                          "--output", folder / (threads + ending), "--threads", threads})
                    .code,
                0);
    const std::string one = text_of(folder / ("1" + ending));
    EXPECT_FALSE(one.empty());
    EXPECT_TRUE(text_of(folder / ("2" + ending)) == one);
    EXPECT_TRUE(text_of(folder / ("7" + ending)) == one);
  }
}

TEST(BatchCommand, ArraysGoInAndOut) {
  const Folder folder;
  write_file(folder / "states.csv", states(700));
  const std::string functions = " --functions gravity-torque --output ";
  ASSERT_EQ(torsor("batch panda " + (folder / "states.csv") + " --functions forward-kinematics --output " +
                   (folder / "poses.npy"))
                .code,
            0);
  const std::string poses = text_of(folder / "poses.npy");
  EXPECT_NE(poses.find("'shape': (700, 12)"), std::string::npos);
  EXPECT_EQ(poses.size(), 128u + 700u * 12u * 8u);
  // Torques as an array are positions as an array, as far as the file can tell.
  ASSERT_EQ(torsor("batch panda " + (folder / "states.csv") + functions + (folder / "g.npy")).code, 0);
  ASSERT_EQ(torsor("batch panda " + (folder / "states.csv") + functions + (folder / "g.csv")).code, 0);
  ASSERT_EQ(torsor("batch panda " + (folder / "g.npy") + functions + (folder / "from-array.csv")).code, 0);
  std::string named = text_of(folder / "g.csv");
  write_file(folder / "named.csv", "q1,q2,q3,q4,q5,q6,q7" + named.substr(named.find('\n')));
  ASSERT_EQ(torsor("batch panda " + (folder / "named.csv") + functions + (folder / "from-text.csv")).code, 0);
  EXPECT_EQ(text_of(folder / "from-array.csv"), text_of(folder / "from-text.csv"));
}

TEST(BatchCommand, AnEndingInCapitalsIsTheSameEnding) {
  const Folder folder;
  write_file(folder / "states.csv", states(5));
  ASSERT_EQ(
      torsor("batch panda " + (folder / "states.csv") + " --functions energy --output " + (folder / "r.NPY")).code, 0);
  EXPECT_TRUE(text_of(folder / "r.NPY").starts_with("\x93NUMPY"));
}

TEST(BatchCommand, ADashIsTheStandardInput) {
  const Folder folder;
  write_file(folder / "states.csv", states(30));
  const std::string rest = " --functions gravity-torque --output -";
  const ToolRun file = torsor("batch panda " + (folder / "states.csv") + rest);
  ASSERT_EQ(file.code, 0) << file.err;
  const std::string piped = std::string(TORSOR_CLI) + " batch panda -" + rest + " < " + (folder / "states.csv");
  ASSERT_EQ(std::system((piped + " > " + (folder / "out.csv")).c_str()), 0);  // NOLINT: a shell makes the pipe
  EXPECT_EQ(text_of(folder / "out.csv"), file.out);
}

TEST(BatchCommand, JsonHasFiguresAndTimes) {
  const Folder folder;
  write_file(folder / "states.csv", states(50));
  const Json json = answer("batch panda " + (folder / "states.csv") + " --functions energy,inertia-matrix");
  EXPECT_EQ(keys(json), (Keys{"robot", "file", "rows", "functions", "compiled", "columns", "seconds",
                              "states_per_second", "cpu_seconds"}));
  EXPECT_EQ(json["rows"], 50);
  EXPECT_EQ(json["functions"], (Json{"energy", "inertia-matrix"}));
  EXPECT_EQ(json["compiled"], Json::array());
  ASSERT_EQ(json["columns"].size(), 51u);
  EXPECT_EQ(keys(json["columns"][0]), (Keys{"name", "smallest", "largest", "rms"}));
  EXPECT_EQ(json["columns"][0]["name"], "kinetic_energy");
  EXPECT_EQ(json["columns"][2]["name"], "B1_1");
  EXPECT_EQ(keys(json["cpu_seconds"]), (Keys{"reading", "computing", "writing"}));
  EXPECT_GT(json["states_per_second"].get<double>(), 0);
  EXPECT_LE(json["columns"][0]["smallest"].get<double>(), json["columns"][0]["largest"].get<double>());
}

TEST(BatchCommand, TableHasFiguresAndThroughput) {
  const Folder folder;
  write_file(folder / "states.csv", states(50));
  const ToolRun run = torsor("batch panda " + (folder / "states.csv") + " --functions inertia-matrix,energy --output " +
                             (folder / "out.csv"));
  ASSERT_EQ(run.code, 0) << run.err;
  for (const std::string& part : {std::string("50 states of panda: inertia-matrix,energy\n"), std::string("B7_7"),
                                  std::string("  and 1 more column\n"), std::string(" states/s; CPU: reading "),
                                  "results of every state: " + (folder / "out.csv") + "\n"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << " is not in\n" << run.out;
  EXPECT_EQ(numbers_of(text_of(folder / "out.csv")).size(), 50u);
}

TEST(BatchCommand, MistakesAreTold) {
  const Folder folder;
  const std::string file = folder / "states.csv", plain = folder / "plain.csv";
  write_file(file, states(3));
  write_file(plain, "1,2,3,4\n");
  const auto told = [](const std::string& line, int code, const std::string& message) {
    expect_told(torsor("batch " + line), code, message);
  };
  told("panda " + file, 2, "--functions");
  told("panda " + file + " --functions inverse-dynamic", 2, "did you mean 'inverse-dynamics'?");
  told("panda " + file + " --functions energy,energy", 2, "expected each word once, found 'energy' again");
  told("panda " + file + " --functions energy --columns q", 2, "expected qd among them");
  told("panda " + file + " --functions energy --output " + file, 2,
       "expected another file than the ones that are read");
  told("panda " + file + " --functions energy --threads 1000", 2, "--threads");
  told("panda " + file + " --functions energy --output - --json", 2, "expected no --json beside it");
  told("two-rods " + plain + " --functions inverse-dynamics", 3,
       plain + ":1:1: expected 6 columns (q, qd, qdd of 2 joints), or one more for time first; found 4");
  told("panda nowhere.csv --functions energy", 2, "nowhere.csv");
  write_file(folder / "broken.csv", states(3) + "1,2\n");
  told("panda " + (folder / "broken.csv") + " --functions energy --output " + (folder / "none.csv"), 3,
       (folder / "broken.csv") + ":5:1: expected 28 columns, found 2");
  EXPECT_FALSE(std::filesystem::exists(folder / "none.csv"));
  EXPECT_EQ(folder.count(), 3u) << "something was left behind";
  EXPECT_EQ(torsor("batch two-rods " + plain + " --functions energy --columns q,qd --output -").code, 0);
}

/// What a run of the tool costs.
struct Cost {
  int code = -1;
  double cpu = 0;
  long megabytes = 0;
};
Cost cost_of(std::vector<std::string> words) {
  std::string program = TORSOR_CLI;
  std::vector<char*> argv{program.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || ::wait4(child, &status, 0, &used) != child || !WIFEXITED(status)) return {};
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {WEXITSTATUS(status), seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss / 1024};
}

/// Seconds of CPU to turn the numbers of a text, and no more, into doubles and into text again: nobody reads and
/// writes them for less.
double cost_of_numbers(const std::string& text) {
  return quickest(2, [&] {
    std::vector<char> written(32);
    const char *at = text.data() + text.find('\n') + 1, *end = text.data() + text.size();
    for (double value = 0; at < end; ++at) {
      at = std::from_chars(at, end, value).ptr;
      std::to_chars(written.data(), written.data() + written.size(), value);
    }
  });
}

/// 200,000 rows: a fifth of what a motion of 1,000 s has.
TEST(BatchCommand, MemoryDoesNotGrowWithTheFileAndCpuTimeIsThatOfTheNumbers) {
#if !defined(NDEBUG) || defined(TORSOR_ADDRESS_SANITIZER)
  GTEST_SKIP() << "time and memory are those of an optimised build";
#endif
  const Folder folder;
  const std::string text = states(200000, false), file = folder / "states.csv";
  write_file(file, text);
  const double least = cost_of_numbers(text);
  const Cost batch = cost_of({"batch", "panda", file, "--functions", "inverse-dynamics", "--output", folder / "a.csv"}),
             torques = cost_of({"inverse-dynamics", "panda", "--trajectory", file, "--output", folder / "b.csv"}),
             short_file = cost_of({"robots"});
  ASSERT_EQ(batch.code, 0);
  ASSERT_EQ(torques.code, 0);
  EXPECT_LT(batch.megabytes, short_file.megabytes + 100) << text.size() / 1000000 << " MB went in";
  EXPECT_LT(torques.megabytes, short_file.megabytes + 100);
  EXPECT_LT(batch.cpu, 2.5 * least + 0.1) << "the numbers alone cost " << least << " s";
  EXPECT_LT(torques.cpu, 6 * least + 0.1) << "the numbers alone cost " << least << " s";
}

}  // namespace torsor::test::cli_batch_test
