#include "estimation/term_columns.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/bent_contacts.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/dynamics/gravity.hpp"
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
  columns.push_back({Kind::sine, 1});
  columns.push_back({Kind::cosine, 1});
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
  Columns(const Equations& equations, const VectorXd& largest_velocity, const TermsAboutLinks* about)
      : support_(equations.support()), largest_(largest_velocity), about_(about) {
    const std::vector<double> list = distances();
    const MatrixXd distance = VectorXd::Ones(equations.joints()) *
                              Eigen::RowVectorXd::Map(list.data(), static_cast<Eigen::Index>(list.size()));
    bends_ = equations.bends_before(distance);
  }

  /// Of a joint alone, and of all together.
  int count() const { return static_cast<int>(friction_columns().size()) + (about_ != nullptr ? 1 : 0); }
  int shared() const { return shared_columns(about_); }

  /// By direction of gravity: what the joints feel of it, rows x joints.
  std::vector<MatrixXd> tilted(const Samples& samples) const {
    std::vector<MatrixXd> result(shared(), MatrixXd(samples.rows.q.rows(), samples.rows.q.cols()));
    for (Eigen::Index row = 0; row < samples.rows.q.rows() && !result.empty(); ++row) {
      const VectorXd q = samples.rows.q.row(row);
      for (std::size_t k = 0; k < result.size(); ++k) {
        const std::vector<double> tau = gravity_torque<double>(
            about_->tilt->robot, {q.data(), static_cast<std::size_t>(q.size())}, about_->tilt->way[k]);
        result[k].row(row) = Eigen::RowVectorXd::Map(tau.data(), q.size());
      }
    }
    return result;
  }

  MatrixXd of(long piece, const Samples& samples, int joint, const std::vector<MatrixXd>& tilted) const {
    const std::vector<TermColumn>& columns = friction_columns();
    MatrixXd result(samples.rows.q.rows(), count() + shared());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& [kind, size] = columns[c];
      const TermColumn law{kind, kind == Kind::step ? size * largest_[joint] : size};
      result.col(static_cast<Eigen::Index>(c)) = kind == Kind::sine ? samples.rows.q.col(joint).array().sin().matrix()
                                                 : kind == Kind::cosine
                                                     ? samples.rows.q.col(joint).array().cos().matrix()
                                                     : turn(piece, samples, joint, law);
    }
    if (about_ == nullptr) return result;
    const LoadTerm& load = about_->load;
    const VectorXd links = samples.W[joint] * load.links.col(joint)(support_[joint]);
    result.col(count() - 1) = links.cwiseAbs().cwiseProduct(turn(piece, samples, joint, load.turn[joint]));
    for (std::size_t k = 0; k < tilted.size(); ++k)
      result.col(count() + static_cast<Eigen::Index>(k)) = tilted[k].col(joint);
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
  const TermsAboutLinks* about_;
  std::vector<MatrixXd> bends_;
};

JointEquations sums_of(const Equations& equations, const Columns& columns) {
  const int each = columns.count(), of_joints = equations.columns() + equations.joints() * each;
  JointEquations sums{of_joints + columns.shared(), equations.support(), {}};
  for (int j = 0; j < equations.joints(); ++j) {
    for (int c = 0; c < each; ++c) sums.support[j].push_back(equations.columns() + j * each + c);
    for (int c = of_joints; c < sums.columns; ++c) sums.support[j].push_back(c);
  }
  sums.by_joint.resize(blocks);
  for (auto& joints : sums.by_joint)
    for (const auto& felt : sums.support) joints.emplace_back(static_cast<Eigen::Index>(felt.size()));
  const std::vector<int> block = blocks_of(equations);
  const auto work = [&](long piece) {
    std::vector<MatrixXd> tilted;
    const EquationRows rows = equations.equations_with(piece, [&](const Samples& samples, int j) {
      if (j == 0) tilted = columns.tilted(samples);
      return columns.of(piece, samples, j, tilted);
    });
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

JointEquations sums_with_terms(const Equations& equations, const VectorXd& largest_velocity,
                               const TermsAboutLinks* about) {
  return sums_of(equations, Columns(equations, largest_velocity, about));
}

}  // namespace torsor
