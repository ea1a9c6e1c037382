#pragma once

#include <vector>

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// Evenly spaced positions of one joint, both ends included.
struct JointSweep {
  int joint = 0;  // from 0, in the order of q
  double from = 0, to = 0;
  int count = 1;  // 1 is `from` alone
};

/// Many configurations of joints of one degree of freedom, made one by one: the product of what each joint takes, or
/// random ones. A million at most; throws UsageError for more, and for none.
class Configurations {
 public:
  /// The joints that are not swept stand as in q. No joint is swept twice.
  static Configurations sweep(const Model<double>& model, const std::vector<double>& q,
                              const std::vector<JointSweep>& sweeps);
  /// `count` points for each joint in its limits, or in a full turn. Throws UsageError where a prismatic joint has no
  /// limits.
  static Configurations grid(const Model<double>& model, const std::vector<JointLimits>& limits, int count);
  /// `count` random configurations in the limits or a full turn, the same ones every time and on every machine.
  static Configurations samples(const Model<double>& model, const std::vector<JointLimits>& limits, int count);

  int size() const { return count_; }
  /// The k-th of them, from 0; the last joint changes fastest.
  std::vector<double> at(int k) const;

 private:
  std::vector<std::vector<double>> values_;  // by joint; of random ones the two bounds
  bool random_ = false;
  int count_ = 0;
};

/// The first prismatic joint without position limits, which has no range for a grid or samples; -1 where there is none.
int joint_without_range(const Model<double>& model, const std::vector<JointLimits>& limits);

}  // namespace torsor
