"""Signed games in the studio: no key signs twice, none is lost, and no line ends the process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boardbytes.channel import KeyRing, find_forks
from boardbytes.formats.transcript.transcript import Transcript, parse_transcript
from boardbytes.model import Reason
from boardbytes.studio.limits import Limits
from boardbytes.studio.studio import Settings
from tests.channel.games import OUTCOMES, RED, WHITE
from tests.formats.test_transcript import path_of
from tests.studio.conftest import Page, visitor
from tests.studio.seen import moves_of
from tests.studio.test_desks import at


def bytes_of(page: Page, desk: dict[str, object]) -> bytes:
    answer = page.client.get(f"/api{at(desk, '/file')}")
    assert answer.status_code == 200
    return answer.content


def game_of(page: Page, desk: dict[str, object]) -> Transcript:
    return parse_transcript(bytes_of(page, desk))[0]


def test_an_older_file_gives_no_second_word(page: Page) -> None:
    game = page.post("/desks/channel", 201)
    older = bytes_of(page, game)
    played = page.post(at(game, "/moves"), move="11-15")
    again = page.open(older, "game.channel")
    assert again["channel"]["holds"] == ["red", "white"]
    refused = page.post(at(again, "/moves"), 422, move="9-13")
    assert "11-15 was signed for this turn" in refused["error"]
    same = page.post(at(again, "/moves"), move="11-15")
    assert not find_forks(game_of(page, played), game_of(page, same))


def test_a_line_deleted_under_bytes_gives_no_second_word(page: Page) -> None:
    game = page.post("/desks/channel", 201)
    header = len(bytes_of(page, game))
    played = page.post(at(game, "/moves"), move="11-15")
    size = len(bytes_of(page, played))
    cut = page.post(at(game, "/bytes"), offset=header, remove=size - header, insert="")
    assert cut["channel"]["lines"][1:] == []
    assert "only that" in page.post(at(game, "/moves"), 422, move="9-13")["error"]
    torn = page.post(at(game, "/moves"), move="11-15")
    size = len(bytes_of(page, torn))
    page.post(at(game, "/bytes"), offset=size - 20, remove=20, insert="")
    assert "cut off" in page.post(at(game, "/moves"), 422, move="9-13")["error"]


def test_consent_to_another_word_is_refused(page: Page) -> None:
    game = page.post("/desks/channel", 201)
    older = bytes_of(page, game)
    page.post(at(game, "/moves"), move="11-15")
    page.post(at(game, "/countersign"))
    again = page.open(older, "game.channel")
    assert page.post(at(again, "/moves"), 422, move="9-13")["error"]


def test_a_player_who_is_left_alone_has_signed_nothing(page: Page) -> None:
    """The computer's move is signed when it is played, not when it is thought of."""
    game = page.post("/desks/channel", 201)
    replied = page.post(at(game, "/reply"), player="random")
    assert len(moves_of(replied)) == 1
    assert len(game_of(page, replied).words) == 1


def test_ids_are_random(page: Page) -> None:
    ids = {page.post("/desks/channel", 201)["channel"]["game_id"] for _ in range(3)}
    assert len(ids) == 3
    given = page.post("/desks/channel", 201, game_id="12")
    assert given["channel"]["game_id"] == "12"
    for wrong in ("9" * 78, "9" * 5000, "-7", "x"):
        assert page.post("/desks/channel", 422, game_id=wrong)["error"]


def test_games_that_cannot_begin(page: Page) -> None:
    refused = page.post("/desks/channel", 422, layout="channel", preset="contract")
    assert "must have the layout contract" in refused["error"]
    assert "different players" in page.post("/desks/channel", 422, red=WHITE, white=WHITE)["error"]
    assert page.post("/desks/channel", 201, layout="contract", preset="contract")["channel"]["ok"]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Page]:
    """A studio with room for three desks."""
    limits = Limits(desks=3)
    settings = Settings(tmp_path / "studio.db", tmp_path / "keys", limits=limits)
    with visitor(settings) as client:
        yield Page(client)


def test_uploads_push_out_neither_keys_nor_signed_games(small: Page, tmp_path: Path) -> None:
    game = small.post("/desks/channel", 201)
    small.post(at(game, "/moves"), move="11-15")
    for number in range(8):
        small.open(b"MFEN/1.0", f"{number}")
    assert len(small.get("/desks")) == 4
    moved = small.post(at(game, "/moves"), move="22-18")
    assert moves_of(moved) == ["11-15", "22-18"]
    small.client.delete(f"/api{at(game)}")
    ring = KeyRing(tmp_path / "keys")
    assert all(ring.holds(moved["channel"][side]) for side in ("red", "white"))


@pytest.mark.parametrize("depth", [100, 90_000, 1_000_000])
def test_deep_requests_are_refused(page: Page, depth: int) -> None:
    game = page.post("/desks/channel", 201)
    page.post(at(game, "/moves"), move="11-15")
    for path in ("/desks/new", "/desks/channel", at(game, "/lines"), at(game, "/moves")):
        answer = page.client.post(
            f"/api{path}", content=b"[" * depth, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 422
        assert "nested at most 64 deep" in answer.json()["error"]
    pasted = page.post(at(game, "/lines"), 422, text="[" * min(depth, 900_000))
    assert "64 deep" in pasted["error"]
    assert page.open(b'{"boardbytes-channel"' + b"[" * depth, "deep.channel")["findings"]


@pytest.mark.parametrize("body", [b"{", b'{"move": 1, "move": 2}', b'{"move": NaN}', b"\xff"])
def test_bodies_that_are_no_json(page: Page, body: bytes) -> None:
    answer = page.client.post(
        "/api/desks/new", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_strange_lines_are_told(page: Page) -> None:
    for name in ("vertical-tab", "long-id", "negative-id", "same-player", "carriage-returns"):
        data = Path(f"tests/vectors/transcript/bad/{name}.channel").read_bytes()
        desk = page.open(data, f"{name}.channel")
        assert desk["format"]["name"] == "transcript"
        assert desk["findings"][0]["severity"] == "error"
        assert page.get(at(desk, "/bytes"))["spans"]
    game = page.post("/desks/channel", 201)
    assert page.post(at(game, "/lines"), 422, text="\x0b\n\x0b\x0c\x85")["error"]


def test_a_signed_game_is_a_format_like_any(page: Page) -> None:
    desk = page.example("signed.channel")
    assert desk["format"]["suffixes"] == [".channel"]
    assert desk["here"]["over"]
    assert desk["channel"]["outcome"].startswith("red wins")
    assert desk["channel"]["winner"] == desk["channel"]["red"]
    spans = page.get(at(desk, "/bytes"), end=2000)["spans"]
    assert {"game_id", "line 2 word", "line 2 signature"} <= {span["name"] for span in spans}
    where = page.get(at(desk, "/where"), ply=1)["ranges"]
    assert len(where) == 1, "the word that holds the move"
    names = {target["name"]: target for target in page.get(at(desk, "/formats"))}
    assert names["transcript"]["losses"] == []
    assert "the signatures" in names["pdn"]["losses"]
    pdn = page.client.get(f"/api{at(desk, '/file')}", params={"format": "pdn"})
    assert b'[Result "1-0"]' in pdn.content
    assert (
        page.client.get(f"/api{at(desk, '/file')}")
        .headers["content-disposition"]
        .endswith('.channel"')
    )


@pytest.mark.parametrize(("name", "winner", "reason", "moves"), OUTCOMES)
def test_the_page_names_the_key_that_won(
    page: Page, name: str, winner: str | None, reason: Reason, moves: int
) -> None:
    """Of every way in which a game can end: the winner's key, its side, and the exported result."""
    desk = page.open(path_of(name).read_bytes(), f"{name}.channel")
    channel = desk["channel"]
    assert (channel["red"], channel["white"]) == (RED, WHITE)
    assert (channel["ok"], channel["winner"], channel["to_move"]) == (True, winner, None)
    assert len(channel["lines"]) == moves + 1
    side = {RED: "red", WHITE: "white", None: None}[winner]
    told = f"{side} wins: " if side else "draw: "
    assert channel["outcome"].startswith(told)
    assert desk["tree"]["result"] == channel["outcome"]
    written = page.client.get(f"/api{at(desk, '/file')}", params={"format": "pdn"}).text
    # PDN counts for the side that begins: red, which it calls black.
    assert written.split()[-1] == {"red": "1-0", "white": "0-1", None: "1/2-1/2"}[side]


def test_what_is_wrong_stands_at_its_line(page: Page) -> None:
    data = Path("tests/vectors/transcript/bad/wrong-signer.channel").read_bytes()
    desk = page.open(data, "game.channel")
    wrong = [line["number"] for line in desk["channel"]["lines"] if not line["ok"]]
    assert wrong == [4]
    assert "must be that of" in desk["channel"]["lines"][3]["problems"][0]
    assert moves_of(desk), "the board is shown all the same"
    assert desk["findings"][0]["ply"] == 3
