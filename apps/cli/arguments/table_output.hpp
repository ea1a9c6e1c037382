#pragma once

#include "arguments/outputs.hpp"
#include "torsor/batches/state_stream.hpp"

namespace torsor::cli {

/// A table that goes through the gate to a file, which is opened with the first bytes; its ending says how it is
/// written. outputs.close() makes it whole. Throws UsageError where the ending is neither .csv nor .npy.
TableTarget table_target(Outputs& outputs, const std::string& path);

/// A table as CSV on standard output.
TableTarget printed_table();

}  // namespace torsor::cli
