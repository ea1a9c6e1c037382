#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

/// Text of HTML pages that open without a network: names from files are never trusted to be text.
namespace torsor::html {

/// Text for a page or for an attribute in quotes; what is no character of UTF-8 becomes a replacement character.
std::string escaped(std::string_view text);

/// A number for people: a few significant digits, a true minus sign, powers of ten as 1.2×10⁻⁵; a dash where it is not
/// a number.
std::string number(double value, int digits = 3);

/// One cell of a table: `text` is HTML already.
struct Cell {
  std::string text;
  double order = std::numeric_limits<double>::quiet_NaN();  // by which a sortable column is sorted
  bool numeric = false;
  bool wide = false;  // long text: a line of its own on a narrow screen
};

Cell text_cell(std::string_view plain);
/// Of several words.
Cell words_cell(std::string_view plain);
Cell number_cell(double value, int digits = 3);

struct Table {
  std::string caption;               // plain text
  std::vector<std::string> headers;  // plain text
  std::vector<std::vector<Cell>> rows;
  bool sortable = false;
};

/// The first cell of a row is its heading. On a narrow screen each row becomes a small card.
std::string to_html(const Table& table);

std::string paragraph(std::string_view plain);

/// A report with a line more under its heading; `line` is HTML. As it is where it has no heading.
std::string with_line(std::string report, std::string_view line);

}  // namespace torsor::html
