import type { Sentence } from '../../model/sentence';
import { house } from '../../wire/house';
import type { Hint } from '../../wire/types';
import { explain } from '../kit/problem';
import type { Session } from './session.svelte';

/** Advice for whoever practises: only where everybody else is a bot. */
export class Advice {
  hint = $state.raw<Hint | null>(null);
  fault = $state.raw<Sentence | null>(null);
  open = $state(false);

  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Somebody alone among bots has something to decide. */
  get offered(): boolean {
    const { lobby, seat } = this.#session.table;
    const alone = seat !== null && !!lobby?.chairs.every((chair) => chair.seat === seat || chair.kind === 'bot');
    return alone && this.#session.moves.length > 0;
  }

  /** The moves that it proposes, the best first. */
  get proposed(): readonly string[] {
    return this.open ? (this.hint?.best.map(({ move }) => move) ?? []) : [];
  }

  async ask(): Promise<void> {
    [this.hint, this.fault, this.open] = [null, null, true];
    const { asked, lobby } = this.#session.table;
    try {
      const hint = await house.hint(lobby!.table);
      // Whoever decided meanwhile is asked something else by now.
      if (this.#session.table.asked === asked) this.hint = hint;
    } catch (reason) {
      this.fault = explain(reason);
    }
  }

  close(): void {
    this.open = false;
  }
}
