#pragma once

#include <string>
#include <string_view>

namespace torsor {

/// "0 joints", "1 joint", "2 joints"; `many` where it is not `one` with an s.
std::string counted(long count, std::string_view one, std::string_view many = {});

}  // namespace torsor
