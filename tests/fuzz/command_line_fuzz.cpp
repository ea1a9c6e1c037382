#include <fuzzer/FuzzedDataProvider.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <streambuf>

#include "tool.hpp"

// The whole tool in this process, in a folder of its own with a robot, a log and a mapping. Words come from a list, or
// are bytes; none leads out of the folder.
namespace {

struct Nothing : std::streambuf {
  int overflow(int letter) override { return letter; }
};

const std::array commands{"robots",
                          "show",
                          "lint",
                          "check",
                          "convert",
                          "dh-table",
                          "kinematics",
                          "jacobian",
                          "manipulability",
                          "workspace",
                          "center-of-mass",
                          "inverse-dynamics",
                          "forward-dynamics",
                          "terms",
                          "energy",
                          "centroidal-momentum",
                          "effective-inertia",
                          "operational-space",
                          "lagrange",
                          "trajectory",
                          "simulate",
                          "compare-controllers",
                          "size-motors",
                          "batch",
                          "derive",
                          "count",
                          "generate",
                          "regressor",
                          "base-parameters",
                          "log",
                          "smooth",
                          "identify",
                          "payload",
                          "excite",
                          "plan-experiment",
                          "make-log",
                          "completion",
                          "help"};
const std::array words{"two-rods",    "rods.urdf",
                       "rods.yaml",   "log.csv",
                       "map.yaml",    "--json",
                       "--q",         "--qd",
                       "--qdd",       "--tau",
                       "0,0",         "1,2",
                       "1e31,0",      "90deg,0",
                       "--gravity",   "0,0,0",
                       "0,-9.81,0",   "--set",
                       "l=2",         "m1=0",
                       "--tip",       "tool",
                       "--wrench",    "lower:0,1,0,0,0,0",
                       "--inverse",   "--dot",
                       "--payload",   "1,0,0,0",
                       "--output",    "out.csv",
                       "out.yaml",    "out.urdf",
                       "out.xml",     "out.html",
                       "--report",    "--force",
                       "--quick",     "--quiet",
                       "--mapping",   "--cutoff",
                       "--rate",      "--trim",
                       "--hold-out",  "0.5",
                       "0",           "-1",
                       "1e300",       "nan",
                       "--duration",  "--samples",
                       "100",         "--seed",
                       "--preset",    "nasty",
                       "clean",       "--truth",
                       "--friction",  "typical",
                       "none",        "--terms",
                       "inertia",     "base-parameters",
                       "--format",    "latex",
                       "sympy",       "--symbols",
                       "standard",    "all",
                       "--worksheet", "out.tex",
                       "--limit",     "--fix",
                       "--sarif",     "--severity",
                       "note",        "--states",
                       "3",           "--lossy",
                       "--to",        "urdf",
                       "mjcf",        "yaml",
                       "--dh",        "modified",
                       "--snap",      "--into",
                       "--target",    "python",
                       "cpp",         "--parameters",
                       "vector",      "--scalar",
                       "float",       "--functions",
                       "jacobian",    "--test-vectors",
                       "1",           "--trajectory",
                       "--sweep",     "joint1=0:1:3",
                       "--grid",      "2",
                       "--table",     "--trust-log",
                       "--smoothing", "butterworth",
                       "--order",     "--threads",
                       "2",           "--validate",
                       "--help"};

void prepare() {
  static const Nothing nothing;
  std::cout.rdbuf(const_cast<Nothing*>(&nothing));
  std::cerr.rdbuf(const_cast<Nothing*>(&nothing));
  std::string name = (std::filesystem::temp_directory_path() / "torsor-fuzz-XXXXXX").string();
  static const std::filesystem::path folder = ::mkdtemp(name.data());
  std::filesystem::current_path(folder);
  std::atexit([] { std::filesystem::remove_all(folder); });
  const auto run = [](std::vector<std::string> call) {
    std::vector<char*> argv{call.data()->data()};
    for (std::size_t k = 1; k < call.size(); ++k) argv.push_back(call[k].data());
    argv.push_back(nullptr);
    torsor::cli::run_tool(static_cast<int>(call.size()), argv.data());
  };
  run({"torsor", "convert", "two-rods", "--output", "rods.urdf", "--lossy"});
  run({"torsor", "convert", "two-rods", "--output", "rods.yaml"});
  run({"torsor", "make-log", "two-rods", "--friction", "typical", "--samples", "300", "--rate", "50", "--output",
       "log.csv"});
  std::ofstream("map.yaml") << "gravity: [0, -9.81, 0]\n";
}

/// Nothing that takes minutes by right, and nothing outside the folder.
bool is_modest(const std::vector<std::string>& call) {
  for (const std::string& word : call)
    if (word.find('/') != std::string::npos || word.find("..") != std::string::npos || word.size() > 40) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  prepare();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider provider(data, size);
  std::vector<std::string> call{"torsor", provider.PickValueInArray(commands)};
  while (provider.remaining_bytes() > 0 && call.size() < 14)
    call.push_back(provider.ConsumeIntegralInRange(0, 7) > 0 ? std::string(provider.PickValueInArray(words))
                                                             : provider.ConsumeRandomLengthString(20));
  for (std::string& word : call) word = word.c_str();  // as the system hands them over
  if (!is_modest(call)) return -1;
  std::vector<char*> argv;
  for (std::string& word : call) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int code = torsor::cli::run_tool(static_cast<int>(call.size()), argv.data());
  if (code < 0 || code > 5) std::abort();
  for (const auto& entry : std::filesystem::directory_iterator("."))  // as it was
    if (const std::string name = entry.path().filename();
        name != "rods.urdf" && name != "rods.yaml" && name != "log.csv" && name != "map.yaml")
      std::filesystem::remove_all(entry.path());
  return 0;
}
