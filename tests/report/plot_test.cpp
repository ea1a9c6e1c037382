#include "torsor/report/plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/well_formed.hpp"
#include "torsor/report/html.hpp"

namespace torsor::test::plot_test {

TEST(Plot, ticks_are_round_and_within_the_range) {
  EXPECT_EQ(round_ticks({0, 10}, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(round_ticks({-0.9, 1.1}, 4), (std::vector<double>{-0.5, 0, 0.5, 1}));
  EXPECT_EQ(round_ticks({3, 3}, 4), std::vector<double>());
  EXPECT_EQ(round_ticks({0, std::nan("")}, 4), std::vector<double>());
}

TEST(Plot, thinning_keeps_every_peak) {
  Curve curve;
  for (int k = 0; k < 10'000; ++k) curve.x.push_back(k), curve.y.push_back(k == 4321 ? 100 : k == 8765 ? -50 : k % 2);
  const Curve thin = thinned(curve, 100);
  EXPECT_LE(thin.x.size(), 200u);
  EXPECT_TRUE(std::is_sorted(thin.x.begin(), thin.x.end()));
  const auto high = std::max_element(thin.y.begin(), thin.y.end()),
             low = std::min_element(thin.y.begin(), thin.y.end());
  EXPECT_EQ(*high, 100);
  EXPECT_EQ(thin.x[static_cast<std::size_t>(high - thin.y.begin())], 4321);
  EXPECT_EQ(*low, -50);
  EXPECT_EQ(thin.x[static_cast<std::size_t>(low - thin.y.begin())], 8765);
}

TEST(Plot, thinning_keeps_holes_and_leaves_short_curves_alone) {
  Curve curve;
  for (int k = 0; k < 1000; ++k) curve.x.push_back(k), curve.y.push_back(k >= 500 && k < 600 ? std::nan("") : 1.0);
  const Curve thin = thinned(curve, 10);
  EXPECT_EQ(std::count_if(thin.y.begin(), thin.y.end(), [](double y) { return std::isnan(y); }), 1);
  const Curve small{{0, 1, 2}, {5, 6, 7}};
  EXPECT_EQ(thinned(small, 10).y, small.y);
}

/// In a drawing of 180 x 154 with margins of 66, 14, 10 and 44 the data take 100 x 100.
Plot square(PlotMark mark) {
  Plot plot{"title", "description"};
  plot.width = 180, plot.height = 154;
  plot.x.range = plot.y.range = PlotRange{0, 10};
  plot.marks = {std::move(mark)};
  return plot;
}

TEST(Plot, a_line_goes_through_its_points) {
  const std::string svg = square({PlotMark::Kind::line, "measured", "", {{0, 5, 10}, {0, 10, 5}}}).svg();
  EXPECT_NE(svg.find("d=\"M660 1100l500-1000 500 500\""), std::string::npos) << svg;
}

TEST(Plot, a_line_is_broken_where_a_point_is_no_number) {
  const std::string svg =
      square({PlotMark::Kind::line, "measured", "", {{0, 1, 2, 3, 4}, {0, 0, std::nan(""), 0, 0}}}).svg();
  EXPECT_NE(svg.find("d=\"M660 1100l100 0M960 1100l100 0\""), std::string::npos) << svg;
}

TEST(Plot, bars_stand_on_zero_and_dots_at_their_place) {
  PlotMark bar{PlotMark::Kind::bars, "measured", "", {{5}, {4}}};
  bar.width = 2;
  EXPECT_NE(square(bar).svg().find("d=\"M106.0 110.0V70.0H126.0V110.0Z\""), std::string::npos);
  EXPECT_NE(square({PlotMark::Kind::dots, "measured", "", {{5}, {4}}}).svg().find("d=\"M116.0 70.0h0\""),
            std::string::npos);
}

TEST(Plot, whiskers_reach_from_low_to_high) {
  PlotMark whisker{PlotMark::Kind::whiskers, "measured", "", {{5}, {5}}, {2}, {8}};
  EXPECT_NE(square(whisker).svg().find("M86.0 60.0H146.0"), std::string::npos);
}

TEST(Plot, a_logarithmic_axis_places_decades_evenly_and_leaves_out_what_is_not_positive) {
  Plot plot = square({PlotMark::Kind::dots, "measured", "", {{0, 5, 10, 5}, {1, 10, 100, -1}}});
  plot.y.range = PlotRange{1, 100}, plot.y.logarithmic = true;
  EXPECT_NE(plot.svg().find("d=\"M66.0 110.0h0M116.0 60.0h0M166.0 10.0h0\""), std::string::npos);
}

TEST(Plot, is_described_and_escaped) {
  Plot plot = square({PlotMark::Kind::line, "measured", "<b>", {{0, 1}, {0, 1}}});
  plot.title = "a < b", plot.x.label = "\"x\"";
  const std::string figure = plot.figure();
  EXPECT_EQ(why_not_well_formed(figure), "");
  EXPECT_NE(figure.find("<title>a &lt; b</title><desc>description</desc>"), std::string::npos);
  EXPECT_NE(figure.find("&lt;b&gt;</span>"), std::string::npos);
}

TEST(Plot, a_file_of_its_own_is_well_formed_and_has_its_name_space) {
  const std::string file = square({PlotMark::Kind::line, "measured", "", {{0, 1}, {0, 1}}}).svg_file();
  EXPECT_EQ(why_not_well_formed(file), "");
  EXPECT_EQ(file.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\" class=", 0), 0u) << file;
}

TEST(Plot, without_any_point_there_are_still_axes) {
  EXPECT_EQ(why_not_well_formed(Plot{"nothing", "to see"}.figure()), "");
}

TEST(Html, numbers_are_written_for_people) {
  EXPECT_EQ(html::number(1.23456), "1.23");
  EXPECT_EQ(html::number(-0.5, 2), "−0.50");
  EXPECT_EQ(html::number(1234.6), "1235");
  EXPECT_EQ(html::number(9.999), "10.0");
  EXPECT_EQ(html::number(1.5e-5, 2), "1.5×10⁻⁵");
  EXPECT_EQ(html::number(0), "0");
  EXPECT_EQ(html::number(std::nan("")), "–");
  EXPECT_EQ(html::number(INFINITY), "∞");
}

TEST(Html, names_from_files_are_escaped) {
  EXPECT_EQ(html::escaped("<a href='x'>\"&\"</a>"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;");
  EXPECT_EQ(html::escaped("a\x01\xC3z"), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
  EXPECT_EQ(html::escaped("é²"), "é²");
}

}  // namespace torsor::test::plot_test
