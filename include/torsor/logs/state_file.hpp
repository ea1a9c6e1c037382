#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "torsor/core/error.hpp"
#include "torsor/core/numbers.hpp"

namespace torsor {

/// The vectors of a state, in the order of their columns.
enum class StateVector { q, qd, qdd, tau, z };
constexpr int state_vector_count = 5;

/// What to read from a file of states.
struct StateFileOptions {
  int positions = 0, velocities = 0;  // how many numbers q has, and each of the others
  std::vector<StateVector> wanted{StateVector::q, StateVector::qd, StateVector::qdd};
  /// What the columns of a file without names are, in the order of the file; nothing: those that are wanted, or all
  /// that a simulation writes (t, q, qd, qdd, tau, z), whichever their number fits.
  std::vector<StateVector> columns{};
  std::size_t piece_bytes = std::size_t{1} << 18u;
  /// Names of the columns in place of q1.. and so on, where a file has other numbers than states; one vector is wanted.
  std::vector<std::string> names{};
  /// Names of the columns of z, the deflections of contacts that bend before they slide (deflection_names). Where a
  /// file with names lacks them they are 0.
  std::vector<std::string> deflections{};
};

/// Some rows of such a file.
struct StateRows {
  std::size_t count = 0;
  std::vector<double> time;                                     // empty where the file has none
  std::array<std::vector<double>, state_vector_count> vectors;  // row after row; empty where not wanted
  const std::vector<double>& of(StateVector vector) const { return vectors[static_cast<std::size_t>(vector)]; }
  std::vector<double>& of(StateVector vector) { return vectors[static_cast<std::size_t>(vector)]; }
};

/// A CSV or NPY file of states, written as logs are (docs/log.md), that is read piece by piece and never held. With a
/// header the columns may stand in any order and are named t (or time, where there is one), q1.., qd1.., qdd1..,
/// tau1..; others are passed over, but for those that are numbered beyond what there is (tau3 of two joints), which are
/// an error. Without one they are [t,] then the vectors. A CSV may come out of a pipe. A row that cannot be read is an
/// error. Throws FileError with line and column, or UsageError when the file cannot be read.
class StateFile {
 public:
  StateFile(const std::filesystem::path& path, const StateFileOptions& options);
  ~StateFile();
  StateFile(const StateFile&) = delete;
  StateFile& operator=(const StateFile&) = delete;

  bool has_time() const;
  /// Pieces hold whole rows, and sometimes none.
  long piece_count() const;
  /// The rows of a piece, from any thread. What `rows` held before is gone, its memory is used again.
  void read(long piece, StateRows& rows) const;
  /// The line of a row of a text file, rows counted from 0; in others the row's number from 1 on.
  long line_of(std::size_t row) const;
  /// Throws FileError: for whoever has read all pieces and found no row.
  [[noreturn]] void fail_without_rows() const;

  /// The reader of one format.
  class Reader;

 private:
  std::unique_ptr<Reader> reader_;
};

}  // namespace torsor
