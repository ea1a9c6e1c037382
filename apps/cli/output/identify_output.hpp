#pragma once

#include "output/answer.hpp"
#include "torsor/estimation/identification.hpp"

namespace torsor::cli {

Json to_json(const Identification& result);

/// Tables of the result for people; `written` are the files.
void print_identification(const Identification& result, const std::vector<std::string>& written);

}  // namespace torsor::cli
