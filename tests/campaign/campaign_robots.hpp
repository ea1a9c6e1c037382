#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/random_robot.hpp"
#include "torsor/robot_files/yaml/write_yaml.hpp"

namespace torsor::test {

/// How many robots: the environment may say.
inline int campaign_size() {
  const char* count = std::getenv("TORSOR_RANDOM_ROBOTS");
  return count != nullptr ? std::atoi(count) : 100;
}

/// The robot of a seed: in turn one without any zeros, one with zeros and right angles, one with followers, and one
/// with ball and free joints where these are wanted; some of each with gravity compensation.
inline Description campaign_robot(int seed, int most_joints, bool with_ball_and_free = true) {
  Random random(static_cast<std::uint64_t>(seed));
  const int joints = random.integer(1, most_joints);
  Description robot = seed % 4 == 0        ? random_robot(random, joints)
                      : seed % 4 == 1      ? random_tidy_robot(random, joints)
                      : seed % 4 == 2      ? random_robot_with_followers(random, joints)
                      : with_ball_and_free ? random_robot_with_ball_and_free_joints(random, joints)
                                           : random_tidy_robot(random, joints);
  if (seed % 8 < 2) robot = with_gravity_compensation(random, std::move(robot));
  robot.name = "random" + std::to_string(seed);
  return robot;
}

/// What went wrong in a campaign: how often, by how much, and for which robots.
class CampaignReport {
 public:
  explicit CampaignReport(std::string what, double tolerance = 1e-9) : what_(std::move(what)), tolerance_(tolerance) {}
  CampaignReport(const CampaignReport&) = delete;
  CampaignReport& operator=(const CampaignReport&) = delete;
  ~CampaignReport() {
    std::printf("  %-40s %6d compared, largest disagreement %.1e (robot %d), %d left out\n", what_.c_str(), compared_,
                largest_, worst_, skipped_);
    EXPECT_GT(compared_, 0) << what_;
    EXPECT_EQ(failures_, 0) << what_ << ", of " << compared_ << "\n" << examples_;
  }

  void compare(int seed, double disagreement, const std::string& where = "") {
    ++compared_;
    if (disagreement <= tolerance_ && disagreement <= largest_) return;
    if (!(disagreement <= largest_)) largest_ = disagreement, worst_ = seed;
    if (!(disagreement <= tolerance_)) fail(seed, where + " differs by " + std::to_string(disagreement));
  }
  void fail(int seed, const std::string& message) {
    if (++failures_ <= 8) examples_ += "  robot " + std::to_string(seed) + ": " + message.substr(0, 600) + "\n";
  }
  void skip() { ++skipped_; }

 private:
  std::string what_, examples_;
  double tolerance_, largest_ = 0;
  int compared_ = 0, skipped_ = 0, failures_ = 0, worst_ = 0;
};

/// The difference of two vectors beside the size of the second.
inline double relative_difference(const std::vector<double>& found, const std::vector<double>& expected) {
  if (found.size() != expected.size()) return INFINITY;
  return norm(difference(found, expected)) / std::max(norm(expected), 1e-3);
}

}  // namespace torsor::test
