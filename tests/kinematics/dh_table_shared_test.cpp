#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "kinematics/dh_table_support.hpp"
#include "support/shared_robots.hpp"
#include "torsor/model/position.hpp"

// DH tables of robots that nobody here wrote: every chain to every end of every one of them.
namespace torsor::test::dh_table_shared_test {

/// A floating root is bolted down: its joint has no row, but the chains on it have.
Description bolted_down(Description robot) {
  for (described::Link& link : robot.links)
    if (link.joint == JointType::free) {
      const described::Link fixed = link;
      link = {};
      link.name = fixed.name, link.parent = fixed.parent, link.joint_name = fixed.joint_name;
      link.joint = JointType::fixed;
      link.origin = fixed.origin;
      link.mass = fixed.mass;
    }
  return robot;
}

std::vector<std::string> ends(const Description& robot) {
  std::unordered_set<std::string> parents;
  for (const described::Link& link : robot.links) parents.insert(link.parent);
  std::vector<std::string> result;
  for (const described::Link& link : robot.links)
    if (!parents.contains(link.name)) result.push_back(link.name);
  return result;
}

/// The pose of the tip in both, at random positions of the joints that the table has.
void expect_same_poses(const Model<double>& whole, int tip, const Model<double>& table) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-3, 3);
  for (int n = 0; n < 5; ++n) {
    std::vector<double> q(table.nq), all = zero_position(whole);
    for (int j = 0; j < table.nq; ++j) {
      q[j] = uniform(random);
      const auto at = std::find(whole.joint_names.begin(), whole.joint_names.end(), table.joint_names[j]);
      all[whole.bodies[at - whole.joint_names.begin() + 1].q] = q[j];
    }
    const Transform<double> T = frame_pose<double>(whole, forward_kinematics(whole, all), tip);
    const Transform<double> U = frame_pose<double>(table, forward_kinematics(table, q), table.tip);
    EXPECT_LT(std::sqrt(dot(T.p - U.p, T.p - U.p)), 1e-9);
    for (int k = 0; k < 3; ++k) {
      const Vector3<double> difference = axis(T.R, k) - axis(U.R, k);
      EXPECT_LT(std::sqrt(dot(difference, difference)), 1e-9);
    }
  }
}

void expect_same_torques(const Description& robot, const Description& table) {
  const Model<double> one = build_model<double>(robot), other = build_model<double>(table);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-2, 2);
  std::vector<double> q(one.nq), qd(one.nv), qdd(one.nv);
  for (int n = 0; n < 5; ++n) {
    for (auto* x : {&q, &qd, &qdd})
      for (double& entry : *x) entry = uniform(random);
    const std::vector<double> tau = inverse_dynamics(one, q, qd, qdd), mu = inverse_dynamics(other, q, qd, qdd);
    double size = 1;
    for (const double x : tau) size = std::max(size, std::abs(x));
    for (std::size_t j = 0; j < tau.size(); ++j) EXPECT_NEAR(tau[j], mu.at(j), 1e-9 * size) << one.joint_names[j];
  }
}

class DhTableOfShared : public testing::TestWithParam<std::string> {};

TEST_P(DhTableOfShared, HasThePosesAndTorquesOfTheRobot) {
  const Description robot = bolted_down(shared_robot(GetParam(), {.free_mimic = true}));
  const Model<double> whole = build_model<double>(robot);
  int chains = 0;
  for (const DhConvention convention : {DhConvention::standard, DhConvention::modified}) {
    for (const std::string& end : ends(robot)) {
      const auto result = dh_table(robot, {.convention = convention, .tip = end, .kinematics_only = true});
      if (const auto* problem = std::get_if<Problem>(&result)) {
        const bool expected = problem->message.starts_with("no joint moves") ||
                              problem->message.find("found a ball one") != std::string::npos;
        EXPECT_TRUE(expected) << end << ": " << problem->message;
        continue;
      }
      const auto& table = std::get<DhTable>(result);
      SCOPED_TRACE(end);
      EXPECT_LT(table.tip.length, 1e-9);
      EXPECT_LT(table.tip.angle, 1e-9);
      expect_same_poses(whole, find_frame(whole, end), build_model<double>(table.robot));
      ++chains;
    }
    if (const auto serial = dh_table(robot, {.convention = convention}); std::holds_alternative<DhTable>(serial))
      expect_same_torques(robot, std::get<DhTable>(serial).robot);
  }
  RecordProperty("chains", chains);
}

INSTANTIATE_TEST_SUITE_P(Files, DhTableOfShared, testing::ValuesIn(shared_robot_files()),
                         [](const auto& file) { return as_test_name(file.param); });

/// A table that others have published, as a robot without masses.
Description published(const nlohmann::json& table) {
  Description robot;
  robot.name = table["name"];
  robot.dh = table["convention"] == "standard" ? DhConvention::standard : DhConvention::modified;
  for (const nlohmann::json& row : table["joints"]) {
    described::Link link;
    link.name = "link" + std::to_string(robot.links.size() + 1);
    link.joint_name = "joint" + std::to_string(robot.links.size() + 1);
    link.parent = robot.links.empty() ? "base" : robot.links.back().name;
    link.joint = row["type"] == "P" ? JointType::prismatic : JointType::revolute;
    link.dh = described::DhRow{row["theta"].get<double>(), row["d"].get<double>(), row["a"].get<double>(),
                               row["alpha"].get<double>(), row["offset"].get<double>()};
    link.flip = row.value("flip", false);
    robot.links.push_back(link);
  }
  return robot;
}

/// Left out are those whose rows have a freedom that their authors use in another way than we do: parallel axes, of
/// whose d only the sum is felt (KR5, Armstrong's PUMA), and a slide along the next axis (Stanford arm).
class PublishedTable : public testing::TestWithParam<const char*> {};

TEST_P(PublishedTable, ComesBackUpToTheDirectionOfX) {
  std::ifstream file(shared_robot_folder() / "dh/models.json");
  expect_table_comes_back(published(nlohmann::json::parse(file)[GetParam()]));
}

INSTANTIATE_TEST_SUITE_P(Models, PublishedTable,
                         testing::Values("puma560_matlab", "puma560_python", "panda_python", "irb140_python",
                                         "irb140_matlab", "ur3", "ur5", "cobra600", "fanuc_am120ib_10L", "motoman_hp6",
                                         "sawyer_arm", "lwr4", "threelink3d", "staubli_tx40_birdy", "twolink"),
                         [](const auto& model) { return as_test_name(model.param); });

void expect_rows(const std::string& file, const DhOptions& options, const std::vector<Numbers>& expected,
                 double tolerance) {
  const DhTable table = table_of(shared_robot(file, {.free_mimic = true}), options);
  ASSERT_EQ(table.robot.links.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const Numbers found = numbers(table.robot.links[k]);
    EXPECT_NEAR(found.theta, expected[k].theta, tolerance) << k;
    EXPECT_NEAR(found.d, expected[k].d, tolerance) << k;
    EXPECT_NEAR(found.a, expected[k].a, tolerance) << k;
    EXPECT_NEAR(found.alpha, expected[k].alpha, tolerance) << k;
  }
}

// Universal Robots, "DH parameters for calculations of kinematics and dynamics": UR10e.
TEST(DhTableOfMaker, TheUr10eHasTheMakersTable) {
  expect_rows("urdf/ur10e.urdf", {},
              {{0, 0.1807, 0, quarter},
               {0, 0, -0.6127, 0},
               {0, 0, -0.57155, 0},
               {0, 0.17415, 0, quarter},
               {0, 0.11985, 0, -quarter},
               {0, 0.11655, 0, 0}},
              1e-9);
}

// Franka Control Interface documentation, Denavit-Hartenberg parameters (Craig's convention).
TEST(DhTableOfMaker, ThePandaHasTheMakersTable) {
  expect_rows("urdf/panda_erd.urdf",
              {.convention = DhConvention::modified, .tip = "panda_link7", .snap = 1e-4, .kinematics_only = true},
              {{0, 0.333, 0, 0},
               {0, 0, 0, -quarter},
               {0, 0.316, 0, quarter},
               {0, 0, 0.0825, quarter},
               {0, 0.384, -0.0825, -quarter},
               {0, 0, 0, quarter},
               {0, 0, 0.088, quarter}},
              0);
}

}  // namespace torsor::test::dh_table_shared_test
