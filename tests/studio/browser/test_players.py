"""Players: computers answer by themselves; what every move is worth."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.solving.mill import probe, probe_moves
from tests.needs import need_gnugo
from tests.studio.browser.visit import Visit
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

THREE = b"MFEN/1.0 mill24-state-v1 W..W..../..B..B../..B....W w m m 0,0 - 0 18 -"
"""Three stones against three: the tables for it are made at once."""


def moves(visit: Visit) -> list[str]:
    return moves_of(visit.look())


def choose(visit: Visit, side: str, player: str, level: int | None = None) -> None:
    visit.page.locator(f"#player-{side}").select_option(player)
    if level is not None:
        visit.page.locator(f"#level-{side}").select_option(str(level))


@pytest.mark.parametrize(
    ("game", "other", "player", "points"),
    [
        ("mill", "black", "random", ["a7"]),
        pytest.param("go", "white", "random", ["E5"]),
        pytest.param("checkers", "white", "search", ["11", "15"]),
    ],
)
def test_a_computer_answers_by_itself(
    visit: Visit, game: str, other: str, player: str, points: list[str]
) -> None:
    visit.new(game=game, size=9)
    first = visit.look()["here"]["turn"]
    choose(visit, other, player, 2 if player == "search" else None)
    visit.page.wait_for_timeout(150)
    assert moves(visit) == [], "it is not its turn"
    visit.click(*points)
    visit.until(lambda: len(moves(visit)) == 2, "no answer")
    expect(visit.status).to_have_text(f"{first} to move")
    visit.page.wait_for_timeout(300)
    assert len(moves(visit)) == 2, "one answer only"
    expect(visit.page.locator("#said")).to_contain_text(f"the computer plays {moves(visit)[1]}")


def test_the_computer_begins_when_it_is_its_turn(visit: Visit) -> None:
    visit.new(game="mill")
    choose(visit, "white", "random")
    visit.until(lambda: len(moves(visit)) == 1, "it does not begin")
    expect(visit.status).to_have_text("black to move")


def test_undo_does_not_make_it_play_the_same_again(visit: Visit) -> None:
    visit.new(game="mill")
    choose(visit, "black", "random")
    visit.click("a7")
    visit.until(lambda: len(moves(visit)) == 2, "no answer")
    expect(visit.status).to_have_text("white to move")
    before = moves(visit)
    visit.page.get_by_role("button", name="Undo").click()
    visit.until(lambda: moves(visit) == [], "only its answer was taken back")
    expect(visit.status).to_have_text("white to move")
    visit.page.wait_for_timeout(500)
    assert moves(visit) == []
    visit.page.get_by_role("button", name="Redo").click()
    visit.until(lambda: moves(visit) == before, "the pair does not come back")


def test_undo_of_the_computers_first_move_waits(visit: Visit) -> None:
    visit.new(game="mill")
    choose(visit, "white", "random")
    visit.until(lambda: len(moves(visit)) == 1, "it does not begin")
    expect(visit.status).to_have_text("black to move")
    visit.page.get_by_role("button", name="Undo").click()
    resume = visit.page.get_by_role("button", name="Let the computer play")
    expect(resume).to_be_visible()
    assert moves(visit) == []
    resume.click()
    visit.until(lambda: len(moves(visit)) == 1, "it does not go on")


def test_undo_of_a_comment_takes_no_move_back(visit: Visit) -> None:
    visit.new(game="mill")
    choose(visit, "black", "random")
    visit.click("a7")
    visit.until(lambda: len(moves(visit)) == 2, "no answer")
    expect(visit.status).to_have_text("white to move")
    visit.tab("Record")
    visit.page.locator("#comment").fill("so far")
    visit.page.locator("#comment").press("Control+Enter")
    visit.until(lambda: visit.look()["tree"]["nodes"][-1].get("comment") == "so far", "not kept")
    visit.page.get_by_role("button", name="Undo").click()
    visit.until(lambda: not visit.look()["tree"]["nodes"][-1].get("comment"), "still there")
    visit.page.wait_for_timeout(300)
    assert len(moves(visit)) == 2


def test_two_computers_play_to_the_end_and_are_stopped_between(visit: Visit) -> None:
    visit.lay(b"W:WK25,K9:BK4", "kings.fen", "players")
    choose(visit, "red", "random")
    choose(visit, "white", "search", 6)
    visit.until(lambda: len(moves(visit)) >= 2, "they do not play")
    visit.page.get_by_role("button", name="Stop").click()
    expect(visit.page.get_by_role("button", name="Let the computer play")).to_be_visible()
    visit.page.wait_for_timeout(600)
    stopped = len(moves(visit))
    visit.page.wait_for_timeout(1000)
    assert len(moves(visit)) == stopped
    visit.page.get_by_role("button", name="Let the computer play").click()
    visit.until(lambda: visit.look()["here"]["over"], "it never ends", 120)
    expect(visit.status).to_contain_text("wins")


def test_who_plays_is_remembered(visit: Visit) -> None:
    visit.new(game="checkers")
    choose(visit, "white", "search", 3)
    level = {"level": 3}
    visit.until(lambda: visit.look()["seats"]["sides"]["white"]["options"] == level, "not stored")
    visit.page.reload()
    expect(visit.page.locator("#player-white")).to_have_value("search")
    expect(visit.page.locator("#level-white")).to_have_value("3")
    expect(visit.page.locator("#player-red")).to_have_value("person")


def test_an_engine_answers(visit: Visit) -> None:
    need_gnugo()
    visit.new(game="go", size=9)
    choose(visit, "white", "engine")
    visit.click("E5")
    visit.until(lambda: len(moves(visit)) == 2, "no answer", 40)
    expect(visit.status).to_have_text("black to move")


def test_what_every_move_is_worth(visit: Visit) -> None:
    """The overlay and the list say what the tables say."""
    position = bb.loads(THREE).position
    values = {str(move): str(value) for move, value in probe_moves(position).items()}
    visit.lay(THREE, "three.mfen", "analysis")
    visit.page.get_by_label("Analyse this position").check()
    expect(visit.page.locator("#value")).to_have_text(f"white: {probe(position)}", timeout=90_000)
    rows = visit.page.locator("#values button")
    expect(rows).to_have_count(len(values))
    shown: list[list[str]] = rows.evaluate_all(
        "all => all.map(each => [each.querySelector('.row-words').textContent, each.dataset.says])"
    )
    assert dict(shown) == values
    assert shown[0][1] == "won in 3", "the best first"
    assert shown[-1][1] == "lost in 4"
    said = rows.locator(".faint").all_text_contents()
    assert said == [says for says, _ in groupby(says for _, says in shown)], "each is said once"
    visit.hover("g4")
    best = {move.split("-")[1]: says for move, says in reversed(shown) if move.startswith("g4-")}
    expect(visit.page.locator(".overlay .value")).to_have_count(len(best))
    labels = visit.page.locator(".overlay .value text").all_text_contents()
    words = [f"{says[0].upper()}{says.split()[-1]}" for says in best.values()]
    assert sorted(labels) == sorted(words)
    # A click on the best move plays it, and the values are those of the next position.
    rows.first.click()
    played = position.play(shown[0][0])
    expect(visit.page.locator("#value")).to_have_text(f"black: {probe(played)}", timeout=30_000)


def test_the_perfect_player_wins_what_is_won(visit: Visit) -> None:
    visit.lay(THREE, "three.mfen", "players")
    # "Plays perfectly" was said of a search of two seconds, too.
    offered = visit.page.locator("#player-white option[value=perfect]")
    expect(offered).to_have_text("plays by the tables")
    choose(visit, "white", "perfect")
    choose(visit, "black", "random")
    visit.until(lambda: bool(visit.look()["here"]["over"]), "it never ends", 120)
    expect(visit.status).to_contain_text("white wins")
    assert len(moves(visit)) <= 3


def test_a_game_against_the_computer_begins_on_the_start_page(visit: Visit) -> None:
    visit.page.goto(visit.studio.address)
    form = visit.page.locator("#new-game-form")
    form.locator("#new-game").select_option("checkers")
    form.locator("#new-side").select_option("white")
    form.locator("#new-level").select_option("1")
    form.get_by_role("button", name="Play").click()
    visit.page.wait_for_url("**#/desk/**")
    visit.until(lambda: len(moves(visit)) == 1, "the computer does not begin", 60)
    expect(visit.page.locator("#player-red")).to_have_value("search")
    expect(visit.page.locator("#level-red")).to_have_value("1")


def test_a_pair_of_moves_is_taken_back(visit: Visit) -> None:
    visit.new(game="mill")
    choose(visit, "black", "random")
    visit.click("a7")
    visit.until(lambda: len(moves(visit)) == 2, "no answer")
    visit.page.locator("#take-back").click()
    visit.until(lambda: moves(visit) == [], "still there")
    expect(visit.status).to_have_text("white to move")


def test_resigning_names_the_winner(visit: Visit) -> None:
    visit.new(game="mill")
    choose(visit, "black", "random")
    visit.click("a7")
    visit.until(lambda: len(moves(visit)) == 2, "no answer")
    visit.page.locator("#resign").click()
    visit.page.get_by_role("button", name="Play on").click()
    assert visit.look()["tree"].get("result") is None
    visit.page.locator("#resign").click()
    expect(visit.page.locator(".question")).to_contain_text("Does white resign? Then black wins.")
    visit.page.get_by_role("button", name="Yes, resign").click()
    visit.until(lambda: "black" in (visit.look()["tree"]["result"] or ""), "nobody has won")
    assert "resigned" in visit.look()["tree"]["result"]


def test_the_computers_pieces_cannot_be_dragged(visit: Visit) -> None:
    """Fault 7, while it is stopped."""
    visit.lay(b"W:WK25:BK4,K12", "kings.fen", "players")
    choose(visit, "white", "search", 1)
    visit.until(lambda: len(moves(visit)) == 1, "it does not begin")
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.get_by_role("button", name="Let the computer play")).to_be_visible()
    for start, end in (("25", "22"), ("4", "8")):
        visit.drag(start, end)
    visit.page.mouse.move(*visit.place("25"))
    visit.page.mouse.down()
    visit.page.mouse.move(*visit.place("22"), steps=5)
    assert visit.page.locator(".picture [data-spot='25']").evaluate("e => e.style.transform") == ""
    visit.page.mouse.up()
    assert moves(visit) == []
    assert visit.page.locator(".overlay .chosen").count() == 0


FINISHED = (
    b"(;SZ[5]KM[0.5]RU[Japanese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]"
    b";B[ea];W[];B[])"
)


def test_a_board_is_counted_and_dead_stones_are_picked(visit: Visit) -> None:
    visit.lay(FINISHED, "a.sgf", "players")
    visit.page.locator("#count").click()
    says = visit.page.locator("#count-says")
    expect(says).to_contain_text("Japanese rules", timeout=90_000)
    before = says.text_content()
    visit.click("E5")
    expect(says).not_to_have_text(before or "")


def test_two_passes_open_the_counting_and_the_margin_is_kept(visit: Visit) -> None:
    """Fault 4. Dead stones are proposed, points shaded, and the file says by how much."""
    unfinished = FINISHED.replace(b";W[];B[])", b")").replace(b"W[de]", b"W[de];B[ab];W[aa]")
    visit.lay(unfinished.replace(b"Japanese", b"Chinese"), "a.sgf", "bytes")
    for _ in range(2):
        visit.page.get_by_role("button", name="Pass", exact=True).click()
    says = visit.page.locator("#count-says")
    expect(says).to_contain_text("Chinese rules", timeout=90_000)
    assert visit.page.locator(".overlay .note.cross").count() > 0, "no stone is proposed as dead"
    for side in ("black", "white"):
        assert visit.page.locator(f"svg .shade.{side}").count() > 0
    visit.page.locator("#count-accept").click()
    visit.until(lambda: b"RE[" in visit.data, "no result")
    margin = re.search(r"leads? by ([\d.]+)|wins by ([\d.]+)", says.text_content() or "")
    found = re.search(rb"RE\[([BW])\+([\d.]+)\]", visit.data)
    assert found, visit.data
    assert float(found[2]) > 0
    if margin:
        assert float(found[2]) == float(margin[1] or margin[2])
    expect(visit.status).to_contain_text(f"wins by {found[2].decode()}")


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (b"", "not finished: no result is stated; as the stones stand: black by 10.5"),
        (b"RE[W+]", "by the score (Chinese rules); as the stones stand: black by 10.5"),
        (b"RE[B+2.5]", "black wins by 2.5: by the score (Chinese rules)"),
    ],
)
def test_a_board_that_nobody_counted_says_how_it_stands(
    visit: Visit, result: bytes, words: str
) -> None:
    """Fault 4: two passes and no margin."""
    finished = FINISHED.replace(b"Japanese]", b"Chinese]" + result)
    visit.lay(finished, "a.sgf", "players")
    expect(visit.status).to_contain_text(words)
    if b"+2.5" in result:
        expect(visit.status).not_to_contain_text("as the stones stand")


def start_form(visit: Visit, **fields: str) -> None:
    """Begin a game with the form of the start page."""
    visit.page.goto(visit.studio.address)
    form = visit.page.locator("#new-game-form")
    form.locator("#new-game").select_option(fields.pop("game"))
    for name, value in fields.items():
        field = form.locator(f"[name={name}]")
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button", name="Play").click()
    visit.page.wait_for_url("**#/desk/**")


def test_clocks_run_are_written_down_and_fall(visit: Visit) -> None:
    start_form(visit, game="go", against="person", clock="increment", minutes="1", seconds="0")
    clocks = visit.page.locator(".player-clock")
    expect(clocks).to_have_text(["1:00", "1:00"])
    visit.click("E5")
    visit.until(lambda: len(moves(visit)) == 1, "not played")
    white = visit.page.locator(".player-bar[data-side=white] .player-clock")
    expect(white).to_have_class(re.compile("running"))
    expect(white).to_have_text(re.compile("^0:5"))
    visit.click("C3")
    visit.until(lambda: len(moves(visit)) == 2, "not played")
    noted = visit.look()["tree"]["nodes"][2]["clock"]
    assert set(noted) == {"white"}
    # A flag that falls ends the game, without another move.
    visit.new(game="go", size=9, seats={"sides": {}, "clock": {"main": 1}})
    visit.click("E5")
    expect(visit.status).to_contain_text("black wins: white ran out of time")


def test_the_start_page_sets_size_komi_handicap_and_byo_yomi(visit: Visit) -> None:
    clock = {"clock": "periods", "minutes": "5", "seconds": "20", "periods": "4"}
    wanted = {"size": "13", "komi": "3.5", "handicap": "2", "against": "person"}
    start_form(visit, game="go", **wanted, **clock)
    visit.until(lambda: len(visit.pieces()) == 2, "no handicap")
    begun = visit.look()
    assert len(begun["board"]["ground"]["spots"]) == 13 * 13
    assert begun["board"]["komi"] == 3.5
    assert sorted(begun["board"]["start"].values()) == ["black stone", "black stone"]
    told = begun["seats"]["clock"]
    assert (told["main"], told["period"], told["periods"]) == (300, 20, 4)
    expect(visit.status).to_have_text("white to move")


def test_a_rematch_keeps_komi_handicap_and_time(visit: Visit) -> None:
    clock = {"main": 300, "increment": 3}
    seats = {"sides": {"white": {"player": "random", "options": {}}}, "clock": clock}
    visit.new(game="go", size=9, komi=3.5, handicap=2, rules="japanese", seats=seats)
    visit.until(lambda: len(moves(visit)) >= 1, "the computer does not begin")
    before = visit.page.url
    visit.page.locator("#rematch").click()
    visit.until(lambda: visit.page.url != before, "no other desk")
    expect(visit.page.locator("#player-black")).to_have_value("random")
    again = visit.look()
    assert again["board"]["komi"] == 3.5
    assert again["board"]["rules"] == "japanese"
    assert sorted(again["board"]["start"].values()) == ["black stone", "black stone"]
    assert again["seats"]["clock"]["main"] == 300
    assert again["seats"]["clock"]["increment"] == 3
    expect(visit.page.locator("#player-white")).to_have_value("person")


def test_a_hint_is_drawn_and_said(visit: Visit) -> None:
    visit.lay(b"W:WK25,K9:BK4", "kings.fen", "players")
    visit.page.locator("#hint").click()
    expect(visit.page.locator(".message.note")).to_contain_text("Hint: ", timeout=90_000)
    expect(visit.page.locator(".overlay .arrow")).to_have_count(1)
    visit.click("25")
    visit.page.locator("#board").press("Escape")


def test_a_draw_is_agreed_between_people_and_refused_by_a_computer(visit: Visit) -> None:
    visit.new(game="checkers")
    visit.click("11", "15")
    visit.until(lambda: len(moves(visit)) == 1, "not played")
    visit.page.locator("#offer-draw").click()
    expect(visit.page.locator(".question")).to_contain_text("White offers a draw. Does red agree?")
    visit.page.get_by_role("button", name="Play on").click()
    assert visit.look()["tree"].get("result") is None
    visit.page.locator("#offer-draw").click()
    visit.page.get_by_role("button", name="Agree").click()
    expect(visit.status).to_contain_text("draw")
    assert visit.look()["tree"]["result"].startswith("draw")
    visit.new(game="mill", seats={"sides": {"black": {"player": "random", "options": {}}}})
    visit.click("a7")
    visit.until(lambda: len(moves(visit)) == 2, "no answer")
    visit.page.locator("#offer-draw").click()
    note = visit.page.locator(".message.note").last
    expect(note).to_contain_text("rather play on", timeout=90_000)
    assert visit.look()["tree"].get("result") is None


def test_go_programs_that_are_here_are_offered_first(visit: Visit) -> None:
    need_gnugo()
    visit.page.goto(visit.studio.address)
    visit.page.locator("#new-game").select_option("go")
    offered = visit.page.locator("#new-against option")
    expect(offered.filter(has_text="GNU Go")).to_have_count(1)
    words = offered.all_text_contents()
    assert words.index("GNU Go") < words.index("the computer") < words.index("a person here")
    start_form(visit, game="go", against="gnugo", side="black")
    expect(visit.page.locator("#player-white")).to_have_value("gnugo")
    visit.click("E5")
    visit.until(lambda: len(moves(visit)) == 2, "no answer", 40)
