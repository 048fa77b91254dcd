"""Who sits at a table and who listens from where, and what everybody there is told of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.play.lobby import shares
from bluffhouse.server import telling
from bluffhouse.server.ledger import Ledger
from bluffhouse.server.presence import Company
from bluffhouse.wire import server as wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bluffhouse.server.audience import Ear
    from bluffhouse.server.house import House
    from bluffhouse.store import Chair
    from bluffhouse.store import Table as Meta


class Seating(Ledger):
    def __init__(self, house: House, meta: Meta, chairs: Sequence[Chair]) -> None:
        super().__init__(house, meta, chairs)
        self.company = Company(meta.seats, house.ms())
        self.rematch: str | None = None
        self.waits = False
        """By vote: no stand-in takes over."""

    @property
    def name(self) -> str:
        return self.meta.id

    @property
    def attendance(self) -> Mapping[int, str | None]:
        return self.company.attendance()

    def seat_of(self, guest: str) -> int | None:
        return next((chair.seat for chair in self.chairs if chair.guest == guest), None)

    def device_of(self, guest: str) -> tuple[int, ...]:
        """The seats of people who share this guest's device."""
        return tuple(chair.seat for chair in self.chairs if shares(chair, guest))

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """Every seat whose person is here when this guest is."""
        own = self.seat_of(guest)
        return self.device_of(guest) if own is None else (own,)

    def decides(self, ear: Ear) -> int | None:
        """For whom an ear speaks: the seat it listens from."""
        heard = self.audience.heard(ear)
        return self.seat_of(ear.guest) if heard is None else heard.seat

    def lobby(self) -> wire.Lobby:
        return telling.lobby(self.meta, self.chairs, self.rematch)

    def presence(self) -> wire.Presence:
        now = self.house.ms()
        return wire.Presence(
            table=self.meta.id,
            seats=[self.company.standing(chair, now) for chair in self.chairs],
            votes=dict(sorted(self.company.votes.items())),
            waiting=self.waits,
            neighbours=self.audience.neighbours() if self.meta.listed else [],
        )

    def bring(self, ear: Ear, seats: tuple[int, ...]) -> None:
        """Those people are here through this page, and those who were before are not."""
        heard = self.audience.heard(ear)
        before = () if heard is None else heard.brings
        for seat in before:
            if seat not in seats:
                self.company.depart(seat, self.house.ms())
        for seat in seats:
            if seat not in before:
                self.company.arrive(seat)

    def reseat(self) -> None:
        """Everybody listens from the chair they have now."""
        for ear, heard in self.audience:
            brings = self.seats_of(ear.guest)
            self.bring(ear, brings)
            heard.brings = brings
            if heard.seat not in brings:
                heard.seat = self.seat_of(ear.guest)

    def tell_lobby(self) -> None:
        self.lobby_is_news = False
        self.audience.tell_all(wire.LobbyChanged(lobby=self.lobby()))
