# pragma version ^0.4.0
"""
@title The referee: signed games of checkers that can be settled
@notice Two stake the same and play off the chain; whoever is left alone brings the last words here.
        No owner, no upgrade, no loop over players; money is pulled, never pushed.
"""

import rules

struct Game:
    red: address
    white: address
    stake: uint256
    clock: uint256
    last_turn: uint256
    state: uint256
    word: uint256
    deadline: uint256

event Opened:
    game_id: indexed(bytes32)
    red: address
    white: address
    stake: uint256
    clock: uint256
    last_turn: uint256

event Joined:
    game_id: indexed(bytes32)

event Claimed:
    game_id: indexed(bytes32)
    word: uint256
    deadline: uint256

event Ended:
    game_id: indexed(bytes32)
    winner: address
    reason: String[16]

event Withdrawn:
    player: indexed(address)
    amount: uint256

WAITING: constant(uint256) = 1
ON: constant(uint256) = 2
OVER: constant(uint256) = 3

MAX_CLOCK: constant(uint256) = 30 * 24 * 3600
MAX_TURN: constant(uint256) = 2**24 - 2

_HALF_ORDER: constant(uint256) = 57896044618658097711785492504343953926418782139537452191302581570759080747168
_DOMAIN_TYPE: constant(bytes32) = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)")
_NAME: constant(bytes32) = keccak256("boardbytes checkers")
_VERSION: constant(bytes32) = keccak256("1")
_WORD_TYPE: constant(bytes32) = keccak256("Word(uint256 turn,bytes32 word)")
_SETTLEMENT_TYPE: constant(bytes32) = keccak256("Settlement(bytes32 word,string result)")
_RED_WINS: constant(bytes32) = keccak256("red wins")
_WHITE_WINS: constant(bytes32) = keccak256("white wins")
_DRAW: constant(bytes32) = keccak256("draw")

games: public(HashMap[bytes32, Game])
credit: public(HashMap[address, uint256])
counter: public(uint256)


@external
@payable
def open(opponent: address, clock: uint256, last_turn: uint256) -> bytes32:
    """Begin a game as red with a stake; nobody else can get its id. Waits for the opponent.

    What was agreed is in the id: if the chain goes back, white cannot join another game by it.
    """
    assert opponent != empty(address) and opponent != msg.sender, "opponent"
    assert clock >= 1 and clock <= MAX_CLOCK, "clock"
    assert last_turn >= 1 and last_turn <= MAX_TURN, "last turn"
    self.counter += 1
    game_id: bytes32 = keccak256(
        abi_encode(chain.id, self, self.counter, msg.sender, opponent, msg.value, clock, last_turn)
    )
    self.games[game_id] = Game(
        red=msg.sender,
        white=opponent,
        stake=msg.value,
        clock=clock,
        last_turn=last_turn,
        state=WAITING,
        word=0,
        deadline=0,
    )
    log Opened(game_id=game_id, red=msg.sender, white=opponent, stake=msg.value, clock=clock, last_turn=last_turn)
    return game_id


@external
@payable
def join(game_id: bytes32):
    """Join as white with the same stake: the game is on."""
    assert self.games[game_id].state == WAITING, "not waiting"
    assert msg.sender == self.games[game_id].white, "not white"
    assert msg.value == self.games[game_id].stake, "stake"
    self.games[game_id].state = ON
    log Joined(game_id=game_id)


@external
@nonreentrant
def withdraw(game_id: bytes32 = empty(bytes32)):
    """Take what is yours; with a game that still waits for its opponent, red's stake, too."""
    if game_id != empty(bytes32):
        assert self.games[game_id].state == WAITING, "not waiting"
        assert msg.sender == self.games[game_id].red, "not red"
        self.games[game_id].state = OVER
        self.credit[msg.sender] += self.games[game_id].stake
        log Ended(game_id=game_id, winner=empty(address), reason="withdrawn")
    amount: uint256 = self.credit[msg.sender]
    self.credit[msg.sender] = 0
    log Withdrawn(player=msg.sender, amount=amount)
    raw_call(msg.sender, b"", value=amount)


@external
def settle(game_id: bytes32, word: uint256, result: uint256, red_signature: Bytes[65], white_signature: Bytes[65]):
    """Both signed the same last word and result (0 draw, 1 red wins, 2 white wins): paid out."""
    assert self.games[game_id].state == ON, "not on"
    assert result <= 2, "result"
    told: bytes32 = _DRAW
    winner: address = empty(address)
    if result == 1:
        told = _RED_WINS
        winner = self.games[game_id].red
    elif result == 2:
        told = _WHITE_WINS
        winner = self.games[game_id].white
    digest: bytes32 = self._digest(game_id, keccak256(abi_encode(_SETTLEMENT_TYPE, word, told)))
    assert self._signer(digest, red_signature) == self.games[game_id].red, "red's signature"
    assert self._signer(digest, white_signature) == self.games[game_id].white, "white's signature"
    self._end(game_id, winner, "settled")


@external
def claim(game_id: bytes32, old: uint256, new: uint256, signature_of_old: Bytes[65], signature_of_new: Bytes[65]):
    """Two words in turn, each signed by who made it: starts the clock of the side to move.

    White may claim the start itself (old and new are the start, no signatures): red is to move.
    Whose clock ran out cannot go on so, either: who is to answer has until the deadline.
    """
    assert self.games[game_id].state == ON, "not on"
    assert msg.sender == self.games[game_id].red or msg.sender == self.games[game_id].white, "not a player"
    if new == rules.START:
        assert msg.sender == self.games[game_id].white, "not white"
        assert old == new and self.games[game_id].word == 0, "start"
    else:
        turn: uint256 = rules.turn_of(new)
        assert turn <= self.games[game_id].last_turn, "after the last turn"
        if self.games[game_id].word != 0:
            assert turn > rules.turn_of(self.games[game_id].word), "not later"
            assert block.timestamp <= self.games[game_id].deadline, "too late"
        self._check_step(old, new)
        if old != rules.START:
            assert self._signer_of(game_id, old, signature_of_old) == self._mover(game_id, old), "signature of old"
        assert self._signer_of(game_id, new, signature_of_new) == self._mover(game_id, new), "signature of new"
    self._set(game_id, new)


@external
def answer(game_id: bytes32, new: uint256, signature: Bytes[65]):
    """A legal step on from the claimed word, by the side to move: turns the clock round."""
    assert self.games[game_id].state == ON and self.games[game_id].word != 0, "nothing claimed"
    assert block.timestamp <= self.games[game_id].deadline, "too late"
    assert rules.turn_of(new) <= self.games[game_id].last_turn, "after the last turn"
    self._check_step(self.games[game_id].word, new)
    mover: address = self._mover(game_id, new)
    assert msg.sender == mover, "not to move"
    assert self._signer_of(game_id, new, signature) == mover, "signature"
    self._set(game_id, new)


@external
def fork(game_id: bytes32, word_a: uint256, signature_a: Bytes[65], word_b: uint256, signature_b: Bytes[65]):
    """Two different words of one turn signed by one player: that player loses."""
    assert self.games[game_id].state == ON, "not on"
    assert word_a != word_b and rules.turn_of(word_a) == rules.turn_of(word_b), "no fork"
    cheat: address = self._signer_of(game_id, word_a, signature_a)
    assert cheat == self._signer_of(game_id, word_b, signature_b), "two signers"
    assert cheat == self.games[game_id].red or cheat == self.games[game_id].white, "not a player"
    self._end(game_id, self._other(game_id, cheat), "fork")


@external
def expire(game_id: bytes32):
    """The clock ran out: who was to answer loses. At the last turn nobody could: see finish."""
    assert self.games[game_id].state == ON and self.games[game_id].word != 0, "nothing claimed"
    assert block.timestamp > self.games[game_id].deadline, "not yet"
    assert rules.turn_of(self.games[game_id].word) < self.games[game_id].last_turn, "the last turn"
    self._end(game_id, self._mover(game_id, self.games[game_id].word), "time")


@external
def finish(game_id: bytes32):
    """The side to move after the claimed word has no move: it has lost. Else the last turn: a draw.

    The other side has until the deadline to show a later word.
    """
    word: uint256 = self.games[game_id].word
    assert self.games[game_id].state == ON and word != 0, "nothing claimed"
    assert block.timestamp > self.games[game_id].deadline, "not yet"
    if not rules.can_move(word):
        self._end(game_id, self._mover(game_id, word), "no move")
    else:
        assert rules.turn_of(word) == self.games[game_id].last_turn, "not over"
        self._end(game_id, empty(address), "last turn")


@external
@pure
def fault(old: uint256, new: uint256) -> uint256:
    """The verdict on a step, as boardbytes numbers it; 0: it is allowed."""
    return rules.fault_of(old, new)


@internal
@pure
def _check_step(old: uint256, new: uint256):
    found: uint256 = rules.fault_of(old, new)
    if found != 0:
        raw_revert(abi_encode(found, method_id=method_id("Fault(uint256)")))


@internal
def _set(game_id: bytes32, word: uint256):
    deadline: uint256 = block.timestamp + self.games[game_id].clock
    self.games[game_id].word = word
    self.games[game_id].deadline = deadline
    log Claimed(game_id=game_id, word=word, deadline=deadline)


@internal
def _end(game_id: bytes32, winner: address, reason: String[16]):
    stake: uint256 = self.games[game_id].stake
    self.games[game_id].state = OVER
    if winner == empty(address):
        self.credit[self.games[game_id].red] += stake
        self.credit[self.games[game_id].white] += stake
    else:
        self.credit[winner] += 2 * stake
    log Ended(game_id=game_id, winner=winner, reason=reason)


@internal
@view
def _mover(game_id: bytes32, word: uint256) -> address:
    """Who made a word: red made those of odd turns; the start counts as white's."""
    return self.games[game_id].red if rules.turn_of(word) & 1 == 1 else self.games[game_id].white


@internal
@view
def _other(game_id: bytes32, player: address) -> address:
    return self.games[game_id].white if player == self.games[game_id].red else self.games[game_id].red


@internal
@view
def _signer_of(game_id: bytes32, word: uint256, signature: Bytes[65]) -> address:
    return self._signer(self._digest(game_id, keccak256(abi_encode(_WORD_TYPE, rules.turn_of(word), word))), signature)


@internal
@view
def _digest(game_id: bytes32, values: bytes32) -> bytes32:
    domain: bytes32 = keccak256(abi_encode(_DOMAIN_TYPE, _NAME, _VERSION, chain.id, self, game_id))
    return keccak256(concat(x"1901", domain, values))


@internal
@pure
def _signer(digest: bytes32, signature: Bytes[65]) -> address:
    """Who signed: low s, v 27 or 28, nobody's address refused."""
    assert len(signature) == 65, "signature length"
    r: uint256 = extract32(signature, 0, output_type=uint256)
    s: uint256 = extract32(signature, 32, output_type=uint256)
    v: uint256 = convert(slice(signature, 64, 1), uint256)
    assert s <= _HALF_ORDER, "high s"
    assert v == 27 or v == 28, "v"
    signer: address = ecrecover(digest, v, r, s)
    assert signer != empty(address), "no signer"
    return signer
