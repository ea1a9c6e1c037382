#include "torsor/kinematics/dh_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "kinematics/dh_description.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor {
namespace {

using dh::Chain;
using dh::Pose;

constexpr int most_configurations = 100;

/// Compares the table with the robot, and says what is to be known about it.
class Report {
 public:
  Report(const Chain& chain, dh::WrittenChain written) : chain_(chain), written_(std::move(written)) {}

  DhTable run() {
    measure();
    tell();
    table_.robot = std::move(written_.robot);
    return std::move(table_);
  }

 private:
  const Model<double>& model() const { return chain_.model; }

  /// The table's own model against the robot's, row by row and at the tip.
  void measure() {
    Description geometry = written_.robot;
    for (described::Link& link : geometry.links) link.mimic.reset();
    geometry.couplings.clear();
    const Model<double> ours = build_model<double>(geometry);
    Pose last = written_.rows.frames[0];
    const std::vector<Pose> zero = forward_kinematics(ours, zero_position(ours));
    Pose last_written = frame_pose<double>(ours, zero, 0);
    table_.rows.reserve(written_.rows.rows.size());
    for (std::size_t k = 0; k < written_.rows.rows.size(); ++k) {
      const Pose written = frame_pose<double>(ours, zero, static_cast<int>(k) + 1), meant = written_.rows.frames[k + 1];
      table_.rows.push_back(dh::deviation(inverse(last_written) * written, inverse(last) * meant));
      last = meant, last_written = written;
    }
    measure_tip(ours);
  }
  void measure_tip(const Model<double>& ours) {
    const int joints = ours.nq;
    table_.configurations = std::clamp(1000000 / joints, 3, most_configurations);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> position(-1, 1);
    std::vector<double> q(joints), theirs = zero_position(model());
    for (int n = 0; n < table_.configurations; ++n) {
      for (int j = 0; j < joints; ++j) {
        const Body<double>& body = model().bodies[chain_.bodies[j]];
        q[j] = position(random) * (body.joint == JointType::revolute ? 3.141592653589793 : 1);
        theirs[body.q] = q[j];
      }
      const DhDeviation found =
          dh::deviation(frame_pose<double>(ours, forward_kinematics(ours, q), ours.tip),
                        frame_pose<double>(model(), forward_kinematics(model(), theirs), chain_.tip));
      table_.tip.length = std::max(table_.tip.length, found.length);
      table_.tip.angle = std::max(table_.tip.angle, found.angle);
    }
  }

  void tell() {
    table_.notes = chain_.notes;
    for (const dh::Rows::FarNormal& far : written_.rows.far_normals) {
      const std::string& first = written_.robot.links[far.axis].joint_name;
      std::size_t next = far.axis + 1;
      if (far.fixed_row) ++next;
      std::string text = "the axes of " + in_quotes(first) + " and " +
                         in_quotes(written_.robot.links[next].joint_name) + " are " + short_number(far.angle) +
                         " rad from parallel: their common normal is " + short_number(far.distance) + " m away";
      text += far.fixed_row ? ", so that a fixed row stands between them" : "";
      table_.notes.push_back(text + "; snapping takes them as parallel");
    }
  }
  static std::string short_number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", x);
    return text;
  }

  const Chain& chain_;
  dh::WrittenChain written_;
  DhTable table_;
};

/// Lengths such as 1e200 are finite, their products and sums may not be.
std::optional<Problem> find_overflow(const Description& table) {
  const Evaluator<double> values(table);
  const auto finite = [&](const described::Quantity& quantity) { return std::isfinite(values.value(quantity)); };
  for (const described::Link& link : table.links) {
    const auto& [theta, d, a, alpha, offset] = *link.dh;
    bool all = finite(theta) && finite(d) && finite(a) && finite(alpha) && finite(offset) && finite(link.mass.mass);
    for (const described::Quantity& entry : link.mass.com) all = all && finite(entry);
    for (const described::Quantity& entry : link.mass.inertia) all = all && finite(entry);
    if (!all) return Problem{{}, "no DH table: the numbers of " + link.name + " are not finite in its frames"};
  }
  return {};
}

}  // namespace

std::variant<DhTable, Problem> dh_table(const Description& description, const DhOptions& options) {
  const std::variant<Chain, Problem> found = dh::find_chain(description, options);
  if (const auto* problem = std::get_if<Problem>(&found)) return *problem;
  const auto& chain = std::get<Chain>(found);
  std::variant<dh::WrittenChain, Problem> written = dh::write_chain(description, options, chain);
  if (const auto* problem = std::get_if<Problem>(&written)) return *problem;
  if (std::optional<Problem> problem = find_overflow(std::get<dh::WrittenChain>(written).robot)) return *problem;
  return Report(chain, std::get<dh::WrittenChain>(std::move(written))).run();
}

}  // namespace torsor
