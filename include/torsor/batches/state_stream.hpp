#pragma once

#include <functional>

#include "torsor/logs/state_file.hpp"
#include "torsor/logs/table_rows.hpp"

namespace torsor {

/// Where the bytes of a table go.
struct TableTarget {
  TableFormat format = TableFormat::csv;
  std::function<void(std::string_view)> write;
  std::function<void(std::string_view)> write_start;  // once more at the start, for the header of an array
};

/// Where time went. The parts are seconds of CPU of all threads together.
struct StreamTimes {
  double wall = 0, reading = 0, computing = 0, writing = 0;
};

/// What is computed with and from some rows.
class StreamWork {
 public:
  virtual ~StreamWork() = default;
  /// The results of some rows, beside each other: they last until the next call.
  virtual std::vector<TableBlock> compute(const StateRows& states) = 0;
  /// Looks at what compute() gave, in the order of the file; `first` is the number of rows before.
  virtual void inspect(std::size_t first, const StateRows& states) = 0;
};

struct StreamOptions {
  int threads = 0;                       // 0: one for each core
  std::function<void(double)> progress;  // the share that is done, 0 to 1
  const TableTarget* target = nullptr;   // null: nothing is written
  std::vector<std::string> columns;      // of the results; time goes before them where the file has it
};

/// Takes a file of states through some work, piece by piece on all cores, and writes the results in the order of the
/// file: memory does not grow with it, and the digits do not depend on the number of threads. `make_work` makes the
/// work of one piece, which is used again for others. Returns the number of rows; throws FileError where there is none.
std::size_t stream_states(const StateFile& file, const StreamOptions& options,
                          const std::function<std::unique_ptr<StreamWork>()>& make_work, StreamTimes& times);

/// The size of pieces with which results of so many columns stay small: some hundred rows.
std::size_t piece_bytes_for(std::size_t result_columns);

}  // namespace torsor
