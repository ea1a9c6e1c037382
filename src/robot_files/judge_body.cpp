#include "robot_files/judge_body.hpp"

#include <algorithm>

#include "model/clearly_positive.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

std::string list(const Eigen::Vector3d& moments) {
  std::string text;
  for (const double moment : moments) text += (text.empty() ? "" : ", ") + Expression(moment).text();
  return text;
}

}  // namespace

std::vector<Finding> judge_body(double mass, const std::array<double, 6>& I) {
  const auto finding = [](const char* code, Severity severity, std::string message, std::string fix) {
    return Finding{code, severity, "", {}, "", std::move(message), std::move(fix)};
  };
  const bool zero = std::all_of(I.begin(), I.end(), [](double entry) { return entry == 0; });
  if (zero && mass == 0) return {};
  if (zero)
    return {finding("inertia-zero", Severity::warning, "the inertia is zero: taken as a point mass",
                    "give the inertia about the centre of mass")};
  std::vector<Finding> result;
  if (mass == 0)
    result.push_back(finding("mass-zero", Severity::warning, "expected a mass where there is inertia, found 0",
                             "give the mass, or leave <inertial> out"));
  if (clearly_positive(I) && clearly_positive(second_moments(I))) return result;
  Eigen::Matrix3d matrix;
  matrix << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  const Eigen::Vector3d moments = linear_algebra::symmetric_eigenvalues_3(matrix);
  const double size = moments.cwiseAbs().maxCoeff();
  if (is_negative_moment(moments[0], size))
    result.push_back(finding("inertia-not-positive", Severity::warning,
                             "inertia: expected principal moments that are not negative, found " + list(moments),
                             "check the signs of ixy, ixz and iyz and the unit of length"));
  else if (moments[0] + moments[1] < (1 - 1e-6) * moments[2])
    result.push_back(
        finding("inertia-triangle", Severity::warning,
                "inertia: expected no principal moment above the sum of the other two, found " + list(moments),
                "no body has it: compute the inertia anew from the body's shape"));
  return result;
}

void add_problems(Reading& reading, const std::string& file) {
  for (Problem& problem : check(reading.robot)) {
    if (problem.code == "no-links" || problem.code == "no-moving-joint" || problem.code == "inertia-not-positive")
      continue;
    reading.findings.push_back(
        {std::move(problem.code), Severity::error, file, problem.where, "", std::move(problem.message), ""});
  }
}

}  // namespace torsor
