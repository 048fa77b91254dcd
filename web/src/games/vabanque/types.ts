import type * as wire from '../../wire/types';

export type Card = wire.Told<wire.VabanqueCard>;
export type Kind = NonNullable<Card['kind']>;
export type View = wire.Told<wire.VabanqueView>;
export type Earning = wire.Told<wire.VabanqueEarning>;
export type CasinoOpened = wire.Told<wire.VabanqueCasinoOpened>;
export type Event = wire.Told<wire.VabanqueEvent>;

export const KINDS: readonly Kind[] = ['raise', 'trap', 'bluff'];
export const ROUNDS = 4;
/** Chips are counted in thousands. */
export const THOUSAND = 1000;
