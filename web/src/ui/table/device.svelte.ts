import type { Table } from '../../model/table';
import type { ServerFrame } from '../../wire/types';
import { land } from '../kit/fly';

/** What a device does with the table it shows. */
interface Shown {
  readonly table: Table;
  readonly ready: boolean;
  /** Ask the house for the table again, through the eyes the device has now. */
  ask(): void;
  /** Show this table at once and forget the one that was shown. */
  show(table: Table): void;
}

/**
 * Several people at one device. Between their decisions the page knows what an onlooker knows; a person's view is
 * asked for when they lift the curtain, and forgotten as soon as they have decided.
 */
export class Device {
  /** Through whose eyes the page looks; nobody's while the curtain is down or the table is everybody's to see. */
  eyes: number | null = $state(null);

  #shown: Shown;
  /** Who has the device in their hands, as far as can be known. */
  #holder: number | null = null;
  /** The table as everybody may see it, kept while somebody looks. */
  #everybodys: Table | null = null;
  /** What everybody sees is older than what somebody saw, until the house has told it anew. */
  #stale = $state(false);

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  get shared(): boolean {
    return this.#shown.table.device.length > 0;
  }

  /** Who is to decide next and is not looking yet: the curtain asks for them. */
  get next(): number | null {
    const { table, ready } = this.#shown;
    if (this.eyes !== null || this.#stale || !ready || table.lobby?.status !== 'playing') return null;
    return table.device.find((seat) => table.view?.actors.includes(seat)) ?? null;
  }

  /** Whether a frame is for the eyes that the page has now; one that was under way for others is not even read. */
  takes(frame: ServerFrame): boolean {
    if (!this.shared || (frame.type !== 'sync' && frame.type !== 'update') || !frame.view) return true;
    if ((frame.view as { me: number | null }).me !== this.eyes) return false;
    if (frame.type === 'sync') this.#stale = false;
    return true;
  }

  lift(seat: number): void {
    if (this.next === null) return;
    this.#everybodys = this.#shown.table;
    this.eyes = this.#holder = seat;
    this.#shown.ask();
  }

  /** Forget what the person saw; whoever is next, they too, lifts the curtain again. */
  cover(): void {
    if (this.eyes === null || !this.#everybodys) return;
    const { lobby, presence } = this.#shown.table;
    this.eyes = null;
    this.#stale = true;
    this.#shown.show({ ...this.#everybodys, lobby, presence });
    this.#everybodys = null;
    land();
    this.#shown.ask();
  }

  /** Somebody covers their cards, or a settlement is looked at by all: the device is in nobody's hands. */
  putDown(): void {
    this.#holder = null;
    this.cover();
  }

  /** After every change: cover what was decided, and let whoever still has the device go on without a curtain. */
  handOn(): void {
    if (!this.shared) return;
    const { table } = this.#shown;
    const looking = this.eyes !== null && table.seat === this.eyes;
    if (looking && !table.sent && !table.view?.actors.includes(this.eyes!)) this.cover();
    const alone = table.device.length === 1;
    if (this.next !== null && (alone || this.next === this.#holder)) this.lift(this.next);
  }
}
