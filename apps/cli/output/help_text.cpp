#include "output/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "output/colour.hpp"

namespace torsor::cli {
namespace {

constexpr std::size_t line_width = 100;  // of a line

/// A name, and behind it a text whose further lines start below its first.
void print_entry(const std::string& name, const std::string& text, std::size_t column) {
  const std::string start = "  " + name;
  std::string line =
      start + (start.size() + 2 > column ? "\n" + std::string(column, ' ') : std::string(column - start.size(), ' '));
  std::size_t used = column;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (used > column && used + word.size() + 1 > line_width) {
      line += "\n" + std::string(column, ' ');
      used = column;
    }
    line += (used > column ? " " : "") + word;
    used += word.size() + (used > column ? 1 : 0);
  }
  std::cout << line << '\n';
}

void print_heading(const std::string& title) { std::cout << '\n' << coloured(Colour::bold, title) << '\n'; }

void print_options(const std::string& title, const std::vector<OptionText>& options) {
  if (options.empty()) return;
  print_heading(title);
  std::size_t column = 0;
  for (const OptionText& option : options)
    column = std::max(column, std::min<std::size_t>(label_of(option).size(), 24));
  for (const OptionText& option : options) print_entry(label_of(option), help_of(option), column + 4);
}

}  // namespace

std::string arguments_of(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.options)
    if (option.is_positional()) text += (option.required ? label_of(option) : "[" + label_of(option) + "]") + " ";
  return text + "[FLAGS]";
}

std::string label_of(const OptionText& option) {
  if (option.is_positional()) return option.name + (option.repeated ? "..." : "");
  const std::string choices = fmt::format("{}", fmt::join(option.choices, "|"));
  const std::string& value = choices.empty() || option.list || choices.size() > 30 ? option.value : choices;
  return option.name + (value.empty() ? "" : " " + value);
}

std::string help_of(const OptionText& option) {
  std::string usual = option.usual;
  if (usual.size() > 40)  // a list, which would be a line of its own
    for (std::size_t at = 0; (at = usual.find(',', at)) != std::string::npos; ++at) usual.insert(at + 1, " ");
  return option.help + (usual.empty() ? "" : fmt::format(" (default {})", usual)) +
         (option.required && !option.is_positional() ? " (required)" : "");
}

void print_overview(const ToolText& tool) {
  std::cout << fmt::format("{}\n\nusage: {} COMMAND [ARGUMENTS] [FLAGS]\n", tool.description, tool.name);
  std::string group;
  std::size_t column = 0;
  for (const CommandText& command : tool.commands) column = std::max(column, command.name.size());
  for (const CommandText& command : tool.commands) {
    if (command.group != group) print_heading(group = command.group);
    print_entry(command.name, command.help, column + 4);
  }
  print_heading("Examples");
  for (const auto& [line, what] : tool.examples) std::cout << fmt::format("  {}\n      {}\n", line, what);
  std::cout << fmt::format(
      "\n`{0} help COMMAND` explains a command; `{0} robots` lists the robots that are built in.\n", tool.name);
}

void print_help(const ToolText& tool, const CommandText& command) {
  std::cout << fmt::format("{}\n\nusage: {} {} {}\n", command.help, tool.name, command.name, arguments_of(command));
  std::vector<OptionText> arguments, flags;
  for (const OptionText& option : command.options) (option.is_positional() ? arguments : flags).push_back(option);
  flags.push_back({"-h, --help", "", "Print this text"});
  print_options("Arguments", arguments);
  print_options("Flags", flags);
}

}  // namespace torsor::cli
