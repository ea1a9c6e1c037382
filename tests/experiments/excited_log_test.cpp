#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "experiments/excitation_support.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/experiments/excite.hpp"
#include "torsor/synthetic/synthetic_log.hpp"
#include "torsor/trajectory/sampled_motion.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd;

/// By base parameter: the standard deviation that an identification states, from a log along two periods of a series.
/// Noise does not depend on the motion.
std::vector<double> deviations_along(const Description& robot, const FourierSeries& series,
                                     const std::vector<double>& noise) {
  LogEffects effects = log_effects("in-class", 100);
  effects.torque_noise = {noise, false};
  const RepeatedMotion motion(SampledMotion(sampled(series, 100)));
  const SyntheticLog log(build_model<double>(robot), motion, effects, std::lround(2 * motion.period() * 100));
  const Identification found = identify(robot, {{"made", &log}}, {}, IdentifyOptions{});
  return found.estimates[found.chosen].standard_deviation;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<long>(values.size() / 2));
  return values[values.size() / 2];
}

/// All of the way: optimised beside random, as criteria and as what an identification says. The same for six robots and
/// 1000 random motions is benchmarks/excitation/compare.py.
TEST(ExcitedLog, TellsMoreThanThatOfARandomMotion) {
  for (const char* name : {"scara", "two-rods"}) {
    const Description robot = load_robot(name);
    const auto joints = static_cast<std::size_t>(build_model<double>(robot).nv);
    const ExampleProblem example(name, ExcitationCriterion::d_optimal);
    std::vector<std::pair<double, MatrixXd>> random;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
      if (const auto x = random_motion(example.problem, seed, 0)) random.emplace_back(example.problem.value(*x), *x);
    ASSERT_GT(random.size(), 90U) << name;
    std::ranges::sort(random, {}, &std::pair<double, MatrixXd>::first);
    ExciteOptions options;
    options.harmonics = 3, options.period = 8, options.starts = 3, options.noise.assign(joints, 0.5);
    const ExcitingMotion best = excite(robot, options);
    const double value = example.problem.value(example.problem.series().coefficients(best.series));
    EXPECT_LT(value, random.front().first) << name;
    const std::vector<double> excited = deviations_along(robot, best.series, options.noise);
    const std::vector<double> usual =
        deviations_along(robot, example.problem.series().series(random[random.size() / 2].second), options.noise);
    ASSERT_EQ(excited.size(), usual.size()) << name;
    std::vector<double> narrower;
    for (std::size_t b = 0; b < excited.size(); ++b) narrower.push_back(usual[b] / excited[b]);
    EXPECT_GT(median(narrower), 1.2) << name;  // 1.4 and 2.0: three harmonics leave a small arm little to gain
  }
}

}  // namespace
}  // namespace torsor
