import type { Sentence } from '../../model/sentence';
import { house } from '../../wire/house';
import type { ClientFrame, DailyChallenge, DailyVerdict, ServerFrame } from '../../wire/types';
import { explain } from '../kit/problem';
import type { Wire } from '../table/session.svelte';
import { answered, diary, note, type Mark } from './solved';

/** A table at which one decision is open, without a socket: the answer goes to the house once and is never taken back. */
export class OneDecision implements Wire {
  verdict: DailyVerdict | null = $state.raw(null);
  /** The move that was decided on, before the house has judged it too. */
  chosen = $state('');
  fault = $state.raw<Sentence | null>(null);

  constructor(
    readonly posed: DailyChallenge,
    readonly days: readonly string[],
    readonly tell: (frame: ServerFrame) => void,
  ) {}

  send(frame: ClientFrame): void {
    if (frame.type === 'open') this.#open();
    if (frame.type === 'move') void this.#answer(frame.move);
  }

  close(): void {
    this.verdict = null;
  }

  /** Once more, where the house did not answer. */
  again(): void {
    void this.#answer(this.chosen);
  }

  #open(): void {
    const { game, day, table } = this.posed;
    const before = answered(diary(), game, day);
    this.tell(before ? { ...table, moves: [], asked: null } : table);
    if (before) void this.#answer(before.move);
  }

  async #answer(move: string): Promise<void> {
    const { game, day } = this.posed;
    [this.chosen, this.fault] = [move, null];
    try {
      this.verdict = await house.answerDaily(game, day, move);
      note(game, day, { move, mark: markOf(this.verdict) }, this.days);
    } catch (reason) {
      this.fault = explain(reason);
    }
  }
}

export function markOf({ chosen, moves }: DailyVerdict): Mark {
  if (moves[0]?.move === chosen) return 'best';
  return moves.find(({ move }) => move === chosen)?.near ? 'near' : 'worse';
}
