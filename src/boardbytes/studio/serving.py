"""The server as it runs: when it ends, anyone who waits for news is let go first."""

from __future__ import annotations

from socket import socket

import uvicorn

from boardbytes.studio.studio import Studio


class Server(uvicorn.Server):
    """A web server that does not wait for streams that never end by themselves."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self._studio = studio

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self._studio.desks.events.close()
        await super().shutdown(sockets)
