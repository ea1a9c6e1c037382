"""How far long work is: a function of the caller's, or a bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = bool | Callable[[str, float], object] | None
Tell = Callable[[str, float], object]


class _Line:
    """A line on the terminal, where tqdm is not installed."""

    def __call__(self, stage: str, done: float) -> None:
        sys.stderr.write(f"\r{100 * done:3.0f} % {stage:<30}")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\n")


class _Bar:
    """A bar of tqdm."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}")

    def __call__(self, stage: str, done: float) -> None:
        self._bar.set_description(stage, refresh=False)
        self._bar.update(max(0.0, done - self._bar.n))

    def close(self) -> None:
        self._bar.close()


@contextmanager
def telling(progress: Progress) -> Iterator[Tell | None]:
    """What the work is told to call: `progress` itself, or where that is True a bar, which is closed at the end."""
    if progress is None or progress is False:
        yield None
        return
    if progress is not True:
        yield progress
        return
    bar: _Bar | _Line
    try:
        bar = _Bar()
    except ImportError:
        bar = _Line()
    try:
        yield bar
        bar("done", 1.0)
    finally:
        bar.close()
