#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arguments/motion_arguments.hpp"
#include "output/shown.hpp"

/// What does not go together is refused: a limit that would be neither kept nor judged misleads.
namespace torsor::cli {

/// The option that says which motion.
std::string MotionArguments::name() const {
  if (path_.count() > 0) return std::string("--") + path_.name();
  return spline_option_.given() ? "--spline" : fourier_ ? "--fourier" : "--to";
}

void MotionArguments::require_one_motion() const {
  const int count = (to_.given() ? 1 : 0) + (spline_option_.given() ? 1 : 0) + (fourier_ ? 1 : 0) + path_.count();
  if (count != 1)
    throw UsageError(fmt::format("trajectory: expected one of --to, --line, --arc, --spline and --fourier, found {}",
                                 count == 0 ? "none" : "several"));
  const std::string only = spline_option_.given() ? "--spline" : fourier_ ? "--fourier" : "";
  const bool ends = from_.given() || via_option_.given() || via_times_.given() || from_velocity_.given() ||
                    to_velocity_.given() || from_acceleration_.given() || to_acceleration_.given();
  if (!only.empty() && ends)
    throw UsageError(only + ": expected no --from, --via and no velocities or accelerations beside it, found some");
  if (path_.count() > 0 && (via_option_.given() || from_velocity_.given() || to_velocity_.given() ||
                            from_acceleration_.given() || to_acceleration_.given() || via_times_.given()))
    throw UsageError("--line, --arc: expected no --via and no velocities or accelerations beside them, found some");
  if (fourier_ && profile_option_.given()) throw UsageError("--fourier: expected no --profile beside it, found one");
  if (const std::string tip = path_.first_given(); path_.count() == 0 && !tip.empty())
    throw UsageError(tip + ": expected --line or --arc beside it, found " + name());
  if (profile_ == "trapezoid" && path_.has_jerk())
    throw UsageError("--max-tip-jerk: expected another --profile than trapezoid, which does not keep it; found that");
}

/// Powers of a time that is far from 1 s leave the range of numbers.
void MotionArguments::require_duration() const {
  constexpr double least = 1e-9, most = 1e9;
  if (duration_ && !(*duration_ >= least && *duration_ <= most))
    throw UsageError(fmt::format("--duration: expected {:g} to {:g} s, found {}", least, most, shown(*duration_)));
}

void MotionArguments::require_jerk_is_kept() const {
  if (path_.count() > 0 || fourier_)
    throw UsageError("--max-jerk: expected no " + name() + " beside it, which does not keep it; found one");
  if (profile_ == "trapezoid")
    throw UsageError("--max-jerk: expected another --profile than trapezoid, which does not keep it; found that");
}

/// The first option that has the motion begin or end otherwise than at rest; empty where there is none.
std::string MotionArguments::moving_end(const Model<double>& model) const {
  const std::array<std::pair<const char*, const VectorArgument*>, 4> ends{{{"--from-velocity", &from_velocity_},
                                                                           {"--to-velocity", &to_velocity_},
                                                                           {"--from-acceleration", &from_acceleration_},
                                                                           {"--to-acceleration", &to_acceleration_}}};
  for (const auto& [flag, argument] : ends) {
    const Vector values = argument->velocities(model);
    if (std::any_of(values.begin(), values.end(), [](double value) { return value != 0; })) return flag;
  }
  return "";
}

void MotionArguments::require_retimable(const Model<double>& model, const LimitArguments& bounds) const {
  const std::string end = moving_end(model), tip = path_.rate_beyond_velocity();
  if (!end.empty()) throw UsageError("--retime: expected no " + end + " beside it but 0, found another");
  if (!tip.empty()) throw UsageError("--retime: expected no " + tip + " beside it, which it does not keep; found one");
  if (bounds.has_jerk())
    throw UsageError("--retime: expected no --max-jerk beside it, which it does not keep; found one");
}

}  // namespace torsor::cli
