#include "torsor/control/adaptive.hpp"

#include <cmath>

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/spring.hpp"

namespace torsor {
namespace {

using Matrix4 = std::array<std::array<double, 4>, 4>;

/// P of ten parameters: [E h; h^T m], E = trace(I)/2 1 - I.
Matrix4 pseudo_inertia(const double* x) {
  const double m = x[0], hx = x[1], hy = x[2], hz = x[3];
  const double ixx = x[4], ixy = x[5], ixz = x[6], iyy = x[7], iyz = x[8], izz = x[9], half = (ixx + iyy + izz) / 2;
  return {{{half - ixx, -ixy, -ixz, hx}, {-ixy, half - iyy, -iyz, hy}, {-ixz, -iyz, half - izz, hz}, {hx, hy, hz, m}}};
}

/// L with tr(L P(theta)) = slope . theta.
Matrix4 dual(const double* slope) {
  const double ixx = slope[4], ixy = slope[5], ixz = slope[6], iyy = slope[7], iyz = slope[8], izz = slope[9];
  const double hx = slope[1] / 2, hy = slope[2] / 2, hz = slope[3] / 2;
  return {{{iyy + izz, -ixy / 2, -ixz / 2, hx},
           {-ixy / 2, ixx + izz, -iyz / 2, hy},
           {-ixz / 2, -iyz / 2, ixx + iyy, hz},
           {hx, hy, hz, slope[0]}}};
}

/// Lower triangular A with A A^T = P; false where P is not positive definite.
bool factor(const Matrix4& P, Matrix4& A) {
  A = {};
  for (std::size_t j = 0; j < 4; ++j)
    for (std::size_t i = j; i < 4; ++i) {
      double sum = P[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= A[i][k] * A[j][k];
      if (i == j && !(sum > 0)) return false;
      A[i][j] = i == j ? std::sqrt(sum) : sum / A[j][j];
    }
  return true;
}

Matrix4 product(const Matrix4& a, const Matrix4& b) {
  Matrix4 c{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t j = 0; j < 4; ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}

Matrix4 transposed(const Matrix4& a) {
  Matrix4 b{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) b[j][i] = a[i][j];
  return b;
}

}  // namespace

AdaptiveControl::AdaptiveControl(const Model<double>& model, AdaptiveOptions options)
    : model_(model), options_(std::move(options)), layout_(parameter_layout(model, {})), workspace_(model),
      Y_(model.nv, layout_.size()), theta_(parameters(model, layout_)), qd_s_(model.nv, 0.0), qdd_s_(qd_s_), s_(qd_s_),
      slope_(theta_.size(), 0.0), factors_(theta_.size() / 10), possible_(factors_.size(), false) {
  for (std::size_t link = 0; link < factors_.size(); ++link) {
    Matrix4 P = pseudo_inertia(&theta_[10 * link]);
    for (std::size_t k = 0; k < 3; ++k) P[k][k] += P[3][3] * options_.thickness * options_.thickness / 12;
    possible_[link] = factor(P, factors_[link]);
    if (possible_[link]) set_theta(link);
  }
}

void AdaptiveControl::operator()(const Reference<double>& reference, Input<double> q, Input<double> qd,
                                 Output<double> tau) {
  const double lambda = options_.bandwidth;
  const std::size_t n = s_.size();
  for (std::size_t i = 0; i < n; ++i) {
    qd_s_[i] = reference.qd[i] + lambda * (reference.q[i] - q[i]);
    qdd_s_[i] = reference.qdd[i] + lambda * (reference.qd[i] - qd[i]);
    s_[i] = qd_s_[i] - qd[i];
  }
  slotine_li_regressor<double>(model_, layout_, q, qd, qd_s_, qdd_s_, default_conditions(model_), workspace_,
                               Y_.view());
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < theta_.size(); ++c) sum += Y_(static_cast<int>(i), static_cast<int>(c)) * theta_[c];
    tau[i] = sum;
  }
  add_load_friction<double>(model_, reference.qd, Input<double>(tau), tau);  // theta has links alone
  for (std::size_t i = 0; i < n; ++i) tau[i] += options_.damping[i] * s_[i];
  add_friction_torque<double>(model_, reference.qd, tau);
  add_spring_torque<double>(model_, q, tau);
}

/// A <- A (1 + X/2 + X^2/8), X = rate dt A^T L A: P goes on as exp(X) would have it, to the third order, and stays
/// positive definite since 1 + x/2 + x^2/8 > 0.
void AdaptiveControl::adapt(double dt) {
  for (std::size_t c = 0; c < slope_.size(); ++c) {
    slope_[c] = 0;
    for (std::size_t i = 0; i < s_.size(); ++i) slope_[c] += Y_(static_cast<int>(i), static_cast<int>(c)) * s_[i];
  }
  for (std::size_t link = 0; link < factors_.size(); ++link) {
    if (!possible_[link]) continue;
    Factor& A = factors_[link];
    Matrix4 X = product(transposed(A), product(dual(&slope_[10 * link]), A));
    double size = 0;
    for (const auto& row : X)
      for (const double x : row) size += x * x;
    const double scale = options_.rate * dt, most = 0.1 / std::sqrt(size);  // of the body at once: a jump is no motion
    for (auto& row : X)
      for (double& x : row) x *= std::min(scale, most);
    Matrix4 step = product(X, X);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) step[i][j] = step[i][j] / 8 + X[i][j] / 2 + (i == j ? 1 : 0);
    A = product(A, step);
    set_theta(link);
  }
}

void AdaptiveControl::set_theta(std::size_t link) {
  const Matrix4 P = product(factors_[link], transposed(factors_[link]));
  const double exx = P[0][0], eyy = P[1][1], ezz = P[2][2];
  double* x = &theta_[10 * link];
  x[0] = P[3][3], x[1] = P[0][3], x[2] = P[1][3], x[3] = P[2][3];
  x[4] = eyy + ezz, x[5] = -P[0][1], x[6] = -P[0][2], x[7] = exx + ezz, x[8] = -P[1][2], x[9] = exx + eyy;
}

}  // namespace torsor
