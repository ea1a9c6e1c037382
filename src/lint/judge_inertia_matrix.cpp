#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "lint/judge.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor::lint {
namespace {

/// Beyond this many velocities the matrix and its factors would take longer than a linter may.
constexpr int most_velocities = 400;

/// What B says about each velocity at one configuration.
enum class Row { regular, empty, dependent, negative };

/// Which velocities have a row of B that is zero or depends on those after it, or has less than nothing beside them.
/// LTDL from the tips inwards, where a joint that lost its pivot is taken as locked, so that those before it are still
/// judged.
std::vector<Row> judge_rows(Matrix<double> B, const std::vector<int>& parent) {
  std::vector<Row> rows(static_cast<std::size_t>(B.rows), Row::regular);
  std::vector<double> diagonal;
  diagonal.reserve(rows.size());
  for (int k = 0; k < B.rows; ++k) diagonal.push_back(B(k, k));
  for (int k = B.rows - 1; k >= 0; --k) {
    const auto at = static_cast<std::size_t>(k);
    if (!(B(k, k) > 1e-12 * diagonal[at])) {
      const double least = -1e-12 * std::abs(diagonal[at]);
      rows[at] = B(k, k) < least ? Row::negative : diagonal[at] > 0 ? Row::dependent : Row::empty;
      continue;
    }
    for (int i = parent[at]; i >= 0; i = parent[static_cast<std::size_t>(i)]) {
      const double a = B(k, i) / B(k, k);
      for (int j = i; j >= 0; j = parent[static_cast<std::size_t>(j)]) B(i, j) -= a * B(k, j);
    }
  }
  return rows;
}

std::vector<double> some_position(const Model<double>& model, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  std::vector<double> q(static_cast<std::size_t>(model.nq));
  for (double& value : q) value = uniform(random);
  normalize_position<double>(model, q);
  return q;
}

/// Rows that are not regular at any of several configurations.
std::vector<Row> rows_of_inertia_matrix(const Model<double>& model) {
  std::mt19937 random(1);  // always the same configurations
  std::vector<Row> result;
  for (int k = 0; k < 3; ++k) {
    const std::vector<Row> rows =
        judge_rows(inertia_matrix(model, some_position(model, random)), model.velocity_parent);
    if (k == 0) result = rows;
    for (std::size_t v = 0; v < rows.size(); ++v)
      if (rows[v] == Row::regular) result[v] = Row::regular;
  }
  return result;
}

bool has_moving_mass(const std::vector<LinkFacts>& links) {
  return std::any_of(links.begin(), links.end(), [](const LinkFacts& link) {
    return link.moves && (link.mass > 0 || (link.inertia && *link.inertia != Entries{}));
  });
}

Location joint_place(const Description& robot, const std::string& joint) {
  for (const described::Link& link : robot.links)
    if (link.joint_name == joint && link.joint != JointType::fixed) return link.where;
  return {};
}

}  // namespace

void judge_inertia_matrix(const Description& robot, const std::vector<LinkFacts>& links, bool massless_told,
                          const Add& add) {
  const Model<double> model = build_model<double>(robot);
  if (model.nv == 0 || model.nv > most_velocities) return;
  if (!has_moving_mass(links)) {
    if (massless_told) return;
    return add({"no-mass",
                Severity::warning,
                "",
                {1, 1},
                "",
                "expected links that have mass, found none that moves",
                "add masses and inertias; only kinematics work without them"});
  }
  const std::vector<Row> rows = rows_of_inertia_matrix(model);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[static_cast<std::size_t>(i)];
    if (body.follows) continue;
    const auto first = rows.begin() + body.v, last = first + velocity_count(body.joint);
    const auto lost = std::find_if(first, last, [](Row row) { return row != Row::regular; });
    if (lost == last || (massless_told && *lost == Row::empty)) continue;
    const std::string& joint = model.joint_names[static_cast<std::size_t>(i) - 1];
    if (*lost == Row::negative) {
      add({"inertia-matrix-indefinite", Severity::warning, "", joint_place(robot, joint), "joint " + joint,
           "expected that it moves a positive inertia, found a negative one at every configuration tried: B is not "
           "positive definite",
           "the mass and inertia of a link include those of the rotors that it carries, and are not negative"});
      continue;
    }
    add({"inertia-matrix-singular", Severity::warning, "", joint_place(robot, joint), "joint " + joint,
         *lost == Row::empty ? "expected inertia beyond the joint, found none: its row of B is zero, and B is singular"
                             : "expected inertia of its own, found only what the joints beyond it move as well: B is "
                               "singular at every configuration tried",
         *lost == Row::empty ? "give the links beyond it mass and inertia, or make the joint fixed"
                             : "give its link mass and inertia"});
  }
}

void judge_names(const Description& robot, const Add& add) {
  std::vector<std::string> names{robot.base_name};
  names.reserve(robot.links.size() + 1);
  for (const described::Link& link : robot.links) names.push_back(link.name);
  std::sort(names.begin(), names.end());
  for (const described::Link& link : robot.links)
    if (std::binary_search(names.begin(), names.end(), link.joint_name))
      add({"name-shared", Severity::note, "", link.where, "joint " + link.joint_name,
           "expected a name that no link has; URDF allows it, but not every program does",
           "rename the joint, or the link"});
}

}  // namespace torsor::lint
