import { within } from '../../games/within';
import { counted, type Sentence } from '../../model/sentence';
import { house } from '../../wire/house';
import type { ClientFrame, DailyChallenge, DailyDays, DailyVerdict, ServerFrame } from '../../wire/types';
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
    readonly known: DailyDays,
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

  /** Another game's challenge of the same day that is still open, if there is one. */
  get next(): string | null {
    const { game, day } = this.posed;
    const kept = diary();
    return this.known.games.find((other) => other !== game && !answered(kept, other, day)) ?? null;
  }

  async #answer(move: string): Promise<void> {
    const { game, day } = this.posed;
    [this.chosen, this.fault] = [move, null];
    try {
      this.verdict = await house.answerDaily(game, day, move);
      note(game, day, { move, mark: markOf(this.verdict), ...placeOf(this.verdict) }, this.known.days);
    } catch (reason) {
      this.fault = explain(reason);
    }
  }
}

export function markOf({ chosen, moves }: DailyVerdict): Mark {
  if (moves[0]?.move === chosen) return 'best';
  return moves.find(({ move }) => move === chosen)?.near ? 'near' : 'worse';
}

/** Which place the answer has among all moves, counted from 1. */
export function placeOf({ chosen, moves }: DailyVerdict): { place: number; of: number } {
  return { place: counted(moves.findIndex(({ move }) => move === chosen)), of: moves.length };
}

/** Moves that are in sight before all others: as many as nobody can tell from the best, within reason. */
export function firstMoves({ moves }: DailyVerdict): number {
  return within(3, moves.filter(({ near }) => near).length, 5);
}
