"""The robots of the benchmark, as URDF files that every engine reads: links with masses, joints, and nothing else."""
import math
import pathlib
import subprocess
import xml.etree.ElementTree as xml

# name, where it comes from (a built-in robot, a file of the shared folder, or made here), whether its base floats, the
# link at the tip, and whether straight-line code of it is generated.
ROBOTS = [
    ("two-rods", "built-in", False, None, True),
    ("puma560", "built-in", False, None, True),
    ("panda", "built-in", False, None, True),
    ("quadruped", "anymal_b.urdf", True, "RH_SHANK", False),
    ("humanoid", "g1_29dof.urdf", True, "right_wrist_yaw_link", False),
    ("chain64", "made", False, None, False),
]
JOINT_PARTS = {"origin", "parent", "child", "axis", "limit"}


class Robot:
    def __init__(self, name, urdf, free, tip, generated):
        self.name, self.urdf, self.free, self.tip, self.generated = name, urdf, free, tip, generated
        self.joints = len([j for j in xml.parse(urdf).iter("joint") if j.get("type") not in ("fixed", "floating")])


def prepare(names, tool, folder, shared):
    """Writes folder/NAME.urdf for each robot; returns them, and why others are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    robots, missing = [], []
    for name, source, free, tip, generated in ROBOTS:
        if name not in names:
            continue
        path, new = folder / f"{name}.urdf", folder / f"{name}.new"
        if source == "built-in":
            subprocess.run([tool, "convert", name, "--to", "urdf", "--output", new, "--force", "--lossy"], check=True,
                           capture_output=True)
        elif source == "made":
            new.write_text(chain(64), encoding="utf-8")
        elif (shared / source).exists():
            new.write_bytes((shared / source).read_bytes())
        else:
            missing.append(f"{name} is missing: {source} is not in the shared folder")
            continue
        tree = xml.parse(new)
        reduce(tree.getroot(), free)
        tree.write(new)
        replace_if_changed(path, new)
        robots.append(Robot(name, path, free, tip or last_link(tree.getroot()), generated))
    return robots, missing


def replace_if_changed(path, new):
    """A file that is the same keeps its time, so that what was made from it need not be made again."""
    if path.exists() and path.read_bytes() == new.read_bytes():
        new.unlink()
    else:
        new.replace(path)


def reduce(robot, free):
    """Leaves inertial parameters and joints; continuous joints become revolute, a free base hangs on a world."""
    for child in list(robot):
        if child.tag not in ("link", "joint"):
            robot.remove(child)
    for link in robot.iter("link"):
        for child in list(link):
            if child.tag != "inertial":
                link.remove(child)
    for joint in robot.findall("joint"):
        for child in list(joint):
            if child.tag not in JOINT_PARTS:
                joint.remove(child)
        if joint.get("type") == "continuous":
            joint.set("type", "revolute")
        if joint.get("type") != "fixed":
            for limit in joint.findall("limit"):
                joint.remove(limit)
            xml.SubElement(joint, "limit", lower="-10", upper="10", effort="1e4", velocity="1e3")
    if free:
        children = {joint.find("child").get("link") for joint in robot.findall("joint")}
        root = next(link.get("name") for link in robot.findall("link") if link.get("name") not in children)
        xml.SubElement(robot, "link", name="bench_world")
        joint = xml.SubElement(robot, "joint", name="bench_base", type="floating")
        xml.SubElement(joint, "parent", link="bench_world")
        xml.SubElement(joint, "child", link=root)


def last_link(robot):
    """The link that the last moving joint of the file carries."""
    return [joint.find("child").get("link") for joint in robot.findall("joint")
            if joint.get("type") not in ("fixed", "floating")][-1]


def chain(count):
    """An arm of equal links whose axes turn by 90 degrees from joint to joint."""
    lines = ['<robot name="chain">', '<link name="link0"/>']
    for i in range(1, count + 1):
        lines.append(f'<link name="link{i}"><inertial><origin xyz="0.05 0 0.01"/><mass value="0.5"/>'
                     '<inertia ixx="2e-4" iyy="6e-4" izz="5e-4" ixy="1e-5" ixz="2e-5" iyz="0"/></inertial></link>')
        turn = math.pi / 2 if i % 2 else -math.pi / 2
        lines.append(f'<joint name="joint{i:02d}" type="revolute"><parent link="link{i - 1}"/><child link="link{i}"/>'
                     f'<origin xyz="{0 if i == 1 else 0.1} 0 0" rpy="{turn!r} 0 0"/><axis xyz="0 0 1"/></joint>')
    return "\n".join([*lines, "</robot>"]) + "\n"


def shared_robots(project):
    return pathlib.Path(project).parent / "shared" / "data" / "robots" / "urdf"
