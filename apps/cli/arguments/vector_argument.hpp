#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arguments/command_line.hpp"
#include "torsor/model/model.hpp"

namespace torsor::cli {

using Vector = std::vector<double>;

/// One vector of a state, such as --q; missing ones are zero where the command allows it.
class VectorArgument {
 public:
  void add_to(Command& command, const std::string& flag, const std::string& help, bool required = false);
  bool given() const { return option_.given(); }
  const Option& option() const { return option_; }
  /// The numbers of q: model.nq of them. Quaternions are brought to unit length.
  Vector positions(const Model<double>& model) const;
  /// The numbers of qd, qdd or tau: model.nv of them.
  Vector velocities(const Model<double>& model) const;
  /// A vector of three (zero when not given).
  Vector3<double> three() const;
  /// A list with one of the given lengths.
  Vector list(const std::vector<std::size_t>& lengths, const std::string& meaning) const;
  /// One number above 0 for each joint; one for all of them may have been written.
  Vector by_joint(std::size_t joints) const;

 private:
  Vector joint_values(const Model<double>& model, const std::vector<std::string>& entries) const;

  std::string flag_, text_;
  Option option_;
};

}  // namespace torsor::cli
