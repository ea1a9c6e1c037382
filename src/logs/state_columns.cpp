#include "logs/state_columns.hpp"

#include <algorithm>
#include <map>

#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"

namespace torsor::logs {
namespace {

constexpr std::array<const char*, state_vector_count> vector_names{"q", "qd", "qdd", "tau", "z"};

const char* name_of(StateVector vector) { return vector_names[static_cast<std::size_t>(vector)]; }

int length_of(StateVector vector, const StateFileOptions& options) {
  if (vector == StateVector::z) return static_cast<int>(options.deflections.size());
  return vector == StateVector::q ? options.positions : options.velocities;
}

int length_of(const std::vector<StateVector>& vectors, const StateFileOptions& options) {
  int length = 0;
  for (const StateVector vector : vectors) length += length_of(vector, options);
  return length;
}

/// Of a file without names: what is said or wanted.
std::vector<StateVector> expected_vectors(const StateFileOptions& options) {
  std::vector<StateVector> vectors = options.columns.empty() ? options.wanted : options.columns;
  std::erase(vectors, StateVector::z);
  return vectors;
}

/// What a simulation writes behind the time; nothing where the file is said to hold something else.
std::vector<StateVector> simulated_vectors(const StateFileOptions& options) {
  using enum StateVector;
  if (!options.columns.empty() || options.positions == 0) return {};
  return options.deflections.empty() ? std::vector{q, qd, qdd, tau} : std::vector{q, qd, qdd, tau, z};
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
  for (const StateVector vector : options.wanted)
    if (vector != StateVector::z) text += std::string(", ") + name_of(vector) + "1..";
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

std::string_view without_number(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  return last == std::string_view::npos ? std::string_view() : name.substr(0, last + 1);
}

/// A column that is numbered as those that are wanted and is none of them, such as tau3 of two joints; -1: none.
int column_beyond(const std::vector<std::string_view>& names, const std::vector<std::string>& wanted) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string_view stem = without_number(names[k]);
    const bool alike = stem.size() < names[k].size() &&
                       std::any_of(
                           wanted.begin(), wanted.end(),
                           [&](const auto& name) { return name.size() > stem.size() && without_number(name) == stem; });
    if (alike && std::find(wanted.begin(), wanted.end(), names[k]) == wanted.end()) return static_cast<int>(k);
  }
  return -1;
}

}  // namespace

std::vector<std::string> state_column_names(const StateFileOptions& options) {
  if (!options.names.empty()) return options.names;
  std::vector<std::string> names;
  for (const StateVector vector : options.wanted)
    if (vector != StateVector::z)
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
  const std::vector<std::string> wanted = state_column_names(options);
  int slot = 0;
  for (const std::string& name : wanted) {
    const auto found = place.find(name);
    if (found == place.end()) {
      problem = {-1, "the column '" + name + "' is missing; expected " + expected_names(options) + "; found " +
                         first_of(names)};
      return false;
    }
    columns.slots[found->second] = ++slot;
  }
  if (const int beyond = column_beyond(names, wanted); beyond >= 0) {
    problem = {beyond, "the column " + in_quotes(names[static_cast<std::size_t>(beyond)]) +
                           " is one too many; expected " + expected_names(options)};
    return false;
  }
  if (const int z = first_slot(StateVector::z, options); z >= 0)
    for (std::size_t k = 0; k < options.deflections.size(); ++k)
      if (const auto found = place.find(options.deflections[k]); found != place.end())
        columns.slots[found->second] = z + static_cast<int>(k);
  return true;
}

bool assume_state_columns(int width, const StateFileOptions& options, StateColumns& columns, ColumnProblem& problem) {
  columns.vectors = expected_vectors(options);
  const std::vector<StateVector> simulated = simulated_vectors(options);
  const int expected = length_of(columns.vectors, options), all = length_of(simulated, options) + 1;
  if (width != expected && width != expected + 1) {
    if (simulated.empty() || width != all) {
      problem = {-1, "expected " + counted(expected, "column") + " (" + in_words(columns.vectors, options) +
                         "), or one more for time first; found " + std::to_string(width)};
      return false;
    }
    columns.vectors = simulated;
  }
  columns.has_time = columns.assumes_time = width != length_of(columns.vectors, options);
  columns.slots.clear();
  if (columns.has_time) columns.slots.push_back(0);
  for (const StateVector vector : columns.vectors)
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
  for (const StateVector vector : columns.vectors) {
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
