#pragma once

#include <string>

#include "arguments/command_text.hpp"

/// What the tool says about itself on a terminal.
namespace torsor::cli {

/// The commands by group, and examples.
void print_overview(const ToolText& tool);
/// One command with its arguments and flags.
void print_help(const ToolText& tool, const CommandText& command);

/// "ROBOT LOG... [FLAGS]"
std::string arguments_of(const CommandText& command);
/// An option with what stands behind it: "--frame base|tip", "LOG...".
std::string label_of(const OptionText& option);
/// Its help text, with the default and whether it has to be there.
std::string help_of(const OptionText& option);

}  // namespace torsor::cli
