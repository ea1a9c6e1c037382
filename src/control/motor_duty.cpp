#include "torsor/control/motor_duty.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/dynamics/bearing_loads.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/evaluator.hpp"
#include "torsor/model/position.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor {
namespace {

/// The body whose joint has this velocity, and not one that follows it.
int leading_body(const Model<double>& model, int v) {
  int i = 1;
  while (model.bodies[i].v != v || model.bodies[i].follows) ++i;
  return i;
}

/// Trapezoids: half of the time to the row before, and half of that to the next one.
std::vector<double> row_weights(const std::vector<double>& time, std::size_t rows) {
  if (time.size() < 2) return std::vector<double>(rows, 1 / static_cast<double>(rows));
  std::vector<double> weight(rows, 0.0);
  const double whole = time.back() - time.front();
  for (std::size_t k = 1; k < rows; ++k) {
    const double half = (time[k] - time[k - 1]) / (2 * whole);
    weight[k - 1] += half, weight[k] += half;
  }
  return weight;
}

/// A robot of one rotor, with k^2 I_m = 1, and nothing else: its torque is the acceleration of the rotor over k.
Model<double> rotor_alone(const Model<double>& model, int body) {
  return changed(model, [&](ModelParts<double>& parts) {
    for (Body<double>& each : parts.bodies) each.inertia = {}, each.rotor = {};
    const Vector3<double> direction = model.bodies[body].rotor.direction;
    parts.bodies[static_cast<std::size_t>(body)].rotor = {true, direction, 1.0, direction};
    for (Friction<double>& friction : parts.friction) friction = {};
    parts.couplings.clear(), parts.pose_springs.clear(), parts.carried.clear();
  });
}

/// k (d - qdd), with d from the robot of one rotor. Where only the reflected inertia counts, there is none.
std::vector<double> carrier_acceleration(const Model<double>& model, int body, double ratio,
                                         const Trajectory& trajectory, const Conditions<double>& conditions) {
  const auto v = static_cast<std::size_t>(model.bodies[body].v);
  std::vector<double> result(trajectory.q.size(), 0.0);
  const Vector3<double>& direction = model.bodies[body].rotor.direction;
  if (dot(direction, direction) == 0) return result;
  const Model<double> rotor = rotor_alone(model, body);
  NewtonEulerWorkspace<double> workspace(rotor);
  std::vector<double> tau(static_cast<std::size_t>(model.nv));
  for (std::size_t k = 0; k < result.size(); ++k) {
    newton_euler<double>(rotor, trajectory.q[k], trajectory.qd[k], trajectory.qdd[k],
                         {conditions.gravity, conditions.base, {}}, workspace, tau);
    result[k] = ratio * (tau[v] - trajectory.qdd[k][v]);
  }
  return result;
}

void note_largest(double value, std::size_t row, double& largest, std::size_t& at) {
  if (value > largest) largest = value, at = row;
}

void note_bearings(const std::vector<Force<double>>& loads, std::size_t row, std::vector<BearingPeak>& peaks) {
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const auto& [mu, f] = loads[i];
    BearingPeak& peak = peaks[i];
    note_largest(std::hypot(f.x, f.y, f.z), row, peak.force, peak.force_row);
    note_largest(std::hypot(mu.x, mu.y, mu.z), row, peak.moment, peak.moment_row);
    peak.axial_force = std::max(peak.axial_force, std::abs(f.z));
    peak.radial_force = std::max(peak.radial_force, std::hypot(f.x, f.y));
    peak.tilting_moment = std::max(peak.tilting_moment, std::hypot(mu.x, mu.y));
  }
}

std::vector<BearingPeak> largest_bearing_loads(const Model<double>& model, const Trajectory& trajectory,
                                               const Conditions<double>& conditions, const WrenchesAt& wrenches_at) {
  std::vector<BearingPeak> peaks(model.bodies.size());
  peaks[0].joint = "base";
  for (std::size_t i = 1; i < peaks.size(); ++i) peaks[i].joint = model.joint_names[i - 1];
  for (std::size_t k = 0; k < trajectory.q.size(); ++k) {
    const std::vector<Wrench<double>> wrenches =
        wrenches_at ? wrenches_at(trajectory.q[k]) : std::vector<Wrench<double>>();
    const Conditions<double> here{conditions.gravity, conditions.base, wrenches};
    note_bearings(bearing_loads(model, trajectory.q[k], trajectory.qd[k], trajectory.qdd[k], here), k, peaks);
  }
  return peaks;
}

void find_load_inertias(const Model<double>& model, const Trajectory& trajectory, std::vector<JointDuty>& joints) {
  InertiaMatrixWorkspace<double> workspace(model);
  Matrix<double> B(model.nv, model.nv);
  for (std::size_t k = 0; k < trajectory.q.size(); ++k) {
    inertia_matrix<double>(model, trajectory.q[k], workspace, B.view());
    for (int v = 0; v < model.nv; ++v) {
      const double load = B(v, v) - model.bodies[leading_body(model, v)].rotor.reflected;
      JointDuty& joint = joints[static_cast<std::size_t>(v)];
      joint.least_load_inertia = k == 0 ? load : std::min(joint.least_load_inertia, load);
      joint.largest_load_inertia = k == 0 ? load : std::max(joint.largest_load_inertia, load);
    }
  }
}

JointDuty joint_duty(const Model<double>& model, int v, const JointDrive& drive, const Trajectory& trajectory,
                     const TrajectoryTorque& torque, const Conditions<double>& conditions) {
  const int body = leading_body(model, v);
  const auto column = static_cast<std::size_t>(v);
  JointDuty duty;
  duty.joint = velocity_names(model)[column];
  duty.slides = slides(model.bodies[body].joint);
  duty.carrier = carrier_acceleration(model, body, drive.ratio, trajectory, conditions);
  for (std::size_t k = 0; k < trajectory.q.size(); ++k) {
    const double qdd = trajectory.qdd[k][column], tau = torque.tau[k][column];
    duty.qd.push_back(trajectory.qd[k][column]), duty.qdd.push_back(qdd), duty.tau.push_back(tau);
    duty.load.push_back(tau - model.bodies[body].rotor.reflected * (qdd + duty.carrier[k] / drive.ratio));
  }
  return duty;
}

}  // namespace

std::vector<JointDrive> joint_drives(const Description& description, const Model<double>& model) {
  const Evaluator<double> numbers(description);
  std::vector<JointDrive> drives;
  for (const described::Link& link : description.links) {
    if (link.joint == JointType::fixed || link.mimic) continue;
    JointDrive drive;
    if (link.rotor) {
      drive.ratio = numbers.value(link.rotor->ratio);
      drive.has_ratio = drive.ratio != 1 || link.rotor->ratio.where.line > 0;
    }
    const int body = leading_body(model, static_cast<int>(drives.size()));
    drive.rotor_inertia = model.bodies[body].rotor.reflected / drive.ratio / drive.ratio;
    drives.push_back(drive);
  }
  return drives;
}

MotionDuty motion_duty(const Model<double>& model, const std::vector<JointDrive>& drives, const Trajectory& trajectory,
                       const Conditions<double>& conditions, const WrenchesAt& wrenches_at) {
  const TrajectoryTorque torque = trajectory_torque(model, trajectory, conditions, wrenches_at);
  MotionDuty duty{trajectory.time, row_weights(trajectory.time, trajectory.q.size()), {}, {}};
  for (int v = 0; v < model.nv; ++v)
    duty.joints.push_back(joint_duty(model, v, drives[static_cast<std::size_t>(v)], trajectory, torque, conditions));
  find_load_inertias(model, trajectory, duty.joints);
  duty.bearings = largest_bearing_loads(model, trajectory, conditions, wrenches_at);
  return duty;
}

}  // namespace torsor
