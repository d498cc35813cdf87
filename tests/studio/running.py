"""A studio in a process of its own, for tests."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx


class Running:
    """A studio in a process of its own."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "boardbytes", "studio", "--port", str(port), "--json"]
        if "--prepare" not in options:  # a minute of compiling on a new machine
            options = (*options, "--no-prepare")
        files = ["--data", str(folder / "studio.db"), "--db", str(folder / "library.db")]
        self.process = subprocess.Popen(
            [*command, *files, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if "--host" in options else None,
            text=True,
        )
        assert self.process.stdout is not None
        said = json.loads(self.process.stdout.readline())
        self.address, self.token, self.link = said["address"], said["token"], said["link"]
        self.headers = {"authorization": f"Bearer {self.token}"}
        self.client = httpx.Client(base_url=self.address, timeout=60, headers=self.headers)

    @property
    def cookie(self) -> Any:
        """What a browser has once it was let in."""
        name, value = next(iter(httpx.get(self.link).cookies.items()))
        return {"name": name, "value": value, "url": self.address}

    @property
    def memory(self) -> int:
        """Resident bytes of the server itself."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        line = next(line for line in lines if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def end(self, how: int = signal.SIGTERM) -> int:
        self.client.close()
        self.process.send_signal(how)
        return self.process.wait(20)


@contextmanager
def running(folder: Path, *options: str, port: int = 0) -> Iterator[Running]:
    studio = Running(folder, *options, port=port)
    try:
        yield studio
    finally:
        studio.end(signal.SIGKILL)
