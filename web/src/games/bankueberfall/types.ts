import type * as wire from '../../wire/types';

export type Card = wire.Told<wire.BankueberfallCard>;
export type Kind = NonNullable<Card['kind']>;
export type Character = 'seductress' | 'policeman' | 'detective' | 'thief';
export type View = wire.Told<wire.BankueberfallView>;
export type Clearing = wire.Told<wire.BankueberfallClearing>;
export type Payment = wire.Told<wire.BankueberfallPayment>;
export type BankRobbed = wire.Told<wire.BankueberfallBankRobbed>;
export type Event = wire.Told<wire.BankueberfallEvent>;
export type Tile = wire.BankueberfallTileTurned['tile'];

export const KINDS: readonly Kind[] = ['2', '3', '4', '5', '10', 'x', 'seductress', 'policeman', 'detective', 'thief'];
export const TILES: readonly Tile[] = ['placement', 'spy', 'reveal', 'robbery'];
export const CYCLE: readonly number[] = [4, 1, 1, 1];
export const BANKS = 5;
