#include "logs/state_columns.hpp"

#include <algorithm>
#include <map>

#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"

namespace torsor::logs {
namespace {

constexpr std::array<const char*, state_vector_count> vector_names{"q", "qd", "qdd", "tau"};

const char* name_of(StateVector vector) { return vector_names[static_cast<std::size_t>(vector)]; }

int length_of(StateVector vector, const StateFileOptions& options) {
  return vector == StateVector::q ? options.positions : options.velocities;
}

const std::vector<StateVector>& vectors_in_file(const StateFileOptions& options) {
  return options.columns.empty() ? options.wanted : options.columns;
}

/// "2 joints"; where joints have several degrees of freedom, "7 positions and 6 velocities".
std::string joints_in_words(const StateFileOptions& options) {
  if (options.positions == options.velocities) return counted(options.velocities, "joint");
  return counted(options.positions, "position") + " and " + counted(options.velocities, "velocity", "velocities");
}

/// "q, qd, qdd of 2 joints", or the names that the columns have.
std::string in_words(const std::vector<StateVector>& vectors, const StateFileOptions& options) {
  std::string text;
  for (const std::string& name : options.names) text += (text.empty() ? "" : ", ") + name;
  if (!text.empty()) return text;
  for (const StateVector vector : vectors) text += (text.empty() ? "" : ", ") + std::string(name_of(vector));
  return text + " of " + joints_in_words(options);
}

/// What columns a file with names has to have.
std::string expected_names(const StateFileOptions& options) {
  if (!options.names.empty()) return "t, " + in_words({}, options);
  std::string text = "t (optional)";
  for (const StateVector vector : options.wanted) text += std::string(", ") + name_of(vector) + "1..";
  return text + " for " + joints_in_words(options);
}

/// Some of the names of a file.
std::string first_of(const std::vector<std::string_view>& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) text += (k == 0 ? "" : ", ") + in_quotes(names[k]);
  return text + (names.size() > most ? ", ..." : "");
}

/// Where the numbers of a wanted vector start; -1 where it is not wanted.
int first_slot(StateVector vector, const StateFileOptions& options) {
  int slot = 1;
  for (const StateVector wanted : options.wanted) {
    if (wanted == vector) return slot;
    slot += length_of(wanted, options);
  }
  return -1;
}

}  // namespace

std::vector<std::string> state_column_names(const StateFileOptions& options) {
  if (!options.names.empty()) return options.names;
  std::vector<std::string> names;
  for (const StateVector vector : options.wanted)
    for (int k = 1; k <= length_of(vector, options); ++k) names.push_back(name_of(vector) + std::to_string(k));
  return names;
}

bool find_state_columns(const std::vector<std::string_view>& names, const StateFileOptions& options,
                        StateColumns& columns, ColumnProblem& problem) {
  columns.slots.assign(names.size(), -1);
  std::map<std::string_view, std::size_t> place;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (!place.emplace(names[k], k).second) {
      problem = {static_cast<int>(k), "the column " + in_quotes(names[k]) + " appears twice"};
      return false;
    }
  const auto time = place.find(place.contains("t") ? "t" : "time");
  columns.has_time = time != place.end();
  if (columns.has_time) columns.slots[time->second] = 0;
  int slot = 0;
  for (const std::string& name : state_column_names(options)) {
    const auto found = place.find(name);
    if (found == place.end()) {
      problem = {-1, "the column '" + name + "' is missing; expected " + expected_names(options) + "; found " +
                         first_of(names)};
      return false;
    }
    columns.slots[found->second] = ++slot;
  }
  return true;
}

bool assume_state_columns(int width, const StateFileOptions& options, StateColumns& columns, ColumnProblem& problem) {
  const std::vector<StateVector>& vectors = vectors_in_file(options);
  int expected = 0;
  for (const StateVector vector : vectors) expected += length_of(vector, options);
  if (width != expected && width != expected + 1) {
    problem = {-1, "expected " + counted(expected, "column") + " (" + in_words(vectors, options) +
                       "), or one more for time first; found " + std::to_string(width)};
    return false;
  }
  columns.has_time = columns.assumes_time = width == expected + 1;
  columns.slots.clear();
  if (columns.has_time) columns.slots.push_back(0);
  for (const StateVector vector : vectors)
    for (int k = 0, slot = first_slot(vector, options); k < length_of(vector, options); ++k)
      columns.slots.push_back(slot < 0 ? -1 : slot + k);
  return true;
}

std::string time_problem(double before, double time, std::size_t columns) {
  return "expected time, which does not fall, in the first of " + std::to_string(columns) + " columns; found " +
         number_text(time) + " after " + number_text(before) + "; without time there are " +
         std::to_string(columns - 1);
}

std::vector<VectorInRow> vectors_in_rows(const StateColumns& columns, const StateFileOptions& options) {
  std::vector<VectorInRow> result;
  std::size_t column = columns.has_time ? 1 : 0;
  for (const StateVector vector : vectors_in_file(options)) {
    const auto length = static_cast<std::size_t>(length_of(vector, options));
    if (first_slot(vector, options) >= 0) result.push_back({vector, column, length});
    column += length;
  }
  return result;
}

int slot_count(const StateFileOptions& options) {
  int count = 1;
  for (const StateVector vector : options.wanted) count += length_of(vector, options);
  return count;
}

void append_state(const double* numbers, const StateFileOptions& options, bool has_time, StateRows& rows) {
  if (has_time) rows.time.push_back(numbers[0]);
  const double* next = numbers + 1;
  for (const StateVector vector : options.wanted) {
    const double* end = next + length_of(vector, options);
    rows.of(vector).insert(rows.of(vector).end(), next, end);
    next = end;
  }
  ++rows.count;
}

}  // namespace torsor::logs
