#include "torsor/dynamics/operation_count.hpp"

#include <gtest/gtest.h>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::operation_count_test {

Operations cost(const std::vector<OperationCount>& counts, const std::string& name) {
  for (const auto& [known, operations] : counts)
    if (known == name) return operations;
  throw std::runtime_error("no count of " + name);
}

TEST(OperationCount, TheNotesFormulasGiveTheirPrintedFigures) {  // 000: six joints
  const std::vector<PublishedCount> published = published_counts(6);
  EXPECT_EQ(published[0].multiplications, 101348);
  EXPECT_EQ(published[0].additions, 77405);
  EXPECT_EQ(published[1].multiplications, 792);
  EXPECT_EQ(published[1].additions, 662);
}

TEST(OperationCount, StaysWellBelowTheNotesFiguresForAnyArm) {
  const std::vector<OperationCount> counts = count_operations(general_arm(6));
  const Operations newton_euler = cost(counts, "inverse dynamics, Newton-Euler in link frames");
  const Operations lagrange = cost(counts, "inverse dynamics, Lagrange-Euler");
  EXPECT_LT(newton_euler.multiplications, 600);
  EXPECT_LT(newton_euler.additions, 520);
  EXPECT_LT(lagrange.multiplications, 101348 / 10);
  EXPECT_GT(lagrange.multiplications, 10 * newton_euler.multiplications);
  for (const auto& [name, operations] : counts) {
    EXPECT_GE(operations.trigonometric, 12) << name;
    EXPECT_GT(operations.additions, 0) << name;
  }
}

TEST(OperationCount, GrowsLinearlyForNewtonEulerAndSteeplyForLagrangeEuler) {
  const auto at = [](int n, const char* name) {
    return static_cast<double>(cost(count_operations(general_arm(n)), name).multiplications);
  };
  const char* newton_euler = "inverse dynamics, Newton-Euler in link frames";
  EXPECT_EQ(at(5, newton_euler) - at(4, newton_euler), at(9, newton_euler) - at(8, newton_euler));
  EXPECT_GT(at(12, "inverse dynamics, Lagrange-Euler") / at(6, "inverse dynamics, Lagrange-Euler"), 7);
}

TEST(OperationCount, ProfitsFromTheZerosOfARealRobot) {
  const Model<Count> puma = without_rotors(build_model<Count>(read_builtin_robot("puma560")));
  const Operations own = cost(count_operations(puma), "inverse dynamics, Newton-Euler in link frames");
  EXPECT_LT(own.multiplications, 280);
  EXPECT_EQ(own.trigonometric, 12);
}

}  // namespace torsor::test::operation_count_test
