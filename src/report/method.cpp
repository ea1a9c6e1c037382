#include <algorithm>
#include <cmath>
#include <utility>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

using html::number;

std::string or_none(const std::string& text, const std::string& otherwise) { return text.empty() ? otherwise : text; }

/// The noise of a joint sets its weight: the equations of a joint are divided by it.
std::string noise_table(const Identification& identification) {
  if (identification.noise.empty()) return html::paragraph("The noise of the joints was not estimated.");
  html::Table table{"Weights: each joint's equations are divided by the standard deviation of its residual",
                    {"Joint", "Standard deviation", "Unit", "Correlation time, s", "Coulomb width"},
                    {},
                    false};
  for (std::size_t j = 0; j < identification.noise.size(); ++j)
    table.rows.push_back({html::text_cell(joint_name(identification, j)), html::number_cell(identification.noise[j]),
                          html::text_cell(torque_unit(identification, j)),
                          html::number_cell(value_at(identification.correlation_time, j)),
                          html::number_cell(value_at(identification.coulomb_width, j))});
  return html::to_html(table);
}

std::string term_table(const Identification& identification) {
  if (identification.terms.empty()) return "";
  html::Table table{"What each term contributed: how much it lets the squared error fall on blocks that were left out",
                    {"Term", "Joint", "Size", "Gain, %", "Standard error, %", "Decision"},
                    {},
                    false};
  for (const TermVerdict& one : identification.terms)
    table.rows.push_back({html::text_cell(one.term), html::text_cell(one.joint.empty() ? "all" : one.joint),
                          html::text_cell(one.value), html::number_cell(100 * one.gain),
                          html::number_cell(100 * one.standard_error),
                          html::text_cell(one.admitted ? "admitted" : "left out")});
  return "<details><summary>What each term of the model contributed</summary>\n" + html::to_html(table) +
         "</details>\n";
}

}  // namespace

Section method(const Identification& identification) {
  std::vector<std::string> training = identification.training_logs, validation = identification.validation_logs;
  const std::pair<const char*, std::string> facts[] = {
      {"Robot", or_none(identification.robot, "without a name")},
      {"Fitted to", or_none(enumerated(training), "no log")},
      {"Held out", or_none(identification.held_out, or_none(enumerated(validation), "nothing"))},
      {"Rows", std::to_string(identification.rows) + ", of which " + std::to_string(identification.rows_used) +
                   " went into the equations"},
      {"Duration", number(identification.duration) + " s of motion"},
      {"Smoothing", or_none(identification.smoothing, "not given")},
      {"Friction model", or_none(identification.friction, "not given")},
      {"Standard parameters", std::to_string(identification.layout.size()) +
                                  ", of which identifiable: " + counted(identification.base.count(), "combination")},
      {"Standard deviations", identification.block_length > 0
                                  ? "bootstrap of blocks of " + counted(identification.block_length, "equation")
                                  : std::string("no blocks were drawn")},
      {"Program", "Torsor" + (identification.version.empty() ? std::string() : " " + identification.version)}};
  std::string body = "<dl class=\"facts\">\n";
  for (const auto& [term, text] : facts)
    body += std::string("<dt>") + term + "</dt><dd>" + html::escaped(text) + "</dd>\n";
  return {"method", "How it was computed", body + "</dl>\n" + noise_table(identification) + term_table(identification)};
}

Section glossary() {
  static constexpr std::pair<const char*, const char*> terms[] = {
      {"Autocorrelation",
       "Correlation of a signal with itself after a lag. That of white noise is zero except at lag 0."},
      {"Base parameters",
       "The fewest combinations of the robot's parameters that set its torques. A log can identify these, and nothing "
       "else."},
      {"Block bootstrap",
       "The fit is repeated on blocks of the log drawn at random; the spread of the results is the standard deviation, "
       "and "
       "stays right where neighbouring samples err alike."},
      {"Condition number", "Ratio of the best to the worst excited combination of parameters. 1 is perfect."},
      {"Confidence interval, 95 %",
       "Value plus and minus two standard deviations. A parameter is significant where zero lies outside."},
      {"Coulomb friction", "A torque of constant size against the motion; close to rest it turns over smoothly."},
      {"Duality gap",
       "How far the fit can be from the best possible one at most, by a bound that is computed beside it."},
      {"Fitted and held out",
       "The model is made from the fitted data and judged on the held-out data, which it has not seen."},
      {"Identifiable", "Alone, in sums with others, or not at all: how a parameter is identifiable from torques."},
      {"Pseudo-inertia",
       "A 4 x 4 matrix of mass, first and second moments of a link. Its eigenvalues are positive exactly where a body "
       "of "
       "positive density can have these parameters; then the model is physically consistent."},
      {"R²",
       "1 minus residual variance over torque variance: 1 is perfect, 0 no better than the mean, negative worse."},
      {"Regressor",
       "The matrix that, times the parameters, gives the torques; it depends on positions, velocities and "
       "accelerations only."},
      {"Residual", "Measured minus predicted torque."},
      {"RMS", "Root of the mean of the squares."},
      {"Singular values", "How strongly the motion excites each independent combination of parameters."},
      {"Stribeck friction", "What it takes more than Coulomb friction to start to move; gone at speed."},
      {"Viscous friction", "A torque against the motion that grows with the velocity."}};
  std::string body = "<dl class=\"glossary\">\n";
  for (const auto& [term, text] : terms)
    body += "<div><dt>" + html::escaped(term) + "</dt><dd>" + html::escaped(text) + "</dd></div>\n";
  return {"glossary", "Glossary", body + "</dl>\n"};
}

}  // namespace torsor::report
