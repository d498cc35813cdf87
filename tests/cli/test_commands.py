"""Every verb as a person or a script uses it: real processes, exit codes, one line of complaint."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

import boardbytes as bb
from boardbytes.cli import VERBS
from boardbytes.games import GAMES

ENDGAME, DAMAGED = "examples/endgame.dat", "examples/damaged.dat"


def run(
    *args: str | Path, stdin: bytes = b"", environment: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """Run the command; exit code, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "boardbytes", *map(str, args)],
        input=stdin,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | (environment or {}),
        timeout=60,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run_json(*args: str | Path) -> Any:
    code, out, err = run(*args, "--json")
    assert code in (0, 1), err
    return json.loads(out)


def refused(*args: str | Path, code: int, stdin: bytes = b"") -> str:
    """Run a command that must fail: one line on standard error, no traceback, nothing else."""
    found, out, err = run(*args, stdin=stdin)
    assert found == code, err
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("boardbytes: ")
    return err


def test_show() -> None:
    code, out, err = run("show", ENDGAME)
    assert (code, err) == (0, "")
    for text in (
        "StackMill save",
        "Nine Men's Morris",
        "white to move",
        "12 legal moves",
        "○",
        "●",
    ):
        assert text in out
    assert run_json("show", ENDGAME)["legal_moves"] == 12


def test_show_several_files_and_warnings() -> None:
    warned = "tests/vectors/stackmill/ok/warning-turn.dat"
    code, out, _ = run("show", ENDGAME, warned)
    assert code == 0
    assert (
        "warning: white cannot be to move when white has set 1 stone and black 0 at byte 0" in out
    )
    assert [one["format"] for one in run_json("show", ENDGAME, warned)] == ["stackmill"] * 2


def test_show_of_a_damaged_file_fails() -> None:
    assert "current player must be 1 (white) or 2 (black)" in refused("show", DAMAGED, code=1)


def test_show_in_plain_ascii() -> None:
    code, out, _ = run("show", ENDGAME, environment={"PYTHONIOENCODING": "ascii"})
    assert code == 0
    assert out.isascii()
    assert "@" in out


def test_standard_input() -> None:
    data = Path(ENDGAME).read_bytes()
    code, out, _ = run("show", "-", stdin=data)
    assert code == 0
    assert out.startswith("standard input: ")


def test_check() -> None:
    code, out, err = run("check", ENDGAME, DAMAGED)
    assert (code, err) == (1, "")
    assert f"{ENDGAME}: fine (stackmill)" in out
    assert "error: current player must be 1 (white) or 2 (black) at byte 0 (found 7)" in out
    reports = run_json("check", ENDGAME, DAMAGED)
    assert [report["ok"] for report in reports] == [True, False]
    offsets = {problem["offset"] for problem in reports[1]["problems"]}
    assert {0, 0x1B, 0x2D} <= offsets, "every planted fault is named with its offset"


def test_check_goes_on_after_a_file_that_is_nothing(tmp_path: Path) -> None:
    code, out, err = run("check", tmp_path / "missing", ENDGAME)
    assert code == 2
    assert "fine" in out
    assert err.count("\n") == 1


@pytest.mark.slow
def test_check_all_changes_of_a_save_in_one_run(tmp_path: Path) -> None:
    """46 bytes × 256 values: 11,776 files, one command."""
    good = Path(ENDGAME).read_bytes()
    for offset in range(46):
        for value in range(256):
            data = good[:offset] + bytes([value]) + good[offset + 1 :]
            (tmp_path / f"{offset:02}-{value:03}.dat").write_bytes(data)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 11_776
    reports = run_json("check", *files)
    assert len(reports) == 11_776
    for report in reports:
        data = Path(report["file"]).read_bytes()
        if report["ok"]:
            assert bb.dumps(bb.loads(data)) == data
        else:
            assert all(p["offset"] is not None for p in report["problems"])
    # Each byte unchanged; the other player, a taking, two other phases for each side; each of
    # the eight stones that were taken back in hand. As consoles write them: a stone of either
    # colour on one of the 14 empty points that no slot lists, and one of the ten stones whose slot
    # says in hand or taken. Nothing else is a position.
    assert sum(report["ok"] for report in reports) == 46 + 1 + 1 + 4 + 8 + 14 * 2 + 10 * 2


def test_repair_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "GameData.dat"
    path.write_bytes(Path(DAMAGED).read_bytes())
    code, out, _ = run("check", "--repair", path)
    assert code == 1
    assert "repaired: byte 0, 7 became 1: current player is white" in out
    assert path.read_bytes() == Path(ENDGAME).read_bytes()
    assert (tmp_path / "GameData.dat.bak").read_bytes() == Path(DAMAGED).read_bytes()
    assert run("check", "--repair", path)[0] == 0
    assert len(list(tmp_path.iterdir())) == 2, "nothing to repair, nothing written"


def test_repair_elsewhere(tmp_path: Path) -> None:
    out = tmp_path / "fixed.dat"
    assert run("check", "--repair", DAMAGED, "-o", out)[0] == 1
    assert out.read_bytes() == Path(ENDGAME).read_bytes()


def test_explain() -> None:
    code, out, _ = run("explain", DAMAGED)
    assert code == 0
    lines = out.splitlines()[2:]
    assert len(lines) == 46
    assert lines[3].split() == ["0x03", "3", "01", "field", "d7", "1", "white"]
    plain = run_json("explain", DAMAGED)
    assert sum(span["size"] for span in plain["spans"]) == 46


def test_convert_there_and_back(tmp_path: Path) -> None:
    names = ["a.millfen", "b.mfen", "c.json", "d.dat"]
    source = Path(ENDGAME)
    for name in names:
        code, out, err = run("convert", source, tmp_path / name)
        assert (code, err) == (0, ""), err
        assert "→" in out
        source = tmp_path / name
    assert source.read_bytes() == Path(ENDGAME).read_bytes()


def test_convert_to_standard_output() -> None:
    code, out, _ = run("convert", ENDGAME, "-", "--to", "mfen")
    assert code == 0
    assert out.startswith("MFEN/1.0 mill24-state-v1 ")


def test_convert_refuses_to_lose(tmp_path: Path) -> None:
    out = tmp_path / "out.dat"
    message = refused("convert", "examples/opening.json", out, code=1)
    assert "cannot hold the 11 moves that led here; --lossy goes ahead" in message
    assert not out.exists()
    plain = run_json("convert", "examples/opening.json", out, "--lossy")
    assert plain["lost"] == ["the 11 moves that led here"]
    assert out.read_bytes() == Path("examples/opening.dat").read_bytes()


def test_convert_needs_a_format() -> None:
    assert "give --to" in refused("convert", ENDGAME, "x.unknown", code=2)


def test_diff(tmp_path: Path) -> None:
    after = tmp_path / "after.dat"
    bb.save(bb.load(ENDGAME).position.play("d7-g7xa1"), after)
    assert run("diff", ENDGAME, after)[:2] == (0, "white played d7-g7xa1\n")
    assert run_json("diff", ENDGAME, after)["move"] == "d7-g7xa1"
    assert run("diff", ENDGAME, ENDGAME)[:2] == (0, "the positions are the same\n")
    code, out, _ = run("diff", after, ENDGAME)
    assert code == 1
    assert "black gained a1" in out


def test_moves() -> None:
    code, out, _ = run("moves", ENDGAME)
    assert code == 0
    assert out.splitlines() == [str(move) for move in bb.load(ENDGAME).position.legal_moves()]
    over = "tests/vectors/stackmill/ok/warning-game-over.dat"
    assert run("moves", over)[1].startswith("no moves: black wins: white has fewer than three")
    assert run_json("moves", over)["outcome"] == {"winner": "black", "reason": "few-stones"}


def test_perft() -> None:
    assert run("perft", "mill", "--depth", "3")[:2] == (0, "12,144\n")
    assert run_json("perft", "mill", "--depth", "2")["nodes"] == 552
    divide = run_json("perft", "mill", "--depth", "3", "--divide", ENDGAME)
    assert divide["nodes"] == sum(divide["divide"].values()) == 2084
    assert run_json("perft", "mill", "--depth", "0", "--divide")["nodes"] == 1


def test_draw(tmp_path: Path) -> None:
    svg, png, text = tmp_path / "a.svg", tmp_path / "a.png", tmp_path / "a.txt"
    for path in (svg, png, text):
        assert run("draw", ENDGAME, "-o", path, "--theme", "dark")[0] == 0
    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "white to move" in text.read_text()
    assert run_json("draw", ENDGAME, "-o", png, "--width", "300")["kind"] == "png"
    assert int.from_bytes(png.read_bytes()[16:20]) == 300
    assert "white to move" in run("draw", ENDGAME)[1]


def test_play_against_a_computer(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = (
        b"help\nmoves\nhello\nd6\nd6\nboard\nundo\nd2\nsave " + bytes(tmp_path / "x.dat") + b"\n"
    )
    code, out, err = run("play", "mill", "--seed", "1", "--save", saved, stdin=typed)
    assert (code, err) == (0, "")
    said = ("such as a7", "'hello' is not a move", "d6 is occupied", "black plays", "saved to")
    for text in said:
        assert text in out
    record = bb.load(saved).record
    assert record is not None
    assert record.rules.name == "match"
    assert str(record.moves[0]) == "d2"
    assert len(record.moves) == 2
    assert bb.load(tmp_path / "x.dat").position == record.position


def test_play_to_the_end_and_again(tmp_path: Path) -> None:
    args = ("play", "mill", "--white", "random", "--black", "random", "--seed", "3")
    first, second = run_json(*args), run_json(*args)
    assert first == second
    assert first["result"]["winner"] == "black"
    saved = tmp_path / "end.mfen"
    code, out, _ = run(*args, "--save", saved)
    assert code == 0
    assert "black wins: white has fewer than three stones (match rules)" in out
    assert bb.load(saved).position.outcome() is not None


def test_two_people_and_quit(tmp_path: Path) -> None:
    args = ("play", "mill", "--black", "person", "--save", tmp_path / "game.dat")
    code, out, _ = run(*args, stdin=b"d6\nf4\nquit\nd2\n")
    assert code == 0
    assert "black> " in out
    assert str(bb.load(tmp_path / "game.dat").position).count("O") == 1


def test_play_calls_sides_as_their_game_does() -> None:
    code, _, error = run("play", "checkers", "--black", "random")
    assert code == 2
    assert "checkers is played by red and white, not by black" in error
    code, out, _ = run("play", "checkers", "--red", "random", "--seed", "1", stdin=b"quit\n")
    assert code == 0
    assert "red plays " in out
    assert out.rstrip().endswith("white>")


def test_show_draws_the_diagram_of_the_source(tmp_path: Path) -> None:
    path = tmp_path / "start.word"
    bb.save(GAMES.find("checkers").start, path)
    code, out, _ = run("show", path, "--diagram", "source")
    assert code == 0
    assert "x |   | x |   | x |   | x |    r0\n  | x |" in out
    assert "red to move" not in out
    code, _, error = run("show", ENDGAME, "--diagram", "source")
    assert (code, "the source draws checkers" in error) == (2, True)


def test_play_on_from_a_file(tmp_path: Path) -> None:
    out = tmp_path / "next.dat"
    run("play", "mill", ENDGAME, "--black", "person", "--save", out, stdin=b"d7-g7xa1\n")
    assert bb.load(out).position == bb.load(ENDGAME).position.play("d7-g7xa1")


@pytest.mark.slow
def test_number_and_state_are_inverse(tmp_path: Path) -> None:
    found = run_json("number", ENDGAME, "--all")
    assert found["number"] in found["numbers"]
    assert found["operation_name"] == "SO_INV_MIR_DIAG_2"
    code, out, _ = run("number", ENDGAME)
    assert code == 0
    assert out.startswith(f"layer {found['layer']}, number {found['number']}, operation 15 ")
    for name in ("a.dat", "a.millfen", "a.mfen", "a.json"):
        path = tmp_path / name
        assert run("state", str(found["layer"]), str(found["number"]), "-o", path)[0] == 0
        again = run_json("number", path)
        assert (again["layer"], again["number"]) == (found["layer"], found["number"])
        assert again["operation_name"] == "SO_DO_NOTHING"
    assert len(run_json("number", ENDGAME, tmp_path / "a.dat")) == 2


def test_state_is_shown_drawn_and_written(tmp_path: Path) -> None:
    code, out, _ = run("state", "32", "400268")
    assert code == 0
    assert "white to move" in out
    assert run("state", "32", "400268", "--to", "mfen")[1].startswith("MFEN/1.0 ")
    assert run_json("state", "32", "400268")["position"]["turn"] == "white"
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG")):
        assert run("state", "32", "400268", "-o", tmp_path / name)[0] == 0
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("layer", "number", "reason"),
    [
        ("200", "0", "there are only the layers 0 to 199"),
        ("32", "796386", "the layer has the numbers 0 to 796385"),
        ("0", "0", "the layer has no numbers"),
        ("112", "0", "fewer are missing than there are mills"),
    ],
)
def test_numbers_that_are_no_state(layer: str, number: str, reason: str) -> None:
    assert reason in refused("state", layer, number, code=2)


def test_a_position_without_a_number() -> None:
    middle = "tests/vectors/stackmill/ok/mill-closed.dat"
    assert "in the middle of a move" in refused("number", middle, code=1)


def test_a_text_may_stand_for_a_file() -> None:
    line = Path("tests/vectors/mfen/ok/one-placement.mfen").read_text().strip()
    assert "black to move" in run("show", line)[1]
    assert run_json("number", line)["layer"] == 198
    assert run("check", line)[0] == 0
    assert "No such file" in refused("show", "MFEN", code=2)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    code, out, _ = run("completion", shell)
    assert code == 0
    assert "_BOARDBYTES_COMPLETE" in out


def test_the_shell_is_told_verbs_and_formats() -> None:
    for words, place, expected in (
        ("boardbytes sh", "1", "show"),
        ("boardbytes show --format st", "3", "stackmill"),
    ):
        shell = {"_BOARDBYTES_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": place}
        assert expected in run(environment=shell)[1]


@pytest.fixture
def strange(tmp_path: Path) -> dict[str, Path]:
    """Files that are not ours."""
    found = {name: tmp_path / name for name in ("picture.jpg", "empty", "missing", "sparse")}
    found["picture.jpg"].write_bytes(bytes.fromhex("ffd8ffe000104a4649460001") + bytes(5000))
    found["empty"].write_bytes(b"")
    with found["sparse"].open("wb") as file:
        file.truncate(10 * 2**30)
    return found | {"folder": tmp_path}


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["show", "check", "explain", "moves", "draw"])
@pytest.mark.parametrize("name", ["picture.jpg", "empty", "folder", "missing", "sparse"])
def test_wrong_files(strange: dict[str, Path], verb: str, name: str) -> None:
    assert str(strange[name]) in refused(verb, strange[name], code=2)


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["shwo"], "did you mean show?"),
        (["show", "--fromat", "x"], "--format"),
        (["show"], "Missing argument 'FILE...'"),
        (["show", "-f", "stakmill", ENDGAME], "stackmill"),
        (["perft", "mill"], "--depth"),
        (["perft", "chess", "--depth", "1"], "'chess' is not"),
        (["check", "-o", "x", ENDGAME], "--output goes with --repair"),
        (["check", "--repair", "-"], "give --output"),
        (["draw", "--width", "100", ENDGAME], "--width is for PNG"),
        (["draw", "--by", "height", ENDGAME], "--by is for tile boards"),
        (["convert", "--json", ENDGAME, "-", "-t", "mfen"], "both write to standard output"),
    ],
)
def test_wrong_commands(args: list[str], hint: str) -> None:
    assert hint in refused(*args, code=2)


def test_a_full_disk_is_one_line() -> None:
    assert "No space left on device" in refused(
        "convert", ENDGAME, "/dev/full", "-t", "mfen", code=2
    )


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m boardbytes explain {ENDGAME} | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


def verbs() -> list[list[str]]:
    """Every verb, and every verb within a group of verbs."""
    found: list[list[str]] = []
    for name in VERBS:
        command = VERBS.find(name)
        takes_json = any(option.name == "as_json" for option in command.params)
        inner = list(command.commands) if isinstance(command, click.Group) else []
        found += [[name]] if takes_json else [[name, each] for each in inner]
    return found


@pytest.mark.parametrize("verb", [[], *verbs()])
def test_help(verb: list[str]) -> None:
    code, out, err = run(*verb, "--help")
    assert (code, err) == (0, "")
    assert out.startswith("Usage: boardbytes")
    assert "--json" in out


def test_version() -> None:
    assert run("--version")[1] == f"boardbytes {bb.__version__}\n"


@pytest.mark.slow
def test_solve_and_analyse(tmp_path: Path) -> None:
    code, out, err = run("solve", "mill", "--stones", "6", "--tables", tmp_path)
    assert (code, err) == (0, "")
    assert "140,621" in out
    plain = run_json("solve", "mill", "--stones", "6", "--tables", tmp_path)
    assert plain["subspaces"] == [
        {
            "mover": 3,
            "opponent": 3,
            "won": 140_621,
            "drawn": 269,
            "lost": 28_736,
            "longest_win": 25,
            "longest_loss": 26,
            "classes": 169_626,
        }
    ]
    line = "MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
    found = run_json("analyse", line, "--tables", tmp_path)
    assert (found["value"], found["plies"]) == ("won", 1)
    assert "won in 1" in run("analyse", line, "--tables", tmp_path)[1]


@pytest.mark.slow
def test_analyse_without_tables(tmp_path: Path) -> None:
    """Any position, no set-up: what was searched, and that nothing is proven."""
    opening = "examples/opening.dat"
    args = ("--tables", tmp_path, "--time", "0.2", "--line", "3")
    both = run_json("analyse", ENDGAME, opening, *args)
    assert [each["file"] for each in both] == [ENDGAME, opening]
    found = both[0]
    assert (found["turn"], found["proven"], len(found["moves"])) == ("white", False, 12)
    assert found["depth"] >= 1
    assert len(found["line"]) == 3
    code, out, err = run("analyse", ENDGAME, opening, *args)
    assert (code, err) == (0, "")
    assert out.count("best line: ") == 2
    assert "positions/s, not proven)" in out
    assert list(tmp_path.iterdir()) == []


def test_analyse_checkers_and_go() -> None:
    found = run_json("analyse", "B:W14:B10", "--lines", "2", "--time", "0.1")
    assert (found["value"], found["plies"], found["line"]) == ("won", 1, ["10x17"])
    go = "(;SZ[5];B[cc];W[cd])"
    code, out, _ = run("analyse", go, "--playouts", "100", "--lines", "2", "--move", "1")
    assert (code, out.count(" playouts\n")) == (0, 2)
    assert out.startswith("white to move: wins ")
    found = run_json("analyse", go, "--playouts", "50")
    assert (found["turn"], found["playouts"], len(found["ownership"])) == ("black", 50, 25)


def test_analyse_gives_the_same_answer_to_a_seed() -> None:
    args = ("(;SZ[5];B[cc];W[cd])", "--playouts", "200", "--seed")
    one, two, other = (
        {name: value for name, value in run_json("analyse", *args, seed).items() if name in _SAME}
        for seed in ("3", "3", "4")
    )
    assert one == two
    assert one != other


_SAME = ("win_rate", "lead", "lines", "ownership", "nodes")


def test_analyse_to_a_depth() -> None:
    found = run_json("analyse", "B:W21,22,23:B5,6,7", "--depth", "4")
    assert (found["source"], found["depth"]) == ("search", 4)
    # What is not meant for a game leaves it the usual time.
    assert run_json("analyse", "(;SZ[5])", "--depth", "3")["playouts"] > 0


def test_analyse_a_whole_game(tmp_path: Path) -> None:
    game = "(;SZ[5]KM[3.5];B[cc];W[aa];B[pass];W[bb])".replace("[pass]", "[]")
    picture, noted = tmp_path / "game.svg", tmp_path / "noted.sgf"
    args = ("--playouts", "100", "--svg", picture, "--annotate", noted)
    code, out, err = run("analyse", game, *args)
    assert (code, err) == (0, "")
    assert "move 2, white A5: " in out
    assert " black |" in out
    assert "<polyline" in picture.read_text()
    assert "C[" in noted.read_text()
    plain = run_json("analyse", game, "--whole", "--playouts", "100")
    assert [each["move"] for each in plain["moves"]] == ["C3", "A5", "pass", "B4"]
    assert plain["moves"][1]["mistake"]


def test_a_game_with_its_mistakes_leaves_the_others_of_its_file(tmp_path: Path) -> None:
    others = "(;SZ[5];B[aa])\n", "\n(;SZ[5];B[bb])"
    path = tmp_path / "three.sgf"
    path.write_text("(;SZ[5]KM[3.5];B[cc];W[aa])".join(others))
    assert run("analyse", path, "--game", "2", "--playouts", "50", "--annotate", path)[0] == 0
    text = path.read_text()
    assert (text[: len(others[0])], text[-len(others[1]) :]) == others
    assert "W[aa]C[" in text


def test_analyse_says_what_it_cannot() -> None:
    assert "holds no game" in refused("analyse", "examples/island.gb16", code=2)
    assert "holds no moves" in refused("analyse", "B:W14:B10", "--whole", code=2)
    both = ("analyse", "(;SZ[5];B[cc])", "--whole", "--move", "1")
    assert "every position" in refused(*both, code=2)
    over = refused("analyse", "(;SZ[5];B[];W[])", code=1)
    assert "the game is over" in over


def test_play_against_the_perfect_player() -> None:
    line = "MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
    args = ("play", "mill", line, "--white", "perfect", "--black", "random", "--seed", "1")
    record = run_json(*args)
    assert record["result"]["winner"] == "white"
    assert len(record["moves"]) == 1


def test_pictures_in_json(tmp_path: Path) -> None:
    text = run_json("draw", ENDGAME)
    assert (text["kind"], text["output"]) == ("text", "-")
    assert text["picture"] == bb.draw(bb.load(ENDGAME)).text()
    assert run_json("draw", ENDGAME, "--as", "svg")["picture"].startswith("<svg")
    png = run_json("draw", ENDGAME, "--as", "png", "--width", "64")
    assert base64.b64decode(png["picture"])[:4] == b"\x89PNG"
    assert "picture" not in run_json("draw", ENDGAME, "-o", tmp_path / "x.svg")


def test_one_move_and_one_byte(tmp_path: Path) -> None:
    line = "MFEN/1.0 mill24-state-v1 W......B/WBWB.BBB/.BBWB... w m m 0,0 - 0 18 -"
    assert "\n1 legal move\n" in run("show", line)[1]
    (tmp_path / "short").write_bytes(b"G")
    assert ", 1 byte\n" in run("explain", "-f", "gbxx", tmp_path / "short")[1]


def test_a_bare_save_writes_over_nothing(tmp_path: Path) -> None:
    def play(lines: str) -> str:
        command = [sys.executable, "-m", "boardbytes", "play", "mill", "--black", "person"]
        done = subprocess.run(
            command, input=lines, capture_output=True, text=True, cwd=tmp_path, timeout=60
        )
        assert done.returncode == 0
        return done.stdout

    assert "saved to game.json (json)" in play("d6\nsave\nquit\n")
    kept = (tmp_path / "game.json").read_bytes()
    assert "game.json already exists: type save and the name of a file" in play("save\nquit\n")
    assert (tmp_path / "game.json").read_bytes() == kept
    assert "saved to game.json (json)" in play("save game.json\nquit\n")
