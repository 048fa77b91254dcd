import { Line } from '../../wire/socket';
import type { Session } from './session.svelte';

/** A session that is told about its table through the socket of this page. */
export function listen(session: Session): void {
  session.connect(
    new Line({
      frame: (frame) => session.hear(frame),
      up: () => session.up(),
      down: () => session.down(),
    }),
  );
}
