#include "torsor/report/workspace_report.hpp"

#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

using report::Section;

constexpr int shades = 8;

/// A map of cells, the darker the larger its value: `value(i, j)` of the cell between edges i and j; 0 is left out.
template <class Value>
Plot cell_map(Plot plot, const std::vector<double>& x, const std::vector<double>& y, double largest,
              const Value& value) {
  plot.x.range = PlotRange{x.front(), x.back()};
  plot.y.range = PlotRange{y.front(), y.back()};
  // As much of the page for a metre to the right as for one upwards, within reason.
  plot.width = 600;
  plot.height = 60 + std::clamp(520 * (y.back() - y.front()) / (x.back() - x.front()), 200.0, 900.0);
  for (int shade = 1; shade <= shades; ++shade) {
    PlotMark mark{PlotMark::Kind::cells, "measured", ""};
    mark.width = x[1] - x[0], mark.tall = y[1] - y[0];
    mark.opacity = static_cast<double>(shade) / shades;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
      for (std::size_t j = 0; j + 1 < y.size(); ++j) {
        const double share = value(i, j) / largest;
        if (!(share > 0) || std::min(shades, 1 + static_cast<int>(shades * share)) != shade) continue;
        mark.points.x.push_back((x[i] + x[i + 1]) / 2), mark.points.y.push_back((y[j] + y[j + 1]) / 2);
      }
    if (!mark.points.x.empty()) plot.marks.push_back(std::move(mark));
  }
  return plot;
}

Section extents(const Workspace& found) {
  html::Table table{"Where the tip can be, m", {"", "From", "To"}, {}, false};
  const auto add = [&](const char* name, double low, double high) {
    table.rows.push_back({html::text_cell(name), html::number_cell(low, 4), html::number_cell(high, 4)});
  };
  add("x", found.low.x, found.high.x), add("y", found.low.y, found.high.y), add("z", found.low.z, found.high.z);
  add("Distance from the z axis", found.least_radius, found.largest_radius);
  add("Distance from the base", found.nearest, found.farthest);
  return {
      "extents", "Extents",
      html::to_html(table) +
          html::paragraph("Volume of the bins that are reached: " + html::number(found.volume(), 3) +
                          " m^3. Manipulability of linear velocities: mean " + html::number(found.mean_manipulability) +
                          ", best " + html::number(found.best_manipulability) + ".")};
}

/// How often, per square metre of the cut: bins near the axis have less room.
Section from_the_side(const Workspace& found) {
  double most = 0, best = 0;
  for (const WorkspaceBin& bin : found.bins) {
    most = std::max(most, static_cast<double>(bin.count)), best = std::max(best, bin.best);
  }
  Plot reach{"From the side", "Samples by distance from the z axis and height; darker is more often."};
  reach.x.label = "distance from the z axis, m", reach.y.label = "z, m";
  Plot moves = reach;
  moves.title = "Best manipulability", moves.description = "The best manipulability by distance and height.";
  return {"side", "From the side",
          html::paragraph("The darker, the more of the samples, on a scale of roots.") +
              cell_map(reach, found.radii, found.heights, 1,
                       [&](auto i, auto j) { return std::sqrt(static_cast<double>(found.bin(i, j).count) / most); })
                  .figure() +
              cell_map(moves, found.radii, found.heights, best > 0 ? best : 1, [&](auto i, auto j) {
                return found.bin(i, j).best;
              }).figure()};
}

Section from_above(const Workspace& found) {
  const double most = static_cast<double>(*std::ranges::max_element(found.above));
  Plot plot{"From above", "Samples by x and y; darker is more often."};
  plot.x.label = "x, m", plot.y.label = "y, m";
  return {"above", "From above",
          cell_map(plot, found.x_edges, found.y_edges, 1, [&](auto i, auto j) {
            return std::sqrt(static_cast<double>(found.above[i * (found.y_edges.size() - 1) + j]) / most);
          }).figure()};
}

}  // namespace

std::string html_report(const Workspace& workspace, const WorkspaceNames& names) {
  const std::string header = "<header><p class=\"kind\">Workspace</p>\n<h1>" + html::escaped(names.robot) +
                             "</h1>\n<p class=\"logs\">" + html::escaped(names.tip) + ", " +
                             counted(workspace.samples, "sample") + "</p></header>\n";
  return report::page("Workspace of " + names.robot, header,
                      {extents(workspace), from_the_side(workspace), from_above(workspace)});
}

}  // namespace torsor
