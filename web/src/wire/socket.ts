import ReconnectingWebSocket from 'partysocket/ws';
import type { ClientFrame, ServerFrame } from './types';

const PING_EVERY = 20_000;

/** The one socket of a page. It comes back by itself; whoever listens is told when it is there again. */
export class Line {
  readonly #socket: ReconnectingWebSocket;
  readonly #pinger: ReturnType<typeof setInterval>;

  constructor(on: { frame: (frame: ServerFrame) => void; up: () => void; down: () => void }) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new ReconnectingWebSocket(`${scheme}://${location.host}/api/socket`, [], {
      minReconnectionDelay: 300,
      maxReconnectionDelay: 5000,
      // What was under way when the line broke is sent again by whoever knows whether it still holds.
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener('open', on.up);
    this.#socket.addEventListener('close', on.down);
    this.#socket.addEventListener('message', (message: MessageEvent<string>) =>
      on.frame(JSON.parse(message.data) as ServerFrame),
    );
    this.#pinger = setInterval(() => this.send({ type: 'ping' }), PING_EVERY);
  }

  send(frame: ClientFrame): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close(): void {
    clearInterval(this.#pinger);
    this.#socket.close();
  }
}
