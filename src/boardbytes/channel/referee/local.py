"""The referee on a virtual machine of this computer: nothing leaves it or costs anything."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardbytes.channel.ledger import Ledger
from boardbytes.channel.moving import new_game, play
from boardbytes.channel.referee.calls import (
    Call,
    answer_call,
    claim_call,
    game_call,
    open_call,
    withdraw_call,
)
from boardbytes.channel.referee.logs import GameState, read_logs
from boardbytes.channel.signing import address_of
from boardbytes.errors import RefereeError
from boardbytes.formats.transcript.ethereum import Domain
from boardbytes.formats.word.step import ENGLISH_FAULTS

SOURCE = Path(__file__).with_name("referee.vy")
MAX_CODE = 24_576
"""The most bytes that a contract's code may have (EIP-170)."""

STAKE = 10**18


def load_boa() -> Any:
    """The module `boa`; RefereeError says what to install if it is missing."""
    try:
        import boa
    except ModuleNotFoundError:
        message = "the referee needs Vyper and titanoboa: pip install 'boardbytes[referee]'"
        raise RefereeError(message) from None
    return boa


@dataclass(frozen=True)
class Step:
    """A call that was made: who made it, what it cost, and why it was refused, if it was."""

    call: str
    who: str
    gas: int
    refused: str | None = None


class Machine:
    """A referee on a chain of its own, and players whose keys are known."""

    def __init__(self) -> None:
        boa = load_boa()
        self._env = boa.Env()
        with boa.swap_env(self._env):
            self.contract = boa.load(str(SOURCE))
        self.steps: list[Step] = []
        self._logs: list[dict[str, Any]] = []

    @property
    def domain(self) -> Domain:
        return Domain(int(self._env.evm.patch.chain_id), str(self.contract.address))

    @property
    def code(self) -> bytes:
        return bytes(self._env.get_code(self.contract.address))

    def fund(self, address: str, amount: int = 100 * STAKE) -> None:
        self._env.set_balance(self._address(address), amount)

    def balance(self, address: str) -> int:
        return int(self._env.get_balance(self._address(address)))

    @property
    def held(self) -> int:
        """How much of everyone's money the referee holds."""
        return self.balance(str(self.contract.address))

    def credit(self, address: str) -> int:
        return int(self.contract.credit(address))

    def wait(self, seconds: int) -> None:
        self._env.time_travel(seconds=seconds)

    def fault(self, old: bytes, new: bytes) -> int:
        """The referee's verdict on a step."""
        return int(self.contract.fault(int.from_bytes(old, "big"), int.from_bytes(new, "big")))

    def open(self, red: str, white: str, clock: int, last_turn: int, stake: int = STAKE) -> int:
        """Open a game and return its id."""
        self.send(open_call(white, clock, last_turn), red, stake)
        return next(reversed(self.games()))

    def send(self, call: Call, who: str, value: int = 0) -> Step:
        """Make a call; if it is refused, RefereeError is raised and nothing has happened."""
        # Each call is a transaction of its own: what was written is old, what was touched is cold.
        self._env.evm.vm.state.lock_changes()
        self._env._reset_access_counters()
        done = self._env.execute_code(
            to_address=self.contract.address,
            sender=self._address(who),
            data=call.calldata,
            value=value,
        )
        gas = int(done.get_gas_used()) + _intrinsic(call.calldata)
        refused = _reason(done.output) if done.is_error else None
        step = Step(call.name, who, gas, refused)
        self.steps.append(step)
        if refused is not None:
            raise RefereeError(refused)
        for _, topics, data in done.get_log_entries():
            pieces = [topic.to_bytes(32, "big") for topic in topics]
            self._logs.append({"topics": pieces, "data": bytes(data)})
        return step

    def games(self) -> dict[int, GameState]:
        """All games, read back from the logs."""
        return read_logs(self._logs)

    def _address(self, text: str) -> Any:
        from boa.util.abi import Address

        return Address(text)


def _intrinsic(data: bytes) -> int:
    """What a transaction costs before the contract begins."""
    zeros = data.count(0)
    return 21_000 + 4 * zeros + 16 * (len(data) - zeros)


def _reason(output: bytes) -> str:
    """Why a call was refused: the referee's word, or the rule that a step breaks."""
    from eth_abi.abi import decode

    from boardbytes.formats.transcript.ethereum import keccak

    kinds = {keccak(b"Fault(uint256)")[:4]: "uint256", keccak(b"Error(string)")[:4]: "string"}
    kind = kinds.get(bytes(output[:4]))
    if kind is None:
        return "refused"
    (value,) = decode([kind], output[4:])
    return ENGLISH_FAULTS[value] if kind == "uint256" else str(value)


@dataclass(frozen=True)
class Told:
    """A sentence in the story of a dispute, and its gas; None for what is not on the chain."""

    sentence: str
    gas: int | None = None


def dispute(ledger: Ledger) -> list[Told]:
    """A whole dispute on a chain of its own: staked, played, left alone, claimed, answered, won."""
    machine = Machine()
    keys = b"\x11" * 32, b"\x22" * 32
    red, white = map(address_of, keys)
    told = [Told(f"the referee has {len(machine.code):,} bytes of code, of {MAX_CODE:,} allowed")]
    for player in (red, white):
        machine.fund(player)

    def on_chain(sentence: str, call: Call, who: str, value: int = 0) -> None:
        told.append(Told(sentence, machine.send(call, who, value).gas))

    game_id = machine.open(red, white, 3600, 200)
    told.append(Told("red opens a game with a stake of 1 ether", machine.steps[-1].gas))
    game = new_game(red, white, "channel", "english", game_id, machine.domain)
    on_chain("white joins with the same stake", game_call(game, "join"), white, STAKE)
    for number, move in enumerate(("11-15", "22-18", "15x22", "25x18", "8-11")):
        game = play(game, move, keys[number % 2], ledger)
        told.append(Told(f"{('red', 'white')[number % 2]} signs {move}, off the chain"))
    told.append(Told("white no longer answers"))
    on_chain("red claims the last two words: white has an hour", claim_call(game), red)
    game = play(game, "29-25", keys[1], ledger)
    on_chain("white answers 29-25 in time: red has an hour", answer_call(game), white)
    game = play(game, "4-8", keys[0], ledger)
    on_chain("red answers 4-8: white has an hour again", answer_call(game), red)
    machine.wait(3601)
    told.append(Told("an hour passes"))
    on_chain("anybody calls expire: white has lost", game_call(game, "expire"), red)
    on_chain("red takes both stakes", withdraw_call(), red)
    state = machine.games()[game_id]
    told.append(Told(f"the logs say: {state.winner} has won ({state.reason})"))
    return told
