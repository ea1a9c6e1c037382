#include "torsor/core/write_file.hpp"

#include <gtest/gtest.h>

#include "robot_files/temporary_file.hpp"

namespace torsor::test::write_file_test {

TEST(WriteFile, WritesAWholeFileOrNothing) {
  const TemporaryFile file("old and long");
  write_file(file.path(), "new");
  EXPECT_EQ(text_of(file.path()), "new");
}

TEST(WriteFile, TheErrorHasThePath) {
  try {
    write_file("/no/such/folder/a", "text");
    FAIL() << "it was written";
  } catch (const WriteError& error) {
    EXPECT_EQ(error.path(), "/no/such/folder/a");
    EXPECT_STREQ(error.what(), "/no/such/folder/a: cannot be written: No such file or directory");
  }
  EXPECT_THROW(write_file("/tmp", "text"), WriteError);
}

}  // namespace torsor::test::write_file_test
