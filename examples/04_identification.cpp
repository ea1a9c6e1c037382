// From a log of motion to masses and friction: a log is made, written, opened, examined, cleaned and identified, and
// the robot that comes out is written.
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "torsor/core/write_file.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/logs/write_log.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/yaml/write_yaml.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace {

/// A log of ten seconds with the faults of a real one: noise, ripple, quantised positions, a clock that jitters.
void make_log(const torsor::Model<double>& model, const torsor::Excitation& motion, const std::filesystem::path& path) {
  const double rate = 200;
  torsor::write_log(torsor::SyntheticLog(model, motion, torsor::log_effects("in-class", rate), 2000), path);
}

}  // namespace

int main() {
  using namespace torsor;
  namespace files = std::filesystem;
  const Description robot = load_robot("two-rods");
  const Model<double> rods = build_model<double>(robot);
  const Excitation motion = random_excitation(rods, joint_limits(robot), {.period = 10, .rests = false});
  const Model<double> truth = with_typical_friction(rods, motion);
  const files::path folder = files::temp_directory_path() / "torsor-example-04";
  files::create_directories(folder);
  make_log(truth, motion, folder / "log.csv");

  // Your own log goes in here. Columns that have other names than t, q1, tau1 are told by a mapping (docs/log.md).
  CleanLogOptions opening;
  opening.robot = &rods;
  const std::vector<CleanLog> logs = open_clean_logs({(folder / "log.csv").string()}, opening);
  for (const CleanLog& log : logs)
    std::printf("%s: %ld of %ld rows are sound\n", log.name().c_str(), log.health().sound_rows,
                log.file().file_row_count());

  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = false;  // the estimators that take longer
  const Identification result = identify(robot, logs, {}, options);

  std::printf("\n%s: %s\n", to_string(result.verdict.grade), result.verdict.sentence.c_str());
  for (const std::string& fact : result.verdict.facts) std::printf("  %s\n", fact.c_str());
  for (const Finding& finding : result.all_findings()) std::printf("  %s\n", to_string(finding).c_str());

  const Estimate& estimate = result.weighted();
  const std::vector<double> expected = base_values(result.base, parameters(truth, result.layout));
  std::printf("\n%-10s%12s%12s%12s\n", "parameter", "value", "deviation", "truth");
  bool near = result.verdict.grade == Grade::good && result.consistent.valid;
  for (std::size_t b = 0; b < estimate.value.size(); ++b) {
    std::printf("%-10s%12.4f%12.4f%12.4f\n", result.base_names[b].c_str(), estimate.value[b],
                estimate.standard_deviation[b], expected[b]);
    near = near && std::abs(estimate.value[b] - expected[b]) < 5 * estimate.standard_deviation[b] + 0.05;
  }

  const files::path written = folder / "identified.yaml";
  write_file(written, write_yaml(identified_robot(robot, result)).text);
  const bool readable = build_model<double>(load_robot(written.string())).nv == rods.nv;
  std::printf("\nwritten: %s\n", written.string().c_str());
  return near && readable ? 0 : 1;
}
