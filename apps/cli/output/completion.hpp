#pragma once

#include <string>
#include <vector>

#include "arguments/command_text.hpp"

/// Scripts with which shells complete commands, flags, their choices, and the names of robots.
namespace torsor::cli {

std::string bash_completion(const ToolText& tool, const std::vector<std::string>& robots);
std::string zsh_completion(const ToolText& tool, const std::vector<std::string>& robots);
std::string fish_completion(const ToolText& tool, const std::vector<std::string>& robots);

}  // namespace torsor::cli
