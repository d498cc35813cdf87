"""What was tried against the parts that strangers reach, and the test that tries it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attack:
    """Something that was tried, what came of it, and where it is tried again."""

    tried: str
    found: str
    test: str
    """A file of tests and a function in it."""


NOTHING = "nothing"

ATTACKS = (
    Attack(
        "relay and registry: deep and huge JSON, long numbers, zeros, no text, line breaks with "
        "headers in them, 20 MB",
        NOTHING,
        "tests/test_attack.py::test_bodies_are_refused_in_words",
    ),
    Attack(
        "relay and registry: paths that lead upwards, codes and hashes that are none, numbers out "
        "of range, percent signs in a search",
        NOTHING,
        "tests/test_attack.py::test_paths_lead_nowhere_else",
    ),
    Attack(
        "relay: lines of a game sent to another of the same players, two lines as one",
        NOTHING,
        "tests/test_attack.py::test_lines_of_one_game_are_not_taken_by_another",
    ),
    Attack(
        "relay: a listener that never reads",
        NOTHING,
        "tests/channel/relay/test_server.py::test_whoever_takes_nothing_is_cut_off",
    ),
    Attack(
        "relay: rubbish for a game that others play, until it takes no more lines",
        "the players could not move either",
        "tests/channel/relay/test_server.py::test_who_sends_rubbish_keeps_no_player_from_moving",
    ),
    Attack(
        "signed games: a time at the very end of the year 9999, to the microsecond or in a zone",
        "the other side could not move any more",
        "tests/channel/test_moving.py::test_no_clock_of_the_other_side_keeps_one_from_moving",
    ),
    Attack(
        "referee: an answer after the deadline, as a claim, ahead of whoever calls expire",
        "it was taken",
        "tests/channel/referee/test_referee.py"
        "::test_an_answer_comes_in_time_and_from_the_side_to_move",
    ),
    Attack(
        "relay and registry: heads that never end",
        "300 locked everyone out",
        "tests/test_public_servers.py::test_half_requests_lock_nobody_out",
    ),
    Attack(
        "scan: archives with names that lead upwards or have line breaks, links, pipes and "
        "devices in a tar, a zip bomb",
        NOTHING,
        "tests/test_attack.py::test_what_an_archive_says_is_only_read",
    ),
    Attack(
        "scan: a link as the folder for its tables",
        NOTHING,
        "tests/test_attack.py::test_a_link_as_the_folder_for_tables",
    ),
    Attack(
        "keyfile: a password that takes hours or gigabytes to try",
        "it was tried for as long as the keyfile asked",
        "tests/channel/test_keys.py::test_a_keyfile_cannot_ask_for_hours_or_gigabytes",
    ),
    Attack(
        "ledger: two words for one turn",
        "the second was believed",
        "tests/channel/test_ledger.py::test_two_words_for_one_turn_are_damage",
    ),
    Attack(
        "table of mill: blocks of another length, sealed again",
        "values that nobody had written were read, or a terabyte was asked for",
        "tests/solving/test_mill_files.py::test_a_block_of_another_length_is_damage",
    ),
    Attack(
        "library, relay, registry and studio: a SQLite file that another program keeps",
        "nothing was lost, but nobody was told what to do",
        "tests/test_locked.py::test_a_studio",
    ),
    Attack(
        "trees in the studio: paths of 4,000 digits, of dots and signs, upwards, past the end",
        NOTHING,
        "tests/studio/test_live_attacks.py::test_no_path_leads_out_of_the_tree",
    ),
    Attack(
        "trees in the studio: a path with many zeros before its number",
        "another node was edited",
        "tests/studio/test_live_attacks.py::test_zeros_before_a_number_say_nothing",
    ),
    Attack(
        "trees in the studio: edits of what an edit of the same request removes",
        "a comment was taken and lost; promoting brought back what was removed",
        "tests/studio/test_live_attacks.py::test_what_was_removed_is_not_edited",
    ),
    Attack(
        "trees in the studio: 100,000 variations of one move, 3,000 in one another, 100,000 moves, "
        "a comment of 3 MB, 500 edits at once",
        NOTHING,
        "tests/studio/test_live_attacks.py::test_a_huge_tree_is_answered_or_refused",
    ),
    Attack(
        "live desks: six who edit the same nodes at once, all from an old page",
        NOTHING,
        "tests/studio/test_live_attacks.py"
        "::test_many_who_edit_from_an_old_page_lose_nothing_that_was_acknowledged",
    ),
    Attack(
        "live desks: a page that is told of changes and never reads",
        "what it had missed took memory without end",
        "tests/studio/test_live_attacks.py::test_a_flood_of_changes_fills_nobodys_memory",
    ),
    Attack(
        "engine: a program that never ends its line",
        "the line took memory without end",
        "tests/players/test_gtp.py::test_whatever_goes_wrong_is_a_sentence",
    ),
    Attack(
        "scan: a journal or a plan with anything in it",
        "a traceback instead of a sentence",
        "tests/columns/scan/test_journal.py::test_whatever_stands_there_is_damage_in_words",
    ),
)
