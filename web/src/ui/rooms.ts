import type { Component } from 'svelte';
import { given } from './replay/file.svelte';
import type { Route } from './route.svelte';

/** How a room is entered that is fetched only when somebody goes there. */
interface Door {
  open(): Promise<Component<Record<string, unknown>>>;
  props(route: Route): Record<string, unknown>;
  /** Whoever goes from one such place to another enters anew where this differs. */
  key(route: Route): unknown;
}

function door<Props extends Record<string, unknown>>(
  fetch: () => Promise<{ default: Component<Props> }>,
  props: (route: Route) => Props,
  key: (route: Route) => unknown = () => null,
): Door {
  return { open: async () => (await fetch()).default as Component<Record<string, unknown>>, props, key };
}

const replay = () => import('./replay/Replay.svelte');

/** Every room but the front page and the table: those are what people come for, and must be there at once. */
export const ROOMS: Readonly<Record<string, Door>> = {
  join: door(
    () => import('./front/Join.svelte'),
    ({ id }) => ({ invite: id }),
    ({ id }) => id,
  ),
  new: door(
    () => import('./front/NewTable.svelte'),
    () => ({}),
  ),
  device: door(
    () => import('./front/OneDevice.svelte'),
    () => ({}),
  ),
  watch: door(
    () => import('./front/Watch.svelte'),
    () => ({}),
  ),
  records: door(
    () => import('./front/Records.svelte'),
    () => ({}),
  ),
  record: door(
    replay,
    ({ id, nth }) => ({ id, settlement: nth }),
    ({ id, nth }) => `${id} ${nth}`,
  ),
  file: door(replay, () => ({ text: given() ?? '' }), given),
  learn: door(
    () => import('./learn/Learn.svelte'),
    ({ id }) => ({ game: id }),
  ),
  tutorial: door(
    () => import('./learn/Tutorial.svelte'),
    ({ id }) => ({ game: id }),
    ({ id }) => id,
  ),
  daily: door(
    () => import('./daily/Daily.svelte'),
    () => ({}),
  ),
  challenge: door(
    () => import('./daily/Challenge.svelte'),
    ({ id, nth }) => ({ game: id, day: nth }),
    ({ id, nth }) => `${id} ${nth}`,
  ),
};
