#include "torsor/logs/table_rows.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <random>

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

TEST(TableRows, NumbersReadBackToTheSameBits) {
  std::mt19937_64 random(1);
  Vector numbers{5e-324, -2.2250738585072014e-308, 1.7976931348623157e308, -1.7976931348623157e308, 0.1, 1e22, 1e23};
  while (numbers.size() < 20000) {
    const double any = std::bit_cast<double>(random());
    numbers.push_back(std::isfinite(any) ? any : std::uniform_real_distribution(-10.0, 10.0)(random));
  }
  TableRows rows;
  const std::string_view text = rows.bytes(TableFormat::csv, numbers.size(), {{numbers.data(), 1}});
  const char* at = text.data();
  for (const double number : numbers) {
    double back = 0;
    at = std::from_chars(at, text.data() + text.size(), back).ptr + 1;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(number)) << number;
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
