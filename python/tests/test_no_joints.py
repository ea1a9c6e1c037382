"""Robots without a joint that moves have no dynamics: each function says so, or has an empty result."""

import numpy
import pytest

import torsor

BOX = """<robot name="box"><link name="base"/><link name="lid">
<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="glue" type="fixed"><parent link="base"/><child link="lid"/></joint></robot>"""


@pytest.fixture
def box():
    return torsor.Robot.from_urdf(BOX)


@pytest.mark.parametrize("name", ["check", "derive", "base_parameters", "generate", "excite"])
def test_what_is_asked_of_the_robot_has_no_answer(box, name):
    with pytest.raises(torsor.Error, match="box has no joint that moves"):
        getattr(box, name)()


@pytest.mark.parametrize("name", ["trajectory", "identify"])
def test_what_is_asked_of_motions_has_no_answer(box, name):
    given = {"trajectory": [[[], []]], "identify": [torsor.Log([0, 1], [[], []], [[], []])]}
    with pytest.raises(torsor.Error):
        getattr(box, name)(*given[name])


@pytest.mark.parametrize("shape", [(), (3,)])
def test_functions_of_states_are_empty(box, shape):
    q = numpy.zeros((*shape, 0))
    for name in ("inverse_dynamics", "forward_dynamics", "gravity", "bias_torque", "spring_torque"):
        assert getattr(box, name)(q).shape == (*shape, 0)
    for name in ("coriolis_torque", "coriolis_matrix"):
        assert getattr(box, name)(q, q).shape[: len(shape) + 1] == (*shape, 0)
    assert box.friction_torque(q).shape == (*shape, 0)
    assert box.inertia_matrix(q).shape == (*shape, 0, 0)
    assert box.jacobian(q).shape == (*shape, 6, 0)
    assert box.jacobian_dot(q, q).shape == (*shape, 6, 0)
    assert box.forward_kinematics(q).shape == (*shape, 4, 4)
    assert box.regressor(q, q, q).shape[: len(shape) + 1] == (*shape, 0)
    assert not box.kinetic_energy(q, q).any()
    assert box.potential_energy(q).shape == shape
    assert box.inverse_dynamics_derivatives(q).dtau_dq.shape == (*shape, 0, 0)
    assert box.forward_dynamics_derivatives(q).dqdd_dq.shape == (*shape, 0, 0)
    assert box.kinematics(q).pose.shape == (*shape, 4, 4)


def test_the_rest_has_a_result_or_an_error(box):
    assert repr(box).startswith("<torsor.Robot box: nq 0, nv 0")
    assert box._repr_html_()
    assert box.limits.velocity.shape == (0,)
    assert len(box.lint()) >= 0
    for call in (
        lambda: box.inverse_kinematics(numpy.eye(4)),
        lambda: box.effective_inertia([]),
        lambda: box.simulate([], duration=0.1),
        lambda: box.payload(torsor.Log([0, 1], [[], []], [[], []]), torsor.Log([0, 1], [[], []], [[], []])),
    ):
        try:
            repr(call())
        except torsor.Error as error:
            assert str(error)
