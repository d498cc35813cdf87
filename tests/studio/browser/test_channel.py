"""Channel: a signed game on one screen, between two studios, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from boardbytes.channel import sign
from boardbytes.formats.transcript.transcript import format_transcript, parse_transcript
from boardbytes.formats.transcript.verdict import verify
from tests.channel.relay.test_seat import relaying
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit
from tests.studio.running import running
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

VERIFIED = "Every line is verified."


def begin(visit: Visit) -> None:
    visit.start()
    visit.page.get_by_role("button", name="Signed checkers", exact=True).click()
    expect(visit.page.get_by_role("tab", selected=True)).to_have_text("Channel")


def texts(visit: Visit) -> list[str]:
    return visit.page.locator("#lines .line-text").all_text_contents()


def add(visit: Visit, text: str) -> None:
    visit.page.get_by_label("Paste lines").fill(text)
    visit.page.get_by_role("button", name="Verify and add").click()


def test_a_signed_game_on_one_screen(visit: Visit) -> None:
    begin(visit)
    lines = visit.page.locator("#lines li")
    expect(visit.page.locator("#channel-verdict")).to_have_text(VERIFIED)
    for count, points in enumerate((["11", "15"], ["22", "18"], ["15", "22"]), 2):
        visit.click(*points)
        expect(lines).to_have_count(count)
    expect(lines.nth(1)).to_contain_text("11-15, signed by red")
    expect(lines.nth(2)).to_contain_text("22-18, signed by white")
    expect(lines.nth(3)).to_contain_text("15x22, signed by red")
    visit.page.get_by_role("button", name="Agree to the last move").click()
    expect(lines.nth(3)).to_contain_text("countersigned")
    expect(visit.page.locator(".facts")).to_contain_text("both agreed to")
    # The library comes to the same verdict on the file.
    game, warnings = parse_transcript(visit.data)
    verdict = verify(game)
    assert verdict.ok
    assert warnings == ()
    assert [str(move) for move in verdict.record.moves] == ["11-15", "22-18", "15x22"]  # type: ignore[union-attr]
    expect(visit.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_forged_lines_are_refused_and_nothing_is_kept(visit: Visit) -> None:
    """Lines whose checks are right, but signed by a stranger, or for a turn that was played."""
    view = visit.post("/desks/channel", {})
    path = f"/desks/{view['desk']['id']}"
    for move in ("11-15", "22-18"):
        visit.post(f"{path}/moves", {"move": move})
    game, _ = parse_transcript(visit.answers.get(f"/api{path}/file").content)
    first, second = game.words
    stranger = sign(second.word, game.game_id, b"\x07" * 32)
    visit.lay(format_transcript(replace(game, words=(first,))), "game.jsonl", "channel")
    before = texts(visit)
    assert len(before) == 2
    for forged, words in (
        (replace(second, signature=stranger), "the signature must be that of"),
        (first, "turn"),
    ):
        line = format_transcript(replace(game, words=(first, forged))).decode().splitlines()[-1]
        with visit.refused(words):
            add(visit, line)
        assert texts(visit) == before
        assert moves_of(visit.look()) == ["11-15"]
    with visit.refused("transcript"):
        add(visit, "nonsense")
    assert texts(visit) == before
    # The true line is taken.
    add(visit, format_transcript(game).decode().splitlines()[-1])
    expect(visit.page.locator("#lines li")).to_have_count(3)


def test_two_studios_exchange_lines(visits: Visits, tmp_path: Path) -> None:
    """Each has one key; what one signs, the other verifies and answers."""
    with running(tmp_path) as elsewhere:
        ann, bo = visits(), visits(elsewhere)
        begin(bo)
        address = re.search(
            "0x[0-9a-fA-F]{40}", bo.page.locator("#whole-addresses dd").nth(1).text_content() or ""
        )
        assert address
        ann.example("jump.word", "channel")
        ann.page.get_by_text("A new signed game").click()
        form = ann.page.get_by_role("form", name="New signed game")
        form.locator("select[name=white]").select_option("other")
        form.get_by_label("Address of white").fill(address[0])
        form.get_by_role("button", name="Begin a signed game").click()
        expect(ann.page.locator(".facts")).to_contain_text("red")
        expect(ann.page.locator("#lines li")).to_have_count(1)
        assert ann.look()["channel"]["holds"] == ["red"]

        bo.start()
        bo.page.locator("#paste").fill(texts(ann)[0])
        bo.page.get_by_role("button", name="Open the text").click()
        expect(bo.page.locator("#lines li")).to_have_count(1)
        assert bo.look()["channel"]["holds"] == ["white"]

        for here, there, points in (
            (ann, bo, ["11", "15"]),
            (bo, ann, ["22", "18"]),
            (ann, bo, ["15", "22"]),
            (bo, ann, ["25", "18"]),
        ):
            here.click(*points)
            expect(here.page.locator("#lines li")).to_have_count(len(texts(there)) + 1)
            add(there, texts(here)[-1])
            expect(there.page.locator("#lines li")).to_have_count(len(texts(here)))
            expect(there.page.locator("#channel-verdict")).to_have_text(VERIFIED)
        assert ann.data == bo.data
        # It is red's turn, and only Ann holds that key.
        with bo.refused("is not kept here"):
            bo.page.locator("#move").fill("12-16")
            bo.page.locator("#move").press("Enter")
    bo.troubles.clear()


def test_two_studios_play_by_a_link(visits: Visits, tmp_path: Path, screenshots: Path) -> None:
    """Bo makes a key, Ann begins against it and tells a link; moves appear on the other's board."""
    with running(tmp_path) as elsewhere, relaying(tmp_path / "relay.db") as relay:
        ann, bo = visits(), visits(elsewhere)
        bo.start()
        bo.page.get_by_text("Your keys").click()
        bo.page.get_by_role("button", name="Make a key").click()
        address = bo.page.locator("#keys code").first
        expect(address).to_have_text(re.compile("0x[0-9a-fA-F]{40}"))

        ann.start()
        ann.page.get_by_text("A new signed game").click()
        form = ann.page.get_by_role("form", name="New signed game")
        form.locator("select[name=white]").select_option("other")
        form.get_by_label("Address of white").fill(address.inner_text())
        form.get_by_role("button", name="Begin a signed game").click()
        ann.page.get_by_label("A relay, to play by a link").fill(relay.url)
        ann.page.get_by_role("button", name="Play over it").click()
        link = ann.page.locator("#relay-link")
        expect(link).to_contain_text(f"{relay.url}/games/")

        bo.page.get_by_label("A link that you were sent").fill(link.inner_text())
        bo.page.get_by_role("button", name="Join the game").click()
        expect(bo.page.locator("#relay-state")).to_contain_text("Live")
        ann.click("11", "15")
        expect(bo.page.locator("#lines li")).to_have_count(2)
        expect(bo.page.locator("#status")).to_have_text("white to move")
        bo.click("22", "18")
        expect(ann.page.locator("#lines li")).to_have_count(3)
        expect(ann.page.locator("#lines li").nth(2)).to_contain_text("22-18, signed by white")
        expect(ann.page.locator("#status")).to_have_text("red to move")
        ann.click("15", "22")  # The board is where the game is.
        expect(bo.page.locator("#lines li")).to_have_count(4)
        assert ann.data == bo.data
        ann.page.screenshot(path=screenshots / "channel-by-link.png")
