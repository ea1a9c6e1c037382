#include "torsor/logs/state_file.hpp"

#include <algorithm>

#include "logs/state_reader.hpp"

namespace torsor {
namespace {

std::unique_ptr<StateFile::Reader> reader_of(const std::filesystem::path& path, const StateFileOptions& options) {
  auto input = std::make_unique<logs::InputFile>(path, logs::InputFile::Pipe::held);
  char start[6] = {};
  const std::string_view found(start, input->read(0, start, sizeof start));
  if (found == "\x93NUMPY") return logs::npy_states(std::move(input), options);
  return logs::csv_states(std::move(input), options);
}

}  // namespace

StateFile::StateFile(const std::filesystem::path& path, const StateFileOptions& options)
    : reader_(reader_of(path, options)) {}
StateFile::~StateFile() = default;

bool StateFile::has_time() const { return reader_->has_time(); }
long StateFile::piece_count() const { return reader_->piece_count(); }
long StateFile::line_of(std::size_t row) const { return reader_->line_of(row); }
void StateFile::fail_without_rows() const { throw reader_->without_rows(); }

void StateFile::read(long piece, StateRows& rows) const {
  rows.count = 0;
  rows.time.clear();
  for (std::vector<double>& vector : rows.vectors) vector.clear();
  reader_->read(piece, rows);
}

}  // namespace torsor
