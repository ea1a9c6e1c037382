#pragma once

#include "torsor/core/output_file.hpp"
#include "torsor/logs/log_source.hpp"

namespace torsor {

struct WriteLogOptions {
  int digits = 17;     // of a CSV's numbers, significant; times have two more, and 17 give back the same bits
  int threads = 0;     // that compute rows side by side; 0: one for each core
  long piece = 16384;  // rows that a thread holds
  Existing existing = Existing::replace;
};

/// Writes a log to a CSV or, by its ending .npy, to a NumPy array of doubles with the same columns: t, q1.., then
/// qd1.., qdd1.., qref1.. where the source has them, tau1... Memory does not grow with the log; the file is whole or
/// not there at all. Throws WriteError where it cannot be written.
void write_log(const LogSource& source, const std::filesystem::path& path, const WriteLogOptions& options = {});

}  // namespace torsor
