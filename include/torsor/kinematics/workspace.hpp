#pragma once

#include <string>
#include <vector>

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

struct WorkspaceOptions {
  long samples = 100'000;
  int radial_bins = 30, vertical_bins = 40;
};

/// What lies between two radii about the base's z axis and between two heights.
struct WorkspaceBin {
  long count = 0;             // samples
  double best = 0, mean = 0;  // manipulability of linear velocities
};

/// Where a frame can be: samples over the ranges of the joints.
struct Workspace {
  long samples = 0;
  Vector3<double> low{}, high{};                // extents of the positions
  double nearest = 0, farthest = 0;             // distance from the origin of the base
  double least_radius = 0, largest_radius = 0;  // distance from its z axis
  double best_manipulability = 0, mean_manipulability = 0;
  std::vector<double> best_q{};              // where it is best
  std::vector<double> radii{}, heights{};    // edges of the bins
  std::vector<WorkspaceBin> bins{};          // by radius, then by height
  std::vector<double> x_edges{}, y_edges{};  // of the view from above
  std::vector<long> above{};                 // samples by x, then by y

  const WorkspaceBin& bin(std::size_t radius, std::size_t height) const {
    return bins[radius * (heights.size() - 1) + height];
  }
  /// Of all bins that have samples, turned about the z axis, m^3: an upper estimate where joint 1 turns less than once.
  double volume() const;
  /// Whether all positions are at one height, as those of a plane arm: the volume is 0 then, and the bins have an area.
  bool is_flat() const;
  double area() const;  // m^2, of all rings that have samples
};

struct JointRange {
  double low = 0, high = 0;
};
/// The ranges that are sampled: the limits of position; of a revolute joint without limits, or with more than a turn of
/// them, one turn. A prismatic joint without limits keeps an infinite range, which cannot be sampled.
std::vector<JointRange> sampled_ranges(const Model<double>& model, const std::vector<JointLimits>& limits);

/// Samples a frame over the ranges, which must be finite. The points are those of an additive sequence that fills the
/// cube of all joints evenly [Roberts 2018, the generalised golden ratio]: the same on every machine, and never random.
/// For joints of one degree of freedom.
Workspace workspace(const Model<double>& model, int frame, const std::vector<JointRange>& ranges,
                    const WorkspaceOptions& options = {});

/// A header, then a line a bin that has samples: r_low, r_high, z_low, z_high, count, best and mean manipulability.
std::string workspace_csv(const Workspace& workspace);

}  // namespace torsor
