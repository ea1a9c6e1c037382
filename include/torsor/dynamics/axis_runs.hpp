#pragma once

#include "torsor/model/model.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// How the axes of a tree follow each other towards the base. It fits every model whose joints hang together as those
/// of the one it was made for.
struct AxisRuns {
  std::vector<int> run, above;  // by body: the first of the axes below it that follow each other, and what is next
  std::vector<int> end;         // by body: behind its last axis
  std::vector<int> velocity;    // by axis: its place in qd
  std::vector<bool> turns;      // by axis: about it, not along it
  bool several_axes = false;    // some joint has more than one
  bool in_order = true;         // the place of an axis in qd is its own: none is shared
  bool full = false;            // every joint moves or carries every other, so that no entry stays zero

  template <Scalar S>
  explicit AxisRuns(const Model<S>& model) : run(model.bodies.size()), above(run.size()), end(run.size()) {
    for (int i = 1; i < model.body_count(); ++i) {
      const Body<S>& body = model.bodies[i];
      const int h = body.parent, count = velocity_count(body.joint);
      const bool goes_on = h > 0 && model.bodies[h].axis + velocity_count(model.bodies[h].joint) == body.axis;
      run[i] = goes_on ? run[h] : body.axis;
      above[i] = goes_on ? above[h] : h;
      end[i] = body.axis + count;
      several_axes |= count > 1;
      for (int k = 0; k < count; ++k) velocity.push_back(body.v + k), turns.push_back(joint_axes(body.joint)[k].turns);
    }
    for (int k = 0; k < model.axis_count; ++k) in_order &= velocity[k] == k;
    const int tip = model.body_count() - 1;
    full = !model.followers && tip > 0 && run[tip] == 0 && above[tip] == 0;
  }
};

/// Calls `action(first, last)` for the axes of body i and of all below it, towards the base, in runs without gaps.
template <class Action>
void for_axes_to_base(const AxisRuns& runs, int i, const Action& action) {
  for (; i > 0; i = runs.above[i]) action(runs.run[i], runs.end[i] - 1);
}

/// Lane k of entries, or the only one.
template <Scalar S, class P>
S lane(const P& entries, int k) {
  if constexpr (std::is_same_v<P, S>)
    return entries;
  else
    return entries[k];
}

/// Joints that share a coordinate add up in one entry; elsewhere every entry is written once.
template <bool adds, Scalar S>
void put(S& entry, const S& value) {
  if constexpr (adds)
    entry += value;
  else
    entry = value;
}

/// B of rotors that turn with a combination of joints.
template <Scalar S>
void add_coupled_rotors(const Model<S>& model, MatrixView<S> B) {
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings) coupling.distribute(coupling.rotor_inertia, B);
}

template <Scalar S>
void set_zero(MatrixView<S> A) {
  for (int k = 0; k < A.rows * A.columns; ++k) A.data[k] = S(0.0);
}

}  // namespace torsor
