#include "experiments/payload/payload_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace torsor::payload {
namespace {

constexpr double far = 0.6;              // m from the frame's origin
constexpr double centre_unknown = 0.05;  // m, of an interval
constexpr double gain_off = 0.02;        // beyond which factors between joints matter
constexpr double significant = 3;        // deviations
constexpr double of_an_interval = 1.96;

class Doubts {
 public:
  explicit Doubts(const PayloadEstimate& estimate) : e_(estimate) {}

  std::vector<Finding> all() && {
    if (e_.has_load) load();
    gains();
    if (e_.still && e_.unloaded_logs.empty())
      add("robot-of-the-file", Severity::warning, "",
          "there are no logs without the load: the weight of the robot is that of its file, and what it is off by is "
          "taken for load",
          "record the same poses without the load");
    return std::move(found_);
  }

 private:
  void add(const char* code, Severity severity, const std::string& element, const std::string& message,
           const std::string& fix, const std::vector<std::string>& options = {}) {
    found_.push_back({code, severity, "", {}, element, message, fix, options});
  }

  void load() {
    const double mass = e_.unconstrained[0], noise = e_.mass_deviation_of_noise;
    const LoadSight sight = e_.sight();
    if (!e_.felt[0])
      add("load-not-seen", Severity::warning, "load", "no motion of this arm shows a mass in " + e_.frame,
          "a frame of another link", {"tool_frame"});
    else if (sight == LoadSight::negative)
      add("load-negative", Severity::warning, "load",
          fmt::format("the logs with the load show {:.3g} kg less than those without it", -mass),
          "the logs may have changed places");
    else if (sight == LoadSight::not_seen)
      add("load-not-seen", Severity::warning, "load",
          fmt::format("{:.3g} kg is no more than noise, which is {:.3g} kg", mass, noise),
          "a longer log, or motions in which gravity turns about the tool");
    else
      place();
  }

  /// A figure for what the arm cannot feel would be one for ignorance.
  void place() {
    std::string hidden;
    for (const LoadFigure& figure : load_figures(e_))
      if (!figure.felt) hidden += (hidden.empty() ? "" : ", ") + figure.name;
    if (!hidden.empty())
      add("load-not-felt", Severity::note, "load",
          "no motion of this arm shows " + hidden + ": where a number is needed, it is that of a possible body",
          "measure it otherwise, if it matters");
    const auto [x, y, z] = e_.centre_felt();
    const Vector3<double>& d = e_.centre_deviation;
    const double away = length(e_.centre);
    const double known = of_an_interval * length(Vector3<double>{x ? d.x : 0, y ? d.y : 0, z ? d.z : 0});
    if (known > centre_unknown)
      add("load-centre-unknown", Severity::warning, "load",
          fmt::format("the centre of mass is known to {:.0f} mm only", 1e3 * known),
          "motions that turn the wrist through many directions");
    if (away > far)
      add("load-centre-far", Severity::warning, "load",
          fmt::format("its centre is {:.2f} m from the frame {}", away, e_.frame),
          "the frame may be another one, or the logs of another robot", {"tool_frame"});
    if (e_.has_inertia()) inertia();
  }

  void inertia() {
    const auto& [xx, xy, xz, yy, yz, zz] = e_.inertia_deviation;
    const double largest = std::max({e_.inertia.xx, e_.inertia.yy, e_.inertia.zz});
    const std::array<bool, 6> felt = e_.inertia_felt();
    const std::array<double, 6> deviations{xx, xy, xz, yy, yz, zz};
    double known = 0;
    for (std::size_t k = 0; k < 6; ++k)
      if (felt[k]) known = std::max(known, of_an_interval * deviations[k]);
    if (known > largest)
      add("load-inertia-unknown", Severity::note, "load",
          fmt::format("its inertia is known to {:.2g} kg m^2 only, which is more than itself: the one given is that of "
                      "a possible body near it",
                      known),
          "faster turns of the wrist with the load");
    if (std::abs(e_.load.mass - e_.unconstrained[0]) > of_an_interval * e_.mass_deviation_of_noise)
      add("load-impossible", Severity::warning, "load",
          fmt::format("the logs ask for {:.3g} kg with an inertia that no body has; the nearest body has {:.3g} kg",
                      e_.unconstrained[0], e_.load.mass),
          "the load may have moved in the gripper, or the logs are of different robots");
  }

  void gains() {
    for (const TorqueGain& gain : e_.gains) {
      const double off = gain.value - 1;
      if (std::abs(off) < gain_off || std::abs(off) < significant * gain.deviation) continue;
      add("gain-of-joint", Severity::warning, "joint " + gain.joint,
          fmt::format("its torques are {:.1f} % {} than {}", 100 * std::abs(off), off > 0 ? "larger" : "smaller",
                      e_.absolute_gains ? "those that the known load asks for" : "those of the other joints ask for"),
          "correct its torque constant in the mapping; the load is computed as if that were done");
    }
  }

  const PayloadEstimate& e_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> doubts(const PayloadEstimate& estimate) { return Doubts(estimate).all(); }

}  // namespace torsor::payload
