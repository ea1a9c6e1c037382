#pragma once

#include <algorithm>
#include <array>

#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor {

/// A spatial vector for each of many columns, component by component, so that loops over the columns run through
/// memory.
template <Scalar S>
class SpatialColumns {
 public:
  explicit SpatialColumns(int columns) {
    for (std::vector<S>& row : rows_) row.assign(static_cast<std::size_t>(columns), S(0.0));
  }
  Vector3<S> first(int j) const { return {rows_[0][j], rows_[1][j], rows_[2][j]}; }
  Vector3<S> second(int j) const { return {rows_[3][j], rows_[4][j], rows_[5][j]}; }
  Vector3<S> moment(int j) const { return first(j); }
  Vector3<S> force(int j) const { return second(j); }
  Motion<S> motion(int j) const { return {first(j), second(j)}; }
  void set(int j, const Force<S>& f) { set(j, f.moment, f.force); }
  void set(int j, const Motion<S>& a) { set(j, a.angular, a.linear); }

 private:
  void set(int j, const Vector3<S>& a, const Vector3<S>& b) {
    rows_[0][j] = a.x, rows_[1][j] = a.y, rows_[2][j] = a.z;
    rows_[3][j] = b.x, rows_[4][j] = b.y, rows_[5][j] = b.z;
  }
  std::array<std::vector<S>, 6> rows_;
};

/// How deep a tree is, which velocities hang on a body, and where its accelerations are kept.
struct Branches {
  struct Run {
    int begin, end;
  };
  std::vector<std::vector<Run>> carried;  // by body: its own velocities and those of all that hangs on it, in runs
  std::vector<int> slot;                  // by body: a last child takes that of its parent, which is done then
  int slots = 0;
  int depth = 0;  // the most velocities between the base and a tip

  template <Scalar S>
  explicit Branches(const Model<S>& model) : carried(model.bodies.size()), slot(model.bodies.size(), -1) {
    std::vector<int> last_child(model.bodies.size(), 0);
    for (int i = 1; i < model.body_count(); ++i) last_child[model.bodies[i].parent] = i;
    std::vector<int> depth_of(model.bodies.size(), 0);
    for (int i = 1; i < model.body_count(); ++i) {
      const int h = model.bodies[i].parent;
      depth_of[i] = depth_of[h] + velocity_count(model.bodies[i].joint);
      depth = std::max(depth, depth_of[i]);
      slot[i] = h > 0 && last_child[h] == i ? slot[h] : slots++;
    }
    for (int i = model.body_count() - 1; i > 0; --i) {
      const Body<S>& body = model.bodies[i];
      std::vector<Run>& runs = carried[i];
      runs.push_back({body.v, body.v + velocity_count(body.joint)});
      join(runs);
      if (body.parent > 0) carried[body.parent].insert(carried[body.parent].end(), runs.begin(), runs.end());
    }
  }

 private:
  static void join(std::vector<Run>& runs) {
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.begin < b.begin; });
    std::vector<Run> joined;
    for (const Run& run : runs)
      if (!joined.empty() && joined.back().end == run.begin)
        joined.back().end = run.end;
      else
        joined.push_back(run);
    runs = std::move(joined);
  }
};

/// Scratch of both roads to the inverse of B.
template <Scalar S>
struct InverseInertiaMatrixWorkspace {
  Branches branches;
  std::vector<Transform<S>> pose;         // by body, in base axes
  std::vector<ArticulatedInertia<S>> IA;  // by body, in base axes and about its origin
  std::vector<Force<S>> U;                // by velocity: IA s
  SpatialColumns<S> F;                    // forces that unit torques pass to the body that yields next
  std::vector<SpatialColumns<S>> a;       // accelerations that they give, by slot
  InertiaMatrixWorkspace<S> composite;
  Matrix<S> factors;      // of B
  std::vector<S> pivots;  // by velocity; B is positive definite just when all are positive

  explicit InverseInertiaMatrixWorkspace(const Model<S>& model)
      : branches(model), pose(model.bodies.size()), IA(model.bodies.size()), U(model.nv), F(model.nv),
        a(static_cast<std::size_t>(branches.slots), SpatialColumns<S>(model.nv)), composite(model),
        factors(model.nv, model.nv), pivots(model.nv, S(0.0)) {}
};

}  // namespace torsor
