#include "core/on_signal.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>

#include "torsor/core/postponed_signal.hpp"

namespace torsor {
namespace {

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};

struct SignalTask {
  std::atomic<OnSignal::Action> action = nullptr;
  const void* what = nullptr;  // valid while there is an action
};
static_assert(std::atomic<OnSignal::Action>::is_always_lock_free);

std::array<SignalTask, 32> signal_tasks;
std::array<struct sigaction, ending_signals.size()> actions_before;
std::mutex signal_task_changes;  // the handler does not take it
int signal_task_count = 0;

std::atomic<bool> signals_are_postponed = false;
std::atomic<int> postponed_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void do_signal_tasks(int signal) {
  if (int none = 0; signals_are_postponed && postponed_signal.compare_exchange_strong(none, signal)) return;
  for (auto task = signal_tasks.rbegin(); task != signal_tasks.rend(); ++task)
    if (const OnSignal::Action action = task->action) action(task->what);
  for (std::size_t k = 0; k < ending_signals.size(); ++k)
    if (ending_signals[k] == signal) ::sigaction(signal, &actions_before[k], nullptr);
  ::raise(signal);  // blocked until this handler returns
}

void watch_signals() {
  struct sigaction action{};
  action.sa_handler = do_signal_tasks;
  sigemptyset(&action.sa_mask);
  for (const int signal : ending_signals) sigaddset(&action.sa_mask, signal);
  for (std::size_t k = 0; k < ending_signals.size(); ++k) {
    ::sigaction(ending_signals[k], nullptr, &actions_before[k]);
    const bool ignored = actions_before[k].sa_handler == SIG_IGN;  // as under nohup
    if (!ignored) ::sigaction(ending_signals[k], &action, nullptr);
  }
}

void leave_signals() {
  for (std::size_t k = 0; k < ending_signals.size(); ++k) ::sigaction(ending_signals[k], &actions_before[k], nullptr);
}

}  // namespace

OnSignal::OnSignal(Action action, const void* what) : place_(-1) {
  const std::lock_guard lock(signal_task_changes);
  int free_from = 0;  // behind the last that is taken: the order is that of time
  for (std::size_t k = 0; k < signal_tasks.size(); ++k)
    if (signal_tasks[k].action != nullptr) free_from = static_cast<int>(k) + 1;
  if (free_from == static_cast<int>(signal_tasks.size())) return;
  place_ = free_from;
  if (signal_task_count++ == 0) watch_signals();
  signal_tasks[static_cast<std::size_t>(place_)].what = what;
  signal_tasks[static_cast<std::size_t>(place_)].action = action;
}

OnSignal::~OnSignal() {
  if (place_ < 0) return;
  const std::lock_guard lock(signal_task_changes);
  signal_tasks[static_cast<std::size_t>(place_)].action = nullptr;
  if (--signal_task_count == 0) leave_signals();
}

PostponedSignal::PostponedSignal() {
  const std::lock_guard lock(signal_task_changes);
  if (signal_task_count++ == 0) watch_signals();
  postponed_signal = 0;
  signals_are_postponed = true;
}

PostponedSignal::~PostponedSignal() {
  const std::lock_guard lock(signal_task_changes);
  signals_are_postponed = false;
  if (--signal_task_count == 0) leave_signals();
}

int PostponedSignal::received() const { return postponed_signal; }

}  // namespace torsor
