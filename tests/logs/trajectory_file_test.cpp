#include "torsor/logs/trajectory_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "robot_files/marked_text.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::trajectory_file_test {

using Rows = std::vector<std::vector<double>>;

Trajectory read(const std::string& text, int joints) {
  return read_trajectory(TemporaryFile(text, ".csv").path(), joints);
}

TEST(TrajectoryFile, WithoutAHeaderHoldsPositionsVelocitiesAccelerations) {
  const Trajectory motion = read("1,2,3,4,5,6\n7,8,9,10,11,12\n", 2);
  EXPECT_TRUE(motion.time.empty());
  EXPECT_EQ(motion.q, (Rows{{1, 2}, {7, 8}}));
  EXPECT_EQ(motion.qd, (Rows{{3, 4}, {9, 10}}));
  EXPECT_EQ(motion.qdd, (Rows{{5, 6}, {11, 12}}));
}

TEST(TrajectoryFile, WithoutAHeaderMayStartWithTime) {
  const Trajectory motion = read("0,1,2,3\n0.5,4,5,6", 1);
  EXPECT_EQ(motion.time, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(motion.q, (Rows{{1}, {4}}));
  EXPECT_EQ(motion.qdd, (Rows{{3}, {6}}));
}

TEST(TrajectoryFile, WithAHeaderHasItsColumnsInAnyOrder) {
  const Trajectory motion = read("qdd2,q1,t,tau1,qd1,q2,qdd1,qd2\n22,1,9,7,11,2,21,12\n", 2);
  EXPECT_EQ(motion.time, (std::vector<double>{9}));
  EXPECT_EQ(motion.q, (Rows{{1, 2}}));
  EXPECT_EQ(motion.qd, (Rows{{11, 12}}));
  EXPECT_EQ(motion.qdd, (Rows{{21, 22}}));
}

TEST(TrajectoryFile, TimeIsOptionalInAHeader) {
  EXPECT_TRUE(read("q1,qd1,qdd1\n1,2,3\n", 1).time.empty());
  EXPECT_EQ(read("q1,qd1,qdd1,time\n1,2,3,4\n", 1).time, (std::vector<double>{4}));
}

TEST(TrajectoryFile, CommentsBlanksAndLineEndingsDoNotMatter) {
  const Trajectory motion =
      read("# made by hand\r\n\r\n t , q1 ,qd1,qdd1\r\n  # more\r\n 0 , +1 ,\t-2e-1, 3.\r\n\r\n", 1);
  EXPECT_EQ(motion.q, (Rows{{1}}));
  EXPECT_EQ(motion.qd, (Rows{{-0.2}}));
  EXPECT_EQ(motion.qdd, (Rows{{3}}));
}

TEST(TrajectoryFile, AByteOrderMarkDoesNotMatter) {
  EXPECT_EQ(read("\xef\xbb\xbft,q1,qd1,qdd1\n4,1,2,3\n", 1).time, (std::vector<double>{4}));
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "1,2,3\n",
                 1)
                .q,
            (Rows{{1}}));
}

TEST(TrajectoryFile, CellsArePartedAsInLogs) {
  const Rows expected{{0.5, 2}, {7, 8}};
  EXPECT_EQ(read("0,5;2;3;4;5;6\n7;8;9;10;11;12\n", 2).q, expected);
  EXPECT_EQ(read("0.5\t2\t3\t4\t5\t6\n7\t8\t9\t10\t11\t12\n", 2).q, expected);
  EXPECT_EQ(read("% by MATLAB\n 0.5  2 3 4 5 6\n7 8 9 10 11 12\n", 2).q, expected);
  EXPECT_EQ(read("\"q1\",\"qd1\",\"qdd1\"\n\"1\",2,3\n", 1).q, (Rows{{1}}));
}

TEST(TrajectoryFile, ACommentThatNamesAllColumnsIsTheHeader) {
  EXPECT_EQ(read("# qdd1 q1 qd1\n1 2 3\n", 1).q, (Rows{{2}}));
  EXPECT_EQ(read("# pos vel acc\n1 2 3\n", 1).q, (Rows{{1}}));  // any other comment is one
}

TEST(TrajectoryFile, MayComeOutOfAPipe) {
  const TemporaryFile taken("");
  const std::string pipe = taken.path() + ".pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Trajectory motion;
  {
    const std::jthread writer([&] { std::ofstream(pipe) << "1,2,3\n4,5,6\n"; });
    motion = read_trajectory(pipe, 1);
  }
  std::filesystem::remove(pipe);
  EXPECT_EQ(motion.q, (Rows{{1}, {4}}));
}

TEST(TrajectoryFile, WithALineThatIsTooLongIsRefused) {
  for (const std::string before : {"", "1,2,3\n"}) {
    try {
      read(before + std::string(3u << 20u, '1') + "\n", 1);
      FAIL() << "it was read";
    } catch (const FileError& error) {
      EXPECT_EQ(error.where().line, before.empty() ? 1 : 2);
      EXPECT_NE(error.message().find("at most 1 MB"), std::string::npos) << error.message();
    }
  }
}

/// A file for two joints with one mistake, marked with @.
struct Mistake {
  const char *name, *marked, *message;
};
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class TrajectoryMistake : public testing::TestWithParam<Mistake> {};

TEST_P(TrajectoryMistake, IsToldWithLineAndColumn) {
  const MarkedText marked(GetParam().marked);
  SCOPED_TRACE(GetParam().marked);
  const TemporaryFile file(marked.text, ".csv");
  try {
    read_trajectory(file.path(), 2);
    FAIL() << "no error";
  } catch (const FileError& error) {
    EXPECT_EQ(error.file(), file.path());
    EXPECT_EQ(error.where().line, marked.line) << error.message();
    EXPECT_EQ(error.where().column, marked.column) << error.message();
    EXPECT_NE(error.message().find(GetParam().message), std::string::npos) << error.message();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, TrajectoryMistake,
    testing::ValuesIn(std::vector<Mistake>{
        {"EmptyFile", "@", "expected at least one row of numbers"},
        {"OnlyAHeader", "@q1,q2,qd1,qd2,qdd1,qdd2", "expected at least one row of numbers"},
        {"TooNarrow", "@1,2,3,4,5\n", "expected 6 columns"},
        {"TooWide", "@1,2,3,4,5,6,7,8\n", "found 8"},
        {"SecondRowNarrower", "1,2,3,4,5,6\n@1,2,3,4,5\n", "expected 6 columns, found 5"},
        {"SecondRowWider", "1,2,3,4,5,6\n# note\n@1,2,3,4,5,6,7\n", "expected 6 columns, found 7"},
        {"RowNarrowerThanTheHeader", "q1,q2,qd1,qd2,qdd1,qdd2\n@1,2,3\n", "expected 6 columns, found 3"},
        {"TextInACell", "1,2,3,@four,5,6\n", "expected a finite number, found 'four'"},
        {"TextInACellAfterABlank", "1, 2, 3, @four, 5, 6\n", "expected a finite number, found 'four'"},
        {"TextInALaterRow", "1,2,3,4,5,6\n1,2,3,4,5,@x\n", "found 'x'"},
        {"EmptyCell", "1,2,3,4,5,6\n1,@,3,4,5,6\n", "expected a finite number, found ''"},
        {"NanInACell", "1,2,3,4,5,@nan\n", "expected a finite number, found 'nan'"},
        {"InfInACell", "1,2,3,4,@-inf,6\n", "found '-inf'"},
        {"OutOfRange", "1,@1e999,3,4,5,6\n", "found '1e999'"},
        {"NanInTheFirstCell", "@nan,2,3,4,5,6\n", "expected a finite number, found 'nan'"},
        {"TextInTheFirstCellOfARow", "@x1,2,3,4,5,6\n", "found 'x1'"},
        {"UnitInACell", "1,2,3,4,5,@6deg\n", "found '6deg'"},
        {"MissingColumn", "@t,q1,q2,qd1,qd2,qdd1\n1,2,3,4,5,6\n", "the column 'qdd2' is missing"},
        {"ColumnTwice", "q1,q2,qd1,qd2,qdd1,qdd2,@q1\n1,2,3,4,5,6,7\n", "the column 'q1' appears twice"},
        {"HeaderInTheMiddle", "1,2,3,4,5,6\n@q1,q2,qd1,qd2,qdd1,qdd2\n", "found 'q1'"},
        {"SemicolonsTooNarrow", "@1;2;3;4;5\n", "expected 6 columns"},
        {"TextBetweenSemicolons", "1;2;3;4;@four;6\n", "found 'four'"},
        {"CommentThatNamesAColumnTwice", "# q1,q2,qd1,qd2,qdd1,qdd2,@q1\n1,2,3,4,5,6,7\n", "appears twice"}}),
    [](const testing::TestParamInfo<Mistake>& tested) { return std::string(tested.param.name); });

TEST(TrajectoryFile, ThatCannotBeReadIsAMistakeOfUsage) {
  EXPECT_THROW(read_trajectory("/nowhere/motion.csv", 2), UsageError);
  EXPECT_THROW(read_trajectory(std::filesystem::temp_directory_path(), 2), UsageError);
}

}  // namespace torsor::test::trajectory_file_test
