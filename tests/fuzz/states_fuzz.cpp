#include <unistd.h>

#include "fuzz/state_input.hpp"
#include "torsor/logs/trajectory_file.hpp"

namespace {

using torsor::StateFileOptions;
using enum torsor::StateVector;

/// What is asked of a file, by the bits of a byte: joints that turn or also one with a quaternion, the vectors that are
/// wanted, and whether a file without names has others beside them.
StateFileOptions options_of(unsigned choice) {
  StateFileOptions options;
  options.velocities = 1 + static_cast<int>(choice & 1u);
  options.positions = options.velocities + static_cast<int>(choice >> 1u & 1u);
  const std::vector<torsor::StateVector> wanted[] = {{q, qd, qdd}, {q}, {q, qd, tau}, {tau, q}};
  options.wanted = wanted[choice >> 2u & 3u];
  if ((choice >> 4u & 1u) != 0) options.columns = {q, qd, qdd, tau};
  return options;
}

/// A pipe with these bytes in it and nobody at its other end.
class Pipe {
 public:
  explicit Pipe(std::string_view bytes) {
    if (::pipe(ends_) != 0 || ::write(ends_[1], bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      std::abort();
    ::close(ends_[1]);
  }
  ~Pipe() { ::close(ends_[0]); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  int ends_[2] = {};
};

void read_whole_trajectory(const std::string& path, int joints) {
  try {
    const torsor::Trajectory trajectory = torsor::read_trajectory(path, joints);
    if (trajectory.q.empty() || trajectory.qdd.size() != trajectory.q.size()) std::abort();
  } catch (const torsor::FileError& error) {
    if (error.file() != path) std::abort();
  }
}

}  // namespace

/// Any bytes behind the first are a file of states or refused; the first one says what is asked of them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t pipe_holds = 4096;
  if (size == 0) return -1;
  const std::string_view bytes = torsor::fuzz::bytes_of(data + 1, size - 1);
  const std::string path = torsor::fuzz::write_scratch("states", bytes);
  const StateFileOptions options = options_of(data[0]);
  torsor::fuzz::compare_pieces(path, options);
  if ((data[0] >> 5u & 1u) != 0 && bytes.size() <= pipe_holds) {
    const Pipe pipe(bytes);
    const auto piped = torsor::fuzz::states_of(pipe.path(), options, std::size_t{1} << 18u);
    if (piped != torsor::fuzz::states_of(path, options, std::size_t{1} << 18u)) std::abort();
  }
  read_whole_trajectory(path, options.velocities);
  return 0;
}
