#pragma once

#include <optional>

#include "kinematics/dh_geometry.hpp"
#include "torsor/kinematics/dh_table.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor::dh {

/// The part of a robot that carries a tip, at the joints' zeros.
struct Chain {
  Model<double> model;            // of the whole robot, mimic joints free
  std::vector<int> bodies;        // from base to tip
  std::vector<Pose> poses;        // by body of the model, in base axes
  std::vector<std::size_t> link;  // by body of the model: its place in the description
  int tip = 0;                    // in model.frames
  int tip_link = 0;               // the frame of the tip's link: differs from `tip` for a tool
  std::vector<std::string> notes;

  Pose frame(int index) const { return poses[model.frames[index].body] * model.frames[index].pose; }
  bool carries(std::string_view joint) const;
};

/// How far `a` is from `b`.
DhDeviation deviation(const Pose& a, const Pose& b);

/// Finds the chain, or says why it is none: a branch, a joint of several degrees of freedom, an unknown tip.
std::variant<Chain, Problem> find_chain(const Description& description, const DhOptions& options);

}  // namespace torsor::dh
