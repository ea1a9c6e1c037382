#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torsor/logs/state_file.hpp"

namespace torsor::logs {

/// Which columns of a table are which numbers of a state: slot 0 is time, then come the wanted vectors one after the
/// other, as StateFileOptions lists them.
struct StateColumns {
  std::vector<int> slots;  // of each column; -1: not wanted
  bool has_time = false;
  bool assumes_time = false;         // there is one column more than expected, so that the first has to be time
  std::vector<StateVector> vectors;  // of a file without names, in their order
};

/// q1.., qd1.. and so on, as far as wanted and needed: a file may lack z.
std::vector<std::string> state_column_names(const StateFileOptions& options);

/// What is wrong with the columns, and which of them it is (from 0; -1: none of them).
struct ColumnProblem {
  int column = -1;
  std::string message;
};

/// By name, in any order. False where a column is missing, there twice or one too many: `problem` says which.
bool find_state_columns(const std::vector<std::string_view>& names, const StateFileOptions& options,
                        StateColumns& columns, ColumnProblem& problem);
/// Without names, in their order, by how many there are. False where that is no number that is expected.
bool assume_state_columns(int width, const StateFileOptions& options, StateColumns& columns, ColumnProblem& problem);

/// What is wrong with a column that is assumed to be time: it falls.
std::string time_problem(double before, double time, std::size_t columns);

/// Where a wanted vector lies in the rows of a file whose columns stand in their order.
struct VectorInRow {
  StateVector vector;
  std::size_t column, length;
};
std::vector<VectorInRow> vectors_in_rows(const StateColumns& columns, const StateFileOptions& options);

/// Numbers of a row, time among them.
int slot_count(const StateFileOptions& options);
/// Adds a row of numbers by slot to the rows.
void append_state(const double* numbers, const StateFileOptions& options, bool has_time, StateRows& rows);

}  // namespace torsor::logs
