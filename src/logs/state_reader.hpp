#pragma once

#include <memory>

#include "logs/input_file.hpp"
#include "logs/state_columns.hpp"

namespace torsor {

/// One for each format; reading is const and from any thread.
class StateFile::Reader {
 public:
  Reader(std::unique_ptr<logs::InputFile> input, StateFileOptions options)
      : input_(std::move(input)), options_(std::move(options)) {}
  virtual ~Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool has_time() const { return columns_.has_time; }
  virtual long piece_count() const = 0;
  virtual void read(long piece, StateRows& rows) const = 0;
  virtual long line_of(std::size_t row) const { return static_cast<long>(row) + 1; }
  virtual FileError without_rows() const = 0;

 protected:
  std::unique_ptr<logs::InputFile> input_;
  StateFileOptions options_;
  logs::StateColumns columns_;
};

namespace logs {

std::unique_ptr<StateFile::Reader> csv_states(std::unique_ptr<InputFile> input, const StateFileOptions& options);
std::unique_ptr<StateFile::Reader> npy_states(std::unique_ptr<InputFile> input, const StateFileOptions& options);

}  // namespace logs
}  // namespace torsor
