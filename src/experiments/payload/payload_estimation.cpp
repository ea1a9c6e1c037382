#include "torsor/experiments/payload_estimation.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "estimation/identify_options.hpp"
#include "estimation/unknowns.hpp"
#include "experiments/payload/payload_columns.hpp"
#include "experiments/payload/payload_covariance.hpp"
#include "experiments/payload/payload_findings.hpp"
#include "experiments/payload/payload_fit.hpp"
#include "experiments/payload/payload_frame.hpp"
#include "experiments/payload/payload_load.hpp"
#include "experiments/payload/payload_still.hpp"
#include "experiments/payload/payload_traces.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace payload {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double farthest_known = 2;  // m: no robot holds its load farther away

/// The way from logs to a load; each step leaves what the next ones need.
class Weighing {
 public:
  Weighing(const Description& robot, const PayloadOptions& options)
      : options_(options), unknowns_(unknowns_of(robot, options.equations)),
        frame_(frame_of(unknowns_.model, options.frame)) {
    result_.robot = robot.name;
    result_.frame = unknowns_.model.frames[frame_].name;
    result_.felt = felt_parameters(unknowns_, frame_);
  }

  PayloadEstimate run(const PayloadLogs<NamedLog>& logs) {
    Problem problem = state(logs);
    tell("load", 0.7);
    const Fit found = fit(problem);
    if (!found.x.allFinite() || !found.g.allFinite() || !found.information.allFinite())
      throw ComputationError("no load and no gains come out of these logs: no robot fits all of them");
    tell("intervals", 0.8);
    describe(problem, found);
    return std::move(result_);
  }

 private:
  void tell(const std::string& stage, double done) const {
    if (options_.equations.progress) options_.equations.progress(stage, done);
  }

  Problem state(const PayloadLogs<NamedLog>& logs) {
    std::vector<Group> groups;
    const auto add = [&](Carries carries, const std::vector<NamedLog>& some, double done) {
      if (some.empty()) return;
      tell("equations", done);
      const Model<double>& shape = groups.empty() ? unknowns_.model : groups[0].equations.unknowns().model;
      groups.push_back(make_group(carries, unknowns_, some, options_.equations, shape));
    };
    add(Carries::nothing, logs.unloaded, 0.0);
    add(Carries::unknown_load, logs.loaded, 0.3);
    add(Carries::known_load, logs.reference, 0.5);
    Problem problem =
        make_problem(std::move(groups), load_columns(unknowns_, frame_), friction_columns(unknowns_), options_.known);
    const int joints = problem.joints();
    if (options_.gain_ratios && (joints > 1 || problem.absolute()))
      problem.gains = MatrixXd::Identity(joints, joints);
    else
      problem.gains = problem.absolute() ? MatrixXd::Ones(joints, 1) : MatrixXd(joints, 0);
    problem.ratio_deviation = options_.ratio_deviation;
    problem.heaviest = heaviest_load();
    return problem;
  }

  /// Far more than any robot carries: ten times all that moves.
  double heaviest_load() const {
    double mass = 10;
    for (int i = 1; i < unknowns_.model.body_count(); ++i) mass += std::abs(unknowns_.model.bodies[i].inertia.mass);
    return 10 * mass;
  }

  /// Load and gains in the unit of the common gain: products that do not change where x is multiplied by what g is
  /// divided by, and their slopes by x and gamma.
  struct Scaled {
    VectorXd value;  // ten of the load, if there is one, and the gains
    MatrixXd slope;
  };

  Scaled scaled(const Problem& problem, const Fit& found) const {
    const int load = problem.load >= 0 ? 10 : 0, joints = problem.joints();
    const VectorXd relative =
        problem.absolute() ? VectorXd(VectorXd::Zero(joints)) : common_share(found, options_.gain_deviation);
    const double common = std::exp(relative.dot(found.g.array().log().matrix()));
    const Eigen::RowVectorXd common_slope = relative.cwiseQuotient(found.g).transpose() * problem.gains;  // of its log
    Scaled result{VectorXd(load + joints), MatrixXd::Zero(load + joints, problem.unknowns())};
    const Eigen::Index gamma = problem.gains.cols();
    if (load > 0) {
      const VectorXd ten = found.x.segment(problem.load, 10);
      result.value.head(10) = common * ten;
      result.slope.block(0, problem.load, 10, 10) = common * MatrixXd::Identity(10, 10);
      result.slope.block(0, problem.columns, 10, gamma) = common * ten * common_slope;
    }
    result.value.tail(joints) = found.g / common;
    result.slope.block(load, problem.columns, joints, gamma) = (problem.gains - found.g * common_slope) / common;
    return result;
  }

  void describe(const Problem& problem, const Fit& found) {
    const Scaled seen = scaled(problem, found);
    const bool gains = problem.gains.cols() > 0;
    const Eigen::Index load = problem.load >= 0 ? 10 : 0, kept = load + (gains ? problem.joints() : 0);
    const Covariance covariance =
        block_covariance(problem, found, seen.slope.topRows(kept), options_.equations.block_length);
    result_.blocks = covariance.blocks;
    result_.has_load = load > 0;
    result_.absolute_gains = problem.absolute();
    result_.gain_deviation = problem.absolute() ? 0 : options_.gain_deviation;
    if (load > 0)
      describe_load(seen.value.head(10), covariance.matrix.topLeftCorner(10, 10), result_.gain_deviation, result_);
    const std::vector<std::string> names = velocity_names(unknowns_.model);
    for (int j = 0; gains && j < problem.joints(); ++j)
      result_.gains.push_back({names[j], seen.value[load + j], std::sqrt(covariance.matrix(load + j, load + j))});
    for (const Group& group : problem.groups) {
      result_.duration += group.range.duration;
      for (int j = 0; j < problem.joints(); ++j) result_.equations += static_cast<long>(group.sums.joint(j).rows);
    }
    result_.smoothing = problem.groups[0].smoothing;
    add_residuals(problem, found, result_);
  }

  const PayloadOptions& options_;
  Unknowns unknowns_;
  int frame_;
  PayloadEstimate result_;
};

void require_logs(const PayloadLogs<NamedLog>& logs, const PayloadOptions& options, int joints) {
  const auto expect = [](bool sound, const char* option, const std::string& message) {
    if (!sound) throw UsageError(option, message);
  };
  expect(!logs.unloaded.empty() || options.still, "unloaded", "expected logs without the load, found none");
  expect(!logs.loaded.empty() || (!logs.reference.empty() && !options.still), "loaded",
         "expected logs with the load, found none");
  expect(logs.reference.empty() == !options.known.has_value(), "known_load",
         "expected the load of the reference logs, and logs with it; found only one of both");
  if (options.known) {
    const Vector3<double> centre = (1 / options.known->mass) * options.known->first_moment;
    expect(options.known->mass > 0, "known_load", "expected a mass above 0");
    expect(length(centre) <= farthest_known, "known_load",
           fmt::format("expected a centre in m, within {:.0f} m of the frame; found {:.4g}, {:.4g}, {:.4g}{}",
                       farthest_known, centre.x, centre.y, centre.z,
                       length(centre) > 10 * farthest_known ? ": are these mm?" : ""));
  }
  expect(logs.reference.empty() || !options.still, "reference", "expected motion, found poses at rest");
  expect(options.ratio_deviation > 0 && options.ratio_deviation < 1, "ratio_deviation", "expected a share above 0");
  expect(options.gain_deviation >= 0 && options.gain_deviation < 1, "gain_deviation", "expected a share from 0 to 1");
  for (const auto* list : {&logs.unloaded, &logs.loaded, &logs.reference})
    for (const NamedLog& log : *list)
      if (log.source->joint_count() != joints)
        throw ComputationError(log.name + ": expected " + counted(joints, "joint") + " as the robot has, found " +
                               std::to_string(log.source->joint_count()));
}

std::vector<std::string> names_of(const std::vector<NamedLog>& logs) {
  std::vector<std::string> names;
  names.reserve(logs.size());
  for (const NamedLog& log : logs) names.push_back(log.name);
  return names;
}

}  // namespace
}  // namespace payload

PayloadEstimate estimate_payload(const Description& robot, const PayloadLogs<NamedLog>& logs,
                                 const PayloadOptions& options) {
  require_possible(options.equations);
  const auto begin = std::chrono::steady_clock::now();
  payload::require_logs(logs, options, build_model<double>(robot).nv);
  PayloadEstimate result =
      options.still ? payload::estimate_still(robot, logs, options) : payload::Weighing(robot, options).run(logs);
  result.unloaded_logs = payload::names_of(logs.unloaded);
  result.loaded_logs = payload::names_of(logs.loaded);
  result.reference_logs = payload::names_of(logs.reference);
  result.findings = payload::doubts(result);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

PayloadEstimate estimate_payload(const Description& robot, const PayloadLogs<CleanLog>& logs, PayloadOptions options) {
  std::vector<Finding> findings;
  const auto named = [&](const std::vector<CleanLog>& some) {
    std::vector<NamedLog> list;
    list.reserve(some.size());
    for (const CleanLog& log : some) {
      if (!options.equations.gravity) options.equations.gravity = log.file().gravity();
      list.push_back({log.name(), &log.rows()});
      findings.insert(findings.end(), log.health().findings.begin(), log.health().findings.end());
    }
    return list;
  };
  const PayloadLogs<NamedLog> sources{named(logs.unloaded), named(logs.loaded), named(logs.reference)};
  PayloadEstimate result = estimate_payload(robot, sources, options);
  findings.insert(findings.end(), result.findings.begin(), result.findings.end());
  result.findings = std::move(findings);
  return result;
}

}  // namespace torsor
