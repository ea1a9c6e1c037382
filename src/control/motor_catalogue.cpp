#include "torsor/control/motor_catalogue.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/expression.hpp"

namespace torsor {
namespace {

struct CatalogueCell {
  std::string text;
  int column = 1;  // where it begins in its line
};

/// Cells between commas, without blanks and quotation marks around them. A cell in quotation marks may have commas.
std::vector<CatalogueCell> catalogue_cells(std::string_view line) {
  std::vector<CatalogueCell> cells;
  std::size_t start = 0;
  bool quoted = false;
  for (std::size_t k = 0; k <= line.size(); ++k) {
    if (k < line.size() && line[k] == '"') quoted = !quoted;
    if (k < line.size() && (line[k] != ',' || quoted)) continue;
    std::size_t first = start, last = k;
    const auto is_margin = [&](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
    while (first < last && is_margin(line[first])) ++first;
    while (last > first && is_margin(line[last - 1])) --last;
    cells.push_back({std::string(line.substr(first, last - first)), static_cast<int>(first) + 1});
    start = k + 1;
  }
  return cells;
}

/// A column of numbers: where it goes, and what is possible in it.
struct NumberColumn {
  const char* name;
  double Motor::* value;
  bool required, may_be_zero;
};
constexpr std::array<NumberColumn, 7> number_columns{{{"rotor_inertia", &Motor::rotor_inertia, true, true},
                                                      {"rated_torque", &Motor::rated_torque, true, false},
                                                      {"peak_torque", &Motor::peak_torque, true, false},
                                                      {"rated_speed", &Motor::rated_speed, true, false},
                                                      {"top_speed", &Motor::top_speed, true, false},
                                                      {"mass", &Motor::mass, false, true},
                                                      {"price", &Motor::price, false, true}}};

/// The value of a formula without names; not a number where it is none.
double formula_value(std::string_view text) {
  const auto parsed = parse_expression(text);
  const auto* expression = std::get_if<Expression>(&parsed);
  if (expression == nullptr) return std::numeric_limits<double>::quiet_NaN();
  return evaluate<double>(*expression, [](const std::string&) { return std::numeric_limits<double>::quiet_NaN(); });
}

class CatalogueReader {
 public:
  CatalogueReader(const std::string& file, std::vector<Finding>& findings) : file_(file), findings_(findings) {}

  std::vector<Motor> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty() && !failed_header_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (header_.empty())
      report(1, "expected a header with the columns " + required_names() + "; found an empty file");
    else if (motors_.empty() && !failed_header_ && sound(findings_))
      report(1, "expected at least one motor below the header, found none");
    return std::move(motors_);
  }

 private:
  static std::string required_names() {
    std::vector<std::string> names{"name"};
    for (const NumberColumn& column : number_columns)
      if (column.required) names.emplace_back(column.name);
    return enumerated(names);
  }

  void report(int column, const std::string& message) {
    findings_.push_back({"", Severity::error, file_, {std::max(line_, 1), column}, "", message, ""});
  }

  void read_line(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#') return;
    const std::vector<CatalogueCell> cells = catalogue_cells(line);
    if (header_.empty()) return read_header(cells);
    if (cells.size() != header_.size())
      return report(cells.back().column, "expected " + std::to_string(header_.size()) +
                                             " cells, as in the header; found " + std::to_string(cells.size()));
    read_motor(cells);
  }

  /// One message in place of one for each column.
  bool is_separated_otherwise(const std::string& header) {
    for (const auto& [separator, name] : {std::pair(';', "semicolons"), std::pair('\t', "tabs")})
      if (header.find(separator) != std::string::npos) {
        report(1, std::string("expected commas between columns, found ") + name);
        return failed_header_ = true;
      }
    return false;
  }

  void read_header(const std::vector<CatalogueCell>& cells) {
    for (const CatalogueCell& cell : cells) header_.push_back(cell.text);
    if (cells.size() == 1 && is_separated_otherwise(header_[0])) return;
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (std::count(header_.begin(), header_.end(), header_[k]) > 1 && place(header_[k]) < static_cast<long>(k)) {
        report(cells[k].column, "expected each column once; found " + in_quotes(header_[k]) + " again");
        failed_header_ = true;
      }
    require_column("name");
    for (const NumberColumn& column : number_columns)
      if (column.required) require_column(column.name);
  }

  void require_column(const std::string& name) {
    if (place(name) >= 0) return;
    std::vector<std::string> found;
    found.reserve(header_.size());
    for (const std::string& each : header_) found.push_back(in_quotes(each));
    const std::vector<std::string> like = likely_meant(name, header_);
    report(1, "expected a column " + name + "; found " + enumerated(found) +
                  (like.empty() ? "" : "; is " + in_quotes(like[0]) + " meant?"));
    failed_header_ = true;
  }

  /// -1 where there is none.
  long place(const std::string& name) const {
    const auto found = std::find(header_.begin(), header_.end(), name);
    return found == header_.end() ? -1 : found - header_.begin();
  }

  void read_motor(const std::vector<CatalogueCell>& cells) {
    Motor motor;
    const CatalogueCell& name = cells[static_cast<std::size_t>(place("name"))];
    motor.name = printable(name.text);
    if (name.text.empty()) report(name.column, "name: expected the name of a motor, found nothing");
    for (const Motor& other : motors_)
      if (other.name == motor.name)
        report(name.column, "name: expected each motor once; found " + in_quotes(motor.name) + " again");
    for (const NumberColumn& column : number_columns)
      if (const long at = place(column.name); at >= 0) read_number(column, cells[static_cast<std::size_t>(at)], motor);
    if (const long at = place("ratios"); at >= 0) read_ratios(cells[static_cast<std::size_t>(at)], motor);
    require_order(cells, "peak_torque", motor.peak_torque, "rated_torque", motor.rated_torque);
    require_order(cells, "top_speed", motor.top_speed, "rated_speed", motor.rated_speed);
    motors_.push_back(std::move(motor));
  }

  void read_number(const NumberColumn& column, const CatalogueCell& cell, Motor& motor) {
    if (cell.text.empty() && !column.required) return;
    const double value = formula_value(cell.text);
    motor.*column.value = value;
    if (std::isfinite(value) && (value > 0 || (column.may_be_zero && value == 0))) return;
    report(cell.column, std::string(column.name) + ": expected a number " +
                            (column.may_be_zero ? "that is not negative" : "above 0") + ", found " +
                            in_quotes(cell.text));
  }

  void read_ratios(const CatalogueCell& cell, Motor& motor) {
    std::string_view rest = cell.text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const double value = formula_value(rest.substr(0, end));
      if (!std::isfinite(value) || value <= 0)
        return report(cell.column,
                      "ratios: expected numbers above 0 with ; between them, found " + in_quotes(cell.text));
      motor.ratios.push_back(value);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  void require_order(const std::vector<CatalogueCell>& cells, const char* larger, double high, const char* smaller,
                     double low) {
    if (!(high < low)) return;
    report(cells[static_cast<std::size_t>(place(larger))].column, std::string(larger) + ": expected at least the " +
                                                                      smaller + ", " + number_text(low) + "; found " +
                                                                      number_text(high));
  }

  const std::string& file_;
  std::vector<Finding>& findings_;
  int line_ = 0;
  bool failed_header_ = false;
  std::vector<std::string> header_;
  std::vector<Motor> motors_;
};

}  // namespace

std::vector<Motor> parse_motor_catalogue(std::string_view text, const std::string& file,
                                         std::vector<Finding>& findings) {
  return CatalogueReader(file, findings).read(text);
}

}  // namespace torsor
