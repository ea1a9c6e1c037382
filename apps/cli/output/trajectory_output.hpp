#pragma once

#include "output/json.hpp"
#include "torsor/batches/torque_file.hpp"

namespace torsor::cli {

/// Torques along a motion as JSON, collected row by row as they are computed.
class TorqueJson {
 public:
  void add(const StateRows& states, const TorqueRows& rows, std::size_t joints);
  Json json(const Model<double>& model, const TorqueSummary& summary) const;

 private:
  std::vector<double> time_;
  Json tau_ = Json::array();
  std::array<Json, torque_term_names.size()> terms_;
};

/// Peaks, shares and the limits that the motion exceeds.
void print_summary(const Model<double>& model, const TorqueSummary& summary);

}  // namespace torsor::cli
