#include "torsor/logs/trajectory_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

namespace torsor {
namespace {

struct Cell {
  std::string_view text;
  std::size_t column;  // of its first character, from 1
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<Cell> split(std::string_view line) {
  std::vector<Cell> cells;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t end = std::min(line.find(',', start), line.size());
    const std::string_view piece = line.substr(start, end - start);
    const std::size_t blanks = std::min(piece.find_first_not_of(" \t"), piece.size());
    cells.push_back({trimmed(piece), start + (blanks < piece.size() ? blanks : 0) + 1});
    start = end + 1;
  }
  return cells;
}

bool parse(std::string_view text, double& value) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

class TrajectoryReader {
 public:
  TrajectoryReader(std::string name, int joints) : name_(std::move(name)), joints_(static_cast<std::size_t>(joints)) {}

  Trajectory read(std::istream& file) {
    for (std::string line; read_line(file, line);) {
      ++line_;
      if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // a byte order mark
      if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
      const std::vector<Cell> cells = split(line);
      double ignored = 0;
      const bool is_header =
          std::none_of(cells.begin(), cells.end(), [&](const Cell& c) { return parse(c.text, ignored); });
      if (columns_.empty() && is_header) {
        read_header(cells);
      } else {
        if (columns_.empty()) assume_order(cells.size());
        read_row(cells);
      }
    }
    line_ = std::max<std::size_t>(line_, 1);
    if (file.bad()) fail(1, "the file cannot be read to its end");
    if (result_.q.empty()) fail(1, "expected at least one row of numbers, found none");
    return std::move(result_);
  }

 private:
  /// The next line, of bounded length: a file without line ends is not read into memory.
  bool read_line(std::istream& file, std::string& line) const {
    constexpr std::size_t longest = 1u << 20u;
    line.clear();
    for (int c = file.get(); c != std::char_traits<char>::eof(); c = file.get()) {
      if (c == '\n') return true;
      if (line.size() == longest) fail(1, "expected rows of at most 1 MB, found a longer one");
      line.push_back(static_cast<char>(c));
    }
    return !line.empty();
  }

  [[noreturn]] void fail(std::size_t column, const std::string& message) const {
    throw FileError(name_, {static_cast<int>(line_), static_cast<int>(column)}, message);
  }

  /// The names of the columns that are wanted: t, then q1.., qd1.., qdd1...
  std::vector<std::string> wanted() const {
    std::vector<std::string> names{"t"};
    for (const char* kind : {"q", "qd", "qdd"})
      for (std::size_t j = 1; j <= joints_; ++j) names.push_back(kind + std::to_string(j));
    return names;
  }

  void read_header(const std::vector<Cell>& cells) {
    std::map<std::string_view, std::size_t> place;
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (!place.emplace(cells[k].text, k).second)
        fail(cells[k].column, "the column '" + std::string(cells[k].text) + "' stands twice");
    for (const std::string& name : wanted()) {
      const auto found = place.find(name == "t" && !place.contains("t") ? "time" : name);
      if (found == place.end() && name != "t")
        fail(1, "the column '" + name + "' is missing; expected t (optional), q1.., qd1.., qdd1.. for " +
                    std::to_string(joints_) + " joints");
      columns_.push_back(found == place.end() ? absent : found->second);
    }
    width_ = cells.size();
  }

  void assume_order(std::size_t width) {
    if (width != 3 * joints_ && width != 3 * joints_ + 1)
      fail(1, "expected " + std::to_string(3 * joints_) + " columns (q, qd, qdd of " + std::to_string(joints_) +
                  " joints), or one more for time first; found " + std::to_string(width));
    const std::size_t time = width - 3 * joints_;
    columns_.push_back(time == 0 ? absent : 0);
    for (std::size_t k = 0; k < 3 * joints_; ++k) columns_.push_back(time + k);
    width_ = width;
  }

  void read_row(const std::vector<Cell>& cells) {
    if (cells.size() != width_)
      fail(1, "expected " + std::to_string(width_) + " columns, found " + std::to_string(cells.size()));
    if (columns_[0] != absent) result_.time.push_back(number(cells[columns_[0]]));
    std::size_t next = 1;
    for (auto* target : {&result_.q, &result_.qd, &result_.qdd}) {
      std::vector<double>& row = target->emplace_back();
      for (std::size_t j = 0; j < joints_; ++j) row.push_back(number(cells[columns_[next++]]));
    }
  }

  double number(const Cell& cell) const {
    double value = 0;
    if (!parse(cell.text, value) || !std::isfinite(value))
      fail(cell.column, "expected a finite number, found '" + std::string(cell.text) + "'");
    return value;
  }

  static constexpr std::size_t absent = static_cast<std::size_t>(-1);
  std::string name_;
  std::size_t joints_, line_ = 0, width_ = 0;
  std::vector<std::size_t> columns_;  // where each wanted column stands
  Trajectory result_;
};

}  // namespace

Trajectory read_trajectory(const std::filesystem::path& path, int joints) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw UsageError(path.string() + ": expected a file that can be read");
  return TrajectoryReader(path.string(), joints).read(file);
}

}  // namespace torsor
