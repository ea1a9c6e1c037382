#include <gtest/gtest.h>

#include "torsor/logs/log_file.hpp"
#include "torsor/smoothing/derivatives.hpp"
#include "torsor/smoothing/smoothing.hpp"

// Logs that nobody here wrote, whose controllers also recorded velocities: a second opinion on those of the smoother.
namespace torsor::test::smoothing_shared_test {

const std::string folder = TORSOR_SHARED_DIR "/logs/";

struct Comparison {
  double smoothed = 0, differences = 0;  // distance from the recorded velocity, relative to its size
};

Comparison compare(const std::string& file, long joint) {
  const auto log = open_log(folder + file);
  const long count = log->row_count(), edge = 20, kept = count - 2 * edge;
  const LogRows rows = log->read(0, count);
  const SmoothedRows smoothed = smooth(*log, 0, count, plan_smoothing(*log));
  const Eigen::VectorXd recorded = rows.qd.col(joint).segment(edge, kept);
  const std::vector<double> slopes =
      differentiate(rows.time, {rows.q.col(joint).data(), static_cast<std::size_t>(count)}, 1, 3);
  const Eigen::Map<const Eigen::VectorXd> differences(slopes.data() + edge, kept);
  return {(smoothed.qd.col(joint).segment(edge, kept) - recorded).norm() / recorded.norm(),
          (differences - recorded).norm() / recorded.norm()};
}

TEST(SmoothingShared, VelocitiesOfTheUr10AreThoseThatItsControllerRecorded) {
  for (long joint = 0; joint < 6; ++joint)
    EXPECT_LT(compare("ur10_unisa/exciting_trajectory.csv", joint).smoothed, 0.006) << joint;
}

TEST(SmoothingShared, VelocitiesOfThePandaAreNearerToTheRecordedOnesThanDifferencesAre) {
  for (long joint = 0; joint < 7; ++joint) {
    const Comparison c = compare("panda_unisa/exciting_trajectory.csv", joint);
    EXPECT_LT(c.smoothed, 0.1) << joint;
    EXPECT_LT(c.smoothed, 0.9 * c.differences) << joint;
  }
}

}  // namespace torsor::test::smoothing_shared_test
