"""PettingZoo's AEC environments of mill, checkers and Go. Needs the extra `env`.

Observations are `{"observation": planes, "action_mask": flags}`; the planes are those of
`boardbytes.columns`, the actions those of `boardbytes.env.batch`. Whoever wins gets 1, whoever
loses −1; a game that is cut off is truncated.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from boardbytes import columns
from boardbytes.columns.rows import Positions
from boardbytes.env.outcomes import CUT, GOES_ON, ILLEGAL
from boardbytes.env.table import Table
from boardbytes.errors import IllegalMoveError
from boardbytes.model.position import Rules

LARGEST = 9
"""The largest number in any plane: a full hand in mill."""


class BoardEnv(AECEnv):  # type: ignore[misc]
    """One game for PettingZoo; its agents are the sides by their names, the first to move first.

    Raises IllegalMoveError for an action that its mask does not allow. Runs interpreted, so that it
    starts at once; `boardbytes.env.batch` plays many games, compiled.
    """

    def __init__(
        self,
        game: str,
        rules: Rules | str = "standard",
        size: int = 19,
        limit: int | None = None,
        quiet: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = Table.of(game, rules, size, limit, quiet)
        self._state = self._table.new_states(1)
        self._game = self._state.reshape(-1).data
        self.metadata = {
            "name": f"boardbytes_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self._table.kind.start.sides.names)
        self._table.kind.kernel.reset(self._game, 0)
        shape = columns.planes(self._positions()).shape[1:]
        flags = Box(0, 1, (self._table.actions,), np.int8)
        board = Box(0, LARGEST, shape, np.uint8)
        self._spaces = {
            agent: Dict({"observation": board, "action_mask": flags})
            for agent in self.possible_agents
        }
        self._choices = {agent: Discrete(self._table.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing in it is left to chance, so a seed changes nothing."""
        self._table.kind.kernel.reset(self._game, 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What is on the board, for whoever is to move, and what that side may do."""
        flags = np.zeros(self._table.actions, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            kernel, fixed = self._table.kind.kernel, self._table.fixed
            kernel.mask(self._game, 0, fixed[0], flags.data, 0)
        return {"observation": columns.planes(self._positions())[0], "action_mask": flags}

    def step(self, action: int | None) -> None:
        """Do an action for the side to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = -1 if action is None else int(action)
        end = self._table.kind.kernel.apply(self._game, 0, chosen, *self._table.fixed)
        if end == ILLEGAL:
            raise IllegalMoveError(str(action), f"action {action} is not legal for {agent} here")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if end == GOES_ON:
            self.agent_selection = self.possible_agents[self._mover()]
        else:
            self._end(end)
        self._accumulate_rewards()

    def _end(self, end: int) -> None:
        """The game is over, or cut off."""
        flags = self.truncations if end == CUT else self.terminations
        for number, agent in enumerate(self.possible_agents, 1):
            flags[agent] = True
            self.rewards[agent] = 0 if end not in (1, 2) else 1 if end == number else -1
        self.agent_selection = self.possible_agents[self._mover()]

    def _mover(self) -> int:
        return int(self._state[0, self._table.kind.kernel.TURN]) - 1

    def _positions(self) -> Positions:
        return self._table.kind.positions(self._state)

    def render(self) -> str | None:
        """The board as text, if the environment was made with `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        return str(self._table.kind.read(self._positions()))

    def close(self) -> None:
        """Nothing is held that needs closing."""
