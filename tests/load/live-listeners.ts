import { randomUUID } from 'node:crypto';
import { type LiveClient, type LiveMessage, openSocket } from '../../apps/api/test/live-socket.ts';
import type { Owner } from './owners.ts';
import { type Timing, timingOf } from './timing.ts';

const TIMEOUT_MS = 20_000;

export interface LiveListeners {
  /** Confirms at the process at `confirmOrigin`, each time with another owner; the next when the bell has rung. */
  timeNotifications(confirmOrigin: string, events: number, atOnce: number): Promise<Timing>;
  close(): void;
}

/** Connects each of `owners` to the process at `origin`, so many times. */
export async function openLiveListeners(
  owners: readonly Owner[],
  origin: string,
  connectionsEach: number,
): Promise<LiveListeners> {
  /** What to do when a connection hears of somebody, by name. */
  const awaited = new Map<string, () => void>();
  let heard = 0;
  const onMessage = ([event, payload]: LiveMessage) => {
    if (event !== 'nueva_notificacion') return;
    heard += 1;
    awaited.get(JSON.stringify(payload).match(/Visita \d+/)?.[0] ?? '')?.();
  };
  const clients: LiveClient[] = [];
  for (let each = 0; each < connectionsEach; each++) {
    const opened = owners.map(({ headers }) => openSocket(origin, headers, { onMessage }));
    clients.push(...(await Promise.all(opened)));
  }

  /** When the last of the owner's connections has heard of `name`. */
  function bellOf(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('a notification was lost')), TIMEOUT_MS);
      let left = connectionsEach;
      awaited.set(name, () => {
        left -= 1;
        if (left > 0) return;
        clearTimeout(late);
        resolve();
      });
    });
  }

  return {
    async timeNotifications(confirmOrigin, events, atOnce) {
      awaited.clear();
      heard = 0;
      const times: number[] = [];
      let begun = 0;
      const begin = performance.now();
      const ringOn = async () => {
        while (begun < events) {
          begun += 1;
          const name = `Visita ${begun}`;
          const bell = bellOf(name);
          const start = performance.now();
          await confirm(confirmOrigin, owners[begun % owners.length], name);
          await bell;
          times.push(performance.now() - start);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, ringOn));
      if (heard !== events * connectionsEach) throw new Error('a notification was doubled');
      return timingOf(times, performance.now() - begin);
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}

async function confirm(origin: string, owner: Owner | undefined, name: string): Promise<void> {
  const reply = await fetch(`${origin}/api/attendances/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId: owner?.activityId, name, email: `${randomUUID()}@example.org` }),
  });
  if (!reply.ok) throw new Error(`a confirmation was refused: ${await reply.text()}`);
  await reply.arrayBuffer();
}
