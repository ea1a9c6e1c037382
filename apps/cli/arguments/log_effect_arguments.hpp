#pragma once

#include <map>
#include <optional>

#include "arguments/command_line.hpp"
#include "output/answer.hpp"
#include "torsor/synthetic/log_effects.hpp"

namespace torsor::cli {

/// --preset and a flag for each effect, which takes the place of the preset's number.
class LogEffectArguments {
 public:
  void add_to(Command& command);
  /// The preset with the flags' numbers; `ratios` are the robot's own gear ratios.
  LogEffects effects(double rate, std::uint64_t seed, std::vector<double> ratios) const;
  const std::string& preset() const { return preset_; }

 private:
  std::string preset_ = "realistic", side_, velocity_, gear_ratio_;
  std::map<std::string, std::optional<double>> numbers_;
  std::map<std::string, std::optional<int>> counts_;
  std::map<std::string, std::string> sizes_;
  bool reference_ = false;
};

/// Every effect under the name of its flag.
Json to_json(const LogEffects& effects);

}  // namespace torsor::cli
