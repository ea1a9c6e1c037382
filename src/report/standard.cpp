#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/core/text.hpp"
#include "torsor/estimation/parameter_unit.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

using html::number;
using html::number_cell;

std::string identifiable(const Identification& identification, std::size_t c) {
  static constexpr const char* words[] = {"alone", "in sums", "no"};
  const auto& known = identification.base.identifiability;
  return c < known.size() ? words[static_cast<int>(known[c])] : "unknown";
}

/// The entries of one link, from `c` on; `c` ends behind them.
std::string link_table(const Identification& identification, std::size_t& c) {
  const std::vector<Parameter>& entries = identification.layout.entries;
  const StandardEstimate& consistent = identification.consistent;
  const Parameter& first = entries[c];
  const bool prior = !consistent.prior.empty();
  html::Table table{link_name(identification, first), {"Parameter", "Value", "Unit", "Identified"}, {}, false};
  if (prior) table.headers.insert(table.headers.begin() + 2, "Robot file");
  for (; c < entries.size() && same_block(entries[c], first); ++c) {
    std::vector<html::Cell> row{html::text_cell(name_at(identification.parameter_names, c, parameter_name(entries[c]))),
                                number_cell(value_at(consistent.value, c), 4)};
    if (prior) row.push_back(number_cell(value_at(consistent.prior, c), 4));
    row.push_back(html::text_cell(parameter_unit(identification, entries[c])));
    row.push_back(html::text_cell(identifiable(identification, c)));
    table.rows.push_back(std::move(row));
  }
  return html::to_html(table);
}

std::string quality(const StandardEstimate& consistent) {
  std::string text =
      consistent.smallest_eigenvalue > 0
          ? "Every link could exist as a body of positive density: the smallest eigenvalue of all pseudo-inertias is " +
                number(consistent.smallest_eigenvalue, 2) + " of its trace."
          : "The smallest eigenvalue of the pseudo-inertias is not positive (" +
                number(consistent.smallest_eigenvalue, 2) + " of its trace): a link could not exist as a body.";
  return text + " The fit is proven to lie within a relative " + number(consistent.gap, 2) + " of the best possible.";
}

/// What the constraints held back, which is what the data would have had otherwise.
std::string held_back(const Identification& identification) {
  std::vector<std::string> links, zeros;
  for (const int body : identification.consistent.at_the_limit) links.push_back("link " + std::to_string(body));
  for (const int c : identification.consistent.at_zero)
    if (c >= 0) zeros.push_back(name_at(identification.parameter_names, c, "column " + std::to_string(c + 1)));
  std::string text;
  if (!links.empty())
    text += html::paragraph(
        "At the limit of physical consistency, because the data say little about it or contradict it: " +
        enumerated(links) + ". Do not interpret these inertias as shapes.");
  if (!zeros.empty())
    text += html::paragraph("Would have come out negative, and are held at zero: " + enumerated(zeros) + ".");
  return text;
}

}  // namespace

Section standard_parameters(const Identification& identification) {
  const std::string heading = "The physically consistent model";
  const StandardEstimate& consistent = identification.consistent;
  if (!consistent.valid)
    return {
        "model", heading,
        html::paragraph("No physically consistent parameters were found or asked for, so there is no model to write.")};
  std::string body = html::paragraph(quality(consistent)) + held_back(identification);
  body += html::paragraph(consistent.prior.empty() ? "The robot file has no masses to start from: what the torques do "
                                                     "not tell was chosen as small as possible, and means "
                                                     "nothing by itself."
                                                   : "Where the torques do not tell a parameter (in sums, or not at "
                                                     "all), its value stays as near to the robot file as the "
                                                     "rest allows. Only sums of such values mean something.");
  body += "<div class=\"pairs\">";
  for (std::size_t c = 0; c < identification.layout.entries.size();) body += link_table(identification, c);
  return {"model", heading, body + "</div>\n"};
}

}  // namespace torsor::report
