"""Whole games, from the start page to the winner: by keys alone, and by fingers on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.players.search import SearchPlayer
from tests.studio.browser.conftest import Visits
from tests.studio.browser.hands import Fingers, Hands, Keys
from tests.studio.browser.visit import DESKTOP, PHONE, Visit
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

HANDS: dict[str, tuple[Callable[[Visit], Hands], dict[str, object]]] = {
    "keys": (Keys, {"viewport": DESKTOP}),
    "fingers": (Fingers, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
}
WALLS = [f"{column}{row}" for row in range(1, 10) for column in "DE"]
"""Two walls on 9 × 9: black has 36 points and white 45, and 6.5 of komi."""


def begin(hands: Hands, game: str, against: str) -> None:
    hands.visit.start()
    hands.pick("new-game", game)
    hands.pick("new-against", against)
    hands.press_button("Play")
    expect(hands.visit.page.locator("#board")).to_be_visible()


@pytest.mark.parametrize("game", ["mill", "checkers"])
@pytest.mark.parametrize("hand", HANDS)
def test_a_game_is_won(visits: Visits, hand: str, game: str) -> None:
    """Against the random player, by one who looks four plies ahead."""
    make, settings = HANDS[hand]
    hands = make(visits(**settings))
    visit = hands.visit
    begin(hands, game, "random")
    expect(visit.page.get_by_role("tab", selected=True)).to_have_text("Play")
    start = bb.loads(visit.data).record
    assert start
    side = visit.look()["here"]["turn"]
    me = SearchPlayer(1, level=4)
    while not visit.look()["here"]["over"]:
        moves = moves_of(visit.look())
        record = bb.Record(start.start)
        for move in moves:
            record = record.play(move)
        hands.move(*me.choose(record).points)
        answered(visit, len(moves), side)
    expect(visit.status).to_contain_text(f"{side} wins")
    expect(visit.page.locator("#said")).to_contain_text("wins")
    print(f"{len(moves_of(visit.look()))} plies: {visit.look()['tree']['result']}")


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_of_go_is_counted(visits: Visits, hand: str) -> None:
    """Two people build walls, pass, and agree to what was counted."""
    make, settings = HANDS[hand]
    hands = make(visits(**settings))
    visit = hands.visit
    begin(hands, "go", "person")
    for number, point in enumerate(WALLS, 1):
        hands.move(point)
        expect(visit.status).to_have_text(f"{('black', 'white')[number % 2]} to move")
    assert moves_of(visit.look()) == WALLS
    for _ in range(2):
        hands.press_button("Pass")
        visit.page.wait_for_timeout(200)
    says = visit.page.locator("#count-says")
    expect(says).to_contain_text("black 36, white 51.5", timeout=90_000)
    hands.press_button("End the game with this score")
    expect(visit.status).to_contain_text("white wins by 15.5")
    game = bb.loads(visit.data).tree
    assert game
    assert game.result
    assert game.result.margin == 15.5


def answered(visit: Visit, played: int, side: str) -> None:
    """I have moved, and the answer has come, unless the game is over."""

    def done() -> bool:
        shown = visit.look()
        moved = len(moves_of(shown)) >= played + 2
        return bool(shown["here"]["over"]) or (
            moved and visit.status.text_content() == f"{side} to move"
        )

    visit.until(done, "nobody moved", 40)
