#include "log_health/examination.hpp"

#include <algorithm>
#include <cmath>

#include "log_health/repeated_rows.hpp"
#include "log_health/row_clock.hpp"

namespace torsor::log_health {

std::array<const Eigen::MatrixXd*, 5> quantities(const LogRows& rows) {
  return {&rows.q, &rows.qd, &rows.qdd, &rows.tau, &rows.q_reference};
}
std::array<ChannelSummary*, 5> channels(JointSummary& joint) {
  return {&joint.position, &joint.velocity, &joint.acceleration, &joint.torque, &joint.reference};
}

void Examination::tell(const char* code, Severity severity, long row, const std::string& element,
                       const std::string& message, const std::string& fix) {
  const long line = options.line ? options.line(row) : row + 1;
  health.findings.push_back({code, severity, options.file, {static_cast<int>(line), 1}, element, message, fix});
}

std::string Examination::joint(int j) const {
  const auto k = static_cast<std::size_t>(j);
  return "joint " + (k < options.joint_names.size() ? options.joint_names[k] : std::to_string(j + 1));
}

std::string Examination::lines(const std::vector<RowRange>& rows) const {
  std::vector<RowRange> places(rows.begin(),
                               rows.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rows.size(), 8)));
  for (RowRange& range : places)
    if (options.line) range = {options.line(range.first) - 1, options.line(range.last) - 1};
  const long rest =
      row_count(rows) - row_count({rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(places.size())});
  return (row_count(rows) == 1 ? "line " : "lines ") + in_words(places, 1) +
         (rest > 0 ? " and " + std::to_string(rest) + " more" : "");
}

namespace {

/// The rows of some pieces that do not repeat others and have numbers in them.
std::vector<LogRows> without_repetitions(const std::vector<LogRows>& pieces, const RowSteps& steps) {
  std::vector<LogRows> result;
  result.reserve(pieces.size());
  for (const LogRows& rows : pieces) {
    RepeatedRows repeated(steps);
    for (Eigen::Index r = 0; r < rows.q.rows(); ++r) repeated.add(rows, r, r);
    repeated.finish();
    const RowSelection kept(rows.q.rows(), repeated.found());
    std::vector<Eigen::Index> list;
    long begun = 0;  // the first rows may repeat one that is not there
    while (begun < kept.count() && rows.q.row(kept.original(begun)) == rows.q.row(0)) ++begun;
    for (long r = begun; r < kept.count(); ++r) list.push_back(kept.original(r));
    std::erase_if(list, [&](Eigen::Index r) { return !rows.q.row(r).allFinite(); });
    LogRows& left = result.emplace_back();
    left.q = rows.q(list, Eigen::all);
    if (rows.qd.rows() > 0) left.qd = rows.qd(list, Eigen::all);
    for (const Eigen::Index r : list) left.time.push_back(rows.time[static_cast<std::size_t>(r)]);
  }
  return result;
}

/// By the stamps, over whole pieces.
double mean_step(const std::vector<LogRows>& pieces) {
  std::vector<double> means;
  means.reserve(pieces.size());
  for (const LogRows& rows : pieces)
    if (rows.time.size() > 1)
      means.push_back((rows.time.back() - rows.time.front()) / static_cast<double>(rows.time.size() - 1));
  std::sort(means.begin(), means.end());
  return means.empty() ? 0 : means[means.size() / 2];
}

}  // namespace

Preview preview(const LogSource& log) {
  constexpr long pieces = 32, rows_each = 256;
  const long n = log.row_count();
  std::vector<double> steps;
  std::array<std::vector<std::vector<double>>, 5> values;
  std::vector<LogRows> read;
  Preview result;
  for (auto& all : result.channels) all.resize(static_cast<std::size_t>(log.joint_count()));
  const long count = std::min(pieces, (n + rows_each - 1) / rows_each);
  read.reserve(static_cast<std::size_t>(count));
  for (long p = 0; p < count; ++p) {
    const long first = count == 1 ? 0 : p * std::max(0L, n - rows_each) / (count - 1);
    const LogRows& rows = read.emplace_back(log.read(first, std::min(rows_each, n - first)));
    for (std::size_t k = 1; k < rows.time.size(); ++k) steps.push_back(rows.time[k] - rows.time[k - 1]);
    for (std::size_t kind = 0; kind < 5; ++kind) {
      const Eigen::MatrixXd& matrix = *quantities(rows)[kind];
      values[kind].resize(static_cast<std::size_t>(matrix.cols()));
      for (Eigen::Index j = 0; j < matrix.cols() && matrix.rows() > 0; ++j) {
        auto& column = values[kind][static_cast<std::size_t>(j)];
        column.insert(column.end(), matrix.col(j).begin(), matrix.col(j).end());
        double& smallest = result.channels[kind][static_cast<std::size_t>(j)].resolution;
        const Eigen::Index gaps = matrix.rows() - 1;
        const double largest =
            gaps > 0 ? (matrix.col(j).tail(gaps) - matrix.col(j).head(gaps)).cwiseAbs().maxCoeff() : 0;
        for (Eigen::Index r = 1; r < matrix.rows(); ++r) {
          const double step = matrix(r, j) - matrix(r - 1, j);
          const double bend = r > 1 ? step - (matrix(r - 1, j) - matrix(r - 2, j)) : 0;
          // Steps of a steady motion are large, but their differences are not. Below the rounding of the conversion to
          // joints are no steps; and differences of equal steps are what the last decimal of a text leaves of them.
          const double rounding = 1e-14 * (1 + std::abs(matrix(r, j)));
          for (const double size : {std::abs(step), std::abs(bend) > 1e-7 * largest ? std::abs(bend) : 0})
            if (size > rounding && (smallest == 0 || size < smallest)) smallest = size;
        }
      }
    }
  }
  result.steps = row_steps(read);
  if (!read.empty()) result.clock = judge_row_clock(without_repetitions(read, result.steps));
  const auto quantile = [](std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  };
  std::sort(steps.begin(), steps.end());
  if (!steps.empty()) result.period = quantile(steps, 0.5);
  if (result.clock.counted) result.period = mean_step(read);
  for (std::size_t kind = 0; kind < 5; ++kind) {
    if (values[kind].empty() || values[kind][0].empty()) result.channels[kind].clear();
    for (std::size_t j = 0; j < result.channels[kind].size(); ++j) {
      std::sort(values[kind][j].begin(), values[kind][j].end());
      result.channels[kind][j].low = quantile(values[kind][j], 0.01);
      result.channels[kind][j].high = quantile(values[kind][j], 0.99);
    }
  }
  return result;
}

}  // namespace torsor::log_health

namespace torsor {

bool LogHealth::usable() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.severity == Severity::error; });
}

LogHealth examine_log(const LogSource& log, const Model<double>* robot, const LogHealthOptions& options) {
  log_health::Examination examination(log, robot, options);
  LogHealth& health = examination.health;
  health.rows = health.sound_rows = log.row_count();
  log_health::Preview before = log_health::preview(log);
  health.period = before.period;
  log_health::judge_rows(before, examination);
  before.period = health.period;
  if (health.sound_rows < 20) {
    examination.tell("too-short", Severity::error, 0, "",
                     "expected at least 20 valid rows, found " + std::to_string(health.sound_rows), "record more");
    return std::move(health);
  }
  if (!(before.period > 0)) return std::move(health);
  log_health::judge_motion(before, examination);
  if (robot == nullptr) return std::move(health);
  const SoundLog sound(log, health);
  log_health::judge_torque(log_health::fit_states(sound, health.period * health.time.scale, options.states),
                           examination);
  return std::move(health);
}

LogHealth examine_log(const LogFile& log, const Model<double>* robot, LogHealthOptions options) {
  options.file = log.name();
  options.line = [&log](long row) { return log.line(row); };
  if (!options.gravity) options.gravity = log.gravity();
  LogHealth health = examine_log(static_cast<const LogSource&>(log), robot, options);
  const auto says_so = [](const Finding& finding) { return finding.code == "torque-simulated"; };
  if (std::any_of(log.findings().begin(), log.findings().end(), says_so)) std::erase_if(health.findings, says_so);
  health.findings.insert(health.findings.begin(), log.findings().begin(), log.findings().end());
  return health;
}

}  // namespace torsor
