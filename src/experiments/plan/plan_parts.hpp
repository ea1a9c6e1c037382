#pragma once

#include "experiments/excite_setup.hpp"
#include "torsor/experiments/plan_experiment.hpp"

/// The parts that a plan is made of, each from the robot and the motion for identification.
namespace torsor {

struct PlanSetup {
  const Description& robot;
  const PlanOptions& options;
  const ExciteSetup& excite;
  const LimitFunctions& limits;  // of the robot as it is written
  const ExcitingMotion& motion;  // for identification
  std::vector<double> home;      // where that motion begins, and all but the one for validation
  bool has_masses = false;
  bool knows_noise = true;  // stated, from a first log, or from limits and masses of the robot file

  std::size_t joints() const { return static_cast<std::size_t>(excite.robot.nv); }
  const Model<double>& model() const { return excite.robot; }
  const Conditions<double>& conditions() const { return excite.unknowns.conditions; }
};

/// "0.0123"; three digits.
std::string plan_number(double value, int digits = 3);
/// The same for parts of one.
std::string plan_percent(double share);

SeriesMotion motion_of(const Trajectory& rows);
PlannedMotion planned_motion(const PlanSetup& setup, PlannedMotion::Purpose purpose, Trajectory rows);

/// Joints back and forth one after the other, a motion for each; those that find no room are told of.
void plan_friction(const PlanSetup& setup, ExperimentPlan& plan);
/// Poses at rest, each approached from both sides.
void plan_poses(const PlanSetup& setup, ExperimentPlan& plan);
/// Expected deviations, and how many repetitions they ask for.
void plan_accuracy(const PlanSetup& setup, ExperimentPlan& plan);
/// Frequencies, encoders and clocks.
void plan_recording(const PlanSetup& setup, ExperimentPlan& plan);
/// Level and stiffness of the mount.
void plan_mounting(const PlanSetup& setup, ExperimentPlan& plan);
void plan_warnings(const PlanSetup& setup, ExperimentPlan& plan);
void plan_first_logs(const PlanSetup& setup, ExperimentPlan& plan);
/// All of it in words.
void plan_sections(const PlanSetup& setup, ExperimentPlan& plan);

}  // namespace torsor
