"""Bulk work on a Ray cluster: functions sent to where there are cores, results in order.

Whatever a worker or a machine was doing when it died is done again elsewhere, and counted once.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from boardbytes.errors import ClusterError, MissingExtraError

Given = TypeVar("Given")
Found = TypeVar("Found")

RETRIES = 5
"""How often a batch is done again after its worker has died."""
_SECONDS = 10
"""How long a machine has to answer."""
AHEAD = 2
"""How many batches per core are on their way at a time."""


def on_ray(
    function: Callable[[Given], Found],
    batches: Iterable[Given],
    *,
    address: str | None = None,
    cores: int | None = None,
) -> Iterator[Found]:
    """What a function gives for every batch, in order, computed on a Ray cluster.

    `address` names a cluster that exists; without it one is started on this machine, with that
    many `cores`, and stopped at the end. Only a few batches for every core are held at a time. An
    error that the function raises is raised here; a worker that dies costs time, and its batch is
    done by another. Raises ClusterError if that happens again and again, or if there is no cluster.
    """
    for batch, found in each_on_ray(function, batches, address=address, cores=cores):
        if isinstance(found, ClusterError):
            raise found
        del batch
        yield found


def each_on_ray(
    function: Callable[[Given], Found],
    batches: Iterable[Given],
    *,
    address: str | None = None,
    cores: int | None = None,
) -> Iterator[tuple[Given, Found | ClusterError]]:
    """Batches and what a function gives for them; ClusterError where its workers kept dying."""
    with _connected(address, cores) as ray:
        task = ray.remote(max_retries=RETRIES)(function)
        waiting: deque[tuple[Given, Any]] = deque()
        for batch in batches:
            waiting.append((batch, task.remote(batch)))
            while len(waiting) >= AHEAD * _cores(ray):
                yield _oldest(ray, waiting)
        while waiting:
            yield _oldest(ray, waiting)


def _oldest(ray: Any, waiting: deque[tuple[Any, Any]]) -> tuple[Any, Any]:
    batch, reference = waiting.popleft()
    try:
        return batch, ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.as_instanceof_cause() from None
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()[0]
        return batch, ClusterError(f"workers keep dying, or cannot be reached: {reason}")


def _cores(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


@contextmanager
def _connected(address: str | None, cores: int | None) -> Iterator[Any]:
    """Ray, connected to a cluster; a connection that was there before stays."""
    ray = _need_ray()
    if ray.is_initialized():
        yield ray
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address:
        _reach(address)
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    local = {} if address else {"num_cpus": cores, "include_dashboard": False}
    try:
        ray.init(address=address or "local", **quiet, **local)
    except Exception as error:  # Ray's own is no more than that where a node starts too slowly
        reason = str(error).strip().splitlines()[0]
        where = f"at {address}" if address else "on this machine"
        raise ClusterError(f"no Ray cluster {where}: {reason}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Make sure that something listens at an address: Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), _SECONDS).close()
    except OSError as error:
        raise ClusterError(f"no Ray cluster at {address}: {error.strerror or error}") from None


def _need_ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise MissingExtraError("clusters", "Ray", "cluster") from None
    return ray
