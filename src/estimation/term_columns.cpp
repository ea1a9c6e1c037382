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
  for (const double distance : {0.03e-3, 0.1e-3, 0.3e-3, 1e-3, 3e-3, 10e-3, 0.1, 0.3})
    columns.push_back({Kind::bend, distance});
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

std::vector<double> distances() {
  std::vector<double> result;
  for (const TermColumn& column : friction_columns())
    if (column.kind == Kind::bend) result.push_back(column.size);
  return result;
}

class Columns {
 public:
  Columns(const Equations& equations, const VectorXd& largest_velocity, const LoadTerm* load)
      : support_(equations.support()), largest_(largest_velocity), load_(load) {
    const std::vector<double> list = distances();
    const MatrixXd distance = VectorXd::Ones(equations.joints()) *
                              Eigen::RowVectorXd::Map(list.data(), static_cast<Eigen::Index>(list.size()));
    bends_ = equations.bends_before(distance);
  }

  int count() const { return static_cast<int>(friction_columns().size()) + (load_ != nullptr ? 1 : 0); }

  MatrixXd of(long piece, const Samples& samples, int joint) const {
    const std::vector<TermColumn>& columns = friction_columns();
    MatrixXd result(samples.rows.q.rows(), count());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& [kind, size] = columns[c];
      const TermColumn law{kind, kind == Kind::step ? size * largest_[joint] : size};
      result.col(static_cast<Eigen::Index>(c)) = turn(piece, samples, joint, law);
    }
    if (load_ == nullptr) return result;
    const VectorXd links = samples.W[joint] * load_->links.col(joint)(support_[joint]);
    result.rightCols(1) = links.cwiseAbs().cwiseProduct(turn(piece, samples, joint, load_->turn[joint]));
    return result;
  }

 private:
  /// The direction in which a joint slides; `law` has a velocity or a distance.
  VectorXd turn(long piece, const Samples& samples, int joint, const TermColumn& law) const {
    if (law.kind == Kind::step)
      return samples.rows.qd.col(joint).unaryExpr([&](double qd) { return smooth_sign(qd, law.size); });
    const int first = column_of(Kind::bend, distances().front());
    return bend_along(samples.rows.q.col(joint), bends_[piece](joint, column_of(Kind::bend, law.size) - first),
                      law.size);
  }

  const std::vector<std::vector<int>>& support_;
  const VectorXd& largest_;
  const LoadTerm* load_;
  std::vector<MatrixXd> bends_;
};

JointEquations sums_of(const Equations& equations, const Columns& columns) {
  const int each = columns.count();
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
  return sums_of(equations, Columns(equations, largest_velocity, nullptr));
}

JointEquations sums_with_terms(const Equations& equations, const VectorXd& largest_velocity, const LoadTerm& load) {
  return sums_of(equations, Columns(equations, largest_velocity, &load));
}

}  // namespace torsor
