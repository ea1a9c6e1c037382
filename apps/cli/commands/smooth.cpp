#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "arguments/command_line.hpp"
#include "arguments/log_arguments.hpp"
#include "arguments/log_name.hpp"
#include "arguments/outputs.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/ranges.hpp"
#include "torsor/log_health/clean_log.hpp"
#include "torsor/smoothing/write_smoothed.hpp"

namespace torsor::cli {
namespace smooth_command {

struct Arguments {
  std::string log, mapping, output, smoothing = "kalman";
  SmoothingOptions options;
  Option cutoff;
  bool each_pass = false, json = false;
  Outputs outputs;
};

SmoothingOptions options_of(const Arguments& arguments) {
  SmoothingOptions options = smoothing_options(arguments.smoothing, arguments.options.cutoff);
  options.order = arguments.options.order;
  if (arguments.each_pass) options.meaning = CutoffMeaning::each_pass;
  return options;
}

Json about(const Arguments& arguments, const SmoothingPlan& plan, const CleanLog& log, long written) {
  Json sigma = Json::array();
  for (const KalmanNoise& noise : plan.noise) sigma.push_back(noise.sigma);
  Json json{{"file", arguments.log},
            {"joints", log.joint_names()},
            {"rows", log.rows().row_count()},
            {"step", plan.step},
            {"smoothing", in_words(plan)},
            {"cutoff", plan.cutoff},
            {"noise", sigma},
            {"velocity_crossover", plan.crossover},
            {"position_cutoff", plan.position_cutoff},
            {"torque_cutoff", plan.torque_cutoff},
            {"motion_frequency", plan.motion_frequency},
            {"natural_cutoff", plan.natural_cutoff},
            {"longest_gap", plan.longest_gap},
            {"margin", plan.margin}};
  if (!arguments.output.empty()) json["written"] = {{"file", arguments.output}, {"rows", written}};
  return json;
}

void print_plan(const Arguments& arguments, const SmoothingPlan& plan, const LogSource& log, long written) {
  std::cout << fmt::format("{}: {}, typical step {} s\nsmoothing: {}\n", arguments.log, counted(log.row_count(), "row"),
                           shown(plan.step), in_words(plan));
  Table table({"joint", "noise", "motion Hz", "position Hz", "torque Hz", "natural Hz", "cut-off Hz"});
  const auto hertz = [](double value) { return fmt::format("{:.3g}", value); };
  for (std::size_t j = 0; j < plan.noise.size(); ++j)
    table.add({std::to_string(j + 1), fmt::format("{:.2e}", plan.noise[j].sigma), hertz(plan.motion_frequency[j]),
               hertz(plan.position_cutoff[j]), hertz(plan.torque_cutoff[j]), hertz(plan.natural_cutoff[j]),
               hertz(plan.cutoff[j])});
  table.print();
  if (written > 0) std::cout << fmt::format("written: {}, {}\n", arguments.output, counted(written, "row"));
}

void run(Arguments& arguments) {
  if (arguments.cutoff.given()) require_in(ranges::cutoff, "cutoff", arguments.options.cutoff);
  CleanLogOptions opening;
  if (!arguments.mapping.empty()) opening.mapping = read_log_mapping_file(arguments.mapping);
  const CleanLog clean = open_log_named(arguments.log, "LOG", opening);
  require_usable(clean);
  const SoundLog& log = clean.rows();
  const SmoothingPlan plan = plan_smoothing(log, options_of(arguments));
  long written = 0;
  if (!arguments.output.empty())
    arguments.outputs.write_with(
        arguments.output, [&] { written = write_smoothed(log, plan, arguments.output, arguments.outputs.existing()); });
  if (arguments.json)
    print(about(arguments, plan, clean, written));
  else
    print_plan(arguments, plan, log, written);
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace smooth_command

void add_smooth(CommandLine& tool) {
  using namespace smooth_command;
  Command command = tool.command("smooth", "Velocities and accelerations of a log, with standard deviations");
  auto arguments = std::make_shared<Arguments>();
  command.option("LOG", arguments->log, "CSV, NPY or MATLAB file").file().required();
  command.option("--mapping", arguments->mapping, "A YAML file that says what the columns are (docs/log.md)").file();
  arguments->outputs.add_to(command, "--output", arguments->output, "Write the smoothed log, a CSV file");
  command.option("--smoothing", arguments->smoothing, "kalman (default), butterworth or none")
      .one_of({"kalman", "butterworth", "none"});
  arguments->cutoff =
      command.option("--cutoff", arguments->options.cutoff, "Hz at which 3 dB are lost (default: from the data)");
  command.option("--order", arguments->options.order, "Of the Butterworth filter, each pass (default 4)")
      .between(1, 20);
  command.flag("--each-pass", arguments->each_pass,
               "The cut-off loses 3 dB in each of the Butterworth filter's two passes");
  command.flag("--json", arguments->json, "Print JSON");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
