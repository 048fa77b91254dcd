import type { AnyEvent, AnyView, Clocks, EmoteWord, Lobby, Presence, ServerFrame, Sync, Update } from '../wire/types';

/** A table as this page knows it: everything the house told, nothing else. */
export interface Table {
  readonly id: string;
  readonly seat: number | null;
  readonly host: boolean;
  /** The seats of people who share this device. */
  readonly device: readonly number[];
  readonly lobby: Lobby | null;
  readonly presence: Presence | null;
  readonly seq: number;
  readonly told: readonly AnyEvent[];
  /** So many of them had happened when this page came, or was given other eyes. */
  readonly past: number;
  readonly view: AnyView | null;
  readonly moves: readonly string[];
  readonly asked: number | null;
  readonly clocks: Clocks | null;
  /** The answer that is on its way; it keeps its key, so that sending it twice is harmless. */
  readonly sent: Answer | null;
  readonly refusal: { readonly rule: string; readonly sentence: string } | null;
  readonly chat: readonly Remark[];
  /** The house said this page may not or cannot be told about the table. */
  readonly fault: { readonly code: string; readonly sentence: string } | null;
  /** A number was missed: ask for all after `seq`. */
  readonly hole: boolean;
}

export interface Answer {
  readonly key: string;
  readonly asked: number;
  readonly move: string;
}

export interface Remark {
  readonly seat: number;
  readonly text?: string;
  readonly emote?: EmoteWord;
}

const REMARKS_KEPT = 100;
const NOTHING = -1;

export function blank(id: string): Table {
  return {
    id,
    seat: null,
    host: false,
    device: [],
    lobby: null,
    presence: null,
    seq: NOTHING,
    told: [],
    past: 0,
    view: null,
    moves: [],
    asked: null,
    clocks: null,
    sent: null,
    refusal: null,
    chat: [],
    fault: null,
    hole: false,
  };
}

export function update(table: Table, frame: ServerFrame): Table {
  switch (frame.type) {
    case 'sync':
      return frame.table === table.id ? synced(table, frame) : table;
    case 'update':
      return frame.table === table.id ? updated(table, frame) : table;
    case 'ack':
      // The sent answer stays until the update that shows it, so that nothing glows in between.
      return table;
    case 'refused':
      if (frame.table !== table.id || table.sent?.key !== frame.key) return table;
      return { ...table, sent: null, refusal: { rule: frame.rule, sentence: frame.sentence } };
    case 'lobby':
      return frame.lobby.table === table.id ? { ...table, lobby: frame.lobby } : table;
    case 'presence':
      return frame.table === table.id ? { ...table, presence: frame } : table;
    case 'said':
      return frame.table === table.id ? remarked(table, { seat: frame.seat, text: frame.text }) : table;
    case 'emoted':
      return frame.table === table.id ? remarked(table, { seat: frame.seat, emote: frame.emote }) : table;
    case 'error':
      return frame.table === table.id ? { ...table, fault: { code: frame.code, sentence: frame.sentence } } : table;
    case 'pong':
      return table;
  }
}

/** Whether somebody sat down or got up, perhaps this page's own person in another tab: only a sync tells the own seat. */
export function reseated(before: Table, after: Table): boolean {
  if (!before.lobby || !after.lobby || before.lobby === after.lobby || after.view) return false;
  const sitting = (table: Lobby) => table.chairs.map((chair) => `${chair.kind} ${chair.name}`).join('\n');
  return sitting(before.lobby) !== sitting(after.lobby);
}

export function answering(table: Table, answer: Answer): Table {
  return { ...table, sent: answer, refusal: null };
}

/** What happened that this page has not shown yet, or null where it must be drawn anew without showing how. */
export function news(before: Table, after: Table): readonly AnyEvent[] | null {
  if (before.view === null || before.view.me !== after.view?.me || after.told.length < before.told.length) return null;
  return after.told.slice(before.told.length);
}

function synced(table: Table, frame: Sync): Table {
  const whole = frame.since < 0 || frame.since !== table.seq;
  const comes = table.lobby === null || table.seat !== frame.seat;
  return {
    ...table,
    past: comes ? frame.events.length : table.past,
    seat: frame.seat,
    host: frame.host,
    device: frame.device,
    lobby: frame.lobby,
    presence: frame.presence,
    fault: null,
    hole: false,
    ...told(table, frame, whole ? frame.events : [...table.told, ...frame.events]),
  };
}

function updated(table: Table, frame: Update): Table {
  if (frame.seq <= table.seq) return table;
  if (frame.since !== table.seq) return { ...table, hole: true };
  return { ...table, seat: frame.view.me, ...told(table, frame, [...table.told, ...frame.events]) };
}

function told(table: Table, frame: Sync | Update, events: readonly AnyEvent[]) {
  const answered = table.sent !== null && frame.asked !== table.sent.asked;
  return {
    // Before the start nothing was told, and the first news follows on nothing.
    seq: frame.view === null ? NOTHING : frame.seq,
    told: events,
    view: frame.view,
    moves: frame.moves,
    asked: frame.asked,
    clocks: frame.clocks,
    sent: answered ? null : table.sent,
    refusal: frame.asked === table.asked ? table.refusal : null,
  };
}

function remarked(table: Table, remark: Remark): Table {
  return { ...table, chat: [...table.chat, remark].slice(-REMARKS_KEPT) };
}
