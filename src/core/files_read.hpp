#pragma once

#include <sys/types.h>

/// The files that this program has read, by device and inode, where it wants to know (protect_files_that_are_read).
namespace torsor::files_read {

void add(dev_t device, ino_t number);
bool contain(dev_t device, ino_t number);

}  // namespace torsor::files_read
