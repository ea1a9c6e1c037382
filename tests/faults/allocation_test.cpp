#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>

#include "torsor/estimation/identify.hpp"
#include "torsor/log_health/log_health.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// Memory that runs out, at every place where it can: a reader ends with std::bad_alloc or with an answer, and nothing
// is left half-made. This program has its own operator new.

namespace {

std::atomic<long> allocations = 0, failing = -1;

void* allocate(std::size_t size) {
  if (const long now = ++allocations; failing > 0 && now >= failing && now < failing + 3) throw std::bad_alloc();
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace torsor::test::allocation_test {

/// Calls it with the n-th allocation failing, for about `times` numbers n from the first to the last.
void expect_survives(const std::function<void()>& call, long times) {
  allocations = 0, failing = -1;
  call();
  const long all = allocations;
  EXPECT_GT(all, 10);
  long failed = 0;
  for (long n = 1; n <= all; n += std::max(1L, all / times)) {
    allocations = 0, failing = n;
    try {
      call();
    } catch (const std::bad_alloc&) {
      ++failed;
    }
    failing = -1;
  }
  EXPECT_GT(failed, std::min(all, times) / 2);
  std::printf("  %ld allocations, %ld runs that failed\n", all, failed);
}

TEST(Allocation, FailsInTheReadersOfRobots) {
  for (const std::string robot : {"two-rods", "showcase", "panda"})
    expect_survives([&] { read_builtin_robot(robot); }, 300);
  for (const std::string file : {"two-rods.urdf", "careless-arm.urdf"})
    expect_survives([&] { load_robot(TORSOR_SOURCE_DIR "/examples/" + file); }, 300);
  expect_survives([&] { load_robot(TORSOR_SOURCE_DIR "/tests/fuzz/corpus/mjcf/arm.xml"); }, 300);
}

TEST(Allocation, FailsInTheReadersOfLogs) {
  for (const std::string file : {"csv/plain.csv", "npy/rows.npy", "mat/compressed.mat", "mat/struct.mat"})
    expect_survives(
        [&] {
          try {
            examine_log(*open_log(TORSOR_SOURCE_DIR "/tests/fuzz/corpus/" + file));
          } catch (const FileError&) {  // that it is none of the usual logs
          }
        },
        200);
}

TEST(Allocation, FailsInIdentify) {
  const Description robot = load_robot("two-rods");
  const Model<double> model = build_model<double>(robot);
  const Excitation motion = random_excitation(model, joint_limits(robot), {});
  const SyntheticLog log(model, motion, log_effects("clean", 50), 400);
  IdentifyOptions options;
  options.threads = 2;
  options.regularised = options.instrumental = false;  // they take most of the time
  expect_survives(
      [&] {
        try {
          identify(robot, {{"log", &log}}, {}, options);
        } catch (const ComputationError&) {  // of a method that has no answer
        }
      },
      30);
}

}  // namespace torsor::test::allocation_test
