#include "torsor/logs/state_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "robot_files/marked_text.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::state_file_test {

using Vector = std::vector<double>;
using enum StateVector;

StateFileOptions options_for(int joints, std::vector<StateVector> wanted = {q, qd, qdd},
                             std::size_t piece = 1u << 18u) {
  StateFileOptions options;
  options.positions = options.velocities = joints;
  options.wanted = std::move(wanted);
  options.piece_bytes = piece;
  return options;
}

/// All pieces one behind the other.
StateRows read_all(const std::string& path, const StateFileOptions& options) {
  const StateFile file(path, options);
  StateRows all, piece;
  for (long k = 0; k < file.piece_count(); ++k) {
    file.read(k, piece);
    all.count += piece.count;
    all.time.insert(all.time.end(), piece.time.begin(), piece.time.end());
    for (std::size_t v = 0; v < all.vectors.size(); ++v)
      all.vectors[v].insert(all.vectors[v].end(), piece.vectors[v].begin(), piece.vectors[v].end());
  }
  return all;
}

/// An array as numpy.save writes it.
std::string npy(const std::string& type, bool by_column, int rows, int columns, const std::string& bytes) {
  std::string about = "{'descr': '" + type + "', 'fortran_order': " + (by_column ? "True" : "False") + ", 'shape': (" +
                      std::to_string(rows) + ", " + std::to_string(columns) + "), }";
  about.resize(117, ' ');
  return std::string("\x93NUMPY\x01\x00", 8) + '\x76' + '\0' + about + '\n' + bytes;
}
template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
  std::string bytes(numbers.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

TEST(StateFile, WithOneColumnTooManyIsNotReadAsTime) {
  const TemporaryFile csv("0.3,1,2,3\n-0.1,4,5,6\n", ".csv"),
      matrix(npy("<f8", false, 2, 4, bytes_of<double>({0.3, 1, 2, 3, -0.1, 4, 5, 6})), ".npy");
  for (const std::string& path : {csv.path(), matrix.path()}) try {
      read_all(path, options_for(1));
      FAIL() << path;
    } catch (const FileError& error) {
      EXPECT_EQ(error.message(),
                "expected time, which does not fall, in the first of 4 columns; found -0.1 after 0.3; without time "
                "there are 3");
    }
}

TEST(StateFile, PiecesHoldTheSameRowsWhereverTheyAreCut) {
  std::string unix_ends = "# a motion\nt,q1,qd1,qdd1\n";
  Vector expected;
  for (int k = 0; k < 40; ++k) {
    const std::string n = std::to_string(k);
    if (k % 7 == 0) unix_ends += "# note " + n + "\n\n";
    unix_ends += n + ".5," + n + (k % 2 == 0 ? "," : " , ") + "\t-" + n + "e-1,1" + n + (k == 39 ? "" : "\n");
    expected.push_back(k);
  }
  const auto with_ends = [&](const std::string& end) {
    std::string text;
    for (const char c : unix_ends) text += c == '\n' ? end : std::string(1, c);
    return text;
  };
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const TemporaryFile file(with_ends(end), ".csv");
    for (std::size_t piece = 1; piece < 800; piece = piece < 40 ? piece + 1 : piece * 2) {
      const StateRows rows = read_all(file.path(), options_for(1, {q, qd, qdd}, piece));
      ASSERT_EQ(rows.of(q), expected) << "pieces of " << piece << " bytes";
      EXPECT_EQ(rows.time.size(), expected.size());
      EXPECT_EQ(rows.of(qd).back(), -3.9);
    }
  }
}

TEST(StateFile, AMistakeHasItsLineInAnyPiece) {
  const MarkedText marked("q1,qd1,qdd1\n1,2,3\n# a note\n\n4,5,6\n7,8,9\n10,@eleven,12\n13,14,15\n");
  const TemporaryFile file(marked.text, ".csv");
  for (std::size_t piece = 1; piece < 200; piece += 3) {
    try {
      read_all(file.path(), options_for(1, {q, qd, qdd}, piece));
      FAIL() << "no error";
    } catch (const FileError& error) {
      EXPECT_EQ(error.where().line, marked.line);
      EXPECT_EQ(error.where().column, marked.column);
      EXPECT_EQ(error.message(), "expected a finite number, found 'eleven'");
    }
  }
}

TEST(StateFile, OnlyWhatIsWantedIsRead) {
  const TemporaryFile file("tau1,qd1,q1,note\n7,2,1,abc\n8,4,3,nan\n", ".csv");
  const StateRows rows = read_all(file.path(), options_for(1, {q, tau}));
  EXPECT_EQ(rows.of(q), (Vector{1, 3}));
  EXPECT_EQ(rows.of(tau), (Vector{7, 8}));
  EXPECT_TRUE(rows.of(qd).empty());
  EXPECT_TRUE(rows.time.empty());
  try {
    read_all(file.path(), options_for(1, {q, qdd}));
    FAIL() << "there is no qdd1";
  } catch (const FileError& error) {
    EXPECT_EQ(error.message(),
              "the column 'qdd1' is missing; expected t (optional), q1.., qdd1.. for 1 joint; found 'tau1', 'qd1', "
              "'q1', 'note'");
  }
}

TEST(StateFile, WithoutNamesTheColumnsAreThoseThatWereSaid) {
  StateFileOptions options = options_for(2, {q, tau});
  const TemporaryFile plain("1,2,3,4\n", ".csv"), timed("0,1,2,5,6,3,4\n", ".csv");
  EXPECT_EQ(read_all(plain.path(), options).of(tau), (Vector{3, 4}));
  EXPECT_THROW(read_all(timed.path(), options), FileError);
  options.columns = {q, qd, tau};
  const StateRows rows = read_all(timed.path(), options);
  EXPECT_EQ(rows.time, (Vector{0}));
  EXPECT_EQ(rows.of(q), (Vector{1, 2}));
  EXPECT_EQ(rows.of(tau), (Vector{3, 4}));
}

TEST(StateFile, WithoutNamesItMayHaveAllColumnsOfASimulation) {
  StateFileOptions options = options_for(2, {q, tau});
  const Vector row{0.5, 1, 2, 3, 4, 5, 6, 7, 8};
  const TemporaryFile text("0.5,1,2,3,4,5,6,7,8\n", ".csv"), array(npy("<f8", false, 1, 9, bytes_of(row)), ".npy");
  for (const std::string& path : {text.path(), array.path()}) {
    const StateRows rows = read_all(path, options);
    EXPECT_EQ(rows.time, (Vector{0.5}));
    EXPECT_EQ(rows.of(q), (Vector{1, 2}));
    EXPECT_EQ(rows.of(tau), (Vector{7, 8}));
  }
  options.columns = {q, tau};
  EXPECT_THROW(read_all(array.path(), options), FileError) << "the columns were said";
}

TEST(StateFile, DeflectionsOfContactsAreReadWhereThereAreAny) {
  StateFileOptions options = options_for(2, {q, StateVector::z});
  options.deflections = {"z2"};
  const Vector row{0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const TemporaryFile array(npy("<f8", false, 1, 10, bytes_of(row)), ".npy"), named("z2,q1,q2\n9,1,2\n", ".csv"),
      without("q1,q2\n1,2\n", ".csv");
  for (const std::string& path : {array.path(), named.path(), without.path()}) {
    const StateRows rows = read_all(path, options);
    EXPECT_EQ(rows.of(q), (Vector{1, 2})) << path;
    EXPECT_EQ(rows.of(StateVector::z), path == without.path() ? Vector{0} : Vector{9}) << path;
  }
}

TEST(StateFile, AColumnThatIsNumberedBeyondTheJointsIsRefused) {
  const TemporaryFile file("t,q1,q2,q3,torque9\n0,1,2,3,4\n", ".csv");
  try {
    read_all(file.path(), options_for(2, {q}));
    FAIL() << "q3 of two joints";
  } catch (const FileError& error) {
    EXPECT_EQ(error.where().column, 9);
    EXPECT_EQ(error.message(), "the column 'q3' is one too many; expected t (optional), q1.. for 2 joints");
  }
  EXPECT_EQ(read_all(file.path(), options_for(3, {q})).of(q), (Vector{1, 2, 3})) << "others are passed over";
}

TEST(StateFile, QuaternionsMakePositionsLonger) {
  StateFileOptions options = options_for(6, {q, qd});
  options.positions = 7;
  const TemporaryFile good("1,2,3,4,5,6,7,8,9,10,11,12,13\n", ".csv"), bad("1,2\n", ".csv");
  EXPECT_EQ(read_all(good.path(), options).of(qd), (Vector{8, 9, 10, 11, 12, 13}));
  try {
    read_all(bad.path(), options);
    FAIL() << "too narrow";
  } catch (const FileError& error) {
    EXPECT_EQ(error.message(),
              "expected 13 columns (q, qd of 7 positions and 6 velocities), or one more for time "
              "first; found 2");
  }
}

TEST(StateFile, MayBeAnArray) {
  const Vector by_row{0.5, 1, 2, 3, 1.5, 4, 5, 6, 2.5, 7, 8, 9}, by_column{0.5, 1.5, 2.5, 1, 4, 7, 2, 5, 8, 3, 6, 9};
  const std::vector<float> narrow{0.5F, 1, 2, 3, 1.5F, 4, 5, 6, 2.5F, 7, 8, 9};
  for (const std::string& text :
       {npy("<f8", false, 3, 4, bytes_of(by_row)), npy("<f8", true, 3, 4, bytes_of(by_column)),
        npy("<f4", false, 3, 4, bytes_of(narrow))}) {
    const TemporaryFile file(text, ".npy");
    for (const std::size_t piece : {1u, 50u, 1u << 18u}) {
      const StateRows rows = read_all(file.path(), options_for(1, {q, qd, qdd}, piece));
      EXPECT_EQ(rows.time, (Vector{0.5, 1.5, 2.5}));
      EXPECT_EQ(rows.of(q), (Vector{1, 4, 7}));
      EXPECT_EQ(rows.of(qd), (Vector{2, 5, 8}));
      EXPECT_EQ(rows.of(qdd), (Vector{3, 6, 9}));
    }
  }
}

TEST(StateFile, AnArrayOfWrongNumbersIsToldByRowAndColumn) {
  const auto expect = [](const std::string& text, int row, int column, const std::string& message) {
    const TemporaryFile file(text, ".npy");
    try {
      read_all(file.path(), options_for(1, {q, qd, qdd}, 40));
      FAIL() << message;
    } catch (const FileError& error) {
      EXPECT_EQ(error.where().line, row);
      EXPECT_EQ(error.where().column, column);
      EXPECT_EQ(error.message(), message);
    }
  };
  expect(npy("<f8", false, 3, 3, bytes_of(Vector{1, 2, 3, 4, 5, 6, 7, 8, NAN})), 3, 3,
         "expected a finite number, found nan or inf");
  expect(npy("<f8", false, 3, 3, bytes_of(Vector{1, 2, 3, 4, 5, 6, 7})), 3, 1,
         "expected 3 rows, found 2: the file ends too early");
  expect(npy("<f8", false, 1, 6, bytes_of(Vector{1, 2, 3, 4, 5, 6})), 1, 1,
         "expected 3 columns (q, qd, qdd of 1 joint), or one more for time first; found 6");
}

}  // namespace torsor::test::state_file_test
