import { list, t } from '../../i18n/index.svelte';
import { counted } from '../../model/sentence';
import type { Names } from '../module';
import { total } from './heaps';
import type { View } from './types';

/** A casino in words, for those who hear the board. */
export function describe(view: View, casino: number, names: Names): string {
  const name = (seat: number): string => names[seat] ?? `${seat}`;
  const parts = [t('vabanque.casino', { casino: counted(casino), chips: total(view.chips[casino] ?? []) })];
  const cards = (view.laid[casino] ?? []).map((card) =>
    card.kind === null
      ? name(card.owner)
      : t('vabanque.told.card_of', { name: name(card.owner), card: { term: `vabanque.card.${card.kind}` } }),
  );
  if (cards.length) parts.push(t('vabanque.cards_here', { cards: list(cards) }));
  const pawns = view.pawns.flatMap((at, seat) => (at === casino ? [name(seat)] : []));
  if (pawns.length) parts.push(t('vabanque.pawns_here', { pawns: list(pawns) }));
  return parts.join(' ');
}
