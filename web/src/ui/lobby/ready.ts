import type { Lobby, Presence } from '../../wire/types';

/** Whoever sits and has the table open is ready to play; a bot always is. */
export function isReady(chair: Lobby['chairs'][number], presence: Presence | null): boolean {
  return chair.kind === 'bot' || (chair.kind === 'person' && presence?.seats[chair.seat] === 'here');
}
