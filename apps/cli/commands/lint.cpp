#include "commands/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "arguments/command_line.hpp"
#include "arguments/outputs.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/finding_output.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/rules.hpp"
#include "torsor/core/text.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/robot_format.hpp"

namespace torsor::cli {
namespace lint_command {

struct Arguments {
  std::vector<std::string> files, ignored;
  std::string severity = "note", sarif, output;
  bool fix = false, strict = false, json = false;
  XmlRobotOptions xml;
  Outputs outputs;
};

void require_sense(const Arguments& arguments) {
  std::vector<std::string> codes;
  for (const Rule& rule : rules(Subject::robot_file)) codes.emplace_back(rule.code);
  for (const std::string& code : arguments.ignored)
    if (const Rule* rule = find_rule(code); rule == nullptr || rule->subject != Subject::robot_file)
      throw UsageError("--ignore: expected a code of docs/lint.md such as axis-not-unit, found " + in_quotes(code) +
                       did_you_mean(code, codes));
  if (arguments.fix == arguments.output.empty())
    throw UsageError("--fix and --output: expected both (to mend, and the file for the mended copy), found one");
  if (arguments.fix && arguments.files.size() > 1)
    throw UsageError(fmt::format("--fix: expected one file, found {}", arguments.files.size()));
  if (arguments.json && arguments.sarif == "-")
    throw UsageError("--sarif -: expected one form of output, found --json");
}

/// The text of a file, or of a built-in robot, as for other commands.
std::string text_of(const std::string& name) {
  const std::vector<std::string> known = builtin_robot_names();
  std::error_code ignored;
  const bool is_built_in = std::find(known.begin(), known.end(), name) != known.end();
  if (is_built_in || !std::filesystem::exists(name, ignored)) return std::string(builtin_robot_text(name));
  try {
    return read_robot_text(name);
  } catch (const FileError& error) {  // too large to be looked into
    throw UsageError(error.what());
  }
}

/// Without those that the user does not want to see.
LintedFile filtered(const std::string& name, std::vector<Finding> findings, const Arguments& arguments) {
  const Severity least = severity_of(arguments.severity);
  std::erase_if(findings, [&](const Finding& finding) {
    const auto& codes = arguments.ignored;
    return finding.severity < least || std::find(codes.begin(), codes.end(), finding.code) != codes.end();
  });
  LintedFile file{name, std::move(findings)};
  file.count();
  return file;
}

/// Mends the file and writes the copy; `left` becomes what is still found in that.
MendedFile mend(const std::string& name, const std::string& text, Arguments& arguments, std::vector<Finding>& left) {
  if (robot_file_format(text, name) == RobotFormat::yaml)
    throw UsageError("--fix: expected a URDF or MJCF file, found " + name);
  lint::Repaired repaired = lint::repair(text, name, arguments.xml, arguments.ignored);
  arguments.outputs.write(arguments.output, repaired.text);
  left = std::move(repaired.left);
  for (Finding& finding : left)
    if (finding.file == name) finding.file = arguments.output;
  return {name, arguments.output, std::move(repaired.repairs)};
}

void run(Arguments& arguments) {
  require_sense(arguments);
  std::vector<LintedFile> files;
  files.reserve(arguments.files.size());
  std::optional<MendedFile> mended;
  std::optional<UsageError> unread;  // the findings in the other files are printed first
  for (const std::string& name : arguments.files) {
    std::string text;
    try {
      text = text_of(name);
    } catch (const UsageError& error) {
      if (arguments.files.size() == 1) throw;
      if (!unread) unread = error;
      continue;
    }
    std::vector<Finding> findings;
    if (!arguments.fix)
      findings = lint::inspect(text, name, arguments.xml);
    else
      mended = mend(name, text, arguments, findings);
    files.push_back(filtered(mended ? arguments.output : name, std::move(findings), arguments));
  }
  const std::string sarif = arguments.sarif.empty() ? "" : to_sarif(files).text() + "\n";
  if (arguments.sarif != "-") arguments.outputs.write(arguments.sarif, sarif);
  if (arguments.sarif == "-")
    std::cout << sarif;
  else if (arguments.json)
    print(to_json(files, mended));
  else
    print(files, mended);
  std::cout.flush();
  arguments.outputs.require_written();
  if (unread) throw UsageError(*unread);
  const auto bad = std::count_if(files.begin(), files.end(), [&](const LintedFile& file) {
    return file.errors + file.warnings + (arguments.strict ? file.notes : 0) > 0;
  });
  if (bad > 0)
    throw NotAcceptable(fmt::format("{} of {} {} errors or warnings", bad,
                                    counted(static_cast<long>(files.size()), "file"), bad == 1 ? "has" : "have"));
}

}  // namespace lint_command

void add_lint(CommandLine& tool) {
  using namespace lint_command;
  Command command =
      tool.command("lint", "Errors and doubtful values in robot files, where they are, and how to fix them");
  auto arguments = std::make_shared<Arguments>();
  command.option("FILE", arguments->files, "Robot files: URDF, MJCF or YAML, or built-in robots").robot().required();
  command.option("--ignore", arguments->ignored, "A code that is not shown; may be repeated")
      .value("CODE")
      .one_word_each();
  command.option("--severity", arguments->severity, "The least severity shown: note (default), warning or error")
      .one_of({"note", "warning", "error"});
  command.flag("--strict", arguments->strict, "Notes count for the exit code as well");
  command.flag("--json", arguments->json, "Print JSON");
  arguments->outputs.add_to(command, "--sarif", arguments->sarif, "Write SARIF 2.1.0 to this file; - prints it");
  command.flag("--fix", arguments->fix, "Mend a copy of the file (URDF, MJCF), which --output names");
  arguments->outputs.add_to(command, "--output", arguments->output, "The file for the mended copy");
  command.flag("--free-mimic", arguments->xml.free_mimic, "Joints that mimic others move on their own");
  command.flag("--free-base", arguments->xml.free_base, "The root link floats in the world");
  command.flag("--ignore-geoms", arguments->xml.ignore_geoms, "MJCF: no mass from geoms");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
