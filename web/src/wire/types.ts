/** What travels, as the server declares it, and what every game's values have in common. */
export type * from './types.gen';

/** What every game's view has; a board knows the rest. */
export interface AnyView {
  readonly type: 'View';
  readonly me: number | null;
  readonly seats: number;
  readonly phase: string;
  readonly actors: readonly number[];
}

export interface AnyEvent {
  readonly type: string;
}

/** A value that was told and is only ever looked at. */
export type Told<T> = T extends readonly (infer Item)[]
  ? readonly Told<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Told<T[Key]> }
    : T;
