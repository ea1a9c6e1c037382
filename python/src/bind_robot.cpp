#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_findings.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::python {
namespace {

/// Throws where a file or text of XML is of another format than the function that was called reads; `wanted` is the
/// name of its argument, or nothing.
void require_format(const std::string& name, nb::handle written, const std::string& wanted) {
  if (wanted.empty()) return;
  std::error_code ignored;
  if (written.is_none() && !std::filesystem::is_regular_file(name, ignored)) return;
  const std::string text = written.is_none() ? read_robot_text(name) : nb::cast<std::string>(written);
  const RobotFormat found = robot_format(text), meant = wanted == "urdf" ? RobotFormat::urdf : RobotFormat::mjcf;
  if (found != meant && found != RobotFormat::yaml)
    throw UsageError(wanted, std::string("expected ") + name_of(meant) + ", found " + name_of(found) +
                                 "; torsor.Robot.from_" + (wanted == "urdf" ? "mjcf" : "urdf") + " reads that");
}

/// A built-in robot or a file; or, where there is a text, the robot in that, and `name` is only for messages.
void make_robot(Robot* self, const std::string& name, nb::handle written, const Overrides& set, bool free_mimic,
                bool free_base, bool ignore_geoms, const std::string& format) {
  require_format(name, written, format);
  const XmlRobotOptions options{free_mimic, free_base, ignore_geoms, false};
  std::vector<Finding> warnings;
  if (written.is_none()) {
    Description description = load_robot(name, set, options, &warnings);
    new (self) Robot(std::move(description), std::move(warnings));
    return;
  }
  const auto bytes = nb::cast<std::string>(written);
  if (robot_format(bytes) == RobotFormat::yaml) {
    new (self) Robot(read_robot(bytes, name, set));
    return;
  }
  if (!set.empty()) throw UsageError("set", "expected a robot in YAML, whose parameters have names");
  Reading reading = read_robot_findings(bytes, name, options);
  if (!reading.sound()) throw FileError(errors(reading.findings));
  new (self) Robot(std::move(reading.robot), std::move(reading.findings));
}

std::string written(const Robot& robot, const std::string& format) {
  const RobotFormat meant = format == "urdf"   ? RobotFormat::urdf
                            : format == "mjcf" ? RobotFormat::mjcf
                            : format == "yaml"
                                ? RobotFormat::yaml
                                : throw UsageError("format", "expected yaml, urdf or mjcf, found " + in_quotes(format));
  return write_robot(robot.description(), meant).text;
}

World* conditions(Robot& robot, nb::handle gravity, nb::handle base_velocity, nb::handle base_acceleration,
                  nb::handle wrench, nb::handle frame) {
  auto world = std::make_unique<World>(World{&robot, {}, {}, default_conditions(robot.model())});
  const auto taken = [&](const char* name, nb::handle value, std::size_t count) {
    std::vector<double> entries = numbers(name, value, count);
    world->given[name] = to_array(entries);
    return entries;
  };
  if (!frame.is_none()) world->given["frame"] = frame;
  const auto three = [](const std::vector<double>& v, std::size_t k) {
    return Vector3<double>{v[k], v[k + 1], v[k + 2]};
  };
  if (!gravity.is_none()) world->conditions.gravity = three(taken("gravity", gravity, 3), 0);
  BaseMotion<double>& base = world->conditions.base;
  if (!base_velocity.is_none()) {
    const std::vector<double> v = taken("base_velocity", base_velocity, 6);
    base.linear_velocity = three(v, 0), base.angular_velocity = three(v, 3);
  }
  if (!base_acceleration.is_none()) {
    const std::vector<double> a = taken("base_acceleration", base_acceleration, 6);
    base.linear_acceleration = three(a, 0), base.angular_acceleration = three(a, 3);
  }
  if (!wrench.is_none()) {
    const std::vector<double> w = taken("wrench", wrench, 6);
    world->wrenches.push_back(
        wrench_in_frame_axes(robot.model(), robot.frame(frame), Force<double>{three(w, 3), three(w, 0)}));
    world->conditions.wrenches = world->wrenches;
  }
  return world.release();
}

/// The arguments that it was made of.
std::string described(const World& self) {
  std::string words;
  for (const auto& [name, value] : self.given)
    words += ", " + nb::cast<std::string>(nb::str(name)) + "=" + nb::cast<std::string>(nb::repr(value));
  return "<torsor.Conditions of " + self.robot->model().name + words + ">";
}

/// The joints that move by themselves, and a row for each.
Arrays limits(const Robot& robot) {
  std::vector<std::vector<double>> rows;
  for (const JointLimits& one : joint_limits(robot.description()))
    rows.push_back({one.position_low, one.position_high, one.velocity, one.acceleration, one.torque});
  std::vector<std::string> names;
  const Model<double>& model = robot.model();
  for (int i = 1; i < model.body_count(); ++i)
    if (!model.bodies[i].follows) names.push_back(model.joint_names[static_cast<std::size_t>(i) - 1]);
  return nb::make_tuple(texts(names), to_array(rows, 5));
}

std::vector<std::string> frame_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const Frame<double>& frame : robot.model().frames) names.push_back(frame.name);
  return names;
}

}  // namespace

RobotClass bind_robot(nb::module_& module) {
  using nb::literals::operator""_a;
  module.def("robots", &builtin_robot_names, R"(The names of the robots that come with the package.

>>> import torsor
>>> "panda" in torsor.robots()
True
)");
  nb::class_<World>(module, "Conditions",
                    "The world around a robot: gravity, motion of the base, a wrench. Made by Robot.conditions.")
      .def("__repr__", &described)
      .def("__reduce__", [](const World& self) -> Arrays {
        return nb::make_tuple(nb::module_::import_("torsor._robot").attr("conditions_of"),
                              nb::make_tuple(nb::find(self.robot), self.given));
      });
  RobotClass robot(module, "Robot", nb::is_weak_referenceable());
  robot.def("__init__", &make_robot, "name"_a, "text"_a = nb::none(), nb::kw_only(), "set"_a = Overrides{},
            "free_mimic"_a = false, "free_base"_a = false, "ignore_geoms"_a = false, "format"_a = "");
  const auto property = [&](const char* name, auto get, const char* help) { robot.def_prop_ro(name, get, help); };
  property("name", [](const Robot& self) { return text(self.model().name); }, "The robot's name.");
  property("nq", [](const Robot& self) { return self.model().nq; }, "How many numbers q has.");
  property("nv", [](const Robot& self) { return self.model().nv; }, "How many numbers qd, qdd and tau have.");
  property(
      "joints", [](const Robot& self) { return texts(velocity_names(self.model())); },
      "Names of the entries of qd, qdd and tau.");
  property(
      "positions", [](const Robot& self) { return texts(position_names(self.model())); }, "Names of the entries of q.");
  property(
      "frames", [](const Robot& self) { return texts(frame_names(self)); },
      "Names of the frames: base, the links, the tool.");
  robot.def_prop_ro(
      "tip",
      [](const Robot& self) {
        return self.rival_tips().empty() ? nb::object(text(self.model().frames[self.model().tip].name)) : nb::none();
      },
      nb::for_getter(nb::sig("def tip(self) -> str | None")),
      "The frame that functions take where none is named; None where several could be it.");
  property(
      "torque_units", [](const Robot& self) { return texts(torque_units(self.model())); }, "Nm or N, by entry of tau.");
  property("_warnings", [](const Robot& self) { return to_python(self.warnings()); }, "");
  property(
      "zero_position", [](const Robot& self) { return to_array(zero_position(self.model())); },
      "q with all joints at zero: quaternions are 1, everything else 0.");
  property(
      "gravity_vector",
      [](const Robot& self) {
        const auto& [x, y, z] = self.model().gravity;
        return to_array(std::vector<double>{x, y, z});
      },
      "Free-fall acceleration in base axes, m/s^2.");
  property("_tip_body", [](const Robot& self) { return self.model().frames[self.model().tip].body; }, "");
  robot.def("_limits", &limits);
  robot.def("write", &written, "format"_a = "yaml", R"(The robot as the text of a file: yaml, urdf or mjcf.

>>> import torsor
>>> torsor.load("two-rods").write("urdf").startswith("<?xml")
True
)");
  robot.def("conditions", &conditions, nb::kw_only(), "gravity"_a = nb::none(), "base_velocity"_a = nb::none(),
            "base_acceleration"_a = nb::none(), "wrench"_a = nb::none(), "frame"_a = nb::none(), nb::keep_alive<0, 1>(),
            nb::sig("def conditions(self, *, gravity: numpy.typing.ArrayLike | None = None, base_velocity: "
                    "numpy.typing.ArrayLike | None = None, base_acceleration: numpy.typing.ArrayLike | None = None, "
                    "wrench: numpy.typing.ArrayLike | None = None, frame: str | None = None) -> Conditions"),
            R"(The world around the robot, for functions that take `conditions`.

gravity (3,): free-fall acceleration, m/s^2. base_velocity (6,): m/s and rad/s; base_acceleration (6,): m/s^2 and
rad/s^2. All in base axes. wrench (6,): what `frame` (None: the tip) exerts on the world, N and Nm, forces first, in the
frame's own axes and about its origin.

>>> import torsor
>>> robot = torsor.load("two-rods")
>>> robot.inverse_dynamics([0, 0], conditions=robot.conditions(gravity=[0, 0, 0]))
array([0., 0.])
)");
  return robot;
}

}  // namespace torsor::python
