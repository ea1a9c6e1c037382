#pragma once

#include <optional>
#include <string>
#include <vector>

namespace torsor {

struct PlotRange {
  double low = 0, high = 1;
};

/// Round numbers (1, 2 or 5 times a power of ten) that lie in the range, about so many.
std::vector<double> round_ticks(const PlotRange& range, int about);

/// A curve, with the extremes of each of `columns` equal pieces of x kept, so that peaks stay; at most two points a
/// piece. x must not fall.
struct Curve {
  std::vector<double> x, y;
};
Curve thinned(const Curve& curve, int columns);

struct PlotAxis {
  std::string label = {};
  std::optional<PlotRange> range = {};       // that of the data where there is none
  bool logarithmic = false;                  // base 10; values that are not positive are left out
  std::vector<std::string> categories = {};  // written at 0, 1, 2 ... in place of numbers
};

/// What is drawn at points (x, y); styles are CSS classes of the page: measured, predicted, residual, raw, model.
struct PlotMark {
  enum class Kind { line, dots, bars, whiskers, hollow, cells };
  Kind kind = Kind::line;
  std::string style, name;
  Curve points = {};
  std::vector<double> low = {}, high = {};  // of whiskers, along x
  double width = 0.8;                       // of bars and cells, in units of x
  double tall = 0.8;                        // of cells, in units of y
  double opacity = 1;                       // of cells
};

/// A plot with axes as SVG for a page: it scales with the page, is described for screen readers, and keeps the map from
/// drawing to data in its attributes, from which a script can read values. Points that are not finite are left out.
struct Plot {
  std::string title, description;
  PlotAxis x = {}, y = {};
  double width = 900, height = 250;
  std::vector<PlotMark> marks = {};
  std::vector<double> vertical_rules = {}, horizontal_rules = {};

  std::string svg() const;
  /// A file of its own, with colours of its own.
  std::string svg_file() const;
  /// The drawing with its title and a legend of the named marks.
  std::string figure() const;
};

}  // namespace torsor
