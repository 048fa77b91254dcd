import { list, t } from '../../i18n/index.svelte';
import type { Danger } from '../../wire/types';
import { percent } from './percent';

/** What may lie where the best move leads, in a sentence; nothing where nothing can. */
export function dangersTold(game: string, dangers: readonly Danger[]): string {
  const there = dangers.filter(({ chance }) => percent(chance) > 0);
  if (!there.length) return '';
  const named = there.map(({ kind, chance }) =>
    t('hint.danger', { kind: t(`${game}.card.${kind}`), percent: percent(chance) }),
  );
  return t('hint.risk', { count: there[0]!.unseen, dangers: list(named) });
}
