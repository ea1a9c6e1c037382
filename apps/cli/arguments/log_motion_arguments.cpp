#include "arguments/log_motion_arguments.hpp"

#include <fmt/format.h>

#include <cmath>

#include "output/shown.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/logs/trajectory_file.hpp"
#include "torsor/model/position.hpp"
#include "torsor/trajectory/motion_doubts.hpp"

namespace torsor::cli {
namespace {

void require(bool sound, const char* flag, const std::string& expected, double found) {
  if (!sound) throw UsageError(fmt::format("{}: expected {}, found {}", flag, expected, shown(found)));
}

}  // namespace

void LogMotionArguments::add_to(Command& command) {
  duration_option_ = command.option("--duration", duration_, "s (default 60, or what --trajectory takes)");
  const Option samples =
      command.option("--samples", samples_, "Rows, in place of a duration").excludes({duration_option_});
  const Option period = command.option("--period", period_, "s after which the motion repeats (default 20)");
  const Option harmonics = command.option("--harmonics", harmonics_, "Of the motion's Fourier series (default 5)");
  const Option steady = command.flag("--steady", steady_, "No rests and slow parts in the motion");
  const Option trajectory =
      command
          .option("--trajectory", trajectory_,
                  "The motion of this CSV of t, q1.., qd1.., qdd1.., such as `excite` writes, in place of a random one")
          .file()
          .excludes({period, harmonics, steady});
  command.option("--repetitions", repetitions_, "How often it is run (default 1)")
      .needs(trajectory)
      .excludes({duration_option_, samples});
}

void LogMotionArguments::check(double rate) const {
  require(duration_ * rate >= 1 && duration_ * rate < 1e11, "--duration",
          fmt::format("a time of one to 1e11 samples, which are {:.3g} s apart", 1 / rate), duration_);
  require(samples_ >= 0 && samples_ <= 100'000'000'000, "--samples", "a number from 1 to 1e11",
          static_cast<double>(samples_));
  require(repetitions_ >= 1 && repetitions_ <= 1'000'000, "--repetitions", "1 to 1e6",
          static_cast<double>(repetitions_));
  require(period_ >= 1 && period_ <= 100, "--period", "1 to 100 s", period_);
  require(harmonics_ >= 1 && harmonics_ <= 50, "--harmonics", "1 to 50", harmonics_);
}

RepeatedMotion LogMotionArguments::motion(const Model<double>& model, const std::vector<JointLimits>& limits,
                                          std::uint64_t seed, std::vector<std::string>& notes) const {
  if (!trajectory_.empty()) return motion_of_file(model, limits, notes);
  return random_excitation(model, limits, {harmonics_, period_, !steady_, 0.9, seed});
}

RepeatedMotion LogMotionArguments::motion_of_file(const Model<double>& model, const std::vector<JointLimits>& limits,
                                                  std::vector<std::string>& notes) const {
  constexpr double longest = 1000;  // s: what has a memory is known all along one period
  Trajectory rows = read_trajectory(trajectory_, model.nv, TimeOrder::rising);
  if (rows.time.size() < 2)
    throw FileError(trajectory_, {1, 1},
                    "expected a column t and two rows or more, found " +
                        counted(static_cast<long>(rows.q.size()), "row") + (rows.time.empty() ? " without a time" : ""),
                    "log-file");
  const double period = rows.time.back() - rows.time.front();
  require(period <= longest, "--trajectory", "a motion of at most 1000 s", period);
  for (std::string& doubt : motion_doubts(rows, limits, velocity_names(model))) notes.push_back(std::move(doubt));
  return RepeatedMotion(SampledMotion(std::move(rows)));
}

long LogMotionArguments::rows(const RepeatedMotion& motion, double rate) const {
  const bool to_its_end = !trajectory_.empty() && !duration_option_.given();
  const double duration = to_its_end ? static_cast<double>(repetitions_) * motion.period() : duration_;
  require(duration * rate < 1e11, "--repetitions", "a log of at most 1e11 samples", static_cast<double>(repetitions_));
  const long rows = samples_ > 0 ? samples_ : std::max(1L, std::lround(duration * rate));
  const double last = static_cast<double>(rows - 1) / rate;
  if (!motion.comes_back() && last > motion.period())
    throw UsageError(
        fmt::format("--trajectory: expected a motion that ends where it began, with the velocity that it "
                    "had there, because it takes {} s and the log {} s; found another end",
                    shown(motion.period()), shown(last)));
  return rows;
}

Json LogMotionArguments::to_json() const {
  if (!trajectory_.empty()) return {{"trajectory", trajectory_}};
  return {{"harmonics", harmonics_}, {"steady", steady_}};
}

}  // namespace torsor::cli
