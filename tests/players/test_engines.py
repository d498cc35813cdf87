"""Engines that are known by name: found, started, and asked what they think."""

from __future__ import annotations

import io
import json
import stat
import sys
import threading
import time
from pathlib import Path

import pytest

from boardbytes.cli import main
from boardbytes.cli.seats import names_of
from boardbytes.errors import PlayerError
from boardbytes.games import GAMES
from boardbytes.games.go import GoPosition
from boardbytes.games.go.rules import PRESETS
from boardbytes.model import Colour, Record
from boardbytes.players import create_player, engines
from boardbytes.players.gtp import GtpPlayer
from boardbytes.players.gtp_analysis import analyses, parse_analysis
from boardbytes.solving.limits import Limits
from tests.needs import need_gnugo

FAKE = """\
import sys, threading
NAME, COMMANDS = {name!r}, {commands!r}.split()
ANSWERS = dict(
    name=NAME, genmove="pass", final_score="B+24.5", final_status_list="B4",
    list_commands="\\n".join(COMMANDS),
)
running = threading.Event()

def talk(reply):
    number = 0
    while running.is_set():
        number += 1
        print(reply.replace("VISITS", str(10 * number)), flush=True)
        threading.Event().wait(0.01)

thread = None
told = open(__file__ + ".told", "w", buffering=1)
for line in sys.stdin:
    words = line.split()
    told.write(line)
    if thread is not None:
        running.clear()
        thread.join()
        thread = None
        print(flush=True)
    if not words:
        continue
    if words[0] == "quit":
        print("=\\n", flush=True)
        break
    if words[0] not in COMMANDS:
        print("? unknown command\\n", flush=True)
    elif words[0].endswith("analyze"):
        print("=", flush=True)
        running.set()
        thread = threading.Thread(target=talk, args=({reply!r},))
        thread.start()
    else:
        print("= " + ANSWERS.get(words[0], "") + "\\n", flush=True)
"""
USUAL = "name list_commands boardsize clear_board komi play genmove quit time_settings"
KATA = (
    "info move C3 visits VISITS winrate 0.61 scoreLead 2.5 order 0 pv C3 B2 pass"
    " info move B2 visits 3 winrate 0.4 scoreLead -1 order 1 pv B2 ownership " + "0.5 " * 25
)
LEELA = (
    "info move C3 visits VISITS winrate 6100 order 0 pv C3 B2 info move B2 visits 3 winrate 4000"
)


def fake(folder: Path, name: str, commands: str, reply: str = "") -> Path:
    """A program of that name that speaks as little GTP as it takes."""
    text = FAKE.format(name=name, commands=f"{USUAL} {commands}", reply=reply)
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are looked for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(engines, "FOLDERS", ())
    engines.is_here.cache_clear()
    engines.strongest_here.cache_clear()
    return tmp_path


def start() -> Record:
    return Record(GoPosition(5), rules="chinese")


@pytest.mark.parametrize(
    ("name", "command", "reply"),
    [("katago", "kata-analyze lz-analyze", KATA), ("leelaz", "lz-analyze", LEELA)],
)
def test_engines_analyse(path: Path, name: str, command: str, reply: str) -> None:
    program = fake(path, name, command, reply)
    with GtpPlayer(str(program), 10) as player:
        found = list(analyses(player, start(), Limits(seconds=None, playouts=30, lines=2)))
        assert len(found) >= 2
        last = found[-1]
        assert last.source == name
        assert [str(line.move) for line in last.lines] == ["C3", "B2"]
        assert last.score.win_rate == pytest.approx(0.61)
        assert last.lines[1].score.win_rate == pytest.approx(0.4)
        assert [str(move) for move in last.lines[0].moves[:2]] == ["C3", "B2"]
        assert (last.playouts or 0) >= 30
        if command.startswith("kata"):
            assert last.score.lead == 2.5
            assert last.ownership == (0.5,) * 25
        # It listens again: what was left of its answer is forgotten.
        assert player.ask("name") == name


@pytest.mark.measures
def test_an_engine_is_stopped_at_once(path: Path) -> None:
    program = fake(path, "katago", "kata-analyze", KATA)
    limits = Limits(seconds=60)
    late: list[float] = []

    def stop() -> None:
        time.sleep(0.3)
        late.append(time.monotonic())
        limits.stop.set()

    with GtpPlayer(str(program), 10) as player:
        threading.Thread(target=stop).start()
        for _ in analyses(player, start(), limits):
            pass
        assert time.monotonic() - late[0] < 0.5
        assert player.ask("name") == "katago"


def test_ownership_is_blacks_whoever_is_to_move() -> None:
    white = GoPosition(5, turn=Colour.WHITE)
    found = parse_analysis(KATA.replace("VISITS", "5"), white, "x", 3, 1.0)
    assert found is not None
    assert found.ownership == (-0.5,) * 25


@pytest.mark.parametrize(
    "text", ["", "hello", "info move Z99 visits 1 winrate 0.5", "info move C3"]
)
def test_what_says_nothing_is_passed_over(text: str) -> None:
    assert parse_analysis(text, GoPosition(5), "x", 3, 1.0) is None


def test_an_engine_that_does_not_analyse_says_so(path: Path) -> None:
    program = fake(path, "gnugo", "")
    with (
        GtpPlayer(str(program), 10) as player,
        pytest.raises(PlayerError, match="gnugo does not analyse"),
    ):
        next(analyses(player, start(), Limits()))


def test_programs_are_found_by_name(path: Path) -> None:
    assert engines.engines_here() == ()
    fake(path, "gnugo", "")
    fake(path, "katago", "")
    engines.is_here.cache_clear()
    assert engines.engines_here() == ("katago", "gnugo")
    with pytest.raises(PlayerError, match="Leela Zero is not installed"):
        create_player("leela-zero", "go")


def test_another_program_of_the_same_name_is_not_taken_for_it(path: Path) -> None:
    game = path / "pachi"
    game.write_text(f"#!{sys.executable}\nprint('press any key to play')\n")
    game.chmod(0o755)
    assert engines.engines_here() == ()
    game.unlink()
    fake(path, "pachi", "")
    engines.is_here.cache_clear()
    assert engines.engines_here() == ("pachi",)


def test_the_command_line_asks_an_engine(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake(path, "katago", "kata-analyze", KATA)
    assert main(["analyse", "(;SZ[5];B[cc];W[cd])", "--by", "katago", "--time", "0.3"]) == 0
    assert "black to move: wins 61%, ahead by 2.5 points (katago" in capsys.readouterr().out
    assert main(["analyse", "(;SZ[5];B[cc])", "--by", "leela-zero", "--time", "0.3"]) != 0
    assert "Leela Zero is not installed" in capsys.readouterr().err


def test_the_command_line_asks_an_engine_of_every_position(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake(path, "katago", "kata-analyze", KATA)
    game = "(;SZ[5];B[cc];W[cd];B[bd])"
    whole = ["analyse", game, "--by", "katago", "--whole", "--time", "0.1", "--json"]
    assert main(whole) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert [move["analysis"]["source"] for move in moves] == ["katago"] * 3
    assert moves[0]["mistake"] is None
    # It says that C3 is best whoever is to move, so that all else gives something away.
    assert "better C3" in moves[1]["remark"]


@pytest.mark.parametrize(
    ("name", "file", "level", "arguments"),
    [
        ("katago", "katago", 3, "gtp -override-config maxVisits=4"),
        ("leela-zero", "leelaz", 10, "--gtp --noponder --playouts 512"),
        ("pachi", "pachi-go", 2, "-t =200"),
        ("gnugo", "gnugo", 4, "--mode gtp --level 4"),
        ("gnugo", "gnugo", None, "--mode gtp"),
    ],
)
def test_programs_are_told_a_level(
    path: Path, name: str, file: str, level: int | None, arguments: str
) -> None:
    program = fake(path, file, "")
    with create_player(name, "go", {} if level is None else {"level": level}) as player:
        assert isinstance(player, GtpPlayer)
        assert player.command == f"{program} {arguments}"


def test_ones_own_command_starts_a_program(path: Path) -> None:
    program = fake(path, "my-katago", "")
    settings: dict[str, int | str] = {"command": f"{program} gtp -model my.bin", "level": 1}
    with create_player("katago", "go", settings) as player:
        assert isinstance(player, GtpPlayer)
        assert player.command.endswith("my.bin -override-config maxVisits=1")
        assert player.ask("name") == "my-katago"


def told(program: Path) -> list[str]:
    """What a fake program was told."""
    return Path(f"{program}.told").read_text().splitlines()


@pytest.mark.parametrize(("seconds", "clock"), [(0.25, "1 4"), (2.0, "2 1"), (1.5, "3 2")])
def test_a_move_may_take_any_time(path: Path, seconds: float, clock: str) -> None:
    program = fake(path, "katago", "time_left")
    with create_player("katago", "go", {"seconds": seconds}) as player:
        record = start()
        for _ in range(2):
            record = record.play(player.choose(record)).play(record.legal_moves()[0])
    assert [line for line in told(program) if line.startswith("time")] == [
        f"time_settings 0 {clock}",
        f"time_left black {clock}",
        f"time_left black {clock}",
    ]


@pytest.mark.parametrize(
    ("names", "strongest"), [("", None), ("gnugo", "gnugo"), ("gnugo katago", "katago")]
)
def test_real_engines_play_first(path: Path, names: str, strongest: str | None) -> None:
    for name in names.split():
        fake(path, name, "")
    assert engines.strongest_here() == strongest
    white, black = Colour.WHITE, Colour.BLACK
    nobody = dict.fromkeys(("black", "white", "red"))
    go, mill = GAMES.find("go"), GAMES.find("mill")
    assert names_of(go, nobody, {}) == {black: "person", white: strongest or "search"}
    assert names_of(go, nobody, {"seed": 1})[white] == "search"
    assert names_of(mill, nobody, {})[black] == "search"
    assert names_of(go, nobody | {"black": "person"}, {})[white] == "person"


def test_an_engine_that_does_not_answer_is_not_taken(path: Path) -> None:
    """A KataGo without a network ends at once."""
    broken = path / "katago"
    broken.write_text(f"#!{sys.executable}\nraise SystemExit(1)\n")
    broken.chmod(0o755)
    fake(path, "gnugo", "")
    assert engines.engines_here() == ("katago", "gnugo")
    assert engines.strongest_here() == "gnugo"


def test_play_says_who_plays(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake(path, "gnugo", "", "")
    monkeypatch.setattr("sys.stdin", io.StringIO("C3\nquit\n"))
    assert main(["play", "go", "--size", "5"]) == 0
    out = capsys.readouterr().out
    assert "white is played by gnugo; --white NAME asks another: random, search, engine," in out
    assert "white plays pass" in out


def test_an_engine_counts(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = fake(path, "gnugo", "final_score final_status_list")
    board = "(;SZ[5]KM[0.5]RU[Chinese];B[ac];W[bb];B[bc];W[];B[cc];W[];B[dc];W[];B[ec])"
    assert main(["score", board, "--by", "gnugo", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["by"] == {"name": "gnugo", "score": "B+24.5", "dead": ["B4"]}
    assert (plain["dead"], plain["result"]["text"]) == (["B4"], "black by 24.5")
    assert told(program)[1:4] == ["boardsize 5", "clear_board", "komi 0.5"]
    assert main(["score", board, "--by", "gnugo"]) == 0
    assert "gnugo counts B+24.5\nblack by 24.5" in capsys.readouterr().out
    assert main(["score", board, "--by", "gnugo", "--dead", "B4"]) == 2
    assert main(["score", board, "--by", "pachi"]) == 1
    assert "Pachi is not installed" in capsys.readouterr().err


def test_programs_count_as_the_rules_do(path: Path) -> None:
    program = fake(path, "katago", "kgs-rules kata-set-rules")
    with engines.referee("katago", PRESETS["japanese"]):
        assert told(program) == ["list_commands", "kata-set-rules japanese"]
    fake(path, "gnugo", "")
    for rules, option in (("chinese", "--chinese-rules"), ("japanese", "--japanese-rules")):
        with engines.referee("gnugo", PRESETS[rules]) as player:
            assert player.command.endswith(option)


def test_gnugo_plays_by_its_name() -> None:
    need_gnugo()
    engines.is_here.cache_clear()
    with create_player("gnugo", "go", {"level": 1}) as player:
        move = player.choose(Record(GoPosition(9), rules="chinese"))
    assert str(move) != "pass"
