#include "output/plan_commands.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

using Purpose = PlannedMotion::Purpose;

/// A word as a shell takes it.
std::string shell_word(const std::string& word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '/';
  };
  if (!word.empty() && std::ranges::all_of(word, plain) && word[0] != '-') return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string gravity_flag(const std::optional<Vector3<double>>& g) {
  if (!g) return "";
  return " --gravity=" + number_text(g->x) + "," + number_text(g->y) + "," + number_text(g->z);
}

bool has(const ExperimentPlan& plan, Purpose purpose) {
  return std::ranges::find(plan.motions, purpose, &PlannedMotion::purpose) != plan.motions.end();
}

/// The flags that were given, as far as they are wanted, once more.
template <class Wanted>
std::string flags_again(const GivenFlags& flags, const Wanted& wanted) {
  std::string text;
  for (const auto& [flag, words] : flags) {
    if (!wanted(flag)) continue;
    if (words.empty()) text += " " + flag;
    for (const std::string& word : words) text += " " + flag + "=" + shell_word(word);
  }
  return text;
}

/// How the robot is read, in every command that reads it.
bool is_of_robot(const std::string& flag) {
  return flag == "--set" || flag == "--free-mimic" || flag == "--free-base" || flag == "--ignore-geoms";
}
/// What the next plan does not take over: it has files and logs of its own.
bool is_of_this_plan(const std::string& flag) {
  constexpr std::array<const char*, 8> own{"--output", "--report", "--after",   "--quiet",
                                           "--json",   "--force",  "--gravity", "--mapping"};
  return std::ranges::find(own, flag) != own.end();
}

/// What was asked to be identified, as flags of identify.
std::string flags_of(const PlanFiles& files, bool stribeck) {
  const IdentifyOptions& wanted = files.identification;
  std::string friction;
  const auto add = [&](bool has, const char* word) {
    if (has) friction += (friction.empty() ? "" : ",") + std::string(word);
  };
  add(wanted.viscous, "viscous"), add(wanted.coulomb, "coulomb"), add(wanted.offset, "offset");
  add(wanted.asymmetric, "asymmetric"), add(stribeck, "stribeck");
  std::string flags;
  if (friction != "viscous,coulomb,offset") flags += " --friction " + (friction.empty() ? "none" : friction);
  if (!wanted.rotor) flags += " --no-rotor";
  flags += gravity_flag(files.gravity);
  if (!files.mapping.empty()) flags += " --mapping " + shell_word(files.mapping);
  return flags;
}

std::string logs_of(const ExperimentPlan& plan, const std::vector<Purpose>& purposes) {
  std::string words;
  for (const PlannedMotion& motion : plan.motions)
    if (std::ranges::find(purposes, motion.purpose) != purposes.end()) words += " " + motion.log;
  return words;
}

}  // namespace

std::vector<PlanCommand> plan_commands(const ExperimentPlan& plan, const PlanFiles& files) {
  const std::string robot = shell_word(files.robot) + flags_again(files.flags, is_of_robot);
  const std::string flags = flags_of(files, false), gravity = gravity_flag(files.gravity);
  const std::string mapping = files.mapping.empty() ? "" : " --mapping " + shell_word(files.mapping);
  std::vector<PlanCommand> commands;
  const auto add = [&](std::string line, std::string purpose) {
    commands.push_back({std::move(line), std::move(purpose)});
  };
  const std::string same_terms = flags + " --no-select-terms --json --quiet";  // what is compared needs the same ones
  add("torsor identify " + robot + " warm-1.csv" + same_terms + " > warm-1.json",
      "warm-up: of one record of identification.csv");
  add("torsor identify " + robot + " warm-2.csv" + same_terms + " > warm-2.json",
      "warm-up: of another, 10 minutes later");
  add("torsor compare warm-1.json warm-2.json", "warm-up: exit code 0 once friction has settled, 4 before");
  add("torsor log" + logs_of(plan, {Purpose::identification, Purpose::validation, Purpose::friction, Purpose::poses}) +
          " --robot " + shell_word(files.robot) + gravity + mapping,
      "what is wrong with the records, before the robot is put away");
  add("torsor identify " + robot + logs_of(plan, {Purpose::identification}) + flags + " --validate" +
          logs_of(plan, {Purpose::validation}) +
          " --output identified.yaml --report identified.html --json --quiet > identified.json",
      "masses and friction, judged by the other motion");
  if (has(plan, Purpose::friction))
    add("torsor identify " + robot + logs_of(plan, {Purpose::identification, Purpose::friction}) +
            flags_of(files, true) + " --validate" + logs_of(plan, {Purpose::validation}) +
            " --report friction.html --json --quiet > friction.json",
        "the same with the sweeps, and friction that falls as a joint breaks loose");
  add("torsor identify " + robot + logs_of(plan, {Purpose::identification}) + same_terms + " > end.json",
      "with the terms of the warm-up's, to compare with");
  add("torsor compare warm-2.json end.json", "nothing has changed between warm-up and the end");
  if (has(plan, Purpose::poses))
    add("torsor payload " + robot + " --static --unloaded poses-log.csv --loaded poses-loaded-log.csv" + gravity +
            mapping,
        "poses.csv once more with a load of known mass in the hand: a check of torque and gravity");
  const auto goes_on = [](const std::string& flag) { return !is_of_this_plan(flag); };
  add("torsor plan-experiment " + shell_word(files.robot) + flags_again(files.flags, goes_on) +
          " --after identification-log.csv" + gravity_flag(files.identification.gravity) + mapping +
          " --output next --report next.html",
      "the next plan, for what is still unknown");
  return commands;
}

}  // namespace torsor::cli
