#pragma once

#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/cast_model.hpp"
#include "torsor/scalar/duals.hpp"

namespace torsor {

namespace recursion {

/// The sum over all entries of G(i, c) Y(i, c), Y that of recursion::regressor with nv rows; Y itself is never written
/// down but for the columns of rotors and joints, which `columns` holds. `G` is nv x layout.size(), row by row.
template <Scalar S>
S regressor_product(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd, Input<S> qdd,
                    const Conditions<S>& conditions, RegressorWorkspace<S>& workspace, MatrixView<S> columns,
                    const double* G) {
  find_accelerations<false>(model, layout, q, qd, qdd, conditions, S(1.0), workspace);
  place_axes(model, workspace);
  S sum(0.0);
  for (int i = 1; i < model.body_count(); ++i) {
    const LinkColumns<S> link(workspace, i);
    for_axes_to_base(workspace.runs, i, [&](int first, int last) {
      for (int k = first; k <= last; ++k) {
        const auto rows = link.rows(workspace.axes.template at<S>(k, workspace.runs.turns[k], workspace.frame[i].p));
        const double* g = G + workspace.runs.velocity[k] * layout.size() + layout.inertial[i];
        for (int p = 0; p < 10; ++p) sum += g[p] * rows[p];
      }
    });
  }
  const auto for_joint_columns = [&](const auto& action) {
    for (int c = 0; c < layout.size(); ++c)
      for (int v = 0; layout.entries[c].kind > ParameterKind::izz && v < model.nv; ++v) action(v, c);
  };
  for_joint_columns([&](int v, int c) { columns(v, c) = S(0.0); });
  fill_rotor_columns(model, layout, qdd, workspace, 0, columns);
  fill_joint_columns(model, layout, q, qd, 0, columns);
  for_joint_columns([&](int v, int c) { sum += G[v * layout.size() + c] * columns(v, c); });
  return sum;
}

}  // namespace recursion

/// Derivatives of regressor_product by q, qd and qdd, eight of them at a time. One for each thread. For joints of one
/// degree of freedom; the layout must outlive it.
class RegressorSlope {
 public:
  RegressorSlope(const Model<double>& model, const ParameterLayout& layout, const Conditions<double>& conditions);

  /// `slope` has 3 nv entries: by q, by qd, by qdd. Returns the product itself.
  double evaluate(Input<double> q, Input<double> qd, Input<double> qdd, const double* G, Output<double> slope);

 private:
  using S = Duals<8>;
  Model<S> model_;
  const ParameterLayout* layout_;
  Conditions<S> conditions_;
  RegressorWorkspace<S> workspace_;
  std::vector<S> q_, qd_, qdd_;
  Matrix<S> columns_;
};

}  // namespace torsor
