"""Vabanque, by Bruno Faidutti and Leo Colovini: the table of its parts."""

from typing import Final

from bluffhouse.core.game import Forms, Game, Seat
from bluffhouse.games.vabanque import guess, heuristic, notation, rules, view
from bluffhouse.games.vabanque.model import CasinoOpened, Edition, Event, Move, Options, RoundPaid, State, View

GAME: Final = Game(
    name="vabanque",
    version=1,
    seats=range(3, 7),
    chairs=rules.chairs,
    options=Options,
    variants=(Options(), Options(Edition.RENEWED), Options(Edition.RENEWED, Seat(1))),
    setup=rules.setup,
    actors=rules.actors,
    moves=rules.moves,
    odds=rules.odds,
    apply=rules.apply,
    why=rules.why,
    view=view.view,
    mask=view.mask,
    guess=guess.guess,
    wealth=rules.wealth,
    write=notation.write,
    read=notation.read,
    heuristic=heuristic.heuristic,
    settlements=(CasinoOpened, RoundPaid),
    forms=Forms(state=State, move=Move, event=Event, view=View),
)
