#include "torsor/model/model.hpp"

#include <gtest/gtest.h>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::model_test {

Model<double> builtin(const char* name) { return build_model<double>(read_builtin_robot(name)); }

/// Whether `member` of a model that is not const may be given a value.
template <class Member>
constexpr bool writable = std::is_assignable_v<Member, std::remove_cvref_t<Member>>;
#define TORSOR_MEMBER(NAME) decltype((std::declval<Model<double>&>().NAME))

TEST(Model, HasNoMemberThatCanBeWritten) {
  static_assert(!writable<TORSOR_MEMBER(name)> && !writable<TORSOR_MEMBER(gravity)> && !writable<TORSOR_MEMBER(tip)>);
  static_assert(!writable<TORSOR_MEMBER(nq)> && !writable<TORSOR_MEMBER(nv)> && !writable<TORSOR_MEMBER(axis_count)>);
  static_assert(!writable<TORSOR_MEMBER(bodies)> && !writable<TORSOR_MEMBER(bodies[0].inertia.mass)>);
  static_assert(!writable<TORSOR_MEMBER(friction)> && !writable<TORSOR_MEMBER(friction[0].viscous)>);
  static_assert(!writable<TORSOR_MEMBER(couplings[0].rest)> && !writable<TORSOR_MEMBER(frames[0].pose)>);
  static_assert(!writable<TORSOR_MEMBER(coupled_rotors)> && !writable<TORSOR_MEMBER(followers)>);
  static_assert(!writable<TORSOR_MEMBER(velocity_parent[0])> && !writable<TORSOR_MEMBER(joint_names[0])>);
}

TEST(Model, AChangedOneIsAnother) {
  const Model<double> model = builtin("puma560");
  const Model<double> bare = without_rotors(without_friction(model)),
                      heavier = with_payload(model, model.tip, {2, {}, {}});
  EXPECT_GT(model.friction[0].coulomb, 0);
  EXPECT_EQ(bare.friction[0].coulomb, 0);
  EXPECT_GT(model.bodies[1].rotor.reflected, 0);
  EXPECT_EQ(bare.bodies[1].rotor.reflected, 0);
  EXPECT_EQ(heavier.bodies[6].inertia.mass, model.bodies[6].inertia.mass + 2);
  EXPECT_EQ(with_gravity(model, {1, 2, 3}).gravity.y, 2);
  EXPECT_EQ(model.gravity.y, 0);
}

TEST(Model, TakesThePlaceOfAnotherAsAWhole) {
  Model<double> model = builtin("puma560");
  const std::vector<double> seven(7, 0.3);
  const Model<double> other = builtin("panda");
  model = other;
  EXPECT_EQ(model.name, "panda");
  EXPECT_EQ(model.nv, 7);
  EXPECT_EQ(model.velocity_parent, other.velocity_parent);
  EXPECT_EQ(inverse_dynamics(model, seven, seven, seven), inverse_dynamics(other, seven, seven, seven));
  const Model<double>& same = model;
  model = same;
  EXPECT_EQ(inverse_dynamics(model, seven, seven, seven), inverse_dynamics(other, seven, seven, seven));
}

TEST(Model, CountsFollowFromItsParts) {
  const Model<double> model = builtin("two-rods");
  EXPECT_EQ(Model<double>(model.parts()).velocity_parent, (std::vector<int>{-1, 0}));
  const Model<double> coupled = changed(model, [](ModelParts<double>& parts) {
    parts.bodies[2].parent = 0;  // two rods side by side, on one rotor
    parts.couplings.push_back({{{0, 0, 1.0}, {1, 1, 1.0}}, 0.0, 0.0, {}, 0.5});
  });
  EXPECT_TRUE(coupled.coupled_rotors);
  EXPECT_EQ(coupled.velocity_parent, (std::vector<int>{-1, 0})) << "a rotor on both fills B";
  EXPECT_FALSE(without_rotors(coupled).coupled_rotors);
  EXPECT_EQ(without_rotors(coupled).velocity_parent, (std::vector<int>{-1, -1}));
  EXPECT_EQ(Model<double>().nv, 0);
  EXPECT_EQ(Model<double>().body_count(), 1) << "the base";
}

TEST(JointType, HasItsCountsItsAxesAndItsName) {
  struct Kind {
    JointType type;
    const char* name;
    int nq, nv;
  };
  for (const auto& [type, name, nq, nv] : {Kind{JointType::revolute, "revolute", 1, 1},
                                           {JointType::prismatic, "prismatic", 1, 1},
                                           {JointType::fixed, "fixed", 0, 0},
                                           {JointType::ball, "ball", 4, 3},
                                           {JointType::free, "free", 7, 6}}) {
    EXPECT_STREQ(name_of(type), name);
    EXPECT_EQ(position_count(type), nq) << name;
    EXPECT_EQ(velocity_count(type), nv) << name;
    EXPECT_EQ(turns(type), type == JointType::revolute) << name;
    EXPECT_EQ(slides(type), type == JointType::prismatic) << name;
  }
}

}  // namespace torsor::test::model_test
