#include "torsor/robot_files/collision_meshes.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "robot_files/mesh_points.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/text.hpp"
#include "torsor/robot_files/mesh_paths.hpp"
#include "torsor/spatial/align.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {
namespace {

using described::Visual;
using Eigen::Matrix3d, Eigen::Matrix3Xd, Eigen::Vector3d;
namespace fs = std::filesystem;

struct PointCapsule {
  Vector3d from, to;
  double radius = 0;

  double volume() const { return M_PI * radius * radius * ((to - from).norm() + 4.0 / 3 * radius); }
};

/// Along column `along` of the axes. Ends are half balls: each is as far out as some point needs.
PointCapsule capsule_along(const Matrix3Xd& points, const Matrix3d& axes, int along) {
  const Matrix3Xd P = axes.transpose() * points;
  const int a = (along + 1) % 3, b = (along + 2) % 3;
  Vector3d center = Vector3d::Zero();
  for (const int k : {a, b}) center[k] = (P.row(k).minCoeff() + P.row(k).maxCoeff()) / 2;
  const Eigen::ArrayXd across =
      ((P.row(a).array() - center[a]).square() + (P.row(b).array() - center[b]).square()).transpose();
  const double radius = std::sqrt(across.maxCoeff());
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (Eigen::Index k = 0; k < P.cols(); ++k) {
    const double ball = std::sqrt(std::max(0.0, radius * radius - across[k]));
    low = std::min(low, P(along, k) + ball), high = std::max(high, P(along, k) - ball);
  }
  Vector3d from = center, to = center;
  from[along] = low, to[along] = high;
  if (low > high) from[along] = to[along] = (low + high) / 2;
  return {axes * from, axes * to, radius};
}

/// From the frame of the mesh to that of the link.
Visual placed(Visual shape, const Visual& mesh) {
  const auto pose = [](const Visual& v) {
    return Transform<double>{rotation_of_roll_pitch_yaw(v.rpy[0], v.rpy[1], v.rpy[2]), {v.xyz[0], v.xyz[1], v.xyz[2]}};
  };
  const Transform<double> X = pose(mesh) * pose(shape);
  const Vector3<double> rpy = roll_pitch_yaw(X.R);
  shape.xyz = {X.p.x, X.p.y, X.p.z}, shape.rpy = {rpy.x, rpy.y, rpy.z};
  shape.link = mesh.link, shape.collision = true;
  return shape;
}

}  // namespace

Visual capsule_of_points(const std::vector<std::array<double, 3>>& points) {
  Matrix3Xd P(3, static_cast<Eigen::Index>(points.size()));
  for (std::size_t k = 0; k < points.size(); ++k)
    P.col(static_cast<Eigen::Index>(k)) << points[k][0], points[k][1], points[k][2];
  const Matrix3Xd centred = P.colwise() - P.rowwise().mean();
  const Matrix3d axes = linear_algebra::symmetric_eigen_3(centred * centred.transpose()).vectors;
  PointCapsule best = capsule_along(P, axes, 0);
  for (const int along : {1, 2})
    if (const PointCapsule one = capsule_along(P, axes, along); one.volume() < best.volume()) best = one;
  const Vector3d middle = (best.from + best.to) / 2, along = best.to - best.from;
  Visual shape;
  shape.kind = along.norm() > 0 ? Visual::Kind::capsule : Visual::Kind::sphere;
  shape.size = {best.radius, along.norm(), 0};
  shape.xyz = {middle.x(), middle.y(), middle.z()};
  if (along.norm() > 0) {
    const Vector3<double> rpy = roll_pitch_yaw(align_z(Vector3<double>{along.x(), along.y(), along.z()}));
    shape.rpy = {rpy.x, rpy.y, rpy.z};
  }
  return shape;
}

void open_collision_meshes(Description& robot, const fs::path& folder, std::vector<std::string>& notes) {
  std::map<std::string, std::variant<MeshPoints, std::string>> opened;
  std::map<std::string, std::vector<std::string>> unread;  // by reason
  for (Visual& shape : robot.visuals) {
    if (!shape.collision || shape.kind != Visual::Kind::mesh) continue;
    if (!opened.contains(shape.file)) {
      const fs::path path = find_mesh(shape.file, folder);
      opened[shape.file] = path.empty() ? "expected files beside the robot, found none" : read_mesh_points(path);
      if (const auto* why = std::get_if<std::string>(&opened[shape.file])) unread[*why].push_back(shape.file);
    }
    const auto* points = std::get_if<MeshPoints>(&opened[shape.file]);
    if (points == nullptr) continue;
    MeshPoints scaled = *points;
    for (auto& point : scaled)
      for (std::size_t k = 0; k < 3; ++k) point[k] *= shape.size[k];
    shape = placed(capsule_of_points(scaled), shape);
  }
  for (const auto& [why, files] : unread) notes.push_back("meshes " + enumerated(files) + ": " + why);
}

}  // namespace torsor
