"""Every game as an OpenSpiel game: `pyspiel.load_game("bluffhouse_vabanque", {"seats": 4})` after importing this.

Chance is explicit, with the probabilities of `odds`; sealed bids are turns, in order of seats, that the later bidders
do not see. Action numbers and observation pieces are the encoder's. Returns are win shares: 1/k for each of k winners,
so they add up to 1. The information state is the seat's whole story (text), and as a tensor the observation with the
piece `story` behind it. `resample_from_infostate` makes up a world with `guess`, its history included.
"""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, cast

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.words import write_seat
from bluffhouse.envs.extras import extra
from bluffhouse.envs.memory import STORY_NUMBERS, numbers
from bluffhouse.envs.sitting import chosen_options, win_shares

with extra("research"):
    import numpy as np
    import pyspiel

    from bluffhouse.envs.position import Position
    from bluffhouse.sim import kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bluffhouse.core.record import AnyGame

USUAL_SEATS: Final = 4
UNSET: Final = ""  # an option that is None


@dataclasses.dataclass(frozen=True, slots=True)
class Lengths:
    """What OpenSpiel wants to know before a game: most decisions, most dealer's moves, most outcomes of one."""

    decisions: int
    deals: int
    outcomes: int


def lengths(name: str, seats: int) -> Lengths:
    """Vabanque: 10 chips, 12 cards, 4 pawns each and where the first one stands; one draw.

    Banküberfall: at most 40 cards are placed, 4 in a cycle of 7 tiles, so there are at most 10 cycles, each with one
    robbery, and 5 at the end. 45 cards, 70 tiles and the first player are drawn.
    """
    if name == "vabanque":
        return Lengths(26 * seats + 1, 1, seats)
    return Lengths(10 * (7 + seats) + 5 * seats, 45 + 70 + 1, 10)


def short_name(game: str) -> str:
    return f"bluffhouse_{game}"


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """What does not change while it is played; a subclass says which game."""

    name: str

    def __init__(self, asked: Mapping[str, Any] | None = None) -> None:
        name = self.name
        self.game = games.find(name)
        usual = parameters(self.game.options())
        given = {key: value for key, value in (asked or {}).items() if usual.get(key) != value}
        self.seats = int(given.get("seats", usual["seats"]))
        self.options = chosen_options(
            self.game, {key: _word(self.game, key, value) for key, value in given.items() if key != "seats"}
        )
        self.start = Position(name, self.game.setup(self.options, self.seats), ())
        longest = lengths(name, self.seats)
        self._deals = longest.deals
        info = pyspiel.GameInfo(
            num_distinct_actions=kernel.encoder(name).ACTIONS,
            max_chance_outcomes=longest.outcomes,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=longest.decisions,
        )
        super().__init__(game_type(self.game), info, given)

    def new_initial_state(self, _: Any = None) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self._deals

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"there are no parameters of an observation, but was given: {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """OpenSpiel's state is changed in place; what it holds is a value."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.start
        self.ghosts: tuple[int, ...] = ()
        """Whose moves are being written into the history of a guessed world, in reverse."""

    def current_player(self) -> int:
        if self.ghosts:
            return self.ghosts[-1]
        actor = self.position.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == DEALER else int(actor)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chances()

    def _apply_action(self, action: int) -> None:
        if self.ghosts:
            self.ghosts = self.ghosts[:-1]
        else:
            self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The move in the notation of records."""
        position = self.position
        if action in position.actions and player in (position.actor, pyspiel.PlayerId.CHANCE):
            return str(position.game.write(position.actions[action]))
        return f"action {action}"

    def is_terminal(self) -> bool:
        return self.position.actor is None

    def returns(self) -> list[float]:
        return win_shares(self.position.game, self.position.state)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Any world that the player cannot tell from this one; `sampler()` is a number from 0 to 1."""

        def below(number: int) -> int:
            return min(int(sampler() * number), number - 1)

        world = self.position.guessed(Seat(player), below)
        other: SpielState = self.get_game().new_initial_state()
        chance = int(pyspiel.PlayerId.CHANCE)
        other.ghosts = tuple(chance if made.actor == DEALER else int(made.actor) for made in reversed(world.trail))
        for made in world.trail:
            other.apply_action(made.action)
        other.position = world
        return other

    def __str__(self) -> str:
        """The moves so far, a line each, as in a record."""
        lines = [(made.actor, self.position.game.write(made.move)) for made in self.position.trail]
        return "\n".join(f"{'dealer' if actor == DEALER else f's{actor}'} {text}" for actor, text in lines)


class SpielObserver:
    """What a player sees: the encoder's pieces by name, and for perfect recall the story in numbers.

    Public information alone, or private alone, is text only: a piece of the observation mixes both.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation is one player's, or public")
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recall = bool(kind.perfect_recall)
        self.encoder = kernel.encoder(game.name)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.public and self.private:
            self._divide(game.seats)

    def _divide(self, seats: int) -> None:
        pieces = {name: rows.stop - rows.start for name, rows in cast(Any, self.encoder).PIECES.items()}
        sizes = {"player": seats, **pieces} | ({"story": STORY_NUMBERS} if self.recall else {})
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        end = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[end : end + size]
            end += size

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        position, seat = state.position, Seat(player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        seats = len(self.dict["player"])
        seen = self.encoder.encode(position.game.view(position.state, seat))
        np.multiply(seen, self.encoder.SCALE, out=self.tensor[seats : seats + self.encoder.FEATURES])
        if self.recall:
            stream = numbers(position.game, position.state.story, seat)
            self.dict["story"][: len(stream)] = stream

    def string_from(self, state: SpielState, player: int) -> str:
        position, seat = state.position, Seat(player)
        if not self.private:
            return position.memory(None) if self.public else ""
        return f"s{player}\n{position.memory(seat)}" if self.public else position.secrets(seat)


def parameters(options: Any, seats: int = USUAL_SEATS) -> dict[str, Any]:
    """`seats`, and every option: true or false, a word in lower case, or a seat `s1`; empty is unset."""
    named = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
    return {"seats": seats, **{name: _parameter(value) for name, value in named.items()}}


def _parameter(value: Any) -> Any:
    """Editions go by their names here (`renewed`), for OpenSpiel takes the word 2019 for a number."""
    if isinstance(value, Enum):
        return value.name.lower()
    if value is None:
        return UNSET
    return value if isinstance(value, bool) else write_seat(value)


def _word(game: AnyGame, key: str, value: Any) -> Any:
    """What a record's header calls it."""
    kind = type(getattr(game.options(), key, None))
    names = {member.name.lower(): member.value for member in kind} if issubclass(kind, Enum) else {}
    return names.get(value, value)


def game_type(game: AnyGame) -> Any:
    chairs = [seats for options in game.variants for seats in game.chairs(options)]
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=f"Bluffhouse {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(chairs),
        min_num_players=min(chairs),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game.options()),
    )


for (
    _name
) in kernel.NAMES:  # each its own class: OpenSpiel lets go of it after Python has ended, which only a class outlives
    pyspiel.register_game(game_type(games.find(_name)), type(f"{_name.title()}Game", (SpielGame,), {"name": _name}))
