#include "output/man_page.hpp"

#include <fmt/format.h>

#include "output/exit_code.hpp"
#include "output/help_text.hpp"

namespace torsor::cli {
namespace {

/// A text in which nothing is a request or an escape of troff.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

std::string heading(const char* request, std::string title) {
  std::erase(title, '"');
  return fmt::format(".{} \"{}\"\n", request, plain(title));
}

/// A term, and below it what it means.
std::string entry(const std::string& term, const std::string& meaning) {
  return fmt::format(".TP\n.B {}\n{}\n", plain(term), plain(meaning));
}

std::string commands(const ToolText& tool) {
  std::string text, group;
  for (const CommandText& command : tool.commands) {
    if (command.group != group) text += heading("SH", group = command.group);
    text += heading("SS", fmt::format("{} {} {}", tool.name, command.name, arguments_of(command)));
    text += plain(command.help) + "\n";
    for (const OptionText& option : command.options) text += entry(label_of(option), help_of(option));
  }
  return text;
}

}  // namespace

std::string man_page(const ToolText& tool) {
  const std::string purpose = tool.description.substr(tool.description.find(": ") + 2);
  std::string text = fmt::format(".TH TORSOR 1 \"\" \"{}\"\n.nh\n.ad l\n", plain(tool.version));
  text += heading("SH", "NAME") + tool.name + " \\- " + plain(purpose) + "\n";
  text += heading("SH", "SYNOPSIS") + fmt::format(".B {}\n.I COMMAND\n[ARGUMENTS] [FLAGS]\n", tool.name);
  text += heading("SH", "DESCRIPTION");
  text +=
      "ROBOT is a built\\-in robot or a robot file in YAML, URDF or MJCF. Vectors are lists without spaces, one number "
      "for each joint; numbers may be expressions, such as pi/4 or 90deg. Units are SI.\n";
  text += commands(tool);
  text += heading("SH", "EXIT STATUS");
  for (const ExitMeaning& exit : exit_meanings())
    text += entry(std::to_string(static_cast<int>(exit.code)), exit.meaning);
  text += heading("SH", "ENVIRONMENT") + entry("NO_COLOR", "where it is set, nothing is printed in colour");
  text += heading("SH", "EXAMPLES");
  for (const auto& [line, what] : tool.examples) text += entry(line, what);
  return text;
}

}  // namespace torsor::cli
