#include "torsor/batches/state_stream.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <mutex>

#include "torsor/core/parallel.hpp"

namespace torsor {
namespace {

/// Seconds of CPU that this thread has used so far.
double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A piece on its way through the program.
struct Piece {
  StateRows states;
  std::unique_ptr<StreamWork> work;
  TableRows table;
  std::string_view bytes;
  StreamTimes times;
};

/// Pieces that were used and can be used again.
class Pieces {
 public:
  explicit Pieces(const std::function<std::unique_ptr<StreamWork>()>& make_work) : make_work_(make_work) {}

  std::unique_ptr<Piece> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Piece> piece = std::move(free_.back());
        free_.pop_back();
        return piece;
      }
    }
    auto piece = std::make_unique<Piece>();
    piece->work = make_work_();
    return piece;
  }
  void give_back(std::unique_ptr<Piece> piece) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(piece));
  }

 private:
  const std::function<std::unique_ptr<StreamWork>()>& make_work_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Piece>> free_;
};

/// Reads, computes and formats.
void fill(const StateFile& file, long number, const TableTarget* target, Piece& piece) {
  const double start = cpu_seconds();
  file.read(number, piece.states);
  const double read = cpu_seconds();
  std::vector<TableBlock> blocks = piece.work->compute(piece.states);
  const double computed = cpu_seconds();
  if (file.has_time()) blocks.insert(blocks.begin(), {piece.states.time.data(), 1});
  piece.bytes = target == nullptr ? std::string_view() : piece.table.bytes(target->format, piece.states.count, blocks);
  piece.times = {0, read - start, computed - read, cpu_seconds() - computed};
}

}  // namespace

std::size_t piece_bytes_for(std::size_t result_columns) {
  constexpr std::size_t usual = std::size_t{1} << 18u, least = std::size_t{1} << 13u, columns_of_usual = 64;
  return std::clamp(usual * columns_of_usual / std::max<std::size_t>(result_columns, 1), least, usual);
}

std::size_t stream_states(const StateFile& file, const StreamOptions& options,
                          const std::function<std::unique_ptr<StreamWork>()>& make_work, StreamTimes& times) {
  const auto started = std::chrono::steady_clock::now();
  const TableTarget* target = options.target;
  std::vector<std::string> columns = options.columns;
  if (file.has_time()) columns.insert(columns.begin(), "t");
  if (target != nullptr) target->write(table_start(target->format, columns, 0));
  Pieces pieces(make_work);
  std::size_t rows = 0;
  const auto work = [&](long number) {
    std::unique_ptr<Piece> piece = pieces.take();
    fill(file, number, target, *piece);
    return piece;
  };
  const auto take = [&](long number, std::unique_ptr<Piece> piece) {
    const double start = cpu_seconds();
    piece->work->inspect(rows, piece->states);
    const double inspected = cpu_seconds();
    if (target != nullptr) target->write(piece->bytes);
    times.reading += piece->times.reading;
    times.computing += piece->times.computing + inspected - start;
    times.writing += piece->times.writing + cpu_seconds() - inspected;
    rows += piece->states.count;
    pieces.give_back(std::move(piece));
    if (options.progress) options.progress(static_cast<double>(number + 1) / static_cast<double>(file.piece_count()));
  };
  in_order(file.piece_count(), thread_count(options.threads), work, take);
  if (rows == 0) file.fail_without_rows();
  if (target != nullptr && target->format == TableFormat::npy)
    target->write_start(table_start(target->format, columns, rows));
  times.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return rows;
}

}  // namespace torsor
