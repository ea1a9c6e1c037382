#pragma once

#include "arguments/command_line.hpp"
#include "output/json.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/trajectory/repeated_motion.hpp"

namespace torsor::cli {

/// How the robot of a made log moves, and for how long: at random, or as a file says.
class LogMotionArguments {
 public:
  void add_to(Command& command);
  /// Throws UsageError where a number makes no sense.
  void check(double rate) const;
  /// `notes` gets what is doubtful about a motion from a file.
  RepeatedMotion motion(const Model<double>& model, const std::vector<JointLimits>& limits, std::uint64_t seed,
                        std::vector<std::string>& notes) const;
  /// How many samples there are, all of them within a motion that is not repeated.
  long rows(const RepeatedMotion& motion, double rate) const;
  Json to_json() const;

 private:
  RepeatedMotion motion_of_file(const Model<double>& model, const std::vector<JointLimits>& limits,
                                std::vector<std::string>& notes) const;

  double duration_ = 60, period_ = 20;
  long samples_ = 0, repetitions_ = 1;
  int harmonics_ = 5;
  bool steady_ = false;
  std::string trajectory_;
  Option duration_option_;
};

}  // namespace torsor::cli
