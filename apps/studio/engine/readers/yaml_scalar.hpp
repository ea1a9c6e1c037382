#pragma once

#include <optional>
#include <string>

#include "yaml_cursor.hpp"

namespace torsor::studio {

/// Words between quotation marks, from the first of them on; nothing where they do not end or have an unknown escape.
std::optional<std::string> read_quoted(YamlCursor& cursor);

/// Words without them. A block's go on in lines that are indented by more than `indent`; those between brackets end at
/// `,`, `[`, `]`, `{` and `}`. On one line where that is all that is wanted, as of a key.
std::string read_plain(YamlCursor& cursor, int indent, bool between_brackets, bool one_line);

/// The lines behind | or >, indented by more than `indent`.
std::string read_block(YamlCursor& cursor, int indent);

}  // namespace torsor::studio
