#pragma once

#include <cmath>
#include <random>

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/position.hpp"
#include "torsor/spatial/matrix.hpp"

/// What check_consistency works with: lists of numbers, and random states.
namespace torsor::consistency {

using Vector = std::vector<double>;

inline double norm(const Vector& x) {
  double sum = 0;
  for (const double entry : x) sum += entry * entry;
  return std::sqrt(sum);
}
inline double norm(const Vector3<double>& v) { return std::sqrt(torsor::dot(v, v)); }
inline Vector operator-(const Vector& x, const Vector& y) {
  Vector result(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) result[k] = x[k] - y[k];
  return result;
}
inline Vector operator+(const Vector& x, const Vector& y) {
  Vector result(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) result[k] = x[k] + y[k];
  return result;
}
inline double dot(const Vector& x, const Vector& y) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}
inline Vector operator*(const Matrix<double>& A, const Vector& x) {
  Vector result(A.rows, 0.0);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) result[i] += A(i, j) * x[j];
  return result;
}
inline Vector list(const Vector3<double>& v) { return {v.x, v.y, v.z}; }

/// A state in which every joint moves, with a wrench at the tip and a base that turns and accelerates.
class State {
 public:
  Vector q, qd, qdd, v;
  Wrench<double> wrench;
  Force<double> exerted;          // the same in base axes
  Conditions<double> conditions;  // everything acts
  Conditions<double> at_rest;     // the same on a base at rest

  State(const Model<double>& model, std::mt19937_64& engine) : engine_(engine) {
    q.resize(model.nq);
    for (int i = 1; i < model.body_count(); ++i)
      for (int k = 0; k < position_count(model.bodies[i].joint) && !model.bodies[i].follows; ++k)
        q[model.bodies[i].q + k] = uniform(model.bodies[i].joint == JointType::revolute ? 3.14 : 1.0);
    normalize_position<double>(model, q);
    for (Vector* x : {&qd, &qdd, &v})
      for (int i = 0; i < model.nv; ++i) x->push_back(uniform(x == &qdd ? 5.0 : 2.0));
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    exerted = {vector(5), vector(20)};
    wrench = wrench_in_base_axes<double>(model, poses, model.tip, exerted);
    at_rest = {model.gravity, {}, {&wrench, 1}};
    conditions = {model.gravity, {vector(1), vector(1), vector(3), vector(3)}, {&wrench, 1}};
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

 private:
  /// Between 5 and 100 per cent of `size`, either sign.
  double uniform(double size) {
    const double unit = static_cast<double>(engine_() >> 11) * 0x1p-53;
    return ((engine_() & 1) == 0 ? 1 : -1) * size * (0.05 + 0.95 * unit);
  }
  Vector3<double> vector(double size) { return {uniform(size), uniform(size), uniform(size)}; }

  std::mt19937_64& engine_;
};

}  // namespace torsor::consistency
