#pragma once

#include "arguments/vector_argument.hpp"
#include "output/shown.hpp"
#include "torsor/model/limits.hpp"

namespace torsor::cli {

/// The joint that a text names, or counts from 1. Throws a UsageError that starts with `what`.
int find_joint(const Model<double>& model, const std::string& text, const std::string& what);

/// Many configurations, made one by one: the product of what each joint takes, or random ones.
class Configurations {
 public:
  /// --sweep JOINT=FROM:TO:COUNT, each; the other joints stand as in q.
  static Configurations sweep(const Model<double>& model, const std::vector<std::string>& sweeps, const Vector& q);
  /// `count` points for each joint in its limits, or in a full turn.
  static Configurations grid(const Model<double>& model, const std::vector<JointLimits>& limits, int count);
  /// `count` random configurations, the same ones every time.
  static Configurations samples(const Model<double>& model, const std::vector<JointLimits>& limits, int count);

  int size() const { return count_; }
  /// The k-th of them; the last joint changes fastest.
  Vector at(int k) const;

 private:
  std::vector<Vector> values_;  // by joint; of random ones the two bounds
  bool random_ = false;
  int count_ = 0;
};

}  // namespace torsor::cli
