#include "torsor/report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "report/plot_scale.hpp"
#include "torsor/report/html.hpp"

namespace torsor {
namespace {

constexpr int line_columns = 700;  // about one for each unit of the drawing's width
constexpr double top = 10, right = 14, bottom = 44, digits_left = 66;

using Kind = PlotMark::Kind;

/// The parts of one drawing; the marks lie in an inner drawing, which cuts off what is outside of it.
class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot), left_(left_margin(plot)) {
    std::vector<double> xs, ys;
    for (const PlotMark& mark : plot.marks) {
      for (const auto* values : {&mark.points.x, &mark.low, &mark.high})
        xs.insert(xs.end(), values->begin(), values->end());
      ys.insert(ys.end(), mark.points.y.begin(), mark.points.y.end());
      if (mark.kind == Kind::bars && !plot.y.logarithmic) ys.push_back(0);
    }
    ys.insert(ys.end(), plot.horizontal_rules.begin(), plot.horizontal_rules.end());
    x_ = plot_scale(plot.x, xs, {left_, plot.width - right});
    const bool downwards = !plot.y.categories.empty();
    const PlotRange height = downwards ? PlotRange{top, floor()} : PlotRange{floor(), top};
    y_ = plot_scale(plot.y, ys, height);
  }

  std::string draw() const {
    std::string text = opening() + axes();
    text += fmt::format(
        "<svg class=\"area\" x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" viewBox=\"{:g} {:g} {:g} {:g}\" "
        "preserveAspectRatio=\"none\">\n",
        left_, top, plot_.width - right - left_, floor() - top, left_, top, plot_.width - right - left_, floor() - top);
    text += rules();
    for (const PlotMark& mark : plot_.marks) text += draw(mark);
    return text + "</svg></svg>\n";
  }

 private:
  /// Names need more room than numbers.
  static double left_margin(const Plot& plot) {
    std::size_t longest = 0;
    for (const std::string& name : plot.y.categories) longest = std::max(longest, name.size());
    return plot.y.categories.empty() ? digits_left : std::clamp(20 + 8.0 * static_cast<double>(longest), 60.0, 170.0);
  }
  double floor() const { return plot_.height - bottom; }

  std::string opening() const {
    const auto map = [](const PlotScale& scale) {
      return fmt::format("{:.9g} {:.9g} {:g} {:g} {}", scale.data.low, scale.data.high, scale.drawing.low,
                         scale.drawing.high, scale.logarithmic ? "log" : "linear");
    };
    return fmt::format(
        "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 {:g} {:g}\" data-x=\"{}\" data-y=\"{}\">"
        "<title>{}</title><desc>{}</desc>\n",
        plot_.width, plot_.height, map(x_), map(y_), html::escaped(plot_.title), html::escaped(plot_.description));
  }

  std::string axes() const {
    std::string text = "<g class=\"ticks x\">";
    for (const auto& [at, label] : plot_ticks(plot_.x, x_, static_cast<int>(plot_.width / 90)))
      text += fmt::format(
          "<g><path class=\"grid\" d=\"M{0:.1f} {1:g}V{2:g}\"/><text x=\"{0:.1f}\" y=\"{3:g}\">{4}</text></g>", at, top,
          floor(), floor() + 17, html::escaped(label));
    text += "</g>\n<g class=\"ticks y\">";
    for (const auto& [at, label] : plot_ticks(plot_.y, y_, std::max(2, static_cast<int>((floor() - top) / 34))))
      text += fmt::format(
          "<g><path class=\"grid\" d=\"M{0:g} {1:.1f}H{2:g}\"/><text x=\"{3:g}\" y=\"{4:.1f}\">{5}</text></g>", left_,
          at, plot_.width - right, left_ - 6, at + 4, html::escaped(label));
    text += fmt::format("</g>\n<text class=\"label x\" x=\"{:g}\" y=\"{:g}\">{}</text>\n",
                        (left_ + plot_.width - right) / 2, plot_.height - 8, html::escaped(plot_.x.label));
    if (!plot_.y.label.empty())
      text += fmt::format("<text class=\"label y\" transform=\"translate(14 {:g}) rotate(-90)\">{}</text>\n",
                          (top + floor()) / 2, html::escaped(plot_.y.label));
    return text;
  }

  std::string rules() const {
    std::string path;
    for (const double at : plot_.vertical_rules)
      if (x_.holds(at)) path += fmt::format("M{:.1f} {:g}V{:g}", x_(at), top, floor());
    for (const double at : plot_.horizontal_rules)
      if (y_.holds(at)) path += fmt::format("M{:g} {:.1f}H{:g}", left_, y_(at), plot_.width - right);
    return path.empty() ? "" : "<path class=\"rule\" d=\"" + path + "\"/>\n";
  }

  /// A path with its class and, for the script, its name; nothing where there is no point.
  static std::string path(const std::string& kind, const PlotMark& mark, const std::string& d) {
    if (d.empty()) return "";
    const std::string name = mark.name.empty() ? "" : " data-name=\"" + html::escaped(mark.name) + "\"";
    const std::string unit = mark.kind == Kind::line ? " transform=\"scale(.1)\"" : "";
    return "<path class=\"" + kind + " " + html::escaped(mark.style) + "\"" + name + unit + " d=\"" + d + "\"/>\n";
  }

  std::string draw(const PlotMark& mark) const {
    switch (mark.kind) {
      case Kind::line:
        return path("line", mark, line(thinned(mark.points, line_columns)));
      case Kind::bars:
        return path("bars", mark, bars(mark));
      case Kind::whiskers:
        return path("whiskers", mark, whiskers(mark)) + path("dots", mark, dots(mark.points));
      case Kind::hollow:
        return path("hollow", mark, dots(mark.points));
      case Kind::cells:
        return fmt::format("<g opacity=\"{:.3g}\">", mark.opacity) + path("bars", mark, cells(mark)) + "</g>\n";
      case Kind::dots:
        break;
    }
    return path("dots", mark, dots(mark.points));
  }

  bool shows(const Curve& points, std::size_t k) const { return x_.holds(points.x[k]) && y_.holds(points.y[k]); }

  /// In steps of tenths, each from the point before: half as long as places in full.
  std::string line(const Curve& points) const {
    std::string d;
    long x_before = 0, y_before = 0, length = 0;  // of the piece without a hole
    const auto append = [&d](long value) {
      if (value >= 0 && std::isdigit(static_cast<unsigned char>(d.back())) != 0) d += ' ';
      d += std::to_string(value);
    };
    const auto tenths = [](double at) { return std::lround(10 * std::clamp(at, -1e5, 1e5)); };
    for (std::size_t k = 0; k < std::min(points.x.size(), points.y.size()); ++k) {
      if (!shows(points, k)) length = 0, x_before = 0, y_before = 0;
      if (!shows(points, k)) continue;
      const long x = tenths(x_(points.x[k])), y = tenths(y_(points.y[k]));
      if (length < 2) d += length == 0 ? 'M' : 'l';
      append(x - x_before), append(y - y_before);
      x_before = x, y_before = y, ++length;
    }
    return d;
  }

  /// A dot is a line of no length with round ends: the whole cloud is one path.
  std::string dots(const Curve& points) const {
    std::string d;
    for (std::size_t k = 0; k < std::min(points.x.size(), points.y.size()); ++k)
      if (shows(points, k)) d += fmt::format("M{:.1f} {:.1f}h0", x_(points.x[k]), y_(points.y[k]));
    return d;
  }

  std::string bars(const PlotMark& mark) const {
    std::string d;
    const double foot = plot_.y.logarithmic ? floor() : y_(0);
    for (std::size_t k = 0; k < std::min(mark.points.x.size(), mark.points.y.size()); ++k) {
      if (!shows(mark.points, k)) continue;
      const double x = mark.points.x[k], half = mark.width / 2;
      d += fmt::format("M{:.1f} {:.1f}V{:.1f}H{:.1f}V{:.1f}Z", x_(x - half), foot, y_(mark.points.y[k]), x_(x + half),
                       foot);
    }
    return d;
  }

  std::string cells(const PlotMark& mark) const {
    std::string d;
    for (std::size_t k = 0; k < std::min(mark.points.x.size(), mark.points.y.size()); ++k) {
      if (!shows(mark.points, k)) continue;
      const double x = mark.points.x[k], y = mark.points.y[k], right_of = mark.width / 2, above = mark.tall / 2;
      d += fmt::format("M{:.1f} {:.1f}V{:.1f}H{:.1f}V{:.1f}Z", x_(x - right_of), y_(y - above), y_(y + above),
                       x_(x + right_of), y_(y - above));
    }
    return d;
  }

  std::string whiskers(const PlotMark& mark) const {
    std::string d;
    for (std::size_t k = 0; k < std::min({mark.points.y.size(), mark.low.size(), mark.high.size()}); ++k) {
      if (!x_.holds(mark.low[k]) || !x_.holds(mark.high[k]) || !y_.holds(mark.points.y[k])) continue;
      const double y = y_(mark.points.y[k]);
      for (const double end : {x_(mark.low[k]), x_(mark.high[k])}) d += fmt::format("M{:.1f} {:.1f}v6", end, y - 3);
      d += fmt::format("M{:.1f} {:.1f}H{:.1f}", x_(mark.low[k]), y, x_(mark.high[k]));
    }
    return d;
  }

  const Plot& plot_;
  double left_;
  PlotScale x_, y_;
};

}  // namespace

std::string Plot::svg() const { return Drawing(*this).draw(); }

std::string Plot::svg_file() const {
  static constexpr std::string_view begin = "<svg ";
  static constexpr std::string_view style =
      "<style>svg{background:#fff}text{font:12px sans-serif;fill:#4e5b6c}.x text,.label{text-anchor:middle}"
      ".y text{text-anchor:end}path{fill:none;vector-effect:non-scaling-stroke;stroke:var(--ink,#4e5b6c)}"
      ".grid{stroke:#d3dae4}.dots{stroke-width:4;stroke-linecap:round}.line{stroke-width:1.4}"
      ".measured{--ink:#0072b2;stroke-width:2.4}.predicted{--ink:#c24a00}.residual{--ink:#00795c}"
      ".raw{--ink:#9aa5b4}.model{--ink:#17202b}path.bars{fill:var(--ink)}</style>\n";
  const std::string text = svg();
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + text.substr(begin.size(), text.find('>') + 1 - begin.size()) +
         std::string(style) + text.substr(text.find('>') + 1);
}

std::string Plot::figure() const {
  std::string legend;
  for (const PlotMark& mark : marks)
    if (!mark.name.empty())
      legend += "<span class=\"key " + html::escaped(mark.style) + "\">" + html::escaped(mark.name) + "</span> ";
  return "<figure><figcaption><strong>" + html::escaped(title) + "</strong> " + legend + "</figcaption>\n" + svg() +
         "</figure>\n";
}

}  // namespace torsor
