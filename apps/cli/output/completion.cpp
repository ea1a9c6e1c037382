#include "output/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "torsor/core/text.hpp"

namespace torsor::cli {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::string replaced(std::string text, const std::string& old, const std::string& fresh) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += fresh.size())
    text.replace(at, old.size(), fresh);
  return text;
}

std::vector<std::string> flag_names(const CommandText& command) {
  std::vector<std::string> flags;
  for (const OptionText& option : command.options)
    if (!option.is_positional()) flags.push_back(option.name);
  flags.emplace_back("--help");
  return flags;
}

/// What bash offers for a value: words, files (-f) or folders (-d).
std::string bash_values(const std::vector<const OptionText*>& options) {
  std::string words, files;
  for (const OptionText* option : options) {
    words += joined(option->choices);
    if (option->kind == ValueKind::robot) words += "$robots";
    if (option->kind == ValueKind::folder) files = "-d";
    if (option->is_file() || option->kind == ValueKind::robot) files = "-f";
  }
  const bool list = std::any_of(options.begin(), options.end(), [](const auto* option) { return option->list; });
  return fmt::format("words=\"{}\" files={}{}", words, files, list ? " list=1" : "");
}

std::string bash_case(const CommandText& command) {
  std::string text = fmt::format("    {})\n      case $before in\n", command.name);
  std::vector<const OptionText*> positional;
  for (const OptionText& option : command.options) {
    if (option.is_positional()) positional.push_back(&option);
    if (option.is_positional() || option.value.empty()) continue;
    text += fmt::format("        {}) {} ;;\n", option.name, bash_values({&option}));
  }
  text += fmt::format("        *) if [[ $current == -* ]]; then words=\"{}\"; else {}; fi ;;\n",
                      joined(flag_names(command)), bash_values(positional));
  return text + "      esac ;;\n";
}

/// Between single quotes of fish.
std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_line(const std::string& command, const OptionText& option, const std::string& robots) {
  const bool files = option.is_file() || option.kind == ValueKind::folder;
  const std::string words = option.kind == ValueKind::robot ? robots : joined(option.choices);
  std::string line = "complete -c torsor -n '__fish_seen_subcommand_from " + command + "'";
  if (!option.is_positional()) {
    line += " -l " + option.name.substr(2) + " -d " + fish_quoted(shortened(option.help));
    if (!option.value.empty()) line += files ? " -r -F" : option.kind == ValueKind::robot ? " -r -F" : " -x";
  } else if (files || option.kind == ValueKind::robot) {
    line += " -F";
  }
  return line + (words.empty() ? "" : " -a " + fish_quoted(words)) + "\n";
}

/// Between single quotes of zsh; `spec` has another meaning for square brackets and colons.
std::string zsh_quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }
std::string zsh_help(const std::string& text) {
  return replaced(replaced(replaced(shortened(text), "[", "("), "]", ")"), ":", "\\:");
}

std::string zsh_action(const OptionText& option) {
  if (option.kind == ValueKind::robot) return "_torsor_robots";
  if (option.is_file()) return "_files";
  if (option.kind == ValueKind::folder) return "_files -/";
  if (option.list) return "_values -s , " + option.value + " " + joined(option.choices);
  return option.choices.empty() ? " " : "(" + joined(option.choices) + ")";
}

std::string zsh_case(const CommandText& command) {
  std::string text = fmt::format("    {})\n      _arguments", command.name);
  int place = 0;
  for (const OptionText& option : command.options) {
    std::string spec = option.repeated ? "*" : "";
    if (option.is_positional())
      spec = (option.repeated ? "*" : std::to_string(++place)) + ":" + option.name + ":" + zsh_action(option);
    else
      spec += option.name + "[" + zsh_help(option.help) + "]" +
              (option.value.empty() ? "" : ":" + zsh_help(option.value) + ":" + zsh_action(option));
    text += " \\\n        " + zsh_quoted(spec);
  }
  return text + " \\\n        '--help[Print help]' ;;\n";
}

}  // namespace

std::string bash_completion(const ToolText& tool, const std::vector<std::string>& robots) {
  std::string text = "# Completion of torsor for bash, as `torsor completion bash` prints it.\n_torsor() {\n";
  text += "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= files= list= head=\n";
  text += fmt::format("  local robots=\"{}\"\n", joined(robots));
  text += "  if ((COMP_CWORD == 1)); then\n";
  text += fmt::format("    words=\"{} --help --version\"\n", joined(tool.command_names()));
  text += "  else\n    case ${COMP_WORDS[1]} in\n";
  for (const CommandText& command : tool.commands) text += bash_case(command);
  text += "    esac\n  fi\n  if [[ $list && $current == *,* ]]; then head=${current%,*},; fi\n";
  text += "  mapfile -t COMPREPLY < <(compgen -P \"$head\" -W \"$words\" $files -- \"${current#\"$head\"}\")\n}\n";
  return text + "complete -o filenames -F _torsor torsor\n";
}

std::string zsh_completion(const ToolText& tool, const std::vector<std::string>& robots) {
  std::string text = "#compdef torsor\n# Completion of torsor for zsh, as `torsor completion zsh` prints it.\n";
  text +=
      fmt::format("_torsor_robots() {{\n  _alternative 'robots:built-in robot:({})' 'files:robot file:_files'\n}}\n",
                  joined(robots));
  text += "_torsor() {\n  local -a commands\n  commands=(\n";
  for (const CommandText& command : tool.commands)
    text += "    " + zsh_quoted(command.name + ":" + shortened(command.help)) + "\n";
  text += "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n";
  text += "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n";
  for (const CommandText& command : tool.commands) text += zsh_case(command);
  text += "  esac\n}\ncompdef _torsor torsor\n";
  return text + "if [[ $funcstack[1] == _torsor ]]; then _torsor; fi  # where it is loaded at the first use\n";
}

std::string fish_completion(const ToolText& tool, const std::vector<std::string>& robots) {
  std::string text = "# Completion of torsor for fish, as `torsor completion fish` prints it.\ncomplete -c torsor -f\n";
  for (const CommandText& command : tool.commands) {
    text += fmt::format("complete -c torsor -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish_quoted(shortened(command.help)));
    for (const OptionText& option : command.options) text += fish_line(command.name, option, joined(robots));
  }
  return text;
}

}  // namespace torsor::cli
