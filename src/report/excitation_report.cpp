#include "torsor/report/excitation_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/parts.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/position.hpp"
#include "torsor/report/html.hpp"
#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

report::Section exciting_result(const ExcitingMotion& motion) {
  std::string body = "<div class=\"verdict good\"><p class=\"headline\">" +
                     html::escaped("All limits are kept, at rest at both ends. Condition number " +
                                   html::number(motion.condition) + ".") +
                     "</p>";
  body += html::paragraph("Deviations are those of white noise of the torque, " + html::number(motion.measurements) +
                          " measurements a second.");
  for (const std::string& note : motion.notes) body += html::paragraph(note);
  return {"result", "Result", body + "</div>\n"};
}

/// Of its value, which may be none or 0: a cell that stays empty then.
double relative_deviation(const ExpectedDeviation& one) {
  if (!one.value || *one.value == 0) return std::numeric_limits<double>::quiet_NaN();
  return 100 * one.deviation / std::abs(*one.value);
}

report::Section exciting_parameters(const ExcitingMotion& motion) {
  html::Table table{"What the motion will tell",
                    {"Base parameter", "Value", "Expected deviation", "Relative, %", "Combination"},
                    {},
                    true};
  for (const ExpectedDeviation& one : motion.parameters) {
    const double value = one.value.value_or(std::numeric_limits<double>::quiet_NaN());
    table.rows.push_back({html::text_cell(one.name), html::number_cell(value, 4), html::number_cell(one.deviation, 2),
                          html::number_cell(relative_deviation(one), 2), html::words_cell(one.words)});
  }
  return {"parameters", "What the motion tells", html::to_html(table)};
}

report::Section exciting_limits(const ExcitingMotion& motion) {
  html::Table table{"The nearest limits: slack 0 at the limit", {"Limit", "Slack", "Time, s"}, {}, true};
  for (std::size_t k = 0; k < std::min<std::size_t>(motion.limits.size(), 40); ++k)
    table.rows.push_back({html::text_cell(motion.limits[k].what), html::number_cell(motion.limits[k].slack),
                          html::number_cell(motion.limits[k].time, 4)});
  return {"limits", "Limits", html::to_html(table)};
}

std::string exciting_figure(const Trajectory& rows, const std::vector<std::vector<double>>& values, std::size_t joint,
                            const std::string& title, const std::string& unit) {
  Plot plot{title, title + " over time."};
  plot.x.label = "time, s", plot.y.label = unit, plot.height = 170;
  Curve curve{rows.time, {}};
  for (const std::vector<double>& row : values) curve.y.push_back(row[joint]);
  plot.marks.push_back({PlotMark::Kind::line, "predicted", "", std::move(curve)});
  return plot.figure();
}

report::Section exciting_plots(const Model<double>& model, const Trajectory& rows, const TrajectoryTorque& torque) {
  const std::vector<std::string> names = velocity_names(model), units = torque_units(model);
  std::string body;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const bool slides = units[j] == "N";
    body += "<section class=\"joint\"><h3>" + html::escaped(names[j]) + "</h3>\n";
    body += exciting_figure(rows, rows.q, j, "Position", slides ? "m" : "rad");
    body += exciting_figure(rows, rows.qd, j, "Velocity", slides ? "m/s" : "rad/s");
    body += exciting_figure(rows, torque.tau, j, "Torque", units[j]) + "</section>\n";
  }
  return {"motion", "Motion", body};
}

/// The origins of the frames of links, from the base to each end, as lists of x, y, z for some times.
std::string replay_points(const Model<double>& model, const Trajectory& rows, double& reach) {
  constexpr std::size_t most = 400;
  const std::size_t step = std::max<std::size_t>(1, rows.time.size() / most);
  std::string text = "[";
  for (std::size_t k = 0; k < rows.time.size(); k += step) {
    const auto poses = forward_kinematics<double>(model, rows.q[k]);
    text += k > 0 ? ",[" : "[";
    for (std::size_t f = 0; f < model.frames.size(); ++f) {
      const Vector3<double> p = frame_pose<double>(model, poses, static_cast<int>(f)).p;
      text += fmt::format("{}{:.4f},{:.4f},{:.4f}", f > 0 ? "," : "", p.x + 0.0, p.y + 0.0, p.z + 0.0);
      reach = std::max({reach, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    text += "]";
  }
  return text + "]";
}

/// The frame that each frame is drawn on: the link before it.
std::string replay_lines(const Model<double>& model) {
  std::string text = "[";
  for (std::size_t f = 1; f < model.frames.size(); ++f) {
    const int body = model.frames[f].body;
    const int own = model.bodies[body].frame, below = model.bodies[model.bodies[body].parent].frame;
    text += fmt::format("{}[{},{}]", f > 1 ? "," : "", static_cast<int>(f) == own ? (body > 0 ? below : 0) : own, f);
  }
  return text + "]";
}

report::Section exciting_replay(const Model<double>& model, const Trajectory& rows) {
  double reach = 0.1;
  const std::string points = replay_points(model, rows, reach);
  std::string body =
      "<p><button id=\"replay-play\" type=\"button\">play</button> <input id=\"replay-at\" type=\"range\" "
      "min=\"0\" value=\"0\" aria-label=\"time\"> from the side (x, z) and from above (x, y)</p>\n";
  body += fmt::format(
      "<svg id=\"replay-view\" viewBox=\"0 0 840 420\" role=\"img\" aria-label=\"The arm in motion\"></svg>\n");
  body += "<script>\n(() => {\nconst points = " + points + ", lines = " + replay_lines(model) +
          fmt::format(", scale = {:.6g};\n", 195 / reach) + R"JS(
const svg = document.getElementById("replay-view"), at = document.getElementById("replay-at");
const play = document.getElementById("replay-play");
at.max = points.length - 1;
const draw = () => {
  const p = points[at.value], view = (x, y, left) => (left + 210 + scale * x) + "," + (210 - scale * y);
  let d = "";
  for (const [a, b] of lines) {
    d += "M" + view(p[3 * a], p[3 * a + 2], 0) + "L" + view(p[3 * b], p[3 * b + 2], 0);
    d += "M" + view(p[3 * a], p[3 * a + 1], 420) + "L" + view(p[3 * b], p[3 * b + 1], 420);
  }
  svg.innerHTML = '<path d="' + d + '" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>';
};
)JS" + fmt::format("let timer = null;\nconst pause = {:.6g};\n", 1000 * rows.time.back() / 400) +
          R"JS(play.onclick = () => {
  if (timer) { clearInterval(timer); timer = null; play.textContent = "play"; return; }
  play.textContent = "stop";
  timer = setInterval(() => { at.value = (Number(at.value) + 1) % points.length; draw(); }, pause);
};
at.oninput = draw;
draw();
})();
</script>
)JS";
  return {"replay", "Replay", body};
}

}  // namespace

std::string html_report(const Model<double>& model, const ExcitingMotion& motion, const Trajectory& rows,
                        const TrajectoryTorque& torque) {
  const std::string header = "<header><p class=\"kind\">Exciting motion</p>\n<h1>" + html::escaped(model.name) +
                             "</h1>\n<p class=\"logs\">" + html::number(motion.series.period(), 4) +
                             " s</p></header>\n";
  return report::page("Exciting motion: " + model.name, header,
                      {exciting_result(motion), exciting_replay(model, rows), exciting_plots(model, rows, torque),
                       exciting_parameters(motion), exciting_limits(motion)});
}

}  // namespace torsor
