#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "support/counted_allocations.hpp"
#include "torsor/control/computed_torque.hpp"
#include "torsor/control/feed_forward.hpp"
#include "torsor/control/impedance.hpp"
#include "torsor/control/momentum_observer.hpp"
#include "torsor/control/operational_space_control.hpp"
#include "torsor/control/tip_of_joints.hpp"
#include "torsor/control/tracking_observer.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::control_allocation_test {

TEST(ControlLaws, AllocateNothing) {
  const Model<double> panda = build_model<double>(read_builtin_robot("panda"));
  const std::vector<double> q{0, 0.3, 0, -1.6, 0, 1.9, 0.4}, some(7, 0.1);
  std::vector<double> tau(7);
  Gains<double> gains = Gains<double>::with_frequency(7, 20, 1);
  gains.integral.assign(7, 5.0);
  PdControl<double> pd(gains);
  PdWithGravity<double> with_gravity(panda, gains);
  FeedForward<double> feed_forward(panda, gains);
  ComputedTorque<double> computed(panda, gains);
  TipOfJoints<double> tip(panda, panda.tip);
  ImpedanceControl<double> impedance(panda, panda.tip, {{9, 9, 9, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, 1, {100, 20}});
  OperationalSpaceControl operational(panda, panda.tip, TipGains{});
  MomentumObserver<double> observer(panda, some);
  TrackingObserver<double> tracking(7, 100, 1e-3);
  const Reference<double> reference{q, some, some};
  const auto told = [&](auto& law) {
    law(reference, q, some, tau);
    law.applied(tau, 1e-3);
  };
  const long before = allocations;
  told(pd), told(with_gravity), told(feed_forward), told(computed);
  impedance(tip(reference), q, some, tau);
  operational(tip(reference), q, some, tau);
  observer.start(q, some), observer.step(q, some, tau, 1e-3);
  tracking.start(q, some), tracking.step(q);
  const long during = allocations - before;
  EXPECT_EQ(during, 0);
}

}  // namespace torsor::test::control_allocation_test
