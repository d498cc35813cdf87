"""Rules are named as players name them, the same on the page and in what the server says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.games import GAMES
from boardbytes.studio.rule_words import OTHER_NAMES, RULES, rule_sets, rule_title
from tests.studio.conftest import Page

BEGUN = b"MFEN/1.0 mill24-state-v1 W..W..../..B..B../B....W.. w m m 0,0 - 0 18 -"


@pytest.mark.parametrize("game", GAMES)
def test_every_set_of_rules_is_named_and_explained_once(game: str) -> None:
    presets: Any = GAMES.find(game).presets
    other = OTHER_NAMES[game]
    assert {*RULES[game], *other} == set(presets)
    titles = [words.title for words in RULES[game].values()]
    assert len(set(titles)) == len(titles)
    assert not set(titles) & set(presets)
    assert {rule_title(game, name) for name in presets} == set(titles)
    for name, same in other.items():
        assert replace(presets[name], name="") == replace(presets[same], name="")


def test_only_what_fits_a_position_is_offered_and_second_names_where_they_are_chosen() -> None:
    assert rule_sets(bb.GoPosition(9), "chinese") == list(RULES["go"])
    begun = bb.loads(BEGUN).position
    assert rule_sets(begun, "match") == ["match", "standard", "muehle"]
    assert rule_sets(bb.CheckersPosition(), "english") == ["match", "english", "contract"]


def test_the_studio_says_no_name_of_a_preset(page: Page) -> None:
    """In how a game ended, in its description, in a signed game and in what is refused."""
    view = page.open(b"(;SZ[5]RU[Chinese]RE[B+2.5];B[ca];W[da])", "a.sgf")
    assert view["here"]["status"] == "black wins by 2.5: by the score (Chinese rules)"
    assert view["here"]["description"].endswith("(Chinese rules)")
    assert "simple-ko" not in view["board"]["rule_sets"]
    begun = page.post("/desks/channel", 201)["channel"]
    assert begun["rules"] == "English checkers, without draws"
    assert begun["lines"][0]["says"] == "the game begins: English checkers, without draws"
    # Black takes his own stone back, which suicide alone allows.
    suicide = b"(;SZ[3]RU[NZ];B[ba];W[ca];B[ab];W[cb];B[cc];W[aa])"
    desk = page.open(suicide, "a.sgf")["desk"]["id"]
    why = page.post(f"/desks/{desk}/tree", 422, edits=[{"edit": "rules", "text": "japanese"}])
    assert "by these rules (Japanese rules): at move 6" in why["error"]
