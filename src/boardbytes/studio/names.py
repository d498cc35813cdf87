"""The names a studio answers to: those that lead to where a request arrived, and no others."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Names:
    """Decides whether a request may give its host this name.

    A name that merely points here could be a stranger's (DNS rebinding), so only those that we
    know count: the loopback's for what arrives there, the very address at which a request arrived,
    and `others`, such as the machine's own name if the studio listens to more than itself.
    """

    others: frozenset[str] = frozenset()

    def fit(self, host: str, arrived_at: str | None) -> bool:
        name = _name(host).lower().removesuffix(".")
        here = _address(arrived_at or "")
        if name in self.others:
            return True
        if name in LOOPBACK and (here is None or here.is_loopback):
            return True
        return here is not None and _address(name.strip("[]")) == here


def is_everywhere(host: str) -> bool:
    """Whether a host on which we listen stands for all addresses of the machine."""
    address = _address(host)
    return address is not None and address.is_unspecified


def own_names() -> frozenset[str]:
    """What the machine itself is called; some machines call themselves localhost, as all are."""
    names = {socket.gethostname().lower(), socket.getfqdn().lower()}
    names = {name for name in names if name.partition(".")[0] != "localhost"}
    return frozenset(names | {f"{name}.local" for name in names if "." not in name})


def _name(host: str) -> str:
    """A host without its port: `[::1]:80` is `[::1]`."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
