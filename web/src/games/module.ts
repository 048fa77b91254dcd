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
  choose: (move: string) => void;
}

export interface SettlementProps<E extends AnyEvent> {
  event: E;
  names: Names;
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
  /** Where the game stands: round and phase. */
  standing(view: V): Sentence;
  /** Seats in the order in which they play, and what each is worth as far as the screen may show it. */
  order(view: V): readonly number[];
  fortune(view: V, seat: number): Fortune | null;
  /** Whether a seat has answered already, where all decide at the same time. */
  answered?(view: V, seat: number): boolean;
  /** Whether an event is a settlement that waits for a look. */
  settles(event: E): boolean;
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
