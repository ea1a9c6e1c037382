#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/outputs.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/result_comparison_output.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/report/result_comparison_report.hpp"

namespace torsor::cli {
namespace compare_command {

struct Arguments {
  std::vector<std::string> results;
  std::string report;
  ResultComparisonOptions options;
  bool json = false;
  Outputs outputs;
};

void require_different(const std::vector<std::string>& paths) {
  if (paths.size() < 2) throw UsageError(fmt::format("RESULT: expected 2 or more, found {}", paths.size()));
  std::vector<std::filesystem::path> seen;
  for (const std::string& path : paths) {
    std::error_code none;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(path, none);
    if (std::find(seen.begin(), seen.end(), whole) != seen.end() && std::filesystem::is_regular_file(whole, none))
      throw UsageError(path + ": expected every result once, found it twice");
    seen.push_back(whole);
  }
}

void run(Arguments& arguments) {
  require_different(arguments.results);
  std::vector<ComparableResult> results;
  results.reserve(arguments.results.size());
  for (const std::string& path : arguments.results) results.push_back(read_result(path));
  const ResultComparison comparison = compare_results(results, arguments.options);
  if (!arguments.report.empty()) arguments.outputs.write(arguments.report, html_report(comparison));
  if (arguments.json) {
    Json json = to_json(comparison);
    json["written"] = arguments.outputs.written();
    print(json);
  } else {
    print_comparison(comparison);
    for (const std::string& path : arguments.outputs.written()) std::cout << "\nwrote " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
  if (!comparison.changed()) return;
  std::vector<std::string> names;
  names.reserve(comparison.significant.size());
  for (const int parameter : comparison.significant) names.push_back(comparison.parameters[parameter]);
  throw NotAcceptable(counted(static_cast<long>(names.size()), "parameter") + " changed: " + enumerated(names));
}

}  // namespace compare_command

void add_compare(CommandLine& tool) {
  using namespace compare_command;
  Command command = tool.command("compare", "What changed between identifications of a robot, beyond uncertainty");
  auto arguments = std::make_shared<Arguments>();
  command.option("RESULT", arguments->results, "Results of `torsor identify --json`, the earliest first")
      .file()
      .required();
  command
      .option("--level", arguments->options.level,
              "Probability that anything is reported where nothing changed (default 0.01)")
      .value("PROBABILITY");
  command
      .option("--position", arguments->options.position,
              "When each result was made, rising numbers such as days (default: 0,1,2..)")
      .separated_by(',');
  arguments->outputs.add_to(command, "--report", arguments->report, "Write a report with plots, one HTML file");
  command.flag("--json", arguments->json, "Print JSON");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
