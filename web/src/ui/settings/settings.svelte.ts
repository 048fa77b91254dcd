import { recall, remember } from '../memory';

export const SPEEDS = { calm: 1, brisk: 0.45, off: 0 } as const;
export type Speed = keyof typeof SPEEDS;
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
/** Whether a settlement waits for a tap, or how soon it goes on by itself. */
export const SETTLEMENTS = ['wait', 'slow', 'fast'] as const;
export type Settlements = (typeof SETTLEMENTS)[number];

interface Settings {
  speed: Speed;
  sound: boolean;
  theme: Theme;
  settlements: Settlements;
}

function kept<T extends string>(name: string, words: readonly T[], otherwise: T): T {
  const word = recall(name);
  return words.find((one) => one === word) ?? otherwise;
}

const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

export const settings: Settings = $state({
  speed: kept<Speed>('speed', ['calm', 'brisk', 'off'], still ? 'off' : 'calm'),
  sound: recall('sound') !== 'off',
  theme: kept('theme', THEMES, 'auto'),
  settlements: kept('settlements', SETTLEMENTS, 'wait'),
});

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  remember(name, typeof value === 'boolean' ? (value ? 'on' : 'off') : value);
  if (name === 'theme') wear();
}

/** Put the chosen theme on the page. */
export function wear(): void {
  document.documentElement.dataset['theme'] = settings.theme;
}

export function factor(): number {
  return SPEEDS[settings.speed];
}
