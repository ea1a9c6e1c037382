#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments/command_text.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
class Option;
}  // namespace CLI

/// Flags, values and commands. The parser behind it is CLI11, whose headers take as long to compile as all of the tool:
/// only command_line.cpp sees them.
namespace torsor::cli {

template <class T, class... Kinds>
concept OneOf = (std::same_as<T, Kinds> || ...);

/// What an option can be read into.
template <class T>
concept OptionValue = OneOf<T, std::string, double, int, long, std::uint64_t, std::optional<double>, std::optional<int>,
                            std::vector<std::string>, std::vector<double>>;

/// An option of a command: what may be written for it, and whether it was. Copies mean the same option.
class Option {
 public:
  Option() = default;  // one that no command has, and so is never given
  Option(CLI::Option* option, OptionText* text) : option_(option), text_(text) {}

  bool exists() const { return option_ != nullptr; }
  bool given() const;

  Option& required(bool required = true);
  /// Completion offers these words.
  Option& offers(const std::vector<std::string>& words);
  /// Only these words may be written; completion offers them, and one that is like them is proposed.
  Option& one_of(const std::vector<std::string>& words);
  /// The same for a list between commas.
  Option& list_of(const std::vector<std::string>& words);
  Option& between(double low, double high);
  Option& between(int low, int high);
  Option& positive();
  /// `problem` says what is wrong with a text, or nothing.
  Option& check(const std::function<std::string(const std::string&)>& problem);
  Option& needs(const Option& other);
  Option& excludes(const std::vector<Option>& others);

  /// What other programs call it: for those who write that, this flag is proposed.
  Option& not_called(const std::vector<std::string>& names);

  /// The value is called so in help texts.
  Option& value(const std::string& name);
  /// The value is a file to read or to write, a folder or a robot: completion offers those.
  Option& file() { return of_kind(ValueKind::file, "FILE"); }
  Option& output() { return of_kind(ValueKind::output, "FILE"); }
  Option& folder() { return of_kind(ValueKind::folder, "FOLDER"); }
  Option& robot() { return of_kind(ValueKind::robot, "ROBOT"); }

  /// The help text shows the value that the variable has now.
  Option& show_default();
  /// The value may be left out.
  Option& value_optional();
  /// One list in place of many words: `1,2,3`.
  Option& separated_by(char delimiter);
  /// Of a list: the option takes one word, and is repeated for more.
  Option& one_word_each();

 private:
  Option& of_kind(ValueKind kind, const std::string& name);

  CLI::Option* option_ = nullptr;
  OptionText* text_ = nullptr;
};

/// One subcommand. Copies mean the same command.
class Command {
 public:
  Command(CLI::App* app, CommandText* text) : app_(app), text_(text) {}

  /// A flag with a value such as "--rate", or a positional argument such as "ROBOT". `target` has to live until the
  /// command has run.
  template <OptionValue T>
  Option option(const std::string& name, T& target, const std::string& help);
  /// A flag without a value.
  Option flag(const std::string& name, bool& target, const std::string& help);

  /// The words that were given for options of a kind, each with the option's name.
  std::vector<std::pair<std::string, std::string>> given(ValueKind kind) const;
  /// Whether a flag was given.
  bool given(const std::string& flag) const;
  /// Every flag that was given, with the words behind it.
  std::vector<std::pair<std::string, std::vector<std::string>>> given_flags() const;
  /// What is looked at first, once the arguments are read.
  void before_run(const std::function<void()>& look);
  /// What the command does then.
  void on_run(const std::function<void()>& run);

 private:
  CLI::App* app_;
  CommandText* text_;
};

/// The tool: its commands, its help texts and its version.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description, const std::string& version);
  ~CommandLine();

  /// The commands that follow belong together.
  void start_group(const std::string& title) { group_ = title; }
  Command command(const std::string& name, const std::string& help);
  void add_example(const std::string& command_line, const std::string& what);
  const ToolText& text() const { return text_; }

  /// Runs the command that the words name, or prints help or version; without words, what the tool can do. Throws
  /// UsageError where the words make no sense, and whatever the command throws.
  void run(int count, char** words);

  /// Throws UsageError, with a proposal.
  void require_known_command(const std::string& word) const;

 private:
  std::unique_ptr<CLI::App> app_;
  ToolText text_;
  std::string group_;
};

}  // namespace torsor::cli
