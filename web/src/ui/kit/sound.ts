import { settings } from '../settings/settings.svelte';
import type { Sound } from '../../games/module';

/** Few and soft; zzfx's own parameters: volume, randomness, frequency, attack, sustain, release, shape … */
const SOUNDS: Readonly<Record<Sound, readonly (number | undefined)[]>> = {
  chip: [0.25, 0.02, 1400, 0, 0.01, 0.05, 1, 2],
  card: [0.18, 0.02, 220, 0.01, 0.02, 0.05, 4, 0.5],
  step: [0.2, 0.02, 180, 0, 0.02, 0.06, 0, 1.5],
  open: [0.22, 0, 520, 0.02, 0.08, 0.25, 0, 1.6, 0, 0, 180, 0.06],
  turn: [0.2, 0, 330, 0.01, 0.05, 0.12, 0, 1.4],
  end: [0.25, 0, 392, 0.03, 0.25, 0.5, 0, 1.5, 0, 0, 196, 0.12],
};

let player: Promise<typeof import('zzfx')> | null = null;
let touched = false;
// Browsers let a page sound only after its visitor has touched it.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, () => (touched = true), { once: true });

export function play(sound: Sound | null): void {
  if (!sound || !touched || !settings.sound || document.hidden) return;
  // Fetched once, so that what sounds first was played first.
  player ??= import('zzfx');
  void player.then(({ zzfx }) => zzfx(...SOUNDS[sound]));
}
