#include "core/files_read.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <utility>

#include "torsor/core/output_file.hpp"

namespace torsor {
namespace files_read {
namespace {

struct Record {
  std::atomic<bool> wanted = false;
  std::mutex lock;
  std::set<std::pair<dev_t, ino_t>> files;
};
Record& record() {
  static Record one;
  return one;
}

}  // namespace

void add(dev_t device, ino_t number) {
  if (!record().wanted) return;
  const std::scoped_lock lock(record().lock);
  record().files.emplace(device, number);
}

bool contain(dev_t device, ino_t number) {
  if (!record().wanted) return false;
  const std::scoped_lock lock(record().lock);
  return record().files.contains({device, number});
}

}  // namespace files_read

void protect_files_that_are_read() { files_read::record().wanted = true; }

}  // namespace torsor
