#include "commands/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/command_line.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "torsor/core/rules.hpp"
#include "torsor/core/text.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/robot_format.hpp"

namespace torsor::cli {
namespace {

struct Arguments {
  std::vector<std::string> files, ignored;
  std::string severity = "note", sarif, fix;
  bool strict = false, json = false;
  XmlRobotOptions xml;
};

Severity least_severity(const std::string& name) {
  for (const Severity severity : {Severity::note, Severity::warning, Severity::error})
    if (name == word(severity)) return severity;
  throw UsageError("--severity: expected note, warning or error, found " + in_quotes(name));
}

void require_sense(const Arguments& arguments) {
  for (const std::string& code : arguments.ignored)
    if (const Rule* rule = find_rule(code); rule == nullptr || rule->subject != Subject::robot_file)
      throw UsageError("--ignore: expected a code of docs/lint.md such as axis-not-unit, found " + in_quotes(code));
  if (!arguments.fix.empty() && arguments.files.size() > 1)
    throw UsageError(fmt::format("--fix: expected one file, found {}", arguments.files.size()));
  if (arguments.json && arguments.sarif == "-")
    throw UsageError("--sarif -: expected one form of output, found --json");
}

/// The text of a file, or of a built-in robot, as for other commands.
std::string text_of(const std::string& name) {
  const std::vector<std::string> known = builtin_robot_names();
  if (std::find(known.begin(), known.end(), name) != known.end()) return std::string(builtin_robot_text(name));
  try {
    return read_robot_text(name);
  } catch (const FileError& error) {  // too large to be looked into
    throw UsageError(error.what());
  }
}

/// Without those that the user does not want to see.
LintedFile filtered(const std::string& name, std::vector<Finding> findings, const Arguments& arguments) {
  const Severity least = least_severity(arguments.severity);
  std::erase_if(findings, [&](const Finding& finding) {
    const auto& codes = arguments.ignored;
    return finding.severity < least || std::find(codes.begin(), codes.end(), finding.code) != codes.end();
  });
  LintedFile file{name, std::move(findings)};
  file.count();
  return file;
}

/// Mends the file and writes the copy; `left` becomes what is still found in that.
MendedFile mend(const std::string& name, const std::string& text, const Arguments& arguments,
                std::vector<Finding>& left) {
  if (robot_file_format(text, name) == RobotFormat::yaml)
    throw UsageError("--fix: expected a URDF or MJCF file, found " + name);
  lint::Repaired repaired = lint::repair(text, name, arguments.xml, arguments.ignored);
  write_file(arguments.fix, repaired.text);
  left = std::move(repaired.left);
  for (Finding& finding : left)
    if (finding.file == name) finding.file = arguments.fix;
  return {name, arguments.fix, std::move(repaired.repairs)};
}

void run(const Arguments& arguments) {
  require_sense(arguments);
  std::vector<LintedFile> files;
  files.reserve(arguments.files.size());
  std::optional<MendedFile> mended;
  for (const std::string& name : arguments.files) {
    const std::string text = text_of(name);
    std::vector<Finding> findings;
    if (arguments.fix.empty())
      findings = lint::inspect(text, name, arguments.xml);
    else
      mended = mend(name, text, arguments, findings);
    files.push_back(filtered(mended ? arguments.fix : name, std::move(findings), arguments));
  }
  const std::string sarif = arguments.sarif.empty() ? "" : to_sarif(files).text() + "\n";
  if (!arguments.sarif.empty() && arguments.sarif != "-") write_file(arguments.sarif, sarif);
  if (arguments.sarif == "-")
    std::cout << sarif;
  else if (arguments.json)
    print(to_json(files, mended));
  else
    print(files, mended);
  std::cout.flush();
  const auto bad = std::count_if(files.begin(), files.end(), [&](const LintedFile& file) {
    return file.errors + file.warnings + (arguments.strict ? file.notes : 0) > 0;
  });
  if (bad > 0)
    throw ComputationError(fmt::format("{} of {} {} {} findings that count", bad, files.size(),
                                       files.size() == 1 ? "file" : "files", bad == 1 ? "has" : "have"));
}

}  // namespace

void add_lint(CommandLine& tool) {
  Command command = tool.command("lint", "What is wrong or doubtful in robot files, where, and how to mend it");
  auto arguments = std::make_shared<Arguments>();
  command.option("FILE", arguments->files, "Robot files: URDF, MJCF or YAML").required();
  command.option("--ignore", arguments->ignored, "A code that is not to be told; may be repeated").one_word_each();
  command.option("--severity", arguments->severity, "The least severity told: note (default), warning or error");
  command.flag("--strict", arguments->strict, "Notes count for the exit code as well");
  command.flag("--json", arguments->json, "Print JSON");
  command.option("--sarif", arguments->sarif, "Write SARIF 2.1.0 to this file; - prints it");
  command.option("--fix", arguments->fix, "Write a mended copy to this file (URDF, MJCF)");
  command.flag("--free-mimic", arguments->xml.free_mimic, "Joints that mimic others move on their own");
  command.flag("--free-base", arguments->xml.free_base, "The root link floats in the world");
  command.flag("--ignore-geoms", arguments->xml.ignore_geoms, "MJCF: no mass from geoms");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
