#include "bindings.hpp"
#include "for_states.hpp"
#include "python_types.hpp"
#include "torsor/kinematics/link_motion.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor::python {
namespace {

void write(const Transform<double>& T, double* to) {
  const auto& [R, p] = T;
  const double entries[] = {R.xx, R.xy, R.xz, p.x, R.yx, R.yy, R.yz, p.y, R.zx, R.zy, R.zz, p.z, 0, 0, 0, 1};
  std::copy(std::begin(entries), std::end(entries), to);
}
void write(const Vector3<double>& v, double* to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

nb::object forward_kinematics(Robot& robot, nb::handle q, nb::handle frame_name, nb::handle out) {
  const Model<double>& model = robot.model();
  const int frame = robot.frame(frame_name);
  const auto all = [&](const Rows& x, Output<double> poses) {
    for_states(
        x.states(), [&] { return std::vector<Transform<double>>(model.bodies.size()); },
        [&](std::vector<Transform<double>>& bodies, std::size_t k) {
          const Input<double> at(x[0].data() + k * model.nq, static_cast<std::size_t>(model.nq));
          torsor::forward_kinematics<double>(model, at, bodies);
          write(frame_pose<double>(model, bodies, frame), poses.data() + 16 * k);
        });
  };
  return evaluate(robot, std::array{robot.positions(q)}, {4, 4}, out, all, all);
}

nb::object jacobian(Robot& robot, nb::handle q, nb::handle frame_name, nb::handle out) {
  const Model<double>& model = robot.model();
  const int frame = robot.frame(frame_name);
  return evaluate(
      robot, std::array{robot.positions(q)}, {6, model.nv}, out,
      [&](const Rows& x, Output<double> J) {
        torsor::jacobian<double>(model, x[0], frame, robot.workspaces().jacobian, {J.data(), 6, model.nv});
      },
      [&](const Rows& x, Output<double> J) {
        robot.with_batch([&](Batch& batch) { batch.jacobian(x[0], frame, J); });
      });
}

nb::object jacobian_dot(Robot& robot, nb::handle q, nb::handle qd, nb::handle frame_name, nb::handle out) {
  const Model<double>& model = robot.model();
  const int frame = robot.frame(frame_name);
  const auto all = [&](const Rows& x, Output<double> J) {
    for_states(
        x.states(), [&] { return JacobianWorkspace<double>(model); },
        [&](JacobianWorkspace<double>& workspace, std::size_t k) {
          torsor::jacobian_dot<double>(model, {x[0].data() + k * model.nq, static_cast<std::size_t>(model.nq)},
                                       {x[1].data() + k * model.nv, static_cast<std::size_t>(model.nv)}, frame,
                                       workspace, {J.data() + 6 * k * model.nv, 6, model.nv});
        });
  };
  return evaluate(robot, std::array{robot.positions(q), robot.velocities("qd", qd)}, {6, model.nv}, out, all, all);
}

/// Poses of all frames, and how a point of one of them moves.
Arrays kinematics(Robot& robot, nb::handle q, nb::handle qd, nb::handle qdd, nb::handle frame_name, nb::handle point) {
  const Model<double>& model = robot.model();
  const int frame = robot.frame(frame_name);
  const Frame<double>& at = model.frames[frame];
  const auto count = static_cast<std::ptrdiff_t>(model.frames.size());
  Vector3<double> in_frame{};
  if (!point.is_none()) {
    const std::vector<double> v = numbers("point", point, 3);
    in_frame = {v[0], v[1], v[2]};
  }
  const Arguments given(
      std::array{robot.positions(q), robot.velocities("qd", qd, true), robot.velocities("qdd", qdd, true)});
  const nb::none fresh;
  Result frames(given, {count, 4, 4}, fresh), angles(given, {3}, fresh), position(given, {3}, fresh),
      velocity(given, {3}, fresh), acceleration(given, {3}, fresh), omega(given, {3}, fresh),
      omega_dot(given, {3}, fresh);
  in_pieces(robot, given, [&](const Rows& x, std::size_t begin) {
    const auto to = [&](Result& result, std::size_t k) { return result.rows(begin + k, 1).data(); };
    for_states(
        x.states(), [&] { return LinkMotion<double>(model); },
        [&](LinkMotion<double>& motion, std::size_t k) {
          const auto vector = [&](std::size_t which, int width) {
            return Input<double>(x[which].data() + k * width, static_cast<std::size_t>(width));
          };
          link_motion<double>(model, vector(0, model.nq), vector(1, model.nv), vector(2, model.nv), {}, motion);
          for (std::ptrdiff_t f = 0; f < count; ++f)
            write(frame_pose<double>(model, motion.pose, static_cast<int>(f)), to(frames, k) + 16 * f);
          write(roll_pitch_yaw(frame_pose<double>(model, motion.pose, frame).R), to(angles, k));
          const PointMotion<double> moves = point_motion(motion, at.body, at.pose * in_frame);
          write(moves.position, to(position, k));
          write(moves.velocity, to(velocity, k));
          write(moves.acceleration, to(acceleration, k));
          write(motion.omega[at.body], to(omega, k));
          write(motion.omega_dot[at.body], to(omega_dot, k));
        });
  });
  return nb::make_tuple(at.name.c_str(), frame, frames.give(), angles.give(), position.give(), velocity.give(),
                        acceleration.give(), omega.give(), omega_dot.give());
}

/// For each body, the base first: its parent, its joint's origin, mass, centre and second moment about it, base axes.
Arrays bodies(Robot& robot, nb::handle q) {
  const Model<double>& model = robot.model();
  const std::vector<double> still(static_cast<std::size_t>(model.nv), 0.0);
  LinkMotion<double> motion(model);
  link_motion<double>(model, positions("q", q, model), still, still, {}, motion);
  nb::list list;
  for (int i = 0; i < model.body_count(); ++i) {
    const auto& [mass, h, E] = to_parent(motion.pose[i], model.bodies[i].inertia);
    const double scale = mass != 0 ? 1 / mass : 0;
    const Vector3<double> c{scale * h.x, scale * h.y, scale * h.z};
    const auto& [x, y, z] = motion.pose[i].p;
    const std::vector<double> moment{E.xx - h.x * c.x, E.xy - h.x * c.y, E.xz - h.x * c.z,
                                     E.xy - h.y * c.x, E.yy - h.y * c.y, E.yz - h.y * c.z,
                                     E.xz - h.z * c.x, E.yz - h.z * c.y, E.zz - h.z * c.z};
    list.append(nb::make_tuple(i == 0 ? -1 : model.bodies[i].parent, to_array({x, y, z}), mass,
                               to_array({c.x, c.y, c.z}), to_array(moment, {3, 3})));
  }
  return nb::tuple(list);
}

}  // namespace

#define ARRAY "numpy.typing.ArrayLike"
#define RESULT "numpy.typing.NDArray[numpy.floating]"
#define OUT "out: numpy.typing.NDArray[numpy.floating] | None = None"

void bind_kinematics(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("forward_kinematics", &forward_kinematics, "q"_a.none(), "frame"_a = nb::none(), nb::kw_only(),
            "out"_a = nb::none(),
            nb::sig("def forward_kinematics(self, q: " ARRAY ", frame: str | None = None, *, " OUT ") -> " RESULT),
            R"(The pose of a frame in base axes, as a homogeneous matrix; None is the tip.

q (..., nq): rad or m. Returns (..., 4, 4), lengths in m.

>>> import torsor
>>> torsor.load("two-rods").forward_kinematics([0, 0])[:3, 3]
array([2., 0., 0.])
)");
  robot.def("jacobian", &jacobian, "q"_a.none(), "frame"_a = nb::none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def jacobian(self, q: " ARRAY ", frame: str | None = None, *, " OUT ") -> " RESULT),
            R"(The geometric Jacobian of a frame's origin in base axes; None is the tip.

q (..., nq): rad or m. Returns J (..., 6, nv), rows vx vy vz wx wy wz, so that J qd is the frame's velocity.

>>> import torsor
>>> (torsor.load("two-rods").jacobian([0, 0]) @ [1, 1]).round(9)
array([0., 3., 0., 0., 0., 2.])
)");
  robot.def(
      "jacobian_dot", &jacobian_dot, "q"_a.none(), "qd"_a.none(), "frame"_a = nb::none(), nb::kw_only(),
      "out"_a = nb::none(),
      nb::sig("def jacobian_dot(self, q: " ARRAY ", qd: " ARRAY ", frame: str | None = None, *, " OUT ") -> " RESULT),
      R"(The rate of the Jacobian, dJ/dt. q (..., nq), qd (..., nv); returns (..., 6, nv).

>>> import torsor
>>> (torsor.load("two-rods").jacobian_dot([0, 0], [1, 0]) @ [1, 0]).round(9)[:2]
array([-2.,  0.])
)");
  robot.def("_bodies", &bodies, "q"_a);
  robot.def("_kinematics", &kinematics, "q"_a.none(), "qd"_a.none(), "qdd"_a.none(), "frame"_a.none(),
            "point"_a.none());
}

}  // namespace torsor::python
