#pragma once

#include <string>

#include "arguments/command_text.hpp"

namespace torsor::cli {

/// The manual page torsor(1), in the language of man.
std::string man_page(const ToolText& tool);

}  // namespace torsor::cli
