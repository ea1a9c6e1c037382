#include <gtest/gtest.h>

#include <cstdlib>

#include "support/payload_pairs.hpp"
#include "torsor/core/parallel.hpp"

// The 95 % intervals of mass and centre of a load have to contain the truth that often, over pairs of logs that differ
// in motion, load, noise and in a gain that all joints share. TORSOR_PAYLOAD_PAIRS says how many.
namespace torsor::test::payload_coverage_test {

#if defined(TORSOR_ADDRESS_SANITIZER) || defined(__clang__)
constexpr int usual = 2;  // the statistics are those of one build
#else
constexpr int usual = 50;
#endif

int pair_count() {
  const char* asked = std::getenv("TORSOR_PAYLOAD_PAIRS");  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  return asked != nullptr ? std::atoi(asked) : usual;       // NOLINT(cert-err34-c): a wrong word gives no pairs
}

struct Coverage {
  int pairs = 0;
  double covered[4] = {0, 0, 0, 0};  // mass, x, y, z
  double mass = 0, noise = 0;        // squared errors, relative: all, and with the common gain taken out
  double centre = 0;                 // squared distance

  double pooled() const { return (covered[0] + covered[1] + covered[2] + covered[3]) / (4.0 * pairs); }
};

struct Errors {
  double error[4], deviation[4], gain;
};

Errors one_pair(const std::string& preset, long seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed) + 4000);
  const double gain = 1 + 0.01 * std::normal_distribution<double>()(random);
  const PayloadPair pair = made_pair(static_cast<std::uint64_t>(seed), {.preset = preset, .common_gain = gain});
  PayloadOptions options;
  options.equations.threads = 1;
  const PayloadEstimate found = estimate_payload(pair.robot, pair.logs(), options);
  const Vector3<double> off = found.centre - pair.centre;
  return {{found.load.mass - pair.load.mass, off.x, off.y, off.z},
          {found.mass_deviation, found.centre_deviation.x, found.centre_deviation.y, found.centre_deviation.z},
          gain};
}

Coverage coverage(const std::string& preset) {
  Coverage result;
  in_order(
      pair_count(), thread_count(0), [&](long seed) { return one_pair(preset, seed); },
      [&](long, const Errors& one) {
        ++result.pairs;
        for (int k = 0; k < 4; ++k) result.covered[k] += std::abs(one.error[k]) < 1.96 * one.deviation[k] ? 1 : 0;
        result.mass += one.error[0] * one.error[0] / (2.8 * 2.8);
        const double rest = (2.8 + one.error[0]) / one.gain / 2.8 - 1;
        result.noise += rest * rest;
        for (int k = 1; k < 4; ++k) result.centre += one.error[k] * one.error[k];
      });
  return result;
}

void tell(const Coverage& found, const std::string& preset) {
  const double n = found.pairs;
  std::printf(
      "%s, %d pairs: covered %.2f %% (mass %.1f, centre %.1f %.1f %.1f); rms of the mass %.2f %%, %.2f %% "
      "without the common gain, of the centre %.2f mm\n",
      preset.c_str(), found.pairs, 100 * found.pooled(), 100 * found.covered[0] / n, 100 * found.covered[1] / n,
      100 * found.covered[2] / n, 100 * found.covered[3] / n, 100 * std::sqrt(found.mass / n),
      100 * std::sqrt(found.noise / n), 1e3 * std::sqrt(found.centre / n));
}

void expect_accuracy(const Coverage& found) {
  EXPECT_LT(std::sqrt(found.noise / found.pairs), 0.015);
  EXPECT_LT(std::sqrt(found.centre / found.pairs), 5e-3);
}

TEST(PayloadCoverage, WhiteTorqueNoiseIsAsStated) {
  const Coverage found = coverage("in-class");
  tell(found, "in-class");
  expect_accuracy(found);
  if (found.pairs < 50) return;
  const double chance = found.pairs < 500 ? 0.02 : 0;  // four standard deviations of the share of 200 numbers
  EXPECT_GT(found.pooled(), 0.93 - chance);
  EXPECT_LT(found.pooled(), 0.97 + chance);
}

TEST(PayloadCoverage, RealisticNoiseIsAllowedFor) {
  const Coverage found = coverage("realistic");
  tell(found, "realistic");
  expect_accuracy(found);
  if (found.pairs < 50) return;
  EXPECT_GT(found.pooled(), found.pairs < 500 ? 0.91 : 0.93);
}

}  // namespace torsor::test::payload_coverage_test
