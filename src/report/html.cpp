#include "torsor/report/html.hpp"

#include <fmt/format.h>

#include <cmath>

#include "torsor/core/text.hpp"

namespace torsor::html {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Characters that XML, and so a strict reader of the page, has no place for.
bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code == 0x7F || (code < 0x20 && c != '\t' && c != '\n' && c != '\r');
}

std::string superscript(int exponent) {
  static constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(exponent)) text += c == '-' ? std::string_view("⁻") : digits[c - '0'];
  return text;
}

std::string with_minus_sign(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string opening(const Table& table, std::size_t column, const Cell& cell) {
  const bool heading = column == 0;
  std::string tag = heading ? "<th scope=\"row\"" : "<td";
  if (cell.numeric) tag += " class=\"number\"";
  if (cell.wide) tag += " class=\"wide\"";
  if (!heading && column < table.headers.size()) tag += " data-label=\"" + escaped(table.headers[column]) + "\"";
  if (table.sortable && std::isfinite(cell.order)) tag += fmt::format(" data-order=\"{:.6g}\"", cell.order);
  return tag + ">";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_character(text, at);
    const char c = text[at];
    if (length == 0 || is_control(c))
      safe += replacement;
    else if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (c == '\'')
      safe += "&#39;";
    else
      safe += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return safe;
}

std::string number(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (value == 0) return "0";
  const std::string rounded = fmt::format("{:.{}e}", value, digits - 1);
  const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
  if (exponent >= -3 && exponent < 6) {
    const std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - 1 - exponent));
    return with_minus_sign(text);
  }
  return with_minus_sign(rounded.substr(0, rounded.find('e'))) + "×10" + superscript(exponent);
}

Cell text_cell(std::string_view plain) { return {escaped(plain)}; }

Cell words_cell(std::string_view plain) {
  return {escaped(plain), std::numeric_limits<double>::quiet_NaN(), false, true};
}

Cell number_cell(double value, int digits) { return {number(value, digits), value, true}; }

std::string to_html(const Table& table) {
  constexpr std::size_t many = 8;  // columns, beyond which a page as wide as a plot has little room for gaps
  const std::string styles =
      std::string(table.sortable ? "sortable" : "") + (table.headers.size() > many ? " many" : "");
  std::string text = styles.empty() ? "<table>" : "<table class=\"" + styles + "\">";
  text += "<caption>" + escaped(table.caption) + "</caption>\n<thead><tr>";
  const std::size_t columns = table.headers.size();
  for (std::size_t k = 0; k < columns; ++k) {
    const bool numeric = !table.rows.empty() && k < table.rows[0].size() && table.rows[0][k].numeric;
    text +=
        std::string("<th scope=\"col\"") + (numeric ? " class=\"number\">" : ">") + escaped(table.headers[k]) + "</th>";
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Cell>& row : table.rows) {
    text += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k)
      text += opening(table, k, row[k]) + row[k].text + (k == 0 ? "</th>" : "</td>");
    text += "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

std::string paragraph(std::string_view plain) { return "<p>" + escaped(plain) + "</p>\n"; }

std::string with_line(std::string report, std::string_view line) {
  // Names are escaped, so that the first end of a heading is that of the page's own.
  if (const std::size_t end = report.find("</header>"); end != std::string::npos)
    report.insert(end, "<p class=\"logs\">" + std::string(line) + "</p>");
  return report;
}

}  // namespace torsor::html
