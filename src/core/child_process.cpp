#include "core/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <utility>

#include "core/on_signal.hpp"
#include "torsor/core/text.hpp"

extern "C" char** environ;

namespace torsor {
namespace {

using Clock = std::chrono::steady_clock;
constexpr rlim_t largest_file = rlim_t{4} << 30;

/// An end of a pipe, closed with this object.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int number() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;

  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
  }
};

/// What execve takes, made before the fork: behind it no memory may be allocated.
class PointerList {
 public:
  explicit PointerList(std::vector<std::string> words) : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  char* const* data() const { return pointers_.data(); }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

std::vector<std::string> arguments_of(const ChildProcess& child) {
  std::vector<std::string> words{child.program.string()};
  words.insert(words.end(), child.arguments.begin(), child.arguments.end());
  return words;
}

std::vector<std::string> environment_of(const ChildProcess& child) {
  std::vector<std::string> list = child.environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry, name = text.substr(0, text.find('=') + 1);
    bool replaced = false;
    for (const std::string& own : child.environment) replaced = replaced || std::string_view(own).starts_with(name);
    if (!replaced) list.emplace_back(text);
  }
  return list;
}

void set_limit(decltype(RLIMIT_CPU) resource, rlim_t soft, rlim_t hard) {
  rlimit limits{};
  ::getrlimit(resource, &limits);
  limits.rlim_max = std::min(limits.rlim_max, hard);
  limits.rlim_cur = std::min(limits.rlim_max, soft);
  ::setrlimit(resource, &limits);
}

void limit_resources(const ChildProcess& child) {
  const auto seconds = static_cast<rlim_t>(std::ceil(child.seconds));
  set_limit(RLIMIT_CPU, seconds, seconds + 1);  // SIGXCPU, and SIGKILL a second later
  set_limit(RLIMIT_AS, child.memory, child.memory);
  set_limit(RLIMIT_FSIZE, largest_file, largest_file);
  set_limit(RLIMIT_CORE, 0, 0);
}

/// The child between fork and exec: async-signal-safe calls only, as other threads may have held any lock.
[[noreturn]] void become(const ChildProcess& child, const PointerList& arguments, const PointerList& environment,
                         const Pipe& out, const Pipe& messages, const Pipe& problem) {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXCPU, SIGXFSZ}) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);
  const bool connected = ::dup2(nothing, STDIN_FILENO) >= 0 && ::dup2(out.write.number(), STDOUT_FILENO) >= 0 &&
                         ::dup2(messages.write.number(), STDERR_FILENO) >= 0;
  if (connected && ::chdir(child.folder.c_str()) == 0) {
    limit_resources(child);
    ::execve(child.program.c_str(), arguments.data(), environment.data());
  }
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(problem.write.number(), &error, sizeof error);
  ::_exit(127);
}

void kill_group(const void* process) {
  const pid_t group = *static_cast<const pid_t*>(process);
  ::kill(-group, SIGKILL);
  ::waitpid(group, nullptr, 0);
}

/// Reads what is there; false at the end of the stream.
bool read_more(const Descriptor& stream, std::string& text) {
  std::array<char, 65536> piece;
  const ssize_t count = ::read(stream.number(), piece.data(), piece.size());
  if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

/// A child that runs, from its start to its end.
class Run {
 public:
  Run(const ChildProcess& child, pid_t process, Pipe& out, Pipe& messages)
      : child_(child), process_(process), streams_{std::move(out.read), std::move(messages.read)} {
    at_signal_.emplace(kill_group, &process_);
  }

  ChildOutcome to_the_end() {
    while (!ended_ || streams_[0].number() >= 0 || streams_[1].number() >= 0) {
      listen();
      look_at_process();
      if (std::max(outcome_.out.size(), outcome_.messages.size()) > child_.output) stop(End::too_much_output);
      if (Clock::now() > latest_) stop(End::out_of_time);
    }
    if (stopped_) outcome_.end = *stopped_;
    return std::move(outcome_);
  }

 private:
  using End = ChildOutcome::End;

  void listen() {
    std::array<pollfd, 2> list{{{streams_[0].number(), POLLIN, 0}, {streams_[1].number(), POLLIN, 0}}};
    if (::poll(list.data(), list.size(), 20) <= 0) return;
    for (std::size_t k = 0; k < 2; ++k)
      if (list[k].revents != 0 && !read_more(streams_[k], k == 0 ? outcome_.out : outcome_.messages))
        streams_[k].close();
  }

  /// Kills what it left behind before its number can be another's.
  void look_at_process() {
    siginfo_t info{};
    if (ended_ || ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid != process_)
      return;
    at_signal_.reset();
    ::kill(-process_, SIGKILL);
    int status = 0;
    rusage used{};
    ::wait4(process_, &status, 0, &used);
    ended_ = true;
    outcome_.peak_memory = static_cast<std::size_t>(used.ru_maxrss) * 1024;
    outcome_.end = WIFEXITED(status) ? End::exited : End::signal;
    outcome_.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1;
    if (outcome_.end == End::signal &&
        (outcome_.code == SIGXCPU || (outcome_.code == SIGKILL && seconds >= child_.seconds)))
      outcome_.end = End::out_of_time;
  }

  void stop(End why) {
    if (stopped_) return;
    stopped_ = why;
    if (!ended_) ::kill(-process_, SIGKILL);
    for (Descriptor& stream : streams_) stream.close();
  }

  const ChildProcess& child_;
  const pid_t process_;
  std::optional<OnSignal> at_signal_;
  std::array<Descriptor, 2> streams_;
  const Clock::time_point latest_ =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(2 * child_.seconds));
  ChildOutcome outcome_;
  std::optional<End> stopped_;
  bool ended_ = false;
};

std::string memory_text(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

}  // namespace

ChildOutcome run_child(const ChildProcess& child) {
  const PointerList arguments(arguments_of(child)), environment(environment_of(child));
  Pipe out, messages, problem;
  ChildOutcome failure;
  failure.code = errno;
  if (problem.read.number() < 0 || messages.read.number() < 0 || out.read.number() < 0) return failure;
  const pid_t process = ::fork();
  if (process == 0) become(child, arguments, environment, out, messages, problem);
  failure.code = errno;
  if (process < 0) return failure;
  ::setpgid(process, process);  // here too: whoever comes first
  for (Pipe* pipe : {&out, &messages, &problem}) pipe->write.close();
  Run run(child, process, out, messages);
  const bool started = ::read(problem.read.number(), &failure.code, sizeof failure.code) != sizeof failure.code;
  ChildOutcome outcome = run.to_the_end();
  return started ? outcome : failure;
}

std::string in_words(const ChildOutcome& outcome, const ChildProcess& child) {
  // Where memory is short, programs end in many ways.
  const std::string memory =
      outcome.peak_memory > child.memory / 2
          ? ", with " + memory_text(outcome.peak_memory) + " of the " + memory_text(child.memory) + " that it may take"
          : "";
  switch (outcome.end) {
    case ChildOutcome::End::exited:
      return "ended with exit code " + std::to_string(outcome.code) + memory;
    case ChildOutcome::End::signal:
      return "ended by signal " + std::to_string(outcome.code) + " (" + ::strsignal(outcome.code) + ")" + memory;
    case ChildOutcome::End::out_of_time:
      return "did not end within " + number_text(child.seconds) + " s";
    case ChildOutcome::End::too_much_output:
      return "printed more than " + memory_text(child.output);
    default:
      return std::string("could not be started: ") + std::strerror(outcome.code);
  }
}

}  // namespace torsor
