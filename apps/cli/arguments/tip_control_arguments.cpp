#include "arguments/tip_control_arguments.hpp"

#include <fmt/format.h>

#include "torsor/core/text.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {
namespace {

void require_not_negative(const std::vector<double>& numbers, const char* flag, const std::string& text) {
  for (const double x : numbers)
    if (!(x >= 0))
      throw UsageError(fmt::format("{}: expected numbers that are not negative, found {}", flag, in_quotes(text)));
}

/// TRANSLATION,ROTATION or one number for each of x, y, z and the turns about them.
SixNumbers<double> six_numbers(const std::string& text, const char* flag) {
  const std::vector<double> numbers = parse_numbers(text, flag);
  require_not_negative(numbers, flag, text);
  if (numbers.size() == 2) return {numbers[0], numbers[0], numbers[0], numbers[1], numbers[1], numbers[1]};
  if (numbers.size() == 6) return {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
  throw UsageError(
      fmt::format("{}: expected TRANSLATION,ROTATION such as 800,30, or six numbers for x, y, z and the "
                  "turns about them; found {} in {}",
                  flag, numbers.size(), in_quotes(text)));
}

}  // namespace

void TipControlArguments::add_to(Command& command) {
  stiffness_option_ =
      command
          .option("--tip-stiffness", stiffness_,
                  "Of impedance (N/m, Nm/rad) and operational-space (1/s^2): TRANSLATION,ROTATION, or six numbers for "
                  "x, y, z and the turns about them, in base axes (default: errors fade as at 20 rad/s)")
          .value("T,R");
  damping_option_ = command
                        .option("--tip-damping", damping_,
                                "Of impedance (Ns/m, Nms/rad) and operational-space (1/s), written as the stiffness "
                                "(default: without overshoot)")
                        .value("T,R");
  null_space_option_ =
      command
          .option("--null-space", null_space_,
                  "STIFFNESS:DAMPING (1/s^2, 1/s) by which joints follow as far as the tip does not feel it (default "
                  "100:20)")
          .value("K:D");
}

void TipControlArguments::refuse(const std::string& expected) const {
  const auto look = [&](const Option& option, const char* flag) {
    if (option.given()) throw UsageError(std::string(flag) + ": " + expected);
  };
  look(stiffness_option_, "--tip-stiffness");
  look(damping_option_, "--tip-damping");
  look(null_space_option_, "--null-space");
}

TipOptions TipControlArguments::options(const Model<double>& robot, const Model<double>& model, int tip) const {
  TipOptions options;
  const std::string& name = robot.frames[static_cast<std::size_t>(tip < 0 ? robot.tip : tip)].name;
  options.frame = find_frame(model, name);
  if (options.frame < 0)
    throw UsageError(
        fmt::format("--model: expected a robot with the frame {}, which is to be moved; found {} without it",
                    in_quotes(name), model.name));
  if (stiffness_option_.given()) options.stiffness = six_numbers(stiffness_, "--tip-stiffness");
  if (damping_option_.given()) options.damping = six_numbers(damping_, "--tip-damping");
  if (!null_space_option_.given()) return options;
  const std::size_t colon = null_space_.find(':');
  std::vector<double> numbers;
  if (colon != std::string::npos)
    for (const std::string& part : {null_space_.substr(0, colon), null_space_.substr(colon + 1)})
      for (const double x : parse_numbers(part, "--null-space")) numbers.push_back(x);
  if (numbers.size() != 2)
    throw UsageError("--null-space: expected STIFFNESS:DAMPING, such as 100:20; found " + in_quotes(null_space_));
  require_not_negative(numbers, "--null-space", null_space_);
  options.null_space = {numbers[0], numbers[1]};
  return options;
}

}  // namespace torsor::cli
