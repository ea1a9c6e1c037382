#include "torsor/experiments/online_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

constexpr std::size_t longest_line = 1 << 20;

std::string_view trimmed(std::string_view word) {
  while (!word.empty() && (word.front() == ' ' || word.front() == '\t')) word.remove_prefix(1);
  while (!word.empty() && (word.back() == ' ' || word.back() == '\t' || word.back() == '\r')) word.remove_suffix(1);
  return word;
}

/// Calls take(cell) for everything between commas.
template <class Take>
void for_cells(std::string_view line, const Take& take) {
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t end = std::min(line.find(',', start), line.size());
    take(trimmed(line.substr(start, end - start)));
    start = end + 1;
  }
}

double number_in(std::string_view cell) {
  double value = 0;
  const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  const bool whole = problem == std::errc() && end == cell.data() + cell.size();
  return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

OnlineStream::OnlineStream(std::istream& input, int joints, std::string name)
    : input_(input), name_(std::move(name)), joints_(joints) {
  if (!std::getline(input_, line_)) throw FileError(name_, {1, 1}, "expected a header t,q1,..,tau1,.., found nothing");
  for_cells(line_, [&](std::string_view cell) { names_.emplace_back(cell); });
  const auto find = [&](const std::string& column) {
    const auto found = std::find(names_.begin(), names_.end(), column);
    if (found == names_.end())
      throw FileError(name_, {1, 1}, "expected a column " + in_quotes(column) + " in the header, found none");
    places_.push_back(static_cast<int>(found - names_.begin()));
  };
  find("t");
  for (const char* quantity : {"q", "tau"})
    for (int j = 1; j <= joints; ++j) find(quantity + std::to_string(j));
  cells_.resize(names_.size());
}

bool OnlineStream::next(double& time, std::span<double> q, std::span<double> tau) {
  for (std::size_t count = 0; count != cells_.size();) {
    if (!std::getline(input_, line_)) return false;
    ++number_;
    if (line_.size() > longest_line) throw FileError(name_, {number_, 1}, "expected a row, found a line without end");
    if (trimmed(line_).empty()) continue;
    count = 0;
    for_cells(line_, [&](std::string_view cell) {
      if (count < cells_.size()) cells_[count] = number_in(cell);
      ++count;
    });
    if (count != cells_.size() && left_out_++ == 0) first_left_out_ = number_, found_cells_ = count;
  }
  time = cells_[places_[0]];
  for (std::size_t j = 0; j < q.size(); ++j) q[j] = cells_[places_[1 + j]], tau[j] = cells_[places_[1 + q.size() + j]];
  return true;
}

std::vector<Finding> OnlineStream::findings() const {
  std::vector<Finding> found;
  const std::string next = "q" + std::to_string(joints_ + 1);
  if (std::find(names_.begin(), names_.end(), next) != names_.end())
    found.push_back(
        {"more-joints",
         Severity::warning,
         name_,
         {1, 1},
         "position",
         fmt::format("the stream has more joints than the robot: expected {}, found a column {}; the first "
                     "{} used",
                     counted(joints_, "column"), next, joints_ == 1 ? "one is" : std::to_string(joints_) + " are"),
         "check that the stream is of this robot"});
  if (left_out_ > 0)
    found.push_back(
        {found_cells_ < cells_.size() ? "truncated-row" : "row-too-long",
         Severity::warning,
         name_,
         {first_left_out_, 1},
         "rows",
         fmt::format("expected {} a row, found {} in the first of {}",
                     counted(static_cast<long>(cells_.size()), "cell"), found_cells_, counted(left_out_, "such row")),
         "the rows are left out"});
  return found;
}

}  // namespace torsor
