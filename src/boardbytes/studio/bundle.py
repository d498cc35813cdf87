"""One script and one style sheet made of many: a browser asks twice, not fifty times.

The page is written as small modules, and served as one. Each module becomes a function that gives
what it exports, in the order in which a browser would run them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping

_IMPORT = re.compile(
    r'^import (?:\* as (?P<all>\w+)|\{(?P<names>[^}]*)\}) from "(?P<path>.*?)";$', re.M
)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const|class) (\w+))", re.M)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.M)
"""Whole lines that only people read."""
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*$", re.M)


def bundle_script(modules: Mapping[str, str], first: str) -> str:
    """The module `first` and all that it needs as one module.

    Knows the imports and exports that our own page uses: by name, or all as one. ValueError for
    any other, for a module that is not there, and for modules that import each other.
    """
    return "\n".join(_wrapped(name, modules[name]) for name in _order(modules, first))


def bundle_styles(sheets: Mapping[str, str], names: list[str]) -> str:
    """Style sheets one after the other."""
    return "\n".join(sheets[name] for name in names)


def _order(modules: Mapping[str, str], first: str) -> list[str]:
    """Every module after those that it imports, as a browser runs them."""
    done: dict[str, None] = {}
    open_ = dict.fromkeys([first])
    while open_:
        name = next(reversed(open_))
        if name not in modules:
            raise ValueError(f"there is no module {name}")
        wanted = [path for path in _imported(name, modules[name]) if path not in done]
        if not wanted:
            done[name] = open_.pop(name)
        elif wanted[0] in open_:
            raise ValueError(f"{wanted[0]} and {name} need each other")
        else:
            open_[wanted[0]] = None
    return list(done)


def _imported(name: str, text: str) -> list[str]:
    return [_resolved(name, found["path"]) for found in _IMPORT.finditer(text)]


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _wrapped(name: str, text: str) -> str:
    """A module as a constant that holds what it exports."""
    exported = ", ".join(_EXPORT.findall(text))
    body = _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub(_taken_from(name), text)))
    if left := _LEFT_OVER.search(body):
        raise ValueError(f"{name}: this kind of import or export is not known: {left.group()}")
    return f"const {_constant(name)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"


def _taken_from(name: str) -> Callable[[re.Match[str]], str]:
    def taken(found: re.Match[str]) -> str:
        what = found["all"] or "{" + found["names"].replace(" as ", ": ") + "}"
        return f"const {what} = {_constant(_resolved(name, found['path']))};"

    return taken


def _constant(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
