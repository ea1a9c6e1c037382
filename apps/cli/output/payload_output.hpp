#pragma once

#include "output/json.hpp"
#include "torsor/experiments/payload_estimate.hpp"

namespace torsor::cli {

void print_payload(const PayloadEstimate& estimate, const std::vector<std::string>& written,
                   const std::vector<std::string>& withheld);

Json to_json(const PayloadEstimate& estimate);

}  // namespace torsor::cli
