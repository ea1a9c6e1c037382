#include "output/motion_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

/// As many digits as can be read off a grid.
std::string time_text(double time) { return fmt::format("{:.4g}", time); }

}  // namespace

MotionRows every(std::size_t step, const Trajectory& motion, const TrajectoryTorque& torque) {
  MotionRows rows;
  const std::size_t last = motion.time.size() - 1;
  for (std::size_t k = 0; k <= last; k = k < last ? std::min(k + step, last) : last + 1) {
    rows.motion.time.push_back(motion.time[k]);
    rows.motion.q.push_back(motion.q[k]), rows.motion.qd.push_back(motion.qd[k]);
    rows.motion.qdd.push_back(motion.qdd[k]), rows.tau.push_back(torque.tau[k]);
  }
  return rows;
}

std::vector<std::string> limited_names(const Model<double>& model) {
  std::vector<std::string> names = velocity_names(model);
  names.emplace_back("tip");
  return names;
}

std::vector<std::string> limited_units(const Model<double>& model, bool tip_turns) {
  std::vector<std::string> units = torque_units(model);
  units.emplace_back(tip_turns ? "Nm" : "N");
  return units;
}

void print_motion(const Model<double>& model, const SettledMotion& motion, std::size_t samples,
                  const MotionDemand& demand) {
  std::cout << fmt::format("{}: {}, {} s, {}\n", model.name, motion.kind, shown(demand.duration),
                           counted(static_cast<long>(samples), "sample"));
  Table table({"joint", "lowest", "highest", "velocity", "acceleration", "torque", "torque rms", "power", "work"});
  const std::vector<std::string> names = limited_names(model), units = limited_units(model, motion.tip.only_turns);
  for (std::size_t j = 0; j < demand.joints.size(); ++j) {
    const JointDemand& joint = demand.joints[j];
    table.add({names[j], shown(joint.lowest), shown(joint.highest), shown(joint.velocity), shown(joint.acceleration),
               shown(joint.torque), shown(joint.torque_rms), shown(joint.power), shown(joint.work)});
  }
  table.print();
  std::cout << fmt::format("\nmotors give at most {} W, at {} s; they give {} J in all and take {} J back, net {} J\n",
                           shown(demand.power), time_text(demand.time_of_power), shown(demand.energy),
                           shown_beside(demand.energy - demand.work, demand.energy),
                           shown_beside(demand.work, demand.energy));
  const LimitUse* nearest = demand.nearest();
  if (nearest == nullptr)
    std::cout << "there are no limits\n";
  else if (!nearest->exceeded())
    std::cout << "nearest limit: " << in_words(*nearest, names, units) << '\n';
  for (const LimitUse& use : demand.limits)
    if (use.exceeded()) std::cout << "limit exceeded: " << in_words(use, names, units) << '\n';
}

Json to_json(const Model<double>& model, const SettledMotion& motion, const MotionRows& rows,
             const MotionDemand& demand) {
  const std::vector<std::string> names = velocity_names(model);
  const std::vector<std::string> limited = limited_names(model);
  Json joints = Json::array(), limits = Json::array();
  for (std::size_t j = 0; j < names.size(); ++j) {
    const JointDemand& joint = demand.joints[j];
    joints.push_back({{"joint", names[j]},
                      {"lowest", joint.lowest},
                      {"highest", joint.highest},
                      {"velocity", joint.velocity},
                      {"acceleration", joint.acceleration},
                      {"torque", joint.torque},
                      {"torque_rms", joint.torque_rms},
                      {"power", joint.power},
                      {"time_of_power", joint.time_of_power},
                      {"work", joint.work}});
  }
  for (const LimitUse& use : demand.limits)
    limits.push_back({{"joint", limited[use.joint]},
                      {"kind", name_of(use.kind)},
                      {"time", use.time},
                      {"value", use.value},
                      {"limit", use.limit},
                      {"share", use.share},
                      {"exceeded", use.exceeded()}});
  return {{"robot", model.name},     {"motion", motion.kind},
          {"joints", names},         {"duration", demand.duration},
          {"t", rows.motion.time},   {"q", rows.motion.q},
          {"qd", rows.motion.qd},    {"qdd", rows.motion.qdd},
          {"tau", rows.tau},         {"demand", joints},
          {"power", demand.power},   {"time_of_power", demand.time_of_power},
          {"energy", demand.energy}, {"work", demand.work},
          {"limits", limits}};
}

}  // namespace torsor::cli
