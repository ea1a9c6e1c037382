#include <gtest/gtest.h>

#include <fmt/format.h>

#include "statistics/robot_with_effects.hpp"
#include "statistics/terms_of_parts.hpp"
#include "torsor/log_health/clean_log.hpp"
#include "torsor/logs/log_file.hpp"
#include "torsor/robot_files/robot_file.hpp"

// The same of real logs, read with the defaults. It takes minutes: only where TORSOR_STABILITY_LOGS is set.
namespace torsor::test::term_stability_shared_test {

constexpr const char* kr300 = R"(
name: kr300
dh: standard
gravity: [0, 0, 9.81]
links:
  - {joint: revolute, dh: {a: 0.35, alpha: 90deg, d: -0.675, theta: 0}}
  - {joint: revolute, dh: {a: 1.15, alpha: 0, d: -0.189, theta: 0}}
  - {joint: revolute, dh: {a: 0.041, alpha: -90deg, d: 0.189, theta: 90deg}}
  - {joint: revolute, dh: {a: 0, alpha: 90deg, d: -1, theta: 0}}
  - {joint: revolute, dh: {a: 0, alpha: -90deg, d: 0, theta: 0}}
  - {joint: revolute, dh: {a: 0, alpha: 180deg, d: -0.24, theta: 0}}
)";

struct Logs {
  const char* robot;
  std::vector<std::string> files;
};
const Logs real_logs[] = {
    {"tx40", {"tx40_figaroh/pos_read_data.csv"}},
    {"ur10", {"ur10_unisa/exciting_trajectory.csv"}},
    {"panda", {"panda_unisa/exciting_trajectory.csv"}},
    {"kr300",
     {"kr300_kaiserslautern/traj_A.csv", "kr300_kaiserslautern/traj_B.csv", "kr300_kaiserslautern/traj_C.csv"}},
};

class RealTerms : public testing::TestWithParam<Logs> {};

TEST_P(RealTerms, StayWhereATenthIsLeftOut) {
  if (std::getenv("TORSOR_STABILITY_LOGS") == nullptr)  // NOLINT(concurrency-mt-unsafe)
    GTEST_SKIP() << "takes minutes; TORSOR_STABILITY_LOGS asks for it";
  const std::string name = GetParam().robot;
  const Description robot = name == "kr300" ? read_robot(kr300, "kr300.yaml") : load_robot(name);
  const Model<double> model = build_model<double>(robot);
  CleanLogOptions opening;
  opening.mapping = read_log_mapping_file(TORSOR_SOURCE_DIR "/tests/logs/mappings/" + name + ".yaml");
  opening.robot = &model;
  std::vector<std::string> paths;
  for (const std::string& file : GetParam().files) paths.push_back(TORSOR_SHARED_DIR "/logs/" + file);
  const std::vector<CleanLog> logs = open_clean_logs(paths, opening);
  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = options.deviations = false;
  options.hold_out = 0;
  options.gravity = logs[0].file().gravity();
  const Changes changes = changed_choices([&](int tenth) {
    std::vector<SoundLog> parts;
    for (const CleanLog& log : logs)
      parts.push_back(tenth < 0 ? SoundLog(log.rows(), std::vector<RowRange>()) : without_tenth(log.rows(), tenth));
    std::vector<NamedLog> named;
    for (const SoundLog& part : parts) named.push_back({"log", &part});
    return admitted_terms(identify(robot, named, {}, options));
  });
  tell_table("stability", fmt::format("| {} | {} of 10 | {} |", name, changes.terms, changes.widths));
}

INSTANTIATE_TEST_SUITE_P(All, RealTerms, testing::ValuesIn(real_logs), [](const auto& one) { return one.param.robot; });

}  // namespace torsor::test::term_stability_shared_test
