import { EMPTY, advanced, caughtUp, queued, redrawn, skipped, type Stage } from '../../model/stage';
import { answering, blank, news, reseated, update, type Table } from '../../model/table';
import type { ClientFrame, EmoteWord, ServerFrame, VoteWord } from '../../wire/types';
import { load } from '../../games/registry';
import type { GameModule } from '../../games/module';
import { factor, settings } from '../settings/settings.svelte';
import { play } from '../kit/sound';
import { Device } from './device.svelte';
import { newestRun } from './settled';

/** How a session reaches the house; tests and replays hand in something else than a socket. */
export interface Wire {
  send(frame: ClientFrame): void;
  close(): void;
}

/** Milliseconds for a settlement that goes on by itself. */
const LOOK = { slow: 7000, fast: 3000 };

/** One table on the page: what is known of it, what is shown of it, and the answers given at it. */
export class Session {
  table: Table = $state.raw(blank(''));
  stage: Stage = $state.raw(EMPTY);
  game: GameModule | null = $state.raw(null);
  online = $state(false);

  /** Whose eyes the page has, where several people share it. */
  readonly device: Device;

  #wire: Wire | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #asked = false;

  readonly names = $derived(this.table.lobby?.chairs.map((chair) => chair.name) ?? []);
  readonly ready = $derived(caughtUp(this.stage));
  /** Everything that has been shown so far. */
  readonly past = $derived(this.table.told.slice(0, this.stage.played));
  /** The settlements of the phase just paid, to be looked at again. */
  readonly settled = $derived(this.game ? newestRun(this.past, this.game.settles) : []);
  /** Open moves, once everything before them has been shown. */
  readonly moves = $derived(this.ready && !this.table.sent ? this.table.moves : []);

  /** Somebody at this page plays, and does not only look on. */
  readonly plays = $derived(this.table.seat !== null || this.table.device.length > 0);

  constructor(readonly id: string) {
    this.table = blank(id);
    this.device = new Device(this);
  }

  connect(wire: Wire): void {
    this.#wire = wire;
  }

  /** The line is there, for the first time or again: ask for what was missed, and repeat what may not have arrived. */
  up(): void {
    this.online = true;
    this.ask();
    this.#resend();
  }

  down(): void {
    this.online = false;
  }

  hear(frame: ServerFrame): void {
    if (!this.device.takes(frame)) return;
    const before = this.table;
    this.table = update(before, frame);
    if ((this.table.hole && !before.hole) || (frame.type === 'lobby' && reseated(before, this.table))) this.ask();
    if (this.table.lobby && !this.game) void this.#find(this.table.lobby.game);
    if (this.table.told !== before.told || this.table.view !== before.view) this.#tell(before);
    if (!this.#asked && this.table.moves.length) {
      // Nobody waits for their first decision: what the others did before it stands in the log.
      this.#asked = true;
      this.skip();
    }
    this.device.handOn();
  }

  choose(move: string): void {
    const { asked } = this.table;
    if (asked === null || this.table.sent || !this.table.moves.includes(move)) return;
    this.table = answering(this.table, { key: crypto.randomUUID(), asked, move });
    this.#resend();
  }

  say(text: string): void {
    if (text.trim()) this.#wire?.send({ type: 'say', table: this.id, text: text.trim() });
  }

  emote(emote: EmoteWord): void {
    this.#wire?.send({ type: 'emote', table: this.id, emote });
  }

  vote(vote: VoteWord): void {
    this.#wire?.send({ type: 'vote', table: this.id, vote });
  }

  /** Go on from what is being looked at. */
  next(): void {
    if (this.stage.held) this.#beat();
  }

  skip(): void {
    this.#stop();
    this.stage = skipped(this.stage);
    this.device.handOn();
  }

  leave(): void {
    this.#stop();
    this.#wire?.close();
    this.#wire = null;
  }

  /** Be told what is new; everything, where the eyes are new. */
  ask(): void {
    const { eyes } = this.device;
    const { seq, seat } = this.table;
    const known = seq >= 0 && (!this.device.shared || seat === eyes);
    this.#wire?.send({ type: 'open', table: this.id, since: known ? seq : null, seat: eyes });
  }

  /** Show this table at once, and forget the one that was shown. */
  show(table: Table): void {
    this.#stop();
    this.table = table;
    this.stage = redrawn(table.view, table.told.length);
  }

  #resend(): void {
    const { sent } = this.table;
    if (sent) this.#wire?.send({ type: 'move', table: this.id, ...sent });
  }

  async #find(game: string): Promise<void> {
    const module = await load(game);
    this.game = module;
    if (this.ready) this.stage = redrawn(this.table.view, this.table.told.length);
  }

  #tell(before: Table): void {
    const events = this.game && news(before, this.table);
    if (!events) {
      this.#stop();
      this.stage = redrawn(this.table.view, this.table.told.length);
      return;
    }
    this.stage = queued(this.stage, events, this.table.view);
    if (factor() === 0 && settings.settlements !== 'wait') this.skip();
    else if (!this.#timer && !this.stage.held && this.stage.waiting.length) this.#beat();
  }

  #beat(): void {
    this.#stop();
    const game = this.game;
    if (!game) return;
    const event = this.stage.waiting[0];
    this.stage = advanced(this.stage, game.fold, (one) => game.settles(one));
    if (this.stage.held) this.device.putDown();
    this.device.handOn();
    if (!event) return;
    play(game.sound(event));
    const { settlements } = settings;
    if (this.stage.held && settlements === 'wait') return;
    const pause = this.stage.held && settlements !== 'wait' ? LOOK[settlements] : game.pace(event) * factor();
    if (this.stage.waiting.length || this.stage.held) this.#timer = setTimeout(() => this.#beat(), pause);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
