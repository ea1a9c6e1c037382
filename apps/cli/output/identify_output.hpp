#pragma once

#include <string>
#include <vector>

#include "output/answer.hpp"
#include "torsor/estimation/identification.hpp"

namespace torsor::cli {

Json to_json(const Identification& result);

struct IdentifyFiles {
  std::vector<std::string> written, withheld;  // withheld: a model that is not acceptable
};

/// Tables of the result for people, and what became of its files.
void print_identification(const Identification& result, const IdentifyFiles& files);

}  // namespace torsor::cli
