/** Prefixes of Engine.IO's and Socket.IO's packets. */
const [OPEN, PING, PONG, CONNECTED, REFUSED, EVENT, ACKNOWLEDGED] = [
  '0{',
  '2',
  '3',
  '40{',
  '44{',
  '42',
  '43',
];

export type LiveMessage = [event: string, ...payload: unknown[]];

export interface LiveClient {
  /** Received events, without heartbeats. */
  readonly received: readonly LiveMessage[];
  /** Acknowledgements of events sent by `emitWithAck`. */
  readonly acknowledgements: readonly unknown[];
  readonly isOpen: () => boolean;
  readonly send: (...event: unknown[]) => void;
  /** Sends an event that requests an acknowledgement. */
  readonly emitWithAck: (...event: unknown[]) => void;
  readonly sendRaw: (frame: string) => void;
  readonly close: () => void;
}

export const handshake = (address: string, transport: string): string =>
  `${address}/socket.io/?EIO=4&transport=${transport}`;

interface Options {
  readonly query?: string;
  readonly onMessage?: (message: LiveMessage) => void;
}

/** Opens a live connection by WebSocket like a browser; rejects if the server does not accept it. */
export async function openSocket(
  address: string,
  headers: Record<string, string>,
  { query = '', onMessage }: Options = {},
): Promise<LiveClient> {
  const url = handshake(address, 'websocket').replace(/^http/, 'ws') + query;
  const socket = new WebSocket(url, { headers });
  const received: LiveMessage[] = [];
  const acknowledgements: unknown[] = [];
  function receive(message: LiveMessage): void {
    received.push(message);
    onMessage?.(message);
  }
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const frame = String(data);
      if (frame.startsWith(OPEN)) socket.send('40');
      else if (frame === PING) socket.send(PONG);
      else if (frame.startsWith(CONNECTED)) resolve();
      else if (frame.startsWith(REFUSED)) {
        reject(new Error(JSON.parse(frame.slice(2)).message));
        socket.close();
      } else if (frame.startsWith(EVENT)) receive(JSON.parse(frame.slice(2)));
      else if (frame.startsWith(ACKNOWLEDGED))
        acknowledgements.push(JSON.parse(frame.slice(frame.indexOf('['))));
    });
    socket.addEventListener('close', () => reject(new Error('closed')));
  });
  return {
    received,
    acknowledgements,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (...event) => socket.send(EVENT + JSON.stringify(event)),
    emitWithAck: (...event) => socket.send(`${EVENT}1${JSON.stringify(event)}`),
    sendRaw: frame => socket.send(frame),
    close: () => socket.close(),
  };
}
