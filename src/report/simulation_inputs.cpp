#include <array>

#include "report/simulation_parts.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

constexpr std::array part_styles{"measured", "residual", "predicted"};

std::string input_figure(const Simulation& run, const SimulationInput& input) {
  Plot plot = over_samples(run, input.title, input.title + " over time.", input.unit, 190);
  for (std::size_t k = 0; k < std::min({input.values.size(), input.parts.size(), part_styles.size()}); ++k) {
    Curve curve;
    for (std::size_t s = 0; s < run.samples.size(); ++s) {
      curve.x.push_back(run.samples[s].t);
      curve.y.push_back(value_at(input.values[k], s));
    }
    plot.marks.push_back({PlotMark::Kind::line, part_styles[k], input.parts[k], std::move(curve)});
  }
  return plot.figure();
}

}  // namespace

Section simulation_inputs(const Simulation& run, const SimulationNames& names) {
  std::string body;
  if (!names.given.empty()) {
    body += "<ul>\n";
    for (const std::string& line : names.given) body += "<li>" + html::escaped(line) + "</li>\n";
    body += "</ul>\n";
  }
  if (!names.inputs.empty()) {
    body += "<section class=\"joint\">";
    for (const SimulationInput& input : names.inputs) body += input_figure(run, input);
    body += "</section>\n";
  }
  return {"inputs", "What acted", body};
}

}  // namespace torsor::report
