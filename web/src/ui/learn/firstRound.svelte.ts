import type { GameModule } from '../../games/module';
import type { Sentence } from '../../model/sentence';
import { house } from '../../wire/house';
import type { AnyEvent, AnyView, ClientFrame, Lesson, ServerFrame } from '../../wire/types';
import { allEvents } from '../replay/film';
import { explain } from '../kit/problem';
import type { Wire } from '../table/session.svelte';

/** Where whoever learns sits. */
export const ME = 0;

/** A table of one's own without a socket: each answer is sent with all before it, and the house plays on from them. */
export class FirstRound implements Wire {
  over = $state(false);
  fault = $state.raw<Sentence | null>(null);
  /** Everything that happened, all open. */
  events: readonly AnyEvent[] = $state.raw([]);

  #answers: string[] = [];
  #seq = -1;

  constructor(
    readonly table: string,
    readonly game: string,
    readonly module: GameModule,
    readonly names: readonly string[],
    readonly tell: (frame: ServerFrame) => void,
  ) {}

  send(frame: ClientFrame): void {
    if (frame.type === 'open') void this.#play();
    if (frame.type === 'move') void this.#play(frame.move);
  }

  close(): void {
    this.#answers = [];
  }

  async #play(answer?: string): Promise<void> {
    const answers = answer === undefined ? this.#answers : [...this.#answers, answer];
    try {
      const lesson = await house.lesson(this.game, answers);
      this.#answers = answers;
      this.fault = null;
      this.#show(lesson);
    } catch (reason) {
      this.fault = explain(reason);
    }
  }

  #show({ record, moves, over }: Lesson): void {
    const told = allEvents(record);
    const blank = this.module.blank(record.lobby.seats, record.lobby.options, ME);
    const seq = record.steps.length;
    const now = {
      table: this.table,
      seq,
      view: told.reduce<AnyView>((view, event) => this.module.fold(view, event), blank) as never,
      moves,
      asked: over ? null : seq,
    };
    if (this.#seq < 0) {
      const chairs = record.lobby.chairs.map((chair) => ({ ...chair, name: this.names[chair.seat] ?? '' }));
      const lobby = { ...record.lobby, table: this.table, status: 'playing' as const, chairs };
      const seats = chairs.map((chair) => (chair.seat === ME ? ('here' as const) : ('bot' as const)));
      const presence = {
        type: 'presence' as const,
        table: this.table,
        seats,
        votes: {},
        waiting: false,
        neighbours: [],
      };
      const place = { seat: ME, host: false, device: [], lobby, presence, clocks: null };
      this.tell({ type: 'sync', since: -1, events: told as never[], ...place, ...now });
    } else {
      const news = told.slice(this.events.length) as never[];
      this.tell({ type: 'update', since: this.#seq, events: news, clocks: { bank: [], running: [] }, ...now });
    }
    this.#seq = seq;
    this.events = told;
    this.over = over;
  }
}
