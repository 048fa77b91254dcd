"""People and bots at one terminal, from the first decision to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bluffhouse.commands.asking import asked, commands, refused
from bluffhouse.commands.choices import Choices, Unreadable
from bluffhouse.commands.console import Left, ask, say, wipe
from bluffhouse.commands.ranking import ranking
from bluffhouse.commands.record_file import keep
from bluffhouse.commands.speech import t
from bluffhouse.core.game import DEALER, Below, Illegal, Seat, Step, draw, step
from bluffhouse.core.record import Record, Replay

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bluffhouse.commands.boards import Board, Names
    from bluffhouse.core.player import Player
    from bluffhouse.core.record import AnyGame


@dataclass(slots=True)
class Sitting:
    """The first `people` seats are people, who share the screen; the others are bots."""

    replay: Replay
    board: Board
    names: Names
    people: int
    bot: Player[Any, Any]
    below: Below
    file: Path | None
    """Where the record is kept, if anywhere."""
    at_screen: Seat | None = None
    """Whose secrets may be on the screen."""

    @property
    def game(self) -> AnyGame:
        return self.replay.record.game

    def play(self) -> None:
        """To the end of the game; Left or KeyboardInterrupt leave everything as it was after the last move."""
        while actors := self.game.actors(self.replay.state):
            actor = min(actors)  # sealed answers one after another
            if 0 <= actor < self.people:
                self._hand_over(actor)
                self._ask(actor)
                self.save()
            else:
                move = self._dealt() if actor == DEALER else self._bot_move(actor)
                self._made(actor, move, step(self.game, self.replay.state, actor, move))
        self._end()

    def _dealt(self) -> Any:
        return draw(self.game, self.replay.state, self.below)

    def _bot_move(self, seat: Seat) -> Any:
        state = self.replay.state
        return self.bot.choose(self.game.view(state, seat), self.game.moves(state, seat))

    def _made(self, actor: Seat, move: Any, made: Step[Any, Any]) -> None:
        record = self.replay.record
        record = Record(record.game, record.seats, record.options, (*record.moves, (actor, move)))
        self.replay = Replay(record, self.replay.start, (*self.replay.steps, made))

    def save(self) -> str | None:
        """Where the record lies now, if it is kept; a full disk does not end the game."""
        if self.file is None:
            return None
        try:
            keep(self.file, self.replay)
        except OSError as error:
            say(t("terminal.cannot_keep", file=str(self.file), reason=error.strerror or str(error)))
            self.file = None
            return None
        return str(self.file)

    # A person decides

    def _hand_over(self, seat: Seat) -> None:
        """Nobody sees what was on the screen for somebody else; before the first person it holds only the welcome."""
        if self.people > 1 and seat != self.at_screen:
            if self.at_screen is not None:
                wipe()
            ask(f"{t('terminal.hand_over', name=self.names[seat])} ")
        self.at_screen = seat

    def _ask(self, seat: Seat) -> None:
        """Show what the person may know, and ask until a legal move is typed."""
        state = self.replay.state
        view = self.game.view(state, seat)
        choices = Choices(self.game, self.game.moves(state, seat))
        decision = asked(self.names[seat], self.board.question(view), choices)
        say("", t("terminal.since"), *self._told(self._since(seat, seat)))
        say("", *self.board.draw(view, self.names), "", decision)
        while True:
            line = ask("> ")
            if answer := self._answer(line.lower(), view, choices):
                say(*answer, "", decision)
                continue
            try:
                move = choices.read(line)
                self._made(seat, move, step(self.game, state, seat, move))
            except Unreadable as fault:
                say(f"{fault}", t("terminal.again"), decision)
            except Illegal as refusal:
                say(refused(refusal.rule, f"{refusal}"), t("terminal.again"), decision)
            else:
                return

    def _answer(self, word: str, view: Any, choices: Choices) -> list[str]:
        """What a word that is no move asks to be shown."""
        match word:
            case "quit":
                raise Left
            case "help":
                return [*self.board.rules, "", *commands()]
            case "board":
                return self.board.draw(view, self.names)
            case "moves":
                return [t("terminal.moves"), *choices.listed()]
            case "log":
                return [t("terminal.log"), *self._told(_story(view))]
            case _:
                return []

    def _told(self, events: Sequence[Any]) -> list[str]:
        return [f"  {line}" for line in self.board.tell(events, self.names) or [t("terminal.silence")]]

    def _since(self, decider: Seat, viewer: Seat | None) -> Sequence[Any]:
        """What the viewer knows that happened from somebody's last decision on, that decision included."""
        own = [place for place, (actor, _) in enumerate(self.replay.record.moves) if actor == decider]
        story = _story(self.game.view(self.replay.state, viewer))
        if not own:
            return story
        before = self.replay.steps[own[-1] - 1].state if own[-1] else self.replay.start
        return story[len(_story(self.game.view(before, viewer))) :]

    # The end

    def _end(self) -> None:
        """Told as an onlooker sees it, from the first of the people's last decisions on: all of them read it."""
        if self.people > 1:
            wipe()
        told = max((self._since(Seat(seat), None) for seat in range(self.people)), key=len)
        say("", t("terminal.since"), *self._told(told), "", *ranking(self.replay, self.names))
        if file := self.save():
            say(t("terminal.record_in", file=file))


def _story(view: Any) -> Sequence[Any]:
    """A view's memory; a game without one tells nothing."""
    story: Sequence[Any] = getattr(view, "story", ())
    return story
