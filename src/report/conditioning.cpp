#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/parts.hpp"
#include "torsor/core/text.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor::report {
namespace {

using html::number;

/// "0.71 mx3 − 0.68 Ixx4 + ...": the few largest parts of a direction.
std::string in_words(const Identification& identification, const std::vector<double>& direction) {
  std::vector<std::size_t> order(direction.size());
  std::iota(order.begin(), order.end(), 0);
  const auto size = [&](std::size_t k) { return std::isfinite(direction[k]) ? std::abs(direction[k]) : -1.0; };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return size(a) != size(b) ? size(a) > size(b) : a < b; });
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(4, order.size()); ++k) {
    const double part = direction[order[k]];
    if (!(std::abs(part) > 0.05)) break;
    text += k == 0 ? (part < 0 ? "−" : "") : part < 0 ? " − " : " + ";
    text += number(std::abs(part), 2) + " " +
            name_at(identification.base_names, order[k], "beta" + std::to_string(order[k] + 1));
  }
  return text.empty() ? "no direction was kept" : text;
}

std::string singular_plot(const std::vector<double>& values) {
  Plot plot{"Singular values of the regressor", "One bar per singular value, descending, on a logarithmic scale."};
  plot.x.label = "number";
  plot.y.label = "size";
  plot.y.logarithmic = true;
  PlotMark bars{PlotMark::Kind::bars, "measured", ""};
  double low = INFINITY, high = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    bars.points.x.push_back(static_cast<double>(k + 1));
    bars.points.y.push_back(values[k]);
    if (values[k] > 0 && std::isfinite(values[k])) low = std::min(low, values[k]), high = std::max(high, values[k]);
  }
  if (high > 0) plot.y.range = PlotRange{low / 3, high * 1.5};
  plot.x.range = PlotRange{0.3, static_cast<double>(values.size()) + 0.7};
  plot.marks.push_back(std::move(bars));
  return plot.figure();
}

}  // namespace

Section conditioning(const Identification& identification) {
  std::string body = html::paragraph(identification.verdict.conditioning +
                                     " It is the ratio of the largest to the smallest singular value of the weighted "
                                     "regressor, with columns of unit length.");
  if (identification.singular_values.empty())
    body += html::paragraph("The singular values were not computed.");
  else
    body += singular_plot(identification.singular_values);
  if (identification.weakest.empty()) {
    body += html::paragraph("The weakest combinations were not computed.");
  } else {
    body += html::paragraph("The combinations that this motion excites least, weakest first:") + "<ol>";
    for (const std::vector<double>& direction : identification.weakest)
      body += "<li>" + html::escaped(in_words(identification, direction)) + "</li>";
    body += "</ol>\n";
  }
  return {"conditioning", "Conditioning", body};
}

Section identifiability(const Identification& identification) {
  const std::string heading = "What can be identified, and what not";
  const auto& known = identification.base.identifiability;
  if (known.empty()) return {"identifiability", heading, html::paragraph("This was not computed.")};
  const std::vector<Parameter>& entries = identification.layout.entries;
  html::Table table{
      "Standard parameters, link by link", {"Link", "Alone", "Only in sums with others", "Not at all"}, {}, false};
  for (std::size_t c = 0; c < std::min(known.size(), entries.size());) {
    const Parameter& first = entries[c];
    std::vector<std::string> names[3];
    for (; c < std::min(known.size(), entries.size()) && same_block(entries[c], first); ++c)
      names[static_cast<int>(known[c])].push_back(
          name_at(identification.parameter_names, c, parameter_name(entries[c])));
    std::vector<html::Cell> row{html::text_cell(link_name(identification, first))};
    for (const auto& group : names) row.push_back(html::words_cell(group.empty() ? "–" : enumerated(group)));
    table.rows.push_back(std::move(row));
  }
  return {
      "identifiability", heading,
      html::paragraph("No log of joint motion and torque can identify more than this: a parameter in the last column "
                      "has no effect on any motor, and one in the middle acts only together with others.") +
          html::to_html(table)};
}

}  // namespace torsor::report
