#include <fmt/format.h>

#include <iostream>

#include "commands/log.hpp"
#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::cli {
namespace {

std::string range(const ChannelSummary& channel) {
  return channel.recorded ? shown(channel.lowest) + " .. " + shown(channel.highest) : "-";
}
std::string rms(const ChannelSummary& channel) { return channel.recorded ? shown(channel.rms) : "-"; }

Json of_channel(const ChannelSummary& channel) {
  if (!channel.recorded) return nullptr;
  return {{"lowest", channel.lowest},
          {"highest", channel.highest},
          {"rms", channel.rms},
          {"resolution", channel.resolution}};
}

Json of_fit(const QuickFit& fit) {
  if (!fit.made) return nullptr;
  return {{"states", fit.states},
          {"relative_residual", fit.relative_residual},
          {"friction_share", fit.friction_share},
          {"condition_number", fit.condition_number},
          {"gravity", cli::entries_json(fit.gravity)}};
}

}  // namespace

void print(const CleanLog& log, const std::vector<Finding>& findings) {
  const LogHealth& health = log.health();
  const long file_rows = log.file().file_row_count();
  std::cout << fmt::format("{}: {}, {} s, {} Hz, {}\n", log.name(), counted(file_rows, "row"), shown(health.duration),
                           health.period > 0 ? shown(1 / health.period) : "-",
                           counted(static_cast<long>(log.joint_names().size()), "joint"));
  Table table({"joint", "position", "resolution", "velocity", "torque", "rms"});
  for (std::size_t j = 0; j < health.joints.size(); ++j) {
    const JointSummary& joint = health.joints[j];
    table.add({log.joint_names()[j], range(joint.position), shown(joint.position.resolution), range(joint.velocity),
               range(joint.torque), rms(joint.torque)});
  }
  table.print();
  if (health.fit.made) {
    std::cout << "quick fit: residual";
    for (const double residual : health.fit.relative_residual) std::cout << fmt::format(" {:.1f}", 100 * residual);
    std::cout << fmt::format(" % of the torque, condition number {:.3g}\n", health.fit.condition_number);
  }
  print_by_joints(findings);
  std::cout << fmt::format("{}: {}, {} of {} sound\n", log.name(), health.usable() ? "usable" : "of no use",
                           health.sound_rows, counted(file_rows, "row is", "rows are"));
}

Json to_json(const CleanLog& log, const std::vector<Finding>& findings) {
  const LogHealth& health = log.health();
  Json joints = Json::array(), applied = Json::array();
  for (const LogProposal& proposal : log.applied())
    applied.push_back({{"cause", cause_of(proposal)}, {"change", in_words(proposal, log.joint_names())}});
  for (std::size_t j = 0; j < health.joints.size(); ++j) {
    const JointSummary& joint = health.joints[j];
    joints.push_back({{"name", log.joint_names()[j]},
                      {"position", of_channel(joint.position)},
                      {"velocity", of_channel(joint.velocity)},
                      {"acceleration", of_channel(joint.acceleration)},
                      {"torque", of_channel(joint.torque)},
                      {"reference", of_channel(joint.reference)}});
  }
  return {{"file", log.name()},
          {"usable", health.usable()},
          {"rows", log.file().file_row_count()},
          {"sound_rows", health.sound_rows},
          {"duration", health.duration},
          {"period", health.period},
          {"jitter", health.jitter},
          {"time_scale", health.time.scale},
          {"time_uniform", health.time.uniform},
          {"time_counted", health.time.uniform || !health.time.periods.empty()},
          {"columns", log.file().columns_in_words()},
          {"joints", joints},
          {"fit", of_fit(health.fit)},
          {"proposed_gravity", health.proposed_gravity ? entries_json(*health.proposed_gravity) : Json(nullptr)},
          {"applied", applied},
          {"findings", findings_json_by_joints(findings)}};
}

}  // namespace torsor::cli
