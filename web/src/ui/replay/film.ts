import type { GameModule } from '../../games/module';
import type { AnyEvent, AnyView, GameRecord } from '../../wire/types';

/** A game as a strip of pictures: how the table looked after each move, and what had been told by then. */
export interface Picture {
  readonly view: AnyView;
  readonly events: readonly AnyEvent[];
  /** How many events had been told before and with this picture. */
  readonly told: number;
}

export function film(record: GameRecord, game: GameModule): readonly Picture[] {
  const me = /^s\d+$/.test(record.seen_by) ? Number(record.seen_by.slice(1)) : null;
  let view = game.blank(record.lobby.seats, record.lobby.options, me);
  let told = 0;
  return [record.opening, ...record.steps.map((step) => step.events)].map((events) => {
    view = events.reduce((before, event) => game.fold(before, event), view);
    told += events.length;
    return { view, events, told };
  });
}

export function allEvents(record: GameRecord): readonly AnyEvent[] {
  return [...record.opening, ...record.steps.flatMap((step) => step.events)];
}

/** The picture in which so many settlements had been before; the first picture where there are fewer. */
export function settlementAt(pictures: readonly Picture[], game: GameModule, nth: number): number {
  let before = 0;
  for (const [at, { events }] of pictures.entries()) {
    before += events.filter((event) => game.settles(event)).length;
    if (before > nth) return at;
  }
  return 0;
}

const HEADINGS = ['PhaseBegan', 'RobberyCalled', 'LastRoundBegan'];

/** The pictures worth jumping to, each with the event that makes it so. */
export function chapters(pictures: readonly Picture[]): readonly { at: number; event: AnyEvent }[] {
  return pictures.flatMap(({ events }, at) => {
    const event = events.find((one) => HEADINGS.includes(one.type));
    return event ? [{ at, event }] : [];
  });
}
