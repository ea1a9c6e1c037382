#!/usr/bin/env python3
"""read_urdf.py ROBOT.urdf TIP TABLE: the joints as Pinocchio's own reader sees them, for joint_table.hpp.

Masses of links that are fixed to others are already added up there. Numbers are hexadecimal: no digit is lost.
"""
import sys

import pinocchio


def hexadecimal(numbers):
    return " ".join(float(x).hex() for x in numbers)


def axis_of(joint):
    """R, P or F, and the axis."""
    name = joint.shortname()
    if name == "JointModelFreeFlyer":
        return "F", (0, 0, 0)
    kind = "P" if "P" in name.removeprefix("JointModel")[0] else "R"
    for letter, axis in (("X", (1, 0, 0)), ("Y", (0, 1, 0)), ("Z", (0, 0, 1))):
        if name == f"JointModel{kind}{letter}":
            return kind, axis
    return kind, tuple(joint.createData().S[slice(0, 3) if kind == "P" else slice(3, 6), 0])


def main(urdf, tip, path):
    model = pinocchio.buildModelFromUrdf(urdf)
    with open(path, "w", encoding="utf-8") as out:
        for i in range(1, model.njoints):
            kind, axis = axis_of(model.joints[i])
            placement, inertia = model.jointPlacements[i], model.inertias[i]
            numbers = [*placement.rotation.flatten(), *placement.translation, *axis, inertia.mass, *inertia.lever,
                       *inertia.inertia.flatten()]
            print("joint", model.names[i], kind, model.parents[i], hexadecimal(numbers), file=out)
        frame = model.frames[model.getFrameId(tip)]
        print("tip", frame.parentJoint, hexadecimal([*frame.placement.rotation.flatten(), *frame.placement.translation]),
              file=out)


if __name__ == "__main__":
    main(*sys.argv[1:])
