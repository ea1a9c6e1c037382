#include "arguments/log_effect_arguments.hpp"

#include <fmt/format.h>

#include "arguments/command_line.hpp"
#include "output/answer.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {
namespace {

template <class Member>
struct Flag {
  const char* name;
  Member LogEffects::* member;
  const char* help;
};

constexpr Flag<double> number_flags[] = {
    {"sample-jitter", &LogEffects::sample_jitter, "s, standard deviation: samples are not even in time"},
    {"stamp-jitter", &LogEffects::stamp_jitter, "s, standard deviation: error of the time column"},
    {"stamp-delay", &LogEffects::stamp_delay,
     "s, mean: a receiver stamps the rows when they arrive, late and in order"},
    {"stamp-burst", &LogEffects::stamp_burst,
     "s for which the receiver is busy once a second, and stamps all that came at its end"},
    {"stamp-step", &LogEffects::stamp_step, "s: the time column is rounded down to whole multiples of it"},
    {"rate-error", &LogEffects::rate_error, "The time column runs 1 + this times as fast as time"},
    {"encoder-counts", &LogEffects::encoder_counts, "Steps of the encoder for a turn, or for a metre; 0: none"},
    {"position-noise", &LogEffects::position_noise, "rad or m, standard deviation, white"},
    {"position-hold", &LogEffects::position_hold, "s: positions are renewed so often, a row has the last ones"},
    {"torque-delay", &LogEffects::torque_delay, "s by which the torque is older than the position beside it"},
    {"reference-lead", &LogEffects::reference_lead, "s by which qref is ahead of the motion"},
    {"presliding", &LogEffects::presliding,
     "rad or m in which Coulomb friction builds up where the robot does not say; 0: it jumps"},
    {"stribeck", &LogEffects::stribeck, "Share by which Coulomb friction that builds up is greater near rest"},
    {"stribeck-velocity", &LogEffects::stribeck_velocity, "rad/s or m/s over which that fades"},
    {"correlation-time", &LogEffects::correlation_time, "s, of the coloured noise"},
    {"resonance", &LogEffects::resonance, "Hz, of the flexible joint that the ripple shakes; 0: rigid"},
    {"resonance-damping", &LogEffects::resonance_damping, "Damping ratio of the flexible joint"},
    {"dropped", &LogEffects::dropped, "Share of samples that are missing"},
    {"garbage", &LogEffects::garbage, "Share of rows with a wrong number in them"},
};
constexpr Flag<int> counts[] = {
    {"velocity-span", &LogEffects::velocity_span, "Samples that a difference of positions spans"},
    {"ripple-harmonics", &LogEffects::ripple_harmonics, "Harmonics of the motor's angle in the ripple"},
    {"dropped-run", &LogEffects::dropped_run, "Samples that are missing one behind the other"},
};
constexpr Flag<TorqueSize> sizes[] = {
    {"torque-noise", &LogEffects::torque_noise, "White noise of the torque, standard deviation"},
    {"coloured-noise", &LogEffects::coloured_noise, "Coloured noise of the torque, standard deviation"},
    {"ripple", &LogEffects::ripple, "Torque ripple with the motor's angle, standard deviation"},
    {"torque-step", &LogEffects::torque_step, "Resolution of the torque"},
    {"torque-limit", &LogEffects::torque_limit, "Where the measured torque saturates; 0: nowhere"},
};

/// `2%`, `0.5` or a list of one of the two kinds.
TorqueSize parse_size(std::string text, const std::string& flag) {
  TorqueSize size;
  size.relative = text.find('%') != std::string::npos;
  const std::string written = text;
  if (size.relative) {
    const auto percents = std::count(text.begin(), text.end(), '%'), commas = std::count(text.begin(), text.end(), ',');
    std::erase(text, '%');
    if (percents != commas + 1)
      throw UsageError(fmt::format("{}: expected % after every number or after none, found '{}'", flag, written));
  }
  size.value = parse_numbers(text, flag);
  for (double& value : size.value) value /= size.relative ? 100 : 1;
  return size;
}

Json to_json(const TorqueSize& size) { return {{"value", size.value}, {"relative", size.relative}}; }

const char* name_of(VelocityColumn velocity) {
  return velocity == VelocityColumn::none ? "none" : velocity == VelocityColumn::exact ? "exact" : "difference";
}

}  // namespace

void LogEffectArguments::add_to(Command& command) {
  command.option("--preset", preset_, "Which effects there are: clean, in-class, realistic (default) or nasty")
      .one_of(log_presets());
  for (const auto& [name, member, help] : number_flags) command.option(fmt::format("--{}", name), numbers_[name], help);
  for (const auto& [name, member, help] : counts) command.option(fmt::format("--{}", name), counts_[name], help);
  for (const auto& [name, member, help] : sizes)
    command.option(fmt::format("--{}", name), sizes_[name],
                   fmt::format("{}: Nm or N, or % of each joint's rms torque; one number, or a list", help));
  command.option("--encoder-side", side_, "joint or motor: where the encoder sits").one_of({"joint", "motor"});
  command.option("--gear-ratio", gear_ratio_, "Motor turns for one of the joint (default: the robot's, or 100)");
  command.option("--velocity", velocity_, "Velocity columns: none, exact, or difference (of recorded positions)")
      .one_of({"none", "exact", "difference"});
  command.flag("--reference", reference_, "Also columns qref1..: what the controller asked for");
}

LogEffects LogEffectArguments::effects(double rate, std::uint64_t seed, std::vector<double> ratios) const {
  LogEffects effects = log_effects(preset_, rate);
  effects.seed = seed;
  effects.gear_ratio = gear_ratio_.empty() ? std::move(ratios) : parse_numbers(gear_ratio_, "--gear-ratio");
  for (const auto& [name, member, help] : number_flags)
    if (const auto& given = numbers_.at(name)) effects.*member = *given;
  for (const auto& [name, member, help] : counts)
    if (const auto& given = counts_.at(name)) effects.*member = *given;
  for (const auto& [name, member, help] : sizes)
    if (const std::string& text = sizes_.at(name); !text.empty())
      effects.*member = parse_size(text, fmt::format("--{}", name));
  if (!side_.empty()) effects.motor_encoder = side_ == "motor";
  for (const auto column : {VelocityColumn::none, VelocityColumn::exact, VelocityColumn::difference})
    if (velocity_ == name_of(column)) effects.velocity = column;
  effects.reference |= reference_;
  return effects;
}

Json to_json(const LogEffects& effects) {
  Json json{{"rate", effects.rate}};
  for (const auto& [name, member, help] : number_flags) json[name] = effects.*member;
  for (const auto& [name, member, help] : counts) json[name] = effects.*member;
  for (const auto& [name, member, help] : sizes) json[name] = to_json(effects.*member);
  json["encoder-side"] = effects.motor_encoder ? "motor" : "joint";
  json["gear-ratio"] = effects.gear_ratio;
  json["velocity"] = name_of(effects.velocity);
  json["reference"] = effects.reference;
  return json;
}

}  // namespace torsor::cli
