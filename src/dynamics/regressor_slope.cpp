#include "torsor/dynamics/regressor_slope.hpp"

#include <algorithm>

namespace torsor {
namespace {

template <Scalar S>
Vector3<S> constant(const Vector3<double>& v) {
  return {S(v.x), S(v.y), S(v.z)};
}

/// A kernel returns nothing, so that each instruction set can have its own copy.
template <Scalar S>
void product_kernel(const Model<S>& model, const ParameterLayout& layout, const std::vector<S>& q,
                    const std::vector<S>& qd, const std::vector<S>& qdd, const Conditions<S>& conditions,
                    RegressorWorkspace<S>& workspace, MatrixView<S>& columns, const double*& G, S& product) {
  product = recursion::regressor_product<S>(model, layout, q, qd, qdd, conditions, workspace, columns, G);
}

}  // namespace

RegressorSlope::RegressorSlope(const Model<double>& model, const ParameterLayout& layout,
                               const Conditions<double>& conditions)
    : model_(cast_model<S>(model)), layout_(&layout), workspace_(model_), q_(static_cast<std::size_t>(model.nq)),
      qd_(static_cast<std::size_t>(model.nv)), qdd_(qd_), columns_(model.nv, layout.size()) {
  conditions_.gravity = constant<S>(conditions.gravity);
  conditions_.base = {constant<S>(conditions.base.linear_velocity), constant<S>(conditions.base.angular_velocity),
                      constant<S>(conditions.base.linear_acceleration),
                      constant<S>(conditions.base.angular_acceleration)};
}

double RegressorSlope::evaluate(Input<double> q, Input<double> qd, Input<double> qdd, const double* G,
                                Output<double> slope) {
  constexpr int lanes = S::Slopes::size;
  const int n = model_.nv;
  S product;
  for (int first = 0; first < 3 * n; first += lanes) {
    for (int j = 0; j < n; ++j) q_[j] = S(q[j]), qd_[j] = S(qd[j]), qdd_[j] = S(qdd[j]);
    const int count = std::min(lanes, 3 * n - first);
    for (int k = 0; k < count; ++k) {
      const int at = first + k;
      std::vector<S>& seeded = at < n ? q_ : at < 2 * n ? qd_ : qdd_;
      seeded[at % n].set_slope(k, 1);
    }
    MatrixView<S> columns = columns_.view();
    run_widest<&product_kernel<S>>(model_, *layout_, q_, qd_, qdd_, conditions_, workspace_, columns, G, product);
    for (int k = 0; k < count; ++k) slope[first + k] = product.slopes()[k];
  }
  return product.value();
}

}  // namespace torsor
