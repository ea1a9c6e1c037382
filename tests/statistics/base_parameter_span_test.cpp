#include "derivation/base_parameter_span.hpp"

namespace torsor::test::base_parameter_span_test {

TEST(BaseParameterSpan, OfAThousandRandomRobotsIsThatOfTheRegressor) {
  for (std::uint64_t seed = 1000; seed < 1334; ++seed) expect_same_span_of_random_robots(seed);
}

}  // namespace torsor::test::base_parameter_span_test
