// The problem of `torsor excite` as functions of C, for optimisers in Python: run.py, nlopt_run.py, compare.py.
#include <cmath>
#include <ctime>
#include <memory>

#include "experiments/excite_setup.hpp"
#include "torsor/experiments/excitation_search.hpp"
#include "torsor/experiments/excitation_start.hpp"
#include "torsor/experiments/link_capsules.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

using namespace torsor;
using Eigen::MatrixXd;

namespace {

struct Excited {
  std::unique_ptr<ExciteSetup> setup;
  std::unique_ptr<ExcitationInformation> information;
  std::unique_ptr<LimitFunctions> limits, exact;  // of the search, and those that hold in the end
  std::unique_ptr<ExcitationProblem> problem;
};

MatrixXd coefficients(const Excited& problem, const double* x) {
  return Eigen::Map<const MatrixXd>(x, problem.problem->series().size(), problem.problem->joints()) *
         problem.problem->scale().asDiagonal();
}

void put(const Excited& problem, const MatrixXd& coefficients, double* x) {
  Eigen::Map<MatrixXd>(x, coefficients.rows(), coefficients.cols()) =
      coefficients * problem.problem->scale().cwiseInverse().asDiagonal();
}

/// The derivative of one slack by x, from that by the state at time i.
void put_row(const Excited& problem, long i, const Eigen::RowVectorXd& by_state, double* row) {
  const SeriesGrid& grid = problem.problem->limit_grid();
  const long n = problem.problem->joints(), r = problem.problem->series().size();
  for (long j = 0; j < n; ++j)
    Eigen::Map<Eigen::RowVectorXd>(row + j * r, r) =
        problem.problem->scale()[j] *
        (by_state[j] * grid.q.row(i) + by_state[n + j] * grid.qd.row(i) + by_state[2 * n + j] * grid.qdd.row(i));
}

}  // namespace

extern "C" {

/// With the settings that the command has, its capsules too; `noise` by joint, or nothing for what the command assumes.
Excited* make_problem(const char* robot, int harmonics, double period, const double* noise, long joints) {
  auto* result = new Excited;
  const Description description = load_robot(robot, {}, {.visuals = true});
  ExciteOptions options;
  options.harmonics = harmonics, options.period = period;
  options.identification.viscous = options.identification.coulomb = options.identification.offset = true;
  if (noise != nullptr) options.noise.assign(noise, noise + joints);
  std::vector<std::string> notes;
  options.capsules = link_capsules(description, build_model<double>(description), notes);
  result->setup = std::make_unique<ExciteSetup>(set_up(description, options, notes));
  const ExciteSetup& setup = *result->setup;
  result->information =
      std::make_unique<ExcitationInformation>(setup.unknowns, setup.noise, setup.measurements * period, MatrixXd());
  result->limits = std::make_unique<LimitFunctions>(setup.unknowns.model, setup.unknowns.conditions, setup.tightened);
  result->exact = std::make_unique<LimitFunctions>(setup.robot, setup.unknowns.conditions, setup.limits);
  result->problem = std::make_unique<ExcitationProblem>(SeriesAtRest(harmonics, period), options.criterion,
                                                        *result->information, *result->limits);
  return result;
}

long size(const Excited* problem) { return problem->problem->series().size() * problem->problem->joints(); }
long joints(const Excited* problem) { return problem->problem->joints(); }
long parameters(const Excited* problem) { return problem->information->size(); }
long pairs(const Excited* problem) { return static_cast<long>(problem->setup->limits.pairs.size()); }

bool start(const Excited* problem, unsigned long seed, double room, double* x) {
  const auto found = random_motion(*problem->problem, seed, room);
  if (found) put(*problem, *found, x);
  return found.has_value();
}

double value(const Excited* problem, const double* x) { return problem->problem->value(coefficients(*problem, x)); }

double gradient(const Excited* problem, const double* x, double* g) {
  MatrixXd slope;
  const double f = problem->problem->value(coefficients(*problem, x), slope);
  if (slope.size() > 0)
    Eigen::Map<MatrixXd>(g, slope.rows(), slope.cols()) = slope * problem->problem->scale().asDiagonal();
  return f;
}

/// Slacks at every `step`-th time, up to `room` of them; how many there are.
long slacks(const Excited* problem, const double* x, long step, double* s, long room) {
  const LimitSlacks all = problem->problem->slacks(coefficients(*problem, x));
  long count = 0;
  for (const MatrixXd* part : {&all.linear, &all.torque, &all.geometry})
    for (long i = 0; i < part->cols(); i += step)
      for (long row = 0; row < part->rows(); ++row, ++count)
        if (count < room) s[count] = std::min((*part)(row, i), 10.0);
  return count;
}

/// The derivatives of these slacks by x, a row each.
void slack_slopes(const Excited* problem, const double* x, long step, double* rows) {
  const MatrixXd c = coefficients(*problem, x);
  const long n = problem->problem->joints(), width = size(problem);
  const auto& limits = problem->limits->limits().joints;
  const auto slopes = problem->limits->slopes(motion(problem->problem->limit_grid(), c));
  const LimitSlacks all = problem->problem->slacks(c);
  const auto next = [&](long i, const Eigen::RowVectorXd& by_state) {
    put_row(*problem, i, by_state, rows);
    rows += width;
  };
  Eigen::RowVectorXd by_state(3 * n);
  for (long i = 0; i < all.linear.cols(); i += step)
    for (long j = 0; j < n; ++j)
      for (int kind = 0; kind < 3; ++kind)
        for (const double sign : {-1.0, 1.0}) {
          const double unit = kind == 0   ? (limits[j].position_high - limits[j].position_low) / 2
                              : kind == 1 ? limits[j].velocity
                                          : limits[j].acceleration;
          by_state.setZero();
          by_state[kind * n + j] = sign / unit;
          next(i, by_state);
        }
  for (long i = 0; all.torque.rows() > 0 && i < all.torque.cols(); i += step)
    for (long j = 0; j < n; ++j)
      for (const double sign : {-1.0, 1.0}) {
        by_state = sign * slopes[i].torque.row(j);
        next(i, std::isfinite(all.torque(2 * j, i)) ? by_state : Eigen::RowVectorXd::Zero(3 * n).eval());
      }
  for (long i = 0; all.geometry.rows() > 0 && i < all.geometry.cols(); i += step)
    for (long g = 0; g < all.geometry.rows(); ++g) {
      by_state.setZero();
      by_state.head(n) = slopes[i].geometry.row(g);
      next(i, by_state);
    }
}

/// Ours, from x, in place; the value, and the CPU time in `seconds`.
double search(const Excited* problem, double* x, double* seconds) {
  const std::clock_t begin = std::clock();
  const ExcitationSearchResult result = search_excitation(*problem->problem, coefficients(*problem, x));
  *seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  put(*problem, result.coefficients, x);
  return result.value;
}

/// x of a series by its centres, sines and cosines (joints x harmonics).
void from_series(const Excited* problem, const double* centre, const double* sine, const double* cosine, double* x) {
  const SeriesAtRest& series = problem->problem->series();
  const long n = problem->problem->joints(), h = series.harmonics();
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  FourierSeries made{2 * M_PI / series.period(), std::vector<double>(centre, centre + n),
                     Eigen::Map<const Rows>(sine, n, h), Eigen::Map<const Rows>(cosine, n, h)};
  put(*problem, series.coefficients(made), x);
}

/// The least slack of the limits that hold in the end, at `count` times, with the friction of the robot file.
double fine_slack(const Excited* problem, const double* x, long count) {
  const SeriesGrid grid = problem->problem->series().grid(count);
  return problem->exact->slacks(motion(grid, coefficients(*problem, x))).smallest();
}

/// t, q, qd, qdd at `count` + 1 times of a period, a row each.
void rows(const Excited* problem, const double* x, long count, double* out) {
  const FourierSeries series = problem->problem->series().series(coefficients(*problem, x));
  const long n = problem->problem->joints();
  for (long i = 0; i <= count; ++i, out += 1 + 3 * n) {
    out[0] = series.period() * static_cast<double>(i) / static_cast<double>(count);
    const auto width = static_cast<std::size_t>(n);
    series.evaluate(out[0], {out + 1, width}, {out + 1 + n, width}, {out + 1 + 2 * n, width});
  }
}
}
