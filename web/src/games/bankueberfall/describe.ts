import { list, t } from '../../i18n/index.svelte';
import { counted } from '../../model/sentence';
import type { Names } from '../module';
import type { Card, View } from './types';

/** A card at a bank in words: which it is as far as one may know, and who put it there. */
export function describeCard(card: Card, names: Names): string {
  const kind = card.kind === null ? null : t(`bankueberfall.card.${card.kind}`);
  if (card.up && kind !== null) return kind;
  const by =
    card.by < 0 ? t('bankueberfall.from_pile') : t('bankueberfall.by', { name: names[card.by] ?? `${card.by}` });
  return kind === null ? t('bankueberfall.face_down', { by }) : t('bankueberfall.known', { card: kind, by });
}

export function describeBank(view: View, bank: number, names: Names): string {
  const owner = names[bank];
  const title =
    owner === undefined || bank >= view.seats
      ? t('bankueberfall.bank', { bank: counted(bank) })
      : t('bankueberfall.bank_of', { bank: counted(bank), name: owner });
  const cards = view.banks[bank] ?? [];
  if (!cards.length) return `${title} ${t('bankueberfall.bank_empty')}`;
  return `${title} ${t('bankueberfall.cards_here', {
    count: cards.length,
    cards: list(cards.map((card) => describeCard(card, names))),
  })}`;
}
