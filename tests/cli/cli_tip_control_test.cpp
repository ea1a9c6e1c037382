#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// torsor simulate --controller of the tip, and --observer
namespace torsor::test::cli_tip_control_test {

using Row = std::vector<double>;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

const Row pose{0, 0.3, 0, -1.6, 0, 1.9, 0.4};

class PandaAtRest : public testing::Test {
 protected:
  PandaAtRest() : panda(build_model<double>(read_builtin_robot("panda"))) {
    std::ostringstream text;
    text << "t";
    for (const char* stem : {"q", "qd", "qdd"})
      for (int k = 1; k <= 7; ++k) text << "," << stem << k;
    for (const int t : {0, 10}) {
      text << "\n" << t;
      for (const double x : pose) text << "," << x;
      for (int k = 0; k < 14; ++k) text << ",0";
    }
    write_file(still, text.str() + "\n", Existing::replace);
  }
  Vector3<double> tip(const Row& q) const {
    return frame_pose<double>(panda, forward_kinematics(panda, q), panda.tip).p;
  }
  std::string call(const std::string& controller) const {
    return "simulate panda --controller " + controller + " --trajectory " + still;
  }

  Model<double> panda;
  Folder folder;
  std::string still = folder / "still.csv";
};

TEST_F(PandaAtRest, TheTipYieldsAsItsSpringSays) {
  const Json run = answer(call("impedance --tip-stiffness 400,600,800,30,30,30 --wrench=-8,6,-4,0,0,0"));
  const Vector3<double> way = tip(run["q"].back().get<Row>()) - tip(pose);
  EXPECT_NEAR(way.x, 8. / 400, 0.01 * 8 / 400);
  EXPECT_NEAR(way.y, -6. / 600, 0.01 * 6 / 600);
  EXPECT_NEAR(way.z, 4. / 800, 0.01 * 4 / 800);
}

TEST_F(PandaAtRest, OperationalSpaceFollowsAndHoldsTheJoints) {
  const std::string motion = folder / "move.csv";
  ASSERT_EQ(torsor("trajectory panda --from 0,0.3,0,-1.6,0,1.9,0.4 --to 0.3,0.5,-0.2,-1.4,0.2,1.7,0.1 --duration 1 "
                   "--rate 100 --output " +
                   motion)
                .code,
            0);
  const Json control = answer("simulate panda --controller operational-space --trajectory " + motion)["control"];
  for (const double e : control["largest_error"].get<Row>()) EXPECT_LT(e, 0.02);
  EXPECT_EQ(control["reference"].size(), 101u);
}

/// 5 N from 0.5 s on, felt within 5 % after 50 ms.
void expect_felt(const Model<double>& panda, const Json& run) {
  const std::size_t before = 49, after = 55;  // samples at 100 Hz
  EXPECT_NEAR(run["t"][after].get<double>(), 0.55, 1e-9);
  const Matrix<double> J = jacobian(panda, run["q"][after].get<Row>(), panda.tip);
  const Row felt = run["observer"]["external_torque"][after].get<Row>(),
            quiet = run["observer"]["external_torque"][before].get<Row>();
  double off = 0, size = 0;
  for (int v = 0; v < 7; ++v) {
    const auto i = static_cast<std::size_t>(v);
    off += std::pow(felt[i] - 5 * J(0, v), 2), size += std::pow(5 * J(0, v), 2);
    EXPECT_NEAR(quiet[i], 0, 0.02);
  }
  EXPECT_LT(std::sqrt(off / size), 0.05);
}

const std::string push = " --observer --wrench=-5*step(t-0.5),0,0,0,0,0 --duration 0.6";

TEST_F(PandaAtRest, TheObserverFeelsAPush) {
  const Json run = answer(call("computed-torque") + push);
  expect_felt(panda, run);
  const Json contact = run["observer"]["largest"]["contact"];
  EXPECT_EQ(contact["frame"], panda.frames[panda.tip].name);
  expect_near(contact["force"], {5, 0, 0}, 0.25);
  EXPECT_LT(contact["unexplained"].get<double>(), 0.05);
}

TEST_F(PandaAtRest, TheObserverNeedsNoController) {
  expect_felt(panda, answer("simulate panda --q 0,0.3,0,-1.6,0,1.9,0.4 --gravity 0,0,-9.81 "
                            "--tau=-20*qd1,-20*qd2,-20*qd3,-20*qd4,-9*qd5,-9*qd6,-9*qd7 --observer 100 "
                            "--wrench=-5*step(t-0.5),0,0,0,0,0 --duration 0.6"));
}

TEST_F(PandaAtRest, TheColumnsOfTheObserverComeLast) {
  const std::string csv = folder / "run.csv";
  ASSERT_EQ(torsor(call("computed-torque") + push + " --output " + csv).code, 0);
  std::istringstream text(torsor(call("computed-torque") + push + " --output -").out);
  std::string names;
  std::getline(text, names);
  EXPECT_TRUE(names.ends_with(",tau7,tau_ext1,tau_ext2,tau_ext3,tau_ext4,tau_ext5,tau_ext6,tau_ext7")) << names;
}

TEST_F(PandaAtRest, SlipsAreTold) {
  expect_told(call("impedance --gains 400:40"), 2, "--gains: expected --tip-stiffness and --tip-damping for impedance");
  expect_told(call("pd --tip-stiffness 1,2"), 2, "expected --controller impedance or operational-space beside it");
  expect_told(call("impedance --tip-stiffness 1,2,3"), 2, "found 3 in '1,2,3'");
  expect_told(call("impedance --tip-damping=-1,2"), 2, "not negative");
  expect_told(call("impedance --null-space 3"), 2, "expected STIFFNESS:DAMPING, such as 100:20; found '3'");
  expect_told(call("lqr --gains 4:4:4"), 2, "lqr has no integral part");
  expect_told(call("pd --gains 4:4:4:4"), 2, "expected STIFFNESS:DAMPING or STIFFNESS:DAMPING:INTEGRAL");
  expect_told("simulate panda --duration 1 --tip-stiffness 1,2", 2, "expected --controller beside it");
  expect_told("simulate panda --duration 1 --observer=-3", 2, "--observer: expected a number above 0");
}

TEST_F(PandaAtRest, AnIntegralCarriesALoadThatIsNotKnown) {
  const auto last_error = [&](const std::string& gains) {
    const Row q = answer(call("computed-torque --payload 1 --model panda --gains " + gains))["q"].back().get<Row>();
    return std::abs(q[1] - pose[1]);
  };
  EXPECT_GT(last_error("400:40"), 5e-4);
  EXPECT_LT(last_error("400:40:400"), 1e-5);
}

TEST_F(PandaAtRest, TheReportShowsReferenceErrorAndWhatWasFelt) {
  const std::string page = folder / "page.html";
  ASSERT_EQ(torsor(call("computed-torque") + push + " --report " + page).code, 0);
  const std::string text = text_of(page);
  for (const char* words : {"Tracking", "Position and reference", "Error: reference less position",
                            "Torque from outside, as the observer estimates it", "as one push on"})
    EXPECT_NE(text.find(words), std::string::npos) << words;
}

}  // namespace torsor::test::cli_tip_control_test
