#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "robot_files/temporary_file.hpp"
#include "support/cpu_time.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/logs/log_file.hpp"
#include "torsor/logs/trajectory_file.hpp"

namespace torsor::test::hostile_log_test {

std::string message_of(const std::filesystem::path& path) {
  try {
    const auto log = open_log(path);
    log->read(0, log->row_count());
  } catch (const Error& error) {
    return error.what();
  }
  return "no failure";
}
std::string message_of_text(const std::string& text) { return message_of(TemporaryFile(text, ".csv").path()); }

TEST(HostileLog, LinesMayEndWithACarriageReturnAlone) {
  const TemporaryFile file("# by an old program\rt,q1,tau1\r0,1,2\r1,3,4\r", ".csv");
  const auto log = open_log(file.path());
  ASSERT_EQ(log->row_count(), 2);
  EXPECT_EQ(log->read(0, 2).tau(1, 0), 4);
  EXPECT_EQ(log->line(1), 4);
  const TemporaryFile motion("q1,qd1,qdd1\r1,2,3\r", ".csv");
  EXPECT_EQ(read_trajectory(motion.path(), 1).qdd[0][0], 3);
}

TEST(HostileLog, AFileThatShrinksWhileItIsReadIsAnError) {
  const std::string npy = text_of(TORSOR_SOURCE_DIR "/tests/logs/data/rows.npy");
  const TemporaryFile binary(npy, ".npy");
  const auto log = open_log(binary.path());
  std::filesystem::resize_file(binary.path(), npy.size() - 400);
  EXPECT_THROW(log->read(0, 30), UsageError);

  std::string text = "t,q1,tau1\n";
  for (int k = 0; k < 700000; ++k) text += std::to_string(k) + ",1,2\n";
  const TemporaryFile rows(text, ".csv");
  const auto long_log = open_log(rows.path());
  ASSERT_EQ(long_log->row_count(), 700000);
  std::filesystem::resize_file(rows.path(), text.size() / 2);
  EXPECT_THROW(long_log->read(600000, 1000), UsageError);
  std::ofstream(rows.path(), std::ios::trunc) << std::string(text.size(), '\n');  // as long, with fewer rows
  EXPECT_THROW(long_log->read(600000, 1000), UsageError);
}

TEST(HostileLog, APipeIsRefusedBeforeItIsOpened) {
  const TemporaryFile file("", ".csv");
  std::filesystem::remove(file.path());
  ASSERT_EQ(::mkfifo(file.path().c_str(), 0600), 0);
  EXPECT_NE(message_of(file.path()).find("found a pipe"), std::string::npos);  // and does not wait for a writer
  EXPECT_NE(message_of("/dev/zero").find("found a device"), std::string::npos);
}

std::string rows_of(int rows, int columns) {
  std::string text;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) text += std::to_string(r + c) + (c + 1 < columns ? "," : "\n");
  return text;
}

TEST(HostileLog, ATransposedLogIsRecognised) {
  EXPECT_NE(message_of_text(rows_of(5, 6401)).find("is this one transposed?"), std::string::npos);
  EXPECT_NE(message_of_text(rows_of(5, 100001)).find("expected at most 10000 columns, found 100001"),
            std::string::npos);
}

TEST(HostileLog, TimeGrowsWithTheNumberOfColumnsNotWithItsCube) {
  const auto seconds = [](int joints) {
    std::string text = "t";
    for (const char* kind : {",q", ",tau"})
      for (int j = 1; j <= joints; ++j) text += kind + std::to_string(j);
    text += "\n" + rows_of(20, 2 * joints + 1);
    const TemporaryFile file(text, ".csv");
    return quickest(3, [&] { EXPECT_EQ(open_log(file.path())->read(0, 20).q.cols(), joints); });
  };
  EXPECT_LT(seconds(960), 100 * seconds(60));  // 16 in the ideal case, 4096 if cubic
}

std::string mat_header() { return "MATLAB 5.0 MAT-file" + std::string(124 - 19, ' ') + std::string("\x00\x01IM", 4); }

std::string word(std::uint32_t value) { return {reinterpret_cast<const char*>(&value), 4}; }

TEST(HostileLog, AMatlabVariableOfNegativeSizeIsRefused) {
  const std::string variable = word(6) + word(8) + word(9) + word(0) + word(5) + word(8) + word(0xffffff1eu) + word(1) +
                               word(0x00010001) + "a" + std::string(3, '\0') + word(2) + word(0);
  const std::string text = mat_header() + word(14) + word(static_cast<std::uint32_t>(variable.size())) + variable;
  const std::string message = message_of(TemporaryFile(text, ".mat").path());
  EXPECT_NE(message.find("the variable a has a size that no variable has"), std::string::npos) << message;
}

/// A variable of `count` bytes that are all zero, compressed: a thousandth of it in the file.
std::string packed_variable(std::uint32_t count) {
  const std::string head = word(6) + word(8) + word(9) + word(0) + word(5) + word(8) + word(count) + word(1) +
                           word(0x00010001) + "a" + std::string(3, '\0') + word(2) + word(count);
  const std::string matrix = word(14) + word(static_cast<std::uint32_t>(head.size()) + count) + head;
  std::string plain = matrix + std::string(count, '\0');
  uLongf size = compressBound(plain.size());
  std::string packed(size, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(plain.data()), plain.size(),
            9);
  packed.resize(size);
  return word(15) + word(static_cast<std::uint32_t>(size)) + packed;
}

TEST(HostileLog, TheVariablesOfAMatlabFileAreLimitedTogether) {
  std::string text = mat_header();
  const std::string variable = packed_variable(64u << 20u);
  for (int k = 0; k < 20; ++k) text += variable;
  EXPECT_LT(text.size(), 3u << 20u);
  const std::string message = message_of(TemporaryFile(text, ".mat").path());
  EXPECT_NE(message.find("more than 134 million numbers"), std::string::npos) << message;
}

}  // namespace torsor::test::hostile_log_test
