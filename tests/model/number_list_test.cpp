#include "torsor/model/number_list.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <charconv>
#include <cmath>

namespace torsor::test::number_list_test {

constexpr double pi = 3.141592653589793;

std::string message_for(const std::string& text) {
  try {
    parse_numbers(text, "--q");
  } catch (const UsageError& error) {
    return error.what();
  }
  ADD_FAILURE() << "'" << text << "' was taken for numbers";
  return "";
}

std::string shortest(double value) {
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

TEST(Numbers, AreExpressionsBetweenCommas) {
  EXPECT_EQ(parse_numbers("1", "--q"), (std::vector<double>{1}));
  EXPECT_EQ(parse_numbers("0.1,90deg,-pi/2", "--q"), (std::vector<double>{0.1, pi / 2, -pi / 2}));
  EXPECT_EQ(parse_numbers(" 1 , 2+3,-4e-1 ", "--q"), (std::vector<double>{1, 5, -0.4}));
  EXPECT_EQ(parse_numbers("sqrt(4),2^3,sin(180deg)", "--q"), (std::vector<double>{2, 8, 0}));
}

TEST(Numbers, AMistakeIsToldWithItsPlaceAndItsText) {
  struct Mistake {
    const char *text, *place, *found;
  };
  const std::vector<Mistake> mistakes{
      {"a", "number 1", "'a'"},       {"0,1kg", "number 2", "'1kg'"},   {"0,0,nan", "number 3", "'nan'"},
      {"inf,0", "number 1", "'inf'"}, {"0,-inf", "number 2", "'-inf'"}, {"0,1e999", "number 2", "'1e999'"},
      {"1/0", "number 1", "'1/0'"},   {"0/0", "number 1", "'0/0'"},     {"sqrt(-1)", "number 1", "'sqrt(-1)'"},
      {"1 2", "number 1", "'1 2'"},   {"1;2", "number 1", "'1;2'"},     {"[1,2]", "number 1", "'[1'"}};
  for (const auto& [text, place, found] : mistakes) {
    const std::string message = message_for(text);
    EXPECT_TRUE(message.starts_with("--q: ")) << message;
    EXPECT_NE(message.find(place), std::string::npos) << message;
    EXPECT_NE(message.find(found), std::string::npos) << message;
  }
}

TEST(Numbers, AMissingOneIsToldInOneClause) {
  for (const char* text : {"", ",", "1,", ",1", "1,,2", " "}) {
    const std::string message = message_for(text);
    EXPECT_EQ(message.find("found"), message.rfind("found")) << message;
  }
}

RC_GTEST_PROP(NumbersProperty, PrintedDoublesReadBackToTheSameBits, (const std::vector<double>& numbers)) {
  std::vector<double> finite;
  std::string text;
  for (const double x : numbers) {
    if (x != 0 && !std::isnormal(x)) continue;
    if (!finite.empty()) text += ',';
    text += shortest(x);
    finite.push_back(x);
  }
  RC_PRE(!finite.empty());
  RC_ASSERT(parse_numbers(text, "--q") == finite);
}

}  // namespace torsor::test::number_list_test
