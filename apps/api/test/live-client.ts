import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

/** How Engine.IO's and Socket.IO's packets begin. */
const [OPEN, PING, PONG, CONNECTED, REFUSED, EVENT, ACKNOWLEDGED] = [
  '0{',
  '2',
  '3',
  '40{',
  '44{',
  '42',
  '43',
];

export interface LiveClient {
  /** Names and payloads of what has come, without what keeps the connection alive. */
  readonly received: readonly [event: string, ...payload: unknown[]][];
  /** Answers to what was asked with an acknowledgement. */
  readonly answers: readonly unknown[];
  readonly isOpen: () => boolean;
  readonly send: (...event: unknown[]) => void;
  /** Sends an event that asks for an answer. */
  readonly ask: (...event: unknown[]) => void;
  readonly sendRaw: (frame: string) => void;
}

/** Where `server` listens from now on, on a free port. */
export const listening = (server: FastifyInstance): Promise<string> =>
  server.listen({ port: 0, host: '127.0.0.1' });

export const handshake = (address: string, transport: string): string =>
  `${address}/socket.io/?EIO=4&transport=${transport}`;

/** A connection by WebSocket, as a browser opens one; refused when the server does not want it. */
export async function connectLive(
  address: string,
  headers: Record<string, string>,
  query = '',
): Promise<LiveClient> {
  const url = handshake(address, 'websocket').replace('http:', 'ws:') + query;
  const socket = new WebSocket(url, { headers });
  const received: [string, ...unknown[]][] = [];
  const answers: unknown[] = [];
  onTestFinished(() => socket.close());
  const admitted = new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const frame = String(data);
      if (frame.startsWith(OPEN)) socket.send('40');
      else if (frame === PING) socket.send(PONG);
      else if (frame.startsWith(CONNECTED)) resolve();
      else if (frame.startsWith(REFUSED)) reject(new Error(JSON.parse(frame.slice(2)).message));
      else if (frame.startsWith(EVENT)) received.push(JSON.parse(frame.slice(2)));
      else if (frame.startsWith(ACKNOWLEDGED)) answers.push(JSON.parse(frame.slice(frame.indexOf('['))));
    });
    socket.addEventListener('close', () => reject(new Error('closed')));
  });
  await admitted;
  return {
    received,
    answers,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (...event) => socket.send(EVENT + JSON.stringify(event)),
    ask: (...event) => socket.send(`${EVENT}1${JSON.stringify(event)}`),
    sendRaw: frame => socket.send(frame),
  };
}
