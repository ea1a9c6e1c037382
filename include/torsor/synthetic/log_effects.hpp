#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/model/description.hpp"

namespace torsor {

/// A torque for each joint: one number for all of them or one for each, none for 0. Relative ones are shares of the
/// root mean square of the joint's torque.
struct TorqueSize {
  std::vector<double> value{};
  bool relative = false;
};

enum class VelocityColumn {
  none,
  exact,       // of the motion itself
  difference,  // of recorded positions, and so late and rough
};

/// What stands between the motion of a robot and the log of it. Nothing, as it is made. Formulas: docs/make-log.md.
struct LogEffects {
  double rate = 1000;      // samples per second
  std::uint64_t seed = 1;  // of everything that is random

  double sample_jitter = 0;  // s, standard deviation: samples are not taken evenly, and the time column shows it
  double stamp_jitter = 0;   // s, standard deviation: the time column is wrong by it
  double stamp_delay = 0;    // s, mean: a receiver stamps rows when they arrive, late and one behind the other
  double stamp_burst = 0;    // s for which the receiver is busy once a second, and stamps all that came at its end
  double stamp_step = 0;     // s: the time column has whole multiples of it, rounded down
  double rate_error = 0;     // the time column runs 1 + rate_error times as fast as time

  double encoder_counts = 0;         // for a turn of the joint or of its motor, or for a metre; 0: no steps
  bool motor_encoder = false;        // it sits on the motor: gear_ratio times finer
  std::vector<double> gear_ratio{};  // motor turns for one of the joint; one for all joints, or one for each
  double position_noise = 0;         // rad or m, standard deviation, white
  double position_hold = 0;          // s: positions are renewed so often, and a row has the last ones; 0: every row
  VelocityColumn velocity = VelocityColumn::none;
  int velocity_span = 4;      // samples that a difference spans
  bool reference = false;     // what the controller asked for is recorded
  double reference_lead = 0;  // s by which it is ahead of the motion

  double presliding =
      0;                // rad or m in which sharp Coulomb friction builds up where the robot does not say; 0: it jumps
  double stribeck = 0;  // share by which friction that builds up is greater near rest
  double stribeck_velocity = 0.05;

  double torque_delay = 0;       // s by which the recorded torque is older than the position beside it
  TorqueSize torque_noise{};     // standard deviation, white
  TorqueSize coloured_noise{};   // standard deviation
  double correlation_time = 0;   // s, of the coloured noise
  TorqueSize ripple{};           // standard deviation while the motor turns
  int ripple_harmonics = 2;      // of the motor's angle
  double resonance = 0;          // Hz, of the flexible joint that the ripple shakes; 0: rigid
  double resonance_damping = 0;  // damping ratio
  TorqueSize torque_step{};      // resolution of the torque
  TorqueSize torque_limit{};     // where the measurement saturates; 0: nowhere

  double dropped = 0;   // share of samples that are missing
  int dropped_run = 1;  // samples that are missing one behind the other
  double garbage = 0;   // share of rows in which one number is wrong
};

/// The names of log_effects, from the mildest to the worst.
const std::vector<std::string>& log_presets();

/// The effects of a preset: "clean", "in-class", "realistic" or "nasty". Throws UsageError for others.
LogEffects log_effects(std::string_view preset, double rate);

/// Throws UsageError where a number makes no sense, with the effect's name and what was expected.
void check_log_effects(const LogEffects& effects, int joints);

/// The gear ratios of the joints that move by themselves. Where the description has no rotor or one with ratio 1: 100,
/// or for a joint that slides a spindle of 10 mm a turn. The description must have passed check().
std::vector<double> gear_ratios(const Description& description);

}  // namespace torsor
