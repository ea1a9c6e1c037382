#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace torsor {

/// Those of the known words that a misspelt one most likely stands for, three at most. Upper and lower case, `_` for
/// `-` and dashes at the front make no difference.
std::vector<std::string> likely_meant(std::string_view word, const std::vector<std::string>& known);

/// "; did you mean 'a' or 'b'?", to stand behind a message; empty where no known word is like it.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace torsor
