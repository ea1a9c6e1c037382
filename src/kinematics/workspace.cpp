#include "torsor/kinematics/workspace.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "golden_ratio.hpp"
#include "torsor/core/text.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

struct WorkspaceSample {
  Vector3<double> p;
  double manipulability;
};

/// sqrt(det(J J^T)) of the linear rows, or sqrt(det(J^T J)) of fewer than three joints.
double linear_manipulability(const MatrixView<double>& J) {
  const int n = J.columns, m = std::min(n, 3);
  double G[3][3] = {};
  for (int a = 0; a < m; ++a)
    for (int b = 0; b < m; ++b)
      for (int k = 0; k < (n < 3 ? 3 : n); ++k) G[a][b] += n < 3 ? J(k, a) * J(k, b) : J(a, k) * J(b, k);
  if (m == 1) return std::sqrt(G[0][0]);
  if (m == 2) return std::sqrt(std::max(0.0, G[0][0] * G[1][1] - G[0][1] * G[1][0]));
  const double det = G[0][0] * (G[1][1] * G[2][2] - G[1][2] * G[2][1]) -
                     G[0][1] * (G[1][0] * G[2][2] - G[1][2] * G[2][0]) +
                     G[0][2] * (G[1][0] * G[2][1] - G[1][1] * G[2][0]);
  const double size = G[0][0] * G[1][1] * G[2][2];
  return det > 1e-14 * size ? std::sqrt(det) : 0;  // a plane arm has none, whatever rounding says
}

std::vector<double> even_edges(double low, double high, int bins) {
  if (!(high > low)) high = low + 1e-9;
  std::vector<double> edges(static_cast<std::size_t>(bins) + 1);
  for (int k = 0; k <= bins; ++k) edges[static_cast<std::size_t>(k)] = low + (high - low) * k / bins;
  return edges;
}

std::size_t bin_of(const std::vector<double>& edges, double value) {
  const double share = (value - edges.front()) / (edges.back() - edges.front());
  const auto bins = static_cast<double>(edges.size() - 1);
  return static_cast<std::size_t>(std::clamp(std::floor(share * bins), 0.0, bins - 1));
}

void count_in_bins(Workspace& result, const std::vector<WorkspaceSample>& samples, const WorkspaceOptions& options) {
  result.radii = even_edges(result.least_radius, result.largest_radius, options.radial_bins);
  result.heights = even_edges(result.low.z, result.high.z, options.vertical_bins);
  result.x_edges = even_edges(result.low.x, result.high.x, options.vertical_bins);
  result.y_edges = even_edges(result.low.y, result.high.y, options.vertical_bins);
  result.bins.resize((result.radii.size() - 1) * (result.heights.size() - 1));
  result.above.resize((result.x_edges.size() - 1) * (result.y_edges.size() - 1));
  for (const auto& [p, size] : samples) {
    const std::size_t r = bin_of(result.radii, std::hypot(p.x, p.y)), z = bin_of(result.heights, p.z);
    WorkspaceBin& bin = result.bins[r * (result.heights.size() - 1) + z];
    ++bin.count;
    bin.best = std::max(bin.best, size), bin.mean += size;
    ++result.above[bin_of(result.x_edges, p.x) * (result.y_edges.size() - 1) + bin_of(result.y_edges, p.y)];
  }
  for (WorkspaceBin& bin : result.bins)
    if (bin.count > 0) bin.mean /= static_cast<double>(bin.count);
}

}  // namespace

bool Workspace::is_flat() const { return high.z - low.z <= 1e-9 * farthest; }

double Workspace::area() const {
  double sum = 0;
  for (std::size_t r = 0; r + 1 < radii.size(); ++r)
    for (std::size_t z = 0; z + 1 < heights.size(); ++z)
      if (bin(r, z).count > 0) {
        sum += std::numbers::pi * (radii[r + 1] * radii[r + 1] - radii[r] * radii[r]);
        break;
      }
  return sum;
}

double Workspace::volume() const {
  if (is_flat()) return 0;
  double sum = 0;
  for (std::size_t r = 0; r + 1 < radii.size(); ++r)
    for (std::size_t z = 0; z + 1 < heights.size(); ++z)
      if (bin(r, z).count > 0)
        sum += std::numbers::pi * (radii[r + 1] * radii[r + 1] - radii[r] * radii[r]) * (heights[z + 1] - heights[z]);
  return sum;
}

std::vector<JointRange> sampled_ranges(const Model<double>& model, const std::vector<JointLimits>& limits) {
  std::vector<JointRange> ranges;
  for (int v = 0; v < model.nv; ++v) {
    JointRange range{limits[v].position_low, limits[v].position_high};
    constexpr double turn = 2 * std::numbers::pi;
    if (!slides(body_of_velocity(model, v).joint) && !(range.high - range.low <= turn)) {
      const double middle = std::isfinite(range.high - range.low) ? (range.low + range.high) / 2 : 0;
      range = {middle - turn / 2, middle + turn / 2};
    }
    ranges.push_back(range);
  }
  return ranges;
}

Workspace workspace(const Model<double>& model, int frame, const std::vector<JointRange>& ranges,
                    const WorkspaceOptions& options) {
  assert(ranges.size() == static_cast<std::size_t>(model.nv) && model.nq == model.nv && options.samples > 0);
  Workspace result;
  result.samples = options.samples;
  const double ratio = golden_ratio(model.nv), most = std::numeric_limits<double>::infinity();
  std::vector<double> q(model.nq), shares(model.nv);
  std::vector<WorkspaceSample> samples;
  samples.reserve(static_cast<std::size_t>(options.samples));
  JacobianWorkspace<double> scratch(model);
  Matrix<double> J(6, model.nv);
  std::vector<Transform<double>> poses(model.bodies.size());
  result.low = {most, most, most}, result.high = {-most, -most, -most};
  result.nearest = result.least_radius = most;
  result.best_manipulability = -1;
  for (int j = 0; j < model.nv; ++j) shares[j] = std::pow(ratio, -(j + 1));
  for (long k = 0; k < options.samples; ++k) {
    for (int j = 0; j < model.nv; ++j) {
      const double at = 0.5 + static_cast<double>(k + 1) * shares[j];
      q[j] = ranges[j].low + (at - std::floor(at)) * (ranges[j].high - ranges[j].low);
    }
    forward_kinematics<double>(model, q, poses);
    jacobian<double>(model, q, frame, scratch, J.view());
    const Vector3<double> p = frame_pose<double>(model, poses, frame).p;
    const double size = linear_manipulability(J.view()), radius = std::hypot(p.x, p.y),
                 distance = std::hypot(radius, p.z);
    result.low = {std::min(result.low.x, p.x), std::min(result.low.y, p.y), std::min(result.low.z, p.z)};
    result.high = {std::max(result.high.x, p.x), std::max(result.high.y, p.y), std::max(result.high.z, p.z)};
    result.nearest = std::min(result.nearest, distance), result.farthest = std::max(result.farthest, distance);
    result.least_radius = std::min(result.least_radius, radius);
    result.largest_radius = std::max(result.largest_radius, radius);
    result.mean_manipulability += size / static_cast<double>(options.samples);
    if (size > result.best_manipulability) result.best_manipulability = size, result.best_q = q;
    samples.push_back({p, size});
  }
  count_in_bins(result, samples, options);
  return result;
}

std::string workspace_csv(const Workspace& workspace) {
  std::string text = "r_low,r_high,z_low,z_high,count,best_manipulability,mean_manipulability\n";
  for (std::size_t r = 0; r + 1 < workspace.radii.size(); ++r)
    for (std::size_t z = 0; z + 1 < workspace.heights.size(); ++z) {
      const WorkspaceBin& bin = workspace.bin(r, z);
      if (bin.count == 0) continue;
      for (const double edge :
           {workspace.radii[r], workspace.radii[r + 1], workspace.heights[z], workspace.heights[z + 1]})
        text += number_text(edge) + ',';
      text += std::to_string(bin.count) + ',' + number_text(bin.best) + ',' + number_text(bin.mean) + '\n';
    }
  return text;
}

}  // namespace torsor
