#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

/// What the tool says about itself: help, the manual page and completion are written from it.
namespace torsor::cli {

/// What can stand for a value, for completion.
enum class ValueKind { text, file, output, folder, robot };

struct OptionText {
  std::string name;   // "--rate", or "ROBOT" where it is known by its place
  std::string value;  // "NUMBER"; empty for a flag without a value
  std::string help;
  bool required = false, repeated = false;
  ValueKind kind = ValueKind::text;
  std::vector<std::string> choices{};
  bool list = false;                       // of choices, between commas
  std::vector<std::string> other_names{};  // what other programs call it
  std::string usual{};                     // the default, where the help text does not say it

  bool is_positional() const { return !name.starts_with('-'); }
  bool is_file() const { return kind == ValueKind::file || kind == ValueKind::output; }
};

struct CommandText {
  std::string group, name, help;
  std::deque<OptionText> options{};  // stay where they are
};

struct ToolText {
  std::string name, description, version;
  std::vector<std::pair<std::string, std::string>> examples{};  // a command line, and what it does
  std::deque<CommandText> commands{};                           // stay where they are

  /// The command of that name, or a null pointer.
  const CommandText* find(const std::string& command) const {
    for (const CommandText& known : commands)
      if (known.name == command) return &known;
    return nullptr;
  }
  std::vector<std::string> command_names() const {
    std::vector<std::string> names;
    names.reserve(commands.size());
    for (const CommandText& command : commands) names.push_back(command.name);
    return names;
  }
};

}  // namespace torsor::cli
