#include "torsor/dynamics/consistency.hpp"

#include <gtest/gtest.h>

#include "support/shared_robots.hpp"
#include "torsor/model/build_model.hpp"

// Every formulation against every other, on robots that nobody here wrote.
namespace torsor::test::consistency_shared_test {

#if defined(TORSOR_ADDRESS_SANITIZER)
constexpr int states = 1;
#else
constexpr int states = 3;
#endif

class ConsistencyOfShared : public testing::TestWithParam<std::string> {};

/// With its mimic joints in gear, and with them free.
TEST_P(ConsistencyOfShared, Holds) {
  for (const bool free_mimic : {false, true}) {
    const Description robot = shared_robot(GetParam(), {.free_mimic = free_mimic});
    const Model<double> model = build_model<double>(robot);
    if (GetParam() == "urdf/homecart_bimanual.urdf") {  // a cart without a joint that moves
      EXPECT_EQ(model.nv, 0);
      return;
    }
    ASSERT_GT(model.nv, 0);
    const Consistency result = check_consistency(model, {.states = states, .lagrange_limit = 7});
    for (const Identity& identity : result.identities)
      EXPECT_TRUE(identity.holds()) << identity.name << ": " << identity.disagreement << ", allowed "
                                    << identity.tolerance << (free_mimic ? ", mimic joints free" : "");
    RecordProperty("singular_states", result.singular_states);
    const bool follows = std::any_of(robot.links.begin(), robot.links.end(),
                                     [](const described::Link& link) { return link.mimic.has_value(); });
    if (!follows) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, ConsistencyOfShared, testing::ValuesIn(shared_robot_files()),
                         [](const auto& file) { return as_test_name(file.param); });

}  // namespace torsor::test::consistency_shared_test
