#include "core/unfinished_files.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

#include "torsor/core/output_file.hpp"

namespace torsor {
namespace unfinished_files {
namespace {

enum State : int { empty, in_change, listed };

struct Slot {
  std::atomic<int> state = empty;
  char path[4096] = {};
};
std::array<Slot, 64> slots;
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void remove_and_end(int signal) {
  for (const Slot& slot : slots)
    if (slot.state == listed) ::unlink(slot.path);
  ::_exit(128 + signal);
}

}  // namespace

int add(const std::filesystem::path& path) {
  const std::string name = std::filesystem::absolute(path).string();
  if (name.size() >= sizeof(Slot::path)) return -1;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    int expected = empty;
    if (!slots[k].state.compare_exchange_strong(expected, in_change)) continue;
    std::memcpy(slots[k].path, name.c_str(), name.size() + 1);
    slots[k].state = listed;
    return static_cast<int>(k);
  }
  return -1;
}

void forget(int slot) {
  if (slot >= 0) slots[static_cast<std::size_t>(slot)].state = empty;
}

}  // namespace unfinished_files

void remove_unfinished_files_on_signals() {
  struct sigaction action{};
  action.sa_handler = unfinished_files::remove_and_end;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old{};
    ::sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);  // as under nohup
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace torsor
