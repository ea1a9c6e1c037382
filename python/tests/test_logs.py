"""Logs from arrays, frames, files and bags are one and the same log."""

import numpy
import pytest
from conftest import run_tool

import torsor


@pytest.fixture(scope="module")
def moved():
    """A motion of two rods, and what was measured of it."""
    robot = torsor.load("two-rods")
    points = numpy.random.default_rng(3).uniform(-2, 2, size=(9, 2))
    return robot.trajectory(points, duration=12, rate=200)


@pytest.fixture(scope="module")
def columns(moved):
    log = torsor.Log(moved.time, moved.q, moved.tau, moved.qd)
    return log._columns()


def same_rows(log, moved):
    numpy.testing.assert_array_equal(log.time, moved.time)
    numpy.testing.assert_array_equal(log.q, moved.q)
    numpy.testing.assert_array_equal(log.qd, moved.qd)
    numpy.testing.assert_array_equal(log.tau, moved.tau)


def test_a_dictionary_of_columns_is_a_log(columns, moved):
    same_rows(torsor.read_log(columns), moved)


def test_an_array_with_named_fields_is_a_log(columns, moved):
    table = numpy.zeros(len(moved.time), dtype=[(name, "f8") for name in columns])
    for name, column in columns.items():
        table[name] = column
    same_rows(torsor.read_log(table), moved)


def test_a_pandas_frame_is_a_log_and_a_log_is_a_frame(moved, tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = torsor.Log(moved.time, moved.q, moved.tau, moved.qd).to_pandas()
    assert list(frame.columns) == ["t", "q1", "q2", "qd1", "qd2", "tau1", "tau2"]
    same_rows(torsor.read_log(frame), moved)
    stamps = pandas.Timestamp("2024-01-01") + pandas.to_timedelta(moved.time, unit="s")
    again = torsor.read_log(frame.assign(t=stamps))
    numpy.testing.assert_allclose(again.time, moved.time, atol=1e-8)
    pytest.importorskip("pyarrow")
    frame.to_parquet(tmp_path / "log.parquet")
    same_rows(torsor.read_log(pandas.read_parquet(tmp_path / "log.parquet")), moved)


def test_a_polars_frame_is_a_log(columns, moved):
    polars = pytest.importorskip("polars")
    same_rows(torsor.read_log(polars.DataFrame(columns)), moved)


def test_the_index_of_a_frame_may_be_the_time(moved):
    pandas = pytest.importorskip("pandas")
    frame = torsor.Log(moved.time, moved.q, moved.tau, moved.qd).to_pandas().set_index("t")
    same_rows(torsor.read_log(frame), moved)
    stamps = pandas.Timestamp("2024-01-01") + pandas.to_timedelta(moved.time, unit="s")
    again = torsor.read_log(frame.set_index(pandas.DatetimeIndex(stamps, name="time")))
    numpy.testing.assert_allclose(again.time, moved.time, atol=1e-8)


def test_messages_about_a_frame_call_it_so(columns):
    log = torsor.read_log(columns)
    assert log.findings
    assert {finding.file for finding in log.findings} == {"frame"}
    with pytest.raises(torsor.FileError, match="^frame:1:1: expected a column of time") as raised:
        torsor.read_log({name: column for name, column in columns.items() if name != "t"})
    assert (raised.value.file, raised.value.line) == ("frame", 1)


def test_columns_that_are_no_numbers_are_told(columns):
    with pytest.raises(ValueError, match="column 'note': expected numbers, found dtype"):
        torsor.read_log({**columns, "note": numpy.array(["a"] * len(columns["t"]))})
    with pytest.raises(ValueError, match="columns of one length"):
        torsor.read_log({**columns, "q1": columns["q1"][:-1]})


def test_csv_npy_and_mat_are_the_same_log(columns, moved, tmp_path):
    table = numpy.column_stack(list(columns.values()))
    csv = tmp_path / "log.csv"
    numpy.savetxt(csv, table, fmt="%.17g", delimiter=",", header=",".join(columns), comments="")
    same_rows(torsor.read_log(csv), moved)
    numpy.save(tmp_path / "log.npy", table)
    same_rows(torsor.read_log(tmp_path / "log.npy", torsor.load("two-rods")), moved)
    scipy = pytest.importorskip("scipy.io")
    scipy.savemat(tmp_path / "log.mat", {name: column[:, None] for name, column in columns.items()})
    same_rows(torsor.read_log(tmp_path / "log.mat"), moved)


def test_a_mapping_says_what_the_columns_are(columns, moved, tmp_path):
    named = {"clock": columns["t"] * 1e3, "a": numpy.degrees(columns["q1"]), "b": numpy.degrees(columns["q2"])}
    named |= {"c": columns["tau1"], "d": columns["tau2"]}
    mapping = {
        "time": {"column": "clock", "unit": "ms"},
        "position": {"columns": ["a", "b"], "unit": "deg"},
        "torque": {"columns": ["c", "d"], "unit": "Nm"},
    }
    log = torsor.read_log(named, mapping=mapping)
    numpy.testing.assert_allclose(log.q, moved.q, atol=1e-14)
    numpy.testing.assert_allclose(log.time, moved.time, atol=1e-14)
    path = tmp_path / "mapping.yaml"
    path.write_text("time: {colum: clock}\n")
    with pytest.raises(torsor.FileError) as raised:
        torsor.read_log(named, mapping=path)
    assert (raised.value.file, raised.value.line) == (str(path), 1)


def test_windows_cut_by_the_clock(columns, moved):
    log = torsor.read_log(columns, window=(2, 5))
    assert (log.time[0], log.time[-1]) == (2, 5)
    numpy.testing.assert_array_equal(log.between(3, 4).q, moved.q[(moved.time >= 3) & (moved.time <= 4)])
    with pytest.raises(ValueError, match="expected times from 2 to 5 s"):
        log.between(7, 8)


def test_an_examination_leaves_out_what_is_not_sound(moved):
    q = moved.q.copy()
    q[777] = 1e5
    log = torsor.Log(moved.time, q, moved.tau)
    sound = log.examined(torsor.load("two-rods"))
    assert len(sound) == len(log) - 1
    assert any(finding.code == "garbage-row" for finding in sound.findings)
    with pytest.raises(torsor.FileError):
        torsor.Log([0, 1], [[0], [0]], [[0], [0]]).examined()


def test_wrong_shapes_are_told():
    with pytest.raises(ValueError, match=r"tau: expected shape \(3, 2\), found \(3, 1\)"):
        torsor.Log([0, 1, 2], numpy.zeros((3, 2)), numpy.zeros((3, 1)))
    with pytest.raises(ValueError, match=r"time: expected shape \(N,\)"):
        torsor.Log([[0, 1, 2]], numpy.zeros((3, 2)), numpy.zeros((3, 2)))
    for time in ([0, 2, 1], [0, 1, 1]):
        with pytest.raises(ValueError, match=r"time: expected times that rise, found 1.0 s in row 2"):
            torsor.Log(time, numpy.zeros((3, 2)), numpy.zeros((3, 2)))
    with pytest.raises(ValueError, match=r"time\[1\]: expected a finite number, found nan"):
        torsor.Log([0, numpy.nan, 2], numpy.zeros((3, 2)), numpy.zeros((3, 2)))
    with pytest.raises(ValueError, match=r"tau\[2, 1\]: expected a finite number, found inf"):
        torsor.Log([0, 1, 2], numpy.zeros((3, 2)), [[0, 0], [0, 0], [0, numpy.inf]])
    with pytest.raises(ValueError, match="log: expected a log of 7 joints, those of panda, found 2"):
        torsor.load("panda").identify(torsor.Log([0, 1], numpy.zeros((2, 2)), numpy.zeros((2, 2))))


def test_columns_may_be_named_by_joints(columns, moved):
    arm = torsor.load("ur5e")
    time = numpy.linspace(0, 20, 2001)
    truth = {joint: numpy.sin((0.5 + 0.1 * k) * time) for k, joint in enumerate(arm.joints)}
    for name, effort in (("{}.position", "{}.effort"), ("position_{}", "effort_{}"), ("{}_pos", "/state/{}/torque")):
        named = {"t": time}
        for joint in reversed(arm.joints):
            named |= {name.format(joint): truth[joint], effort.format(joint): 3 * truth[joint]}
        log = torsor.read_log(named, arm, trust=True)
        numpy.testing.assert_array_equal(log.q, numpy.stack(list(truth.values()), axis=1))
        numpy.testing.assert_array_equal(log.tau, 3 * log.q)
    del named[f"{arm.joints[2]}_pos"]
    with pytest.raises(torsor.FileError, match=f"none for {arm.joints[2]}"):
        torsor.read_log(named, arm)
    with pytest.raises(torsor.FileError, match="expected 2 columns, .* and none for number 1"):
        torsor.read_log({name: column for name, column in columns.items() if name != "q1"}, torsor.load("two-rods"))


def test_what_reading_found_is_in_the_identification(columns):
    more = columns | {"q3": columns["q1"], "tau3": columns["tau1"]}
    found = torsor.load("two-rods").identify(more, quick=True, rotor=False, friction=[])
    assert "more-joints" in [finding.code for finding in found.findings]
    assert "more-joints" in repr(found)


def test_logs_that_tell_nothing_are_refused_in_words_that_help():
    robot = torsor.load("two-rods")
    with pytest.raises(ValueError, match="log: expected a log"):
        robot.identify([])
    time = numpy.linspace(0, 20, 2001)
    still = torsor.Log(time, numpy.zeros((2001, 2)), numpy.ones((2001, 2)))
    with pytest.raises(torsor.ComputationError, match="expected joints that move|say nothing about"):
        robot.identify(still, quick=True)


def test_positions_in_degrees_beside_velocities_in_rad_are_told(moved):
    robot = torsor.load("two-rods")
    wrong = torsor.Log(moved.time, numpy.degrees(moved.q), moved.tau, moved.qd)
    told = [finding for finding in wrong.examined(robot).findings if finding.code == "velocity-unit"]
    assert told
    assert all("positions may be in degrees" in finding.fix for finding in told)


def test_a_log_in_a_file_has_the_digits_of_the_command_line(columns, tmp_path):
    import json

    csv = tmp_path / "log.csv"
    noise = 0.01 * numpy.random.default_rng(5).standard_normal(len(columns["t"]))
    table = numpy.column_stack([*columns.values()])
    table[:, -2:] += noise[:, None]
    numpy.savetxt(csv, table, fmt="%.17g", delimiter=",", header=",".join(columns), comments="")
    told = json.loads(run_tool("identify", "two-rods", str(csv), "--quick", "--quiet", "--json", check=False))
    found = torsor.load("two-rods").identify(csv, quick=True)
    theirs = {estimate["method"]: estimate for estimate in told["estimates"]}
    numpy.testing.assert_array_equal(found.estimate("weighted").value, theirs["weighted"]["value"])
    assert found.grade == told["verdict"]["grade"]


def write_bag(folder, moved, storage, names=("shoulder", "elbow"), stamps=True, effort=True):
    """A bag as a recorder writes it: joints in its own order, and messages of another publisher in between."""
    rosbag2 = pytest.importorskip("rosbags.rosbag2")
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    types = store.types
    state, header, time = (
        types["sensor_msgs/msg/JointState"],
        types["std_msgs/msg/Header"],
        types["builtin_interfaces/msg/Time"],
    )
    plugin = rosbag2.StoragePlugin.MCAP if storage == "mcap" else rosbag2.StoragePlugin.SQLITE3
    with rosbag2.Writer(folder, version=9, storage_plugin=plugin) as writer:
        topic = writer.add_connection("/joint_states", "sensor_msgs/msg/JointState", typestore=store)

        def say(stamp, joints, *vectors):
            nanoseconds = round(stamp * 1e9)
            at = time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9) if stamps else time(sec=0, nanosec=0)
            message = state(header(at, ""), list(joints), *map(numpy.array, vectors))
            writer.write(topic, nanoseconds, store.serialize_cdr(message, "sensor_msgs/msg/JointState"))

        for k, t in enumerate(moved.time + 1000):
            back = slice(None, None, -1)  # elbow first
            force = moved.tau[k, back] if effort else []
            say(t, names[::-1], moved.q[k, back], moved.qd[k, back], force)
            if k % 50 == 0:
                say(t + 0.001, ["gripper"], [0.01], [0.0], [1.0])
    return folder


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
@pytest.mark.parametrize("stamps", [True, False])
def test_bags_of_ros_2_are_logs(moved, tmp_path, storage, stamps):
    folder = write_bag(tmp_path / "bag", moved, storage, stamps=stamps)
    names = ["shoulder", "elbow"]
    file = next(path for path in folder.iterdir() if path.suffix in (".mcap", ".db3"))
    for path in (folder, file):
        log = torsor.read_log(path, joints=names)
        assert len(log) == len(moved.time)
        numpy.testing.assert_allclose(log.time, moved.time, atol=2e-7)
        numpy.testing.assert_array_equal(log.q, moved.q)
        numpy.testing.assert_array_equal(log.qd, moved.qd)
        numpy.testing.assert_array_equal(log.tau, moved.tau)


def test_bags_that_are_no_logs_are_told(moved, tmp_path):
    folder = write_bag(tmp_path / "bag", moved, "mcap")
    with pytest.raises(torsor.FileError, match="expected messages with the joints .*, found elbow, gripper, shoulder"):
        torsor.read_log(folder, torsor.load("panda"))
    with pytest.raises(ValueError, match="topic: expected one of /joint_states, found '/states'"):
        torsor.read_log(folder, topic="/states")
    silent = write_bag(tmp_path / "silent", moved, "mcap", effort=False)
    with pytest.raises(torsor.FileError, match="expected torques in each message"):
        torsor.read_log(silent, joints=["elbow", "shoulder"])
    broken = tmp_path / "broken.mcap"
    broken.write_bytes(b"no bag at all")
    with pytest.raises(torsor.FileError, match="expected a ROS 2 bag"):
        torsor.read_log(broken)
    with pytest.raises(ValueError, match="found no file"):
        torsor.read_log(tmp_path / "missing.mcap")
