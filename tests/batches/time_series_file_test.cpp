#include "torsor/batches/time_series_file.hpp"

#include <gtest/gtest.h>

#include "robot_files/temporary_file.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::time_series_file_test {

TimeSeries read(const std::string& text, const std::vector<std::string>& names = {"gx", "gy"}) {
  return read_time_series(TemporaryFile(text, ".csv").path(), names);
}

/// What a file that cannot be read is told with, its name left out.
std::string error_of(const std::string& text) {
  const TemporaryFile file(text, ".csv");
  try {
    read_time_series(file.path(), {"gx", "gy"});
  } catch (const FileError& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return "none";
}

TEST(TimeSeriesFile, columns_are_found_by_name_in_any_order) {
  const TimeSeries series = read("gy;other;t;gx\n1;9;0;2\n3;9;0,5;4\n");
  std::vector<double> values(2);
  series.at(0.25, values);
  EXPECT_EQ(values, (std::vector<double>{3, 2}));
}

TEST(TimeSeriesFile, without_names_time_comes_first) {
  std::vector<double> values(2);
  read("0 1 2\n1 3 4\n").at(1, values);
  EXPECT_EQ(values, (std::vector<double>{3, 4}));
}

TEST(TimeSeriesFile, mistakes_are_told_with_line_and_column) {
  EXPECT_EQ(error_of("t,gx\n0,1\n"), ":1:1: the column 'gy' is missing; expected t, gx, gy; found 't', 'gx'");
  EXPECT_EQ(error_of("gx,gy\n0,1\n"), ":1:1: expected a column of time, t, before gx and gy; found none");
  EXPECT_EQ(error_of("t,gx,gy\n0,1,2\n# a comment\n1,x,2\n"), ":4:3: expected a finite number, found 'x'");
  EXPECT_EQ(error_of("t,gx,gy\n0,1,nan\n"), ":2:5: expected a finite number, found 'nan'");
  EXPECT_EQ(error_of("t,gx,gy\n0,1,2\n# a comment\n1,1,2\n1,1,2\n"),
            ":5:1: row 3: expected a time above 1, that of the row before, found 1");
  EXPECT_EQ(error_of(""), ":1:1: expected at least one row of numbers, found none");
  EXPECT_EQ(error_of("t,gx,gy\n"), ":1:1: expected at least one row of numbers, found none");
  EXPECT_EQ(error_of("0,1\n"), ":1:1: expected a column of time, t, before gx and gy; found none");
  EXPECT_EQ(error_of("0,1,2,3\n"), ":1:1: expected 2 columns (gx, gy), or one more for time first; found 4");
}

TEST(TimeSeriesFile, torques_are_those_of_the_joints_and_no_more) {
  const Model<double> rods = build_model<double>(load_robot("two-rods"));
  std::vector<double> values(2);
  read_torques(TemporaryFile("t,tau1,q1,tau2\n0,1,9,2\n", ".csv").path(), rods).at(0, values);
  EXPECT_EQ(values, (std::vector<double>{1, 2}));
  read_torques(TemporaryFile("0,1,2,3,4,5,6,7,8\n", ".csv").path(), rods).at(0, values);
  EXPECT_EQ(values, (std::vector<double>{7, 8})) << "all columns of a simulation";
  EXPECT_THROW(read_torques(TemporaryFile("t,tau1,tau2,tau3\n0,1,2,3\n", ".csv").path(), rods), FileError);
}

}  // namespace torsor::test::time_series_file_test
