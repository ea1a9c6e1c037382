#include "torsor/logs/table_rows.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <random>

#include "torsor/core/text.hpp"

namespace torsor::test::table_rows_test {

using Vector = std::vector<double>;

TEST(TableRows, OfACsvStandBesideEachOther) {
  const Vector time{0.5, 1}, pair{1, 2, 3, -0.25};
  TableRows rows;
  EXPECT_EQ(rows.bytes(TableFormat::csv, 2, {{time.data(), 1}, {pair.data(), 2}}), "0.5,1,2\n1,3,-0.25\n");
  EXPECT_EQ(rows.bytes(TableFormat::csv, 1, {{pair.data(), 2}}), "1,2\n");
  EXPECT_EQ(rows.bytes(TableFormat::csv, 0, {{pair.data(), 2}}), "");
}

TEST(TableRows, MinusZeroIsZero) {
  const Vector numbers{-0.0, 0.0};
  TableRows rows;
  EXPECT_EQ(rows.bytes(TableFormat::csv, 1, {{numbers.data(), 2}}), "0,0\n");
}

/// Of every size, with few digits and many, whole and nearly whole, between powers of two and of ten.
Vector hard_numbers() {
  std::mt19937_64 random(1);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  Vector numbers{5e-324,
                 -2.2250738585072014e-308,
                 1.7976931348623157e308,
                 -1.7976931348623157e308,
                 0.1,
                 1e22,
                 1e23,
                 9007199254740994.0,
                 0.3,
                 2.5,
                 1e15,
                 999999999999999.9,
                 0.001,
                 0.0009999999999999999,
                 1e-3 + 1e-19};
  for (int k = 0; k < 20000; ++k) {
    const double any = std::bit_cast<double>(random()), size = std::pow(10, uniform(-6, 18)),
                 power = std::ldexp(1.0, static_cast<int>(random() % 90) - 35);
    if (std::isfinite(any)) numbers.push_back(any);
    for (const double value : {uniform(-5, 5), size, -std::round(1e3 * size) / 1e3, k * 0.001, k / 64.0, power,
                               std::nextafter(power, 0.0), std::nextafter(k * 0.01, 1e9), std::round(size)})
      if (value != 0) numbers.push_back(value);
  }
  return numbers;
}

TEST(TableRows, NumbersAreTheShortestThatReadBackToTheSameBits) {
  const Vector numbers = hard_numbers();
  TableRows rows;
  const std::string_view text = rows.bytes(TableFormat::csv, numbers.size(), {{numbers.data(), 1}});
  const char* at = text.data();
  for (const double number : numbers) {
    double back = 0;
    const char* end = std::from_chars(at, text.data() + text.size(), back).ptr;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(number)) << number;
    ASSERT_EQ(std::string_view(at, static_cast<std::size_t>(end - at)), number_text(number));
    at = end + 1;
  }
  EXPECT_EQ(at, text.data() + text.size());
}

TEST(TableRows, OfAnArrayAreItsBytes) {
  const Vector time{0.5, 1}, pair{1, 2, 3, 4}, expected{0.5, 1, 2, 1, 3, 4};
  TableRows rows;
  const std::string_view bytes = rows.bytes(TableFormat::npy, 2, {{time.data(), 1}, {pair.data(), 2}});
  ASSERT_EQ(bytes.size(), expected.size() * sizeof(double));
  EXPECT_EQ(std::memcmp(bytes.data(), expected.data(), bytes.size()), 0);
}

TEST(TableRows, TheStartOfAnArrayIsAsLongForAnyNumberOfRows) {
  const std::vector<std::string> columns(1000, "x");
  const std::string none = table_start(TableFormat::npy, columns, 0),
                    many = table_start(TableFormat::npy, columns, 999'999'999'999);
  EXPECT_EQ(none.size(), 128u);
  EXPECT_EQ(many.size(), 128u);
  EXPECT_NE(many.find("'shape': (999999999999, 1000)"), std::string::npos);
  EXPECT_EQ(many.back(), '\n');
}

TEST(TableRows, TheEndingOfTheNameSaysTheFormat) {
  EXPECT_EQ(table_format("a/b.npy"), TableFormat::npy);
  EXPECT_EQ(table_format("a/b.csv"), TableFormat::csv);
  EXPECT_EQ(table_format("b.txt"), TableFormat::csv);
  EXPECT_EQ(table_start(TableFormat::csv, {"t", "tau1"}, 5), "t,tau1\n");
}

}  // namespace torsor::test::table_rows_test
