"""Banküberfall, by Reiner Knizia: the table of its parts."""

from typing import Final

from bluffhouse.core.game import Forms, Game
from bluffhouse.games.bankueberfall import guess, heuristic, notation, refusal, rules, view
from bluffhouse.games.bankueberfall.model import BankRobbed, Event, Move, Options, State, View

GAME: Final = Game(
    name="bankueberfall",
    version=1,
    seats=range(2, 5),
    chairs=rules.chairs,
    options=Options,
    variants=(Options(), Options(pay_past_unpaid=True), Options(screens=False), Options(fifth_seat=True)),
    setup=rules.setup,
    actors=rules.actors,
    moves=rules.moves,
    odds=rules.odds,
    apply=rules.apply,
    why=refusal.why,
    view=view.view,
    mask=view.mask,
    guess=guess.guess,
    wealth=rules.wealth,
    write=notation.write,
    read=notation.read,
    heuristic=heuristic.heuristic,
    settlements=(BankRobbed,),
    forms=Forms(state=State, move=Move, event=Event, view=View),
)
