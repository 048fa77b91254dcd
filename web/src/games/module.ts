import type { Component } from 'svelte';
import type { Sentence } from '../model/sentence';
import type { AnyEvent, AnyView } from '../wire/types';

/** The people at the table, by seat. */
export type Names = readonly string[];

export interface BoardProps<V extends AnyView> {
  view: V;
  /** What may be chosen now, in notation; empty while the board catches up. */
  moves: readonly string[];
  names: Names;
  /** The event being looked at, if any. */
  held: AnyEvent | null;
  /** What is looked at happens now: it is shown bit by bit. */
  unfolds?: boolean;
  /** Moves that advice proposes, the best first: the board shows by numbers where they lead. */
  proposed?: readonly string[];
  choose: (move: string) => void;
}

export interface SettlementProps<E extends AnyEvent> {
  event: E;
  names: Names;
  /** It happens now: its parts come one after another. */
  unfolds?: boolean;
}

/** A settlement taken apart: what lay there, how the sum came about, and what everybody gets of it. */
export interface Account {
  /** The casino or bank, counted from 0; null where it is about all of them. */
  readonly place: number | null;
  readonly title: Sentence;
  readonly cards: readonly AccountCard[];
  readonly steps: readonly AccountStep[];
  readonly lines: readonly AccountLine[];
  /** What else becomes of some of them, told once for all. */
  readonly aftermath: { readonly seats: readonly number[]; readonly text: Sentence } | null;
}

export interface AccountCard {
  readonly name: Sentence | null;
  readonly owner: string | null;
  /** It lay face up before. */
  readonly open: boolean;
  /** The step that sends it away. */
  readonly goneAt: number | null;
  /** The step that it brings about. */
  readonly actsAt: number | null;
}

export interface AccountStep {
  readonly text?: Sentence;
  /** A sum as people would write it. */
  readonly formula?: Sentence | string;
  /** What its result means for everybody. */
  readonly meaning?: Sentence;
}

export interface AccountLine {
  /** Several, where they share one fate. */
  readonly seats: readonly number[];
  readonly why: Sentence | null;
  /** What each of them gains or loses. */
  readonly amount: number;
}

/** What the page knows of one game: how it is drawn and told. No rules. */
export interface GameModule<V extends AnyView = AnyView, E extends AnyEvent = AnyEvent> {
  readonly Board: Component<BoardProps<V>>;
  /** The own hand and whatever else is decided with, under the board; null where the board does it all. */
  readonly Hand: Component<BoardProps<V>> | null;
  readonly Settlement: Component<SettlementProps<E>> | null;
  /** How the table looks before anything happened: where a replay begins. */
  blank(seats: number, options: Readonly<Record<string, string>>, me: number | null): V;
  /** How the table looks after an event. */
  fold(view: V, event: E): V;
  /** An event in words; null where there is nothing to say. */
  tell(event: E, names: Names): Sentence | null;
  /** What the open moves ask for. */
  question(view: V, moves: readonly string[]): Sentence;
  /** The place a move leads to, where its own words do not name it. */
  leadsTo?(view: V, move: string): Sentence | null;
  /** Where the game stands: round and phase; `held` is the event being looked at. */
  standing(view: V, held?: AnyEvent | null): Sentence;
  /** Seats in the order in which they play, and what each is worth as far as the screen may show it. */
  order(view: V): readonly number[];
  fortune(view: V, seat: number): Fortune | null;
  /** Whether a seat has answered already, where all decide at the same time. */
  answered?(view: V, seat: number): boolean;
  /** Whether an event is a settlement that waits for a look. */
  settles(event: E): boolean;
  /** What was paid and why, of every event that pays somebody. */
  account(event: E, names: Names): Account | null;
  /** An event in so few words that many fit in a line of the log; null where it deserves its own. */
  brief(event: E): Sentence | null;
  /** Where in all that happened a new part of the game begins, and what it is called. */
  chapters(events: readonly E[]): ReadonlyMap<number, Sentence>;
  /** What the newest settlements, so many, of all that happened belong to: their heading. */
  occasion(events: readonly E[], many: number): Sentence;
  /** How long an event takes on the screen, in milliseconds at normal speed. */
  pace(event: E): number;
  /** The sound an event makes; only what everybody at the table sees may differ in sound. */
  sound(event: E): Sound | null;
  /** Everybody's worth at the start and after each settlement: the curve of the game. */
  curve(events: readonly E[], seats: number): readonly (readonly number[])[];
}

export interface Fortune {
  /** Null where the screen hides it. */
  readonly sum: number | null;
  /** It is counted in coins. */
  readonly coins?: true;
  /** What else belongs to it, such as credits. */
  readonly note: Sentence | null;
  /** How the sum at the end came about, where it is not just counted. */
  readonly reckoned?: Sentence | null;
}

export type Sound = 'chip' | 'card' | 'step' | 'open' | 'turn' | 'end';

/** Games are typed inside and handed around without their types: only their own module reads their values. */
export function erased<V extends AnyView, E extends AnyEvent>(module: GameModule<V, E>): GameModule {
  return module as unknown as GameModule;
}
