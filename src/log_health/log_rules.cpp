#include <span>

#include "torsor/log_health/log_health.hpp"

namespace torsor {
namespace {

using enum Severity;

constexpr auto all = std::to_array<LogRule>({
    {"acceleration-not-derivative", warning, "recorded acceleration is not the derivative of velocity",
     "differentiate position instead"},
    {"acceleration-unit", warning, "recorded acceleration is the derivative but for a factor", "name its unit"},
    {"beyond-limits", warning, "position, velocity or torque beyond the robot's limits",
     "another unit, another zero, or another robot"},
    {"columns-assumed", note, "columns were understood by their names or their order", "a mapping says otherwise"},
    {"dead-channel", warning, "a column that never changes", "nothing can be learned from it"},
    {"file-lengths", warning, "files of one log have different numbers of rows", "record them together"},
    {"garbage-row", warning, "numbers that are none, not finite, or far from all others", "the rows are left out"},
    {"gravity-direction", warning, "gravity along another direction fits clearly better",
     "write gravity or mounting in the mapping"},
    {"little-motion", warning, "a joint that hardly moves", "move it more and faster"},
    {"position-sign", warning, "a joint that turns the other way fits clearly better", "turn its sign in the mapping"},
    {"position-zero", warning, "a joint with its zero elsewhere fits clearly better", "write an offset in the mapping"},
    {"presliding", note, "a joint that is slow most of the time", "judge samples in motion on their own"},
    {"quantisation", note, "steps of position that are large beside the motion", "record more digits, or smooth"},
    {"rate-wrong", warning, "time runs at another rate than position and velocity say",
     "the time is put right where several joints agree"},
    {"repeated-row", warning, "rows that repeat the one before while the robot moves", "the rows are left out"},
    {"row-too-long", warning, "rows with more cells than the header", "the rows are left out"},
    {"saturation", warning, "a torque that stays at its extreme", "leave such rows out, or move less"},
    {"stuck-channel", warning, "a value that stands still for long while its joint goes on", "check the sensor"},
    {"synchronous-motion", warning, "two joints that move alike", "move them with other frequencies"},
    {"time-origin", note, "a clock that counts from long ago", "it is counted from the first row"},
    {"timestamp-backwards", warning, "rows that go back in time", "the rows are left out"},
    {"timestamp-false", warning, "stamps that jitter while the rows are evenly spaced", "even steps are used"},
    {"timestamp-gap", warning, "rows are missing", "nothing may be differentiated across"},
    {"timestamp-jitter", warning, "steps of time that are not even", "resample on the stamps"},
    {"timestamp-repeated", warning, "rows with the time of the row before", "the rows are left out"},
    {"too-short", error, "too few sound rows", "record more"},
    {"torque-gain", warning, "the torque of one joint is too large or too small beside the others",
     "check torque constant and gear ratio: masses are wrong by as much"},
    {"torque-is-current", warning, "the torque columns hold a current", "write torque constants in the mapping"},
    {"torque-sign", warning, "torques with the other sign fit clearly better, or give negative inertia",
     "turn their sign in the mapping"},
    {"torque-simulated", warning, "torque that was computed, not measured", "record what the drives measure"},
    {"torque-unit", warning, "torque of another size than the robot's masses ask for", "name unit, ratio or constant"},
    {"truncated-row", warning, "rows with fewer cells than the header, or a file that ends early",
     "the rows are left out"},
    {"velocity-not-derivative", warning, "recorded velocity is not the derivative of position",
     "differentiate position instead"},
    {"velocity-sign", warning, "recorded velocity has the other sign", "turn its sign in the mapping"},
    {"velocity-unit", warning, "recorded velocity is the derivative but for a factor", "name its unit in the mapping"},
    {"weak-excitation", warning, "the motion does not show all parameters", "excite more"},
});

}  // namespace

std::span<const LogRule> log_rules() { return all; }

}  // namespace torsor
