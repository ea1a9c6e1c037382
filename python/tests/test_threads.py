"""Eight threads on one robot have the same digits as one, and do not wait for each other in a batch."""

from concurrent.futures import ThreadPoolExecutor

import numpy
from conftest import states


def test_eight_threads_have_the_same_digits(panda):
    q, qd, qdd = states(panda, 3000)
    batch = panda.inverse_dynamics(q, qd, qdd)
    single = numpy.array([panda.inverse_dynamics(*state) for state in zip(q[:300], qd[:300], qdd[:300], strict=True)])

    def work(_):
        ours = panda.inverse_dynamics(q, qd, qdd)
        one_by_one = [panda.inverse_dynamics(*state) for state in zip(q[:300], qd[:300], qdd[:300], strict=True)]
        derived = panda.inverse_dynamics_derivatives(q[:200], qd[:200], qdd[:200]).dtau_dq
        return ours, numpy.array(one_by_one), derived

    derived = panda.inverse_dynamics_derivatives(q[:200], qd[:200], qdd[:200]).dtau_dq
    with ThreadPoolExecutor(8) as pool:
        for ours, one_by_one, theirs in pool.map(work, range(24)):
            numpy.testing.assert_array_equal(ours, batch)
            numpy.testing.assert_array_equal(one_by_one, single)
            numpy.testing.assert_array_equal(theirs, derived)
