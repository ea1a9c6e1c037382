#include "torsor/simulation/signal_surroundings.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/spatial/transform.hpp"

namespace torsor {
namespace {

/// Gravity, base and wrenches, with the memory they need at hand.
class World {
 public:
  World(const Model<double>& model, const WorldSignals& signals)
      : model_(model), signals_(signals), poses_(model.bodies.size()), wrenches_(signals.wrenches.size()) {}

  void operator()(double t, Input<double> q, Input<double> qd, Conditions<double>& conditions) {
    std::array<double, 6> v{};
    if (signals_.gravity) {
      signals_.gravity->at(t, q, qd, Output<double>(v.data(), 3));
      conditions.gravity = {v[0], v[1], v[2]};
    }
    if (signals_.base_pose) move_base(t, conditions);
    if (wrenches_.empty()) return;
    forward_kinematics<double>(model_, q, poses_);
    for (std::size_t k = 0; k < wrenches_.size(); ++k) {
      const auto& [frame, in_base_axes, exerted] = signals_.wrenches[k];
      exerted.at(t, q, qd, v);
      const Force<double> force{{v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
      wrenches_[k] = in_base_axes ? wrench_in_base_axes<double>(model_, poses_, frame, force)
                                  : wrench_in_frame_axes<double>(model_, frame, force);
    }
    conditions.wrenches = wrenches_;
  }

 private:
  void move_base(double t, Conditions<double>& conditions) const {
    std::array<double, 6> pose{}, rate{}, second{};
    const std::size_t n = signals_.base_pose->size();
    signals_.base_pose->motion_at(t, {pose.data(), n}, {rate.data(), n}, {second.data(), n});
    const BasePoseMotion base = base_pose_motion(pose, rate, second);
    conditions.base = base.motion;
    conditions.gravity = transpose(base.turn) * conditions.gravity;
  }

  Model<double> model_;
  WorldSignals signals_;
  std::vector<Transform<double>> poses_;
  std::vector<Wrench<double>> wrenches_;
};

}  // namespace

BasePoseMotion base_pose_motion(Input<double> pose, Input<double> rate, Input<double> second_rate) {
  const bool turns = pose.size() == 6;
  const auto linear = [](Input<double> v) { return Vector3<double>{v[0], v[1], v[2]}; };
  const auto angular = [&](Input<double> v) { return turns ? Vector3<double>{v[3], v[4], v[5]} : Vector3<double>{}; };
  const Vector3<double> angles = angular(pose), w = angular(rate), a = angular(second_rate);
  const auto [sr, cr] = exact_sincos(angles.x);
  const auto [sp, cp] = exact_sincos(angles.y);
  BasePoseMotion result;
  result.turn =
      rotation_z(exact_sincos(angles.z)) * (rotation_y(exact_sincos(angles.y)) * rotation_x(exact_sincos(angles.x)));
  const Matrix3<double> Rt = transpose(result.turn);
  BaseMotion<double>& base = result.motion;
  base.linear_velocity = Rt * linear(rate);
  base.linear_acceleration = Rt * linear(second_rate);
  base.angular_velocity = {w.x - w.z * sp, w.y * cr + w.z * sr * cp, -w.y * sr + w.z * cr * cp};
  base.angular_acceleration = {a.x - a.z * sp - w.z * w.y * cp,
                               a.y * cr - w.y * w.x * sr + a.z * sr * cp + w.z * (w.x * cr * cp - w.y * sr * sp),
                               -a.y * sr - w.y * w.x * cr + a.z * cr * cp - w.z * (w.x * sr * cp + w.y * cr * sp)};
  return result;
}

Surroundings surroundings_of(const Model<double>& model, const WorldSignals& signals, double from, double to) {
  Surroundings result;
  const auto take = [&](const Signal& signal) {
    const std::vector<double> times = signal.breaks(from, to);
    result.breaks.insert(result.breaks.end(), times.begin(), times.end());
  };
  if (signals.torque.size() > 0) {
    assert(static_cast<int>(signals.torque.size()) == model.nv);
    result.torque = [torque = signals.torque](double t, Input<double> q, Input<double> qd, Output<double> tau) {
      torque.at(t, q, qd, tau);
    };
    take(signals.torque);
  }
  if (signals.gravity) take(*signals.gravity);
  if (signals.base_pose) take(*signals.base_pose);
  for (const WrenchSignal& wrench : signals.wrenches) take(wrench.exerted);
  if (signals.gravity || signals.base_pose || !signals.wrenches.empty()) result.world = World(model, signals);
  std::sort(result.breaks.begin(), result.breaks.end());
  result.breaks.erase(std::unique(result.breaks.begin(), result.breaks.end()), result.breaks.end());
  return result;
}

}  // namespace torsor
