#pragma once

namespace torsor {

/// Something to do before SIGINT, SIGTERM or SIGHUP ends the program, as long as this object lives: kill a program that
/// was started, remove a folder. The newest is done first; then the signal does what it did before there were such
/// objects. `action` runs in a signal handler, so it may call async-signal-safe functions only.
class OnSignal {
 public:
  using Action = void (*)(const void* what);
  OnSignal(Action action, const void* what);
  ~OnSignal();
  OnSignal(const OnSignal&) = delete;
  OnSignal& operator=(const OnSignal&) = delete;

 private:
  int place_;  // in the list of the handler; -1 where it is full
};

}  // namespace torsor
