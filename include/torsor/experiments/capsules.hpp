#pragma once

#include <string>
#include <vector>

#include "torsor/model/model.hpp"

namespace torsor {

/// All points within `radius` of the line from one point to another: a link with some room around it.
struct Capsule {
  std::string link;
  int body = 0;
  Vector3<double> from{}, to{};  // in the body's frame
  double radius = 0;             // m
};

/// The points of two lines that are nearest to each other, and how far apart they are.
struct NearestPoints {
  Vector3<double> first{}, second{};
  double distance = 0;
};
/// [Ericson 2005, 5.1.9]
NearestPoints nearest_points(const Vector3<double>& a, const Vector3<double>& b, const Vector3<double>& c,
                             const Vector3<double>& d);

/// Capsules, by their places, that could touch.
struct CapsulePair {
  int first = 0, second = 0;
};

/// Pairs whose bodies are neither the same nor neighbours: a link and the one that carries it always touch.
std::vector<CapsulePair> capsule_pairs(const Model<double>& model, const std::vector<Capsule>& capsules);

}  // namespace torsor
