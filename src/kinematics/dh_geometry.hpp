#pragma once

#include <vector>

#include "torsor/model/description.hpp"
#include "torsor/spatial/inertia.hpp"
#include "torsor/spatial/transform.hpp"

/// Lines and common normals: the geometry of a DH table, all in base axes with the joints at zero.
namespace torsor::dh {

using Vector = Vector3<double>;
using Pose = Transform<double>;

/// A joint's axis. `body` is 0 for a line that was put in between and does not move.
struct Axis {
  Vector point, direction;
  int body = 0;
};

/// Below these, two directions are parallel and two points the same.
struct Tolerance {
  double angle, length;
  bool snaps = false;  // what is within it is taken as meant, and not only as rounding
};

/// The numbers of one row.
struct Row {
  double theta = 0, d = 0, a = 0, alpha = 0;
};

/// Where a table may begin and end. Frames that a row can reach on its own come before those that need a base or tool.
struct Ends {
  std::vector<Pose> first;  // candidates for frame 0, best first
  std::vector<Pose> last;   // candidates for the last link's frame
  Pose tip;
};

/// Rows and frames along a chain; frames[0] is frame 0, frames[k] is that of link k.
struct Rows {
  std::vector<Axis> axes;  // those given, and those put in between
  std::vector<Row> rows;   // by axis
  std::vector<Pose> frames;
  struct FarNormal {
    std::size_t axis;  // between this one and the next
    double distance, angle;
    bool fixed_row;
  };
  std::vector<FarNormal> far_normals;
};

double length(const Vector& v);
/// theta in Rot(x, theta) and the like: from `from` to `to`, counted about `axis`.
double angle_about(const Vector& axis, const Vector& from, const Vector& to);
/// The point of a line that is nearest to `point`.
Vector foot(const Vector& point, const Axis& axis);

Rows find_rows(std::vector<Axis> axes, const Ends& ends, DhConvention convention, const Tolerance& tolerance,
               double farthest_normal);

}  // namespace torsor::dh
