#include "estimation/term_columns.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/bent_contacts.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/estimation/friction_shape.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using Kind = TermColumn::Kind;

constexpr int blocks = 8;
constexpr int least_logs = 4;  // that are left out as a whole

std::vector<TermColumn> make_columns() {
  std::vector<TermColumn> columns;
  for (double share = 1e-3; share < 0.6; share *= width_search_step) columns.push_back({Kind::step, share});
  for (const double distance : {0.03e-3, 0.1e-3, 0.3e-3, 1e-3, 3e-3, 10e-3}) columns.push_back({Kind::bend, distance});
  return columns;
}

/// Neighbouring pieces of a log belong to one block; of many logs each is one.
std::vector<int> blocks_of(const Equations& equations) {
  const long count = equations.piece_count();
  const int logs = count > 0 ? equations.part_of(count - 1) + 1 : 0;
  std::vector<int> result;
  result.reserve(static_cast<std::size_t>(count));
  for (long piece = 0; piece < count; ++piece)
    result.push_back(logs >= least_logs ? equations.part_of(piece) % blocks : static_cast<int>(piece * blocks / count));
  return result;
}

class Columns {
 public:
  Columns(const Equations& equations, const VectorXd& largest_velocity) : largest_(largest_velocity) {
    std::vector<double> distances;
    for (const TermColumn& column : friction_columns())
      if (column.kind == Kind::bend) distances.push_back(column.size);
    const MatrixXd distance = VectorXd::Ones(equations.joints()) *
                              Eigen::RowVectorXd::Map(distances.data(), static_cast<Eigen::Index>(distances.size()));
    bends_ = equations.bends_before(distance);
  }

  MatrixXd of(long piece, const Samples& samples, int joint) const {
    const std::vector<TermColumn>& columns = friction_columns();
    const auto count = static_cast<Eigen::Index>(columns.size());
    MatrixXd result(samples.rows.q.rows(), count);
    Eigen::Index distance = 0;
    for (Eigen::Index c = 0; c < count; ++c) {
      const auto& [kind, size] = columns[static_cast<std::size_t>(c)];
      if (kind == Kind::bend)
        result.col(c) = bend_along(samples.rows.q.col(joint), bends_[piece](joint, distance++), size);
      else
        result.col(c) = samples.rows.qd.col(joint).unaryExpr(
            [width = size * largest_[joint]](double qd) { return smooth_sign(qd, width); });
    }
    return result;
  }

 private:
  const VectorXd& largest_;
  std::vector<MatrixXd> bends_;
};

}  // namespace

const std::vector<TermColumn>& friction_columns() {
  static const std::vector<TermColumn> columns = make_columns();
  return columns;
}

int column_of(Kind kind, double size) {
  const std::vector<TermColumn>& columns = friction_columns();
  int best = -1;
  const auto off = [&](int c) { return std::abs(std::log(columns[c].size / size)); };
  for (int c = 0; c < static_cast<int>(columns.size()); ++c)
    if (columns[c].kind == kind && (best < 0 || off(c) < off(best))) best = c;
  return best;
}

JointEquations sums_with_terms(const Equations& equations, const VectorXd& largest_velocity) {
  const Columns columns(equations, largest_velocity);
  const int each = static_cast<int>(friction_columns().size());
  JointEquations sums{equations.columns() + equations.joints() * each, equations.support(), {}};
  for (int j = 0; j < equations.joints(); ++j)
    for (int c = 0; c < each; ++c) sums.support[j].push_back(equations.columns() + j * each + c);
  sums.by_joint.resize(blocks);
  for (auto& joints : sums.by_joint)
    for (const auto& felt : sums.support) joints.emplace_back(static_cast<Eigen::Index>(felt.size()));
  const std::vector<int> block = blocks_of(equations);
  const auto work = [&](long piece) {
    const EquationRows rows =
        equations.equations_with(piece, [&](const Samples& samples, int j) { return columns.of(piece, samples, j); });
    std::vector<NormalEquations> part;
    for (int j = 0; j < equations.joints(); ++j) {
      part.emplace_back(rows.W[j].cols());
      part.back().add(rows.W[j], rows.y.col(j), rows.weight.col(j));
    }
    return part;
  };
  in_order(equations.piece_count(), equations.threads(), work, [&](long piece, const auto& part) {
    for (int j = 0; j < equations.joints(); ++j) sums.by_joint[block[piece]][j] += part[j];
  });
  return sums;
}

}  // namespace torsor
