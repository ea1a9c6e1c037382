#include <gtest/gtest.h>

#include "robot_files/robot_mistake.hpp"

namespace torsor::test::impossible_robot_test {

/// Files that can be read, but describe no robot.
class ImpossibleRobot : public RobotMistake {};
TEST_P(ImpossibleRobot, IsToldWhereItIsWritten) { expect_told_once(); }

TORSOR_MISTAKES(Mass, ImpossibleRobot,
                {"Negative", link("mass: @-1"), "mass of link1: expected a number that is not negative, found -1"},
                {"NegativeThroughAParameter", "parameters: {m: 1}\n" + link("mass: @-2*m"), "found -2"},
                {"OfAPayloadNegative", top("payload: {mass: @-1}"), "expected a number that is not negative"},
                {"OfAShapeNegative", link("shape: {rod: 1, mass: @-1}"), "expected a number that is not negative"},
                {"DensityZero", link("shape: {sphere: 1, density: @0}"), "expected a positive number, found 0"},
                {"BesideAShape", link("shape: {rod: 1, mass: 1}\n    mass: @1"),
                 "expected either shapes or mass, com and inertia, found both"},
                {"CentreBesideAShape", link("shape: {rod: 1, mass: 1}\n    com: @[0, 0, 0]"), "found both"},
                {"InertiaBesideShapes", link("shapes: [{rod: 1, mass: 1}]\n    inertia: @{xx: 1}"), "found both"});

TORSOR_MISTAKES(
    Inertia, ImpossibleRobot, {"WithANegativeMoment", link("mass: 1\n    inertia: @{xx: -1}"), "no body has it"},
    {"WithANegativePrincipalMoment", link("mass: 1\n    inertia: @{xx: 1, yy: 1, zz: 1, xy: 1.5}"),
     "found -0.5, 1, 2."},
    {"AboutTheOriginTooSmallForItsMass",
     link("mass: 1\n    com: [1, 0, 0]\n    inertia: @{yy: 0.5, zz: 1, about: origin}"), "no body has it"},
    {"OfAPayload", top("payload: {mass: 1, inertia: @{xx: -1, about: com}}"), "inertia of the payload: no body has it"},
    {"WithoutAReferencePoint", top("payload: {mass: 1, inertia: @{xx: 1}}"), "the reference point is missing"},
    {"AboutSomethingElse", link("inertia: {xx: 1, about: @elbow}"), "expected one of com, origin; found 'elbow'"});

TORSOR_MISTAKES(Shape, ImpossibleRobot, {"OfNoKind", link("shape: @{mass: 1}"), "expected one kind of shape, found 0"},
                {"OfTwoKinds", link("shape: @{box: [1, 1, 1], sphere: 1, mass: 1}"),
                 "expected one kind of shape, found 2"},
                {"WithNeitherMassNorDensity", link("shape: @{sphere: 1}"),
                 "expected either mass or density, found neither"},
                {"WithMassAndDensity", link("shape: @{sphere: 1, mass: 1, density: 1}"),
                 "expected either mass or density, found both"},
                {"RodWithDensity", link("shape: @{rod: 1, density: 1}"), "has no volume"},
                {"FlatBox", link("shape: {box: [1, 1, @0], mass: 1}"), "expected a positive number, found 0"},
                {"TubeInsideOut", link("shape: @{tube: {outer: 1, inner: 2, length: 1}, mass: 1}"),
                 "inner radius below its outer one"},
                {"SphereAsAMap", link("shape: {sphere: @{radius: 1}, mass: 1}"), "expected a number, found a map"},
                {"CylinderAsANumber", link("shape: {cylinder: @1, mass: 1}"), "expected a map"},
                {"PointThatIsNone", link("shape: {point: @false, mass: 1}"), "true"},
                {"ListOfNone", link("shapes: @[]"), "at least one shape"},
                {"SecondOfTwo", link("shapes:\n      - {point: true, mass: 1}\n      - {sphere: @-1, mass: 1}"),
                 "expected a positive number"});

TORSOR_MISTAKES(
    Joint, ImpossibleRobot, {"NoneThatMoves", "name: a\nlinks:\n  - @{joint: fixed}\n", "a joint that moves"},
    {"WithoutADirection", link("axis: [@0, 0, 0]"), "expected a direction, found [0, 0, 0]"},
    {"WithADhRowAndAnAxis", link("dh: {a: 1}\n    axis: @[0, 0, 1]"),
     "expected either a dh row or an axis, found both"},
    {"WithADhRowOfNoConvention", "name: a\nlinks:\n  - joint: revolute\n    dh: @{a: 1}\n",
     "`dh: standard` or `dh: modified`"},
    {"WithReversedLimits", link("limits: {position: [@1, -1]}"), "expected [low, high], found [1, -1]"},
    {"WithANegativeVelocityLimit", link("limits: {velocity: @-1}"), "expected a positive number"},
    {"WithAZeroTorqueLimit", link("limits: {torque: @0}"), "expected a positive number"},
    {"FixedWithAVelocityLimit", "name: a\nlinks:\n  - @joint: fixed\n    limits: {velocity: 1}\n",
     "a fixed joint has no"},
    {"FixedWithATorqueLimit", "name: a\nlinks:\n  - @joint: fixed\n    limits: {torque: 1}\n", "a fixed joint has no"},
    {"FixedWithAnAccelerationLimit", "name: a\nlinks:\n  - @joint: fixed\n    limits: {acceleration: 1}\n",
     "a fixed joint has no"},
    {"FixedWithFriction", "name: a\nlinks:\n  - @joint: fixed\n    friction: {viscous: 1}\n", "a fixed joint has no"});

TORSOR_MISTAKES(
    Drive, ImpossibleRobot,
    {"MotorFrictionWithoutARotor", link("friction: @{side: motor}"), "side: motor needs a rotor"},
    {"NegativeCoulombFriction", link("friction: {coulomb: @-1}"), "Coulomb friction of joint1 (a magnitude)"},
    {"NegativeCoulombFrictionOfOneDirection", link("friction: {coulomb: [1, @-2]}"), "found -2"},
    {"NegativeViscousFriction", link("friction: {viscous: @-1}"), "expected a number that is not negative"},
    {"StribeckThatTakesMoreThanCoulombFriction",
     link("friction: {coulomb: [1, 2], stribeck: @-1.5, stribeck_velocity: 1}"),
     "Stribeck friction of joint1: expected at least -1, since friction (Coulomb's and this one) is not negative when "
     "the joint starts to move; found -1.5"},
    {"PreslidingOfFrictionThatStartsFromNothing",
     link("friction: {coulomb: 1, stribeck: -1, stribeck_velocity: 1, presliding: {stiffness: @1}}"),
     "presliding of joint1: expected friction above 0 when the joint starts to move (coulomb + stribeck); found 0"},
    {"NegativePreslidingStiffness", link("friction: {coulomb: 1, presliding: {stiffness: @-1}}"),
     "presliding stiffness of joint1: expected a number that is not negative, found -1"},
    {"NegativePreslidingDamping", link("friction: {coulomb: 1, presliding: {stiffness: 1, damping: @-1}}"),
     "presliding damping of joint1: expected a number that is not negative, found -1"},
    {"PreslidingDampingOfNoStiffness", link("friction: {coulomb: 1, presliding: {stiffness: 0, damping: @1}}"),
     "presliding damping of joint1: expected a stiffness above 0 beside it, found 0"},
    {"PreslidingWithoutCoulombFriction", link("friction: {viscous: 1, presliding: {stiffness: @1}}"),
     "presliding of joint1: expected Coulomb friction above 0 in both directions"},
    {"PreslidingWithCoulombFrictionOneWay", link("friction: {coulomb: [1, 0], presliding: {stiffness: @1}}"),
     "presliding of joint1: expected Coulomb friction above 0 in both directions"},
    {"PreslidingWithAWidth", link("friction: {coulomb: 1, width: 0.1, presliding: {stiffness: @1}}"),
     "presliding of joint1: expected friction without a width, since what builds up over a distance is no function of "
     "the velocity; found a width of 0.1"},
    {"PreslidingOfAJointThatLeads",
     link("friction: {coulomb: 1, presliding: {stiffness: 1}}") +
         "  - {joint: revolute, friction: {viscous: 1}, mimic: @{joint: joint1}}\n",
     "expected friction without width, stribeck and presliding, since the joints move as one"},
    {"PreslidingOfAJointThatFollows",
     link("mass: 1") + "  - {joint: revolute, friction: {coulomb: 1, presliding: {stiffness: 1}}, "
                       "mimic: @{joint: joint1}}\n",
     "expected friction without width, stribeck and presliding, since the joints move as one"},
    {"NegativeLoadFriction", link("friction: {load: @-0.1}"),
     "load friction of joint1 (N m per N m): expected a number that is not negative, found -0.1"},
    {"LoadFrictionOfOne", link("friction: {load: @1}"),
     "load friction of joint1 (N m per N m): expected less than 1, found 1"},
    {"LoadFrictionOfABallJoint", "name: a\nlinks:\n  - joint: ball\n    friction: {load: @0.1}\n",
     "load friction of joint1: expected a joint that turns or slides, found a ball joint"},
    {"LoadFrictionOfAJointThatLeads",
     link("friction: {load: 0.1}") + "  - {joint: revolute, mimic: @{joint: joint1}}\n",
     "expected friction that does not grow with the load, since what one of the two carries is not told apart"},
    {"LoadFrictionOfAJointThatFollows",
     link("mass: 1") + "  - {joint: revolute, friction: {load: 0.1}, mimic: @{joint: joint1}}\n",
     "expected friction that does not grow with the load, since what one of the two carries is not told apart"},
    {"NegativeDamping", link("spring: {damping: @-1}"), "expected a number that is not negative"},
    {"DampingInTheSpringOfABallJoint", "name: a\nlinks:\n  - joint: ball\n    spring: {damping: @1}\n",
     "damping of joint1: expected friction instead, found a ball joint"},
    {"BallJointThatRestsAtANumber", "name: a\nlinks:\n  - joint: ball\n    spring: {rest: @1}\n",
     "rest of joint1: expected a list of 4 numbers, found one"},
    {"BallJointThatRestsInThreeNumbers", "name: a\nlinks:\n  - joint: ball\n    spring: {rest: [@1, 0, 0]}\n",
     "rest of joint1: expected a list of 4 numbers, found 3"},
    {"BallJointThatRestsInNoQuaternion", "name: a\nlinks:\n  - joint: ball\n    spring: {rest: [@1, 0, 0, 1]}\n",
     "rest of joint1: expected a quaternion w x y z of length 1, found one of length 1.41"},
    {"HingeThatRestsInAList", "name: a\nlinks:\n  - joint: revolute\n    spring: {rest: [@1, 0]}\n",
     "rest of joint1: expected a number, found 2"},
    {"InfiniteGravityCompensation", link("gravity_compensation: @1/0"), "expected a finite number"},
    {"NegativeRotorInertia", link("rotor: {inertia: @-1}"), "expected a number that is not negative"},
    {"GearRatioZero", link("rotor: {inertia: 1, ratio: @0}"), "other than 0"},
    {"RotorWithoutADirection", link("rotor: {inertia: 1, axis: [@0, 0, 0]}"), "expected a direction"});

TORSOR_MISTAKES(
    Name, ImpossibleRobot,
    {"OfTwoLinks", link("name: b") + "  - @joint: revolute\n    name: b\n", "two links are named 'b'"},
    {"OfTwoJoints", link("name: b") + "  - @joint: {type: revolute, name: joint1}\n", "two joints are named 'joint1'"},
    {"OfALinkThatIsTheBase", "name: a\nlinks:\n  - @joint: revolute\n    name: base\n", "may not be named 'base'"},
    {"OfALinkThatIsTheTool", "name: a\nlinks:\n  - @joint: revolute\n    name: tool\ntool: {xyz: [0, 0, 1]}\n",
     "may not be named 'tool'"},
    {"OfAnUnknownParent", "name: a\nlinks:\n  - @joint: revolute\n    parent: b\n", "parent of link1"},
    {"OfAParentThatComesLater",
     "name: a\nlinks:\n  - @joint: revolute\n    parent: b\n  - {name: b, parent: base, joint: revolute}\n",
     "found 'b'"},
    {"OfItselfAsParent", "name: a\nlinks:\n  - @joint: revolute\n    parent: link1\n", "found 'link1'"},
    {"OfAnUnknownToolLink", top("tool: {link: @b}"), "expected the name of a link, found 'b'"},
    {"OfAnUnknownToolLinkWithAPose", top("tool: {link: @b, xyz: [0, 0, 1]}"), "expected the name of a link, found 'b'"},
    {"OfAnUnknownPayloadFrame", top("payload: {mass: 1, at: @b}"), "expected the name of a link, found 'b'"});

TORSOR_MISTAKES(Coupling, ImpossibleRobot,
                {"OfAnUnknownJoint", top("couplings:\n  - {joints: {b: @1}}"),
                 "expected the name of a joint that turns or slides, found 'b'"},
                {"OfABallJoint", "name: a\nlinks:\n  - joint: ball\ncouplings:\n  - {joints: {joint1: @1}}\n",
                 "expected the name of a joint that turns or slides, found 'joint1'"},
                {"OfNoJoint", top("couplings:\n  - @{joints: {}}"), "at least one joint"},
                {"WithNegativeFriction", top("couplings:\n  - {joints: {joint1: 1}, viscous: [1, @-1]}"),
                 "viscous friction"},
                {"WithNegativeFrictionInBothDirections", top("couplings:\n  - {joints: {joint1: 1}, coulomb: @-1}"),
                 "Coulomb friction"},
                {"WithPreslidingAndNoCoulombFriction",
                 top("couplings:\n  - {joints: {joint1: 1}, presliding: {stiffness: @9}}"),
                 "presliding of a coupling: expected Coulomb friction above 0 in both directions"},
                {"WithPreslidingAndAWidth",
                 top("couplings:\n  - {joints: {joint1: 1}, coulomb: 1, width: 1, presliding: {stiffness: @9}}"),
                 "presliding of a coupling: expected friction without a width"},
                {"WithANegativeRotor", top("couplings:\n  - {joints: {joint1: 1}, rotor_inertia: @-1}"),
                 "expected a number that is not negative"});

TEST(ImpossibleRobots, AllProblemsAreToldEachWithItsPlace) {
  const Reading reading =
      read_yaml(link("mass: -1\n    limits: {velocity: -1}\n    friction: {viscous: [-1, 1]}"), "arm.yaml");
  const std::string all = all_of(reading.findings);
  EXPECT_EQ(reading.findings.size(), 3u) << all;
  EXPECT_EQ(reading.findings[0].where.line, 6);
  EXPECT_NE(all.find("\narm.yaml:8:26: viscous friction"), std::string::npos) << all;
  EXPECT_NE(all.find("\narm.yaml:7:24: velocity limit"), std::string::npos) << all;
}

TEST(ImpossibleRobots, ABrokenTriangleInequalityIsLetThrough) {
  EXPECT_NO_THROW(read_robot(link("mass: 1\n    inertia: {xx: 0.066, yy: 0.086, zz: 0.0125}"), "arm.yaml"));
  EXPECT_NO_THROW(read_robot(link("mass: 0\n    inertia: {yy: 0.35}"), "arm.yaml")) << "as printed for the PUMA";
}

}  // namespace torsor::test::impossible_robot_test
