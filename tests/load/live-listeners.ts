import { randomUUID } from 'node:crypto';
import { type LiveClient, type LiveMessage, openSocket } from '../../apps/api/test/live-socket.ts';
import type { Owner } from './owners.ts';
import { type Timing, timingOf } from './timing.ts';

const TIMEOUT_MS = 20_000;

export interface LiveListeners {
  /**
   * Times from a confirmation at `confirmOrigin` to the last notification on the owner's connections, with `concurrency`
   * confirmations in flight and a different owner each time.
   */
  timeNotifications(confirmOrigin: string, events: number, concurrency: number): Promise<Timing>;
  close(): void;
}

/** Opens `connectionsEach` live connections per owner at the process at `origin`. */
export async function openLiveListeners(
  owners: readonly Owner[],
  origin: string,
  connectionsEach: number,
): Promise<LiveListeners> {
  /** Called for each notification, by the name of the attendee in it. */
  const handlers = new Map<string, () => void>();
  let receivedCount = 0;
  const onMessage = ([event, payload]: LiveMessage) => {
    if (event !== 'nueva_notificacion') return;
    receivedCount += 1;
    handlers.get(JSON.stringify(payload).match(/Visita \d+/)?.[0] ?? '')?.();
  };
  const clients: LiveClient[] = [];
  for (let each = 0; each < connectionsEach; each++) {
    const opening = owners.map(({ headers }) => openSocket(origin, headers, { onMessage }));
    clients.push(...(await Promise.all(opening)));
  }

  /** Resolves when each of the owner's connections has received the notification about `name`. */
  function waitForNotifications(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error('a notification was lost')), TIMEOUT_MS);
      let missing = connectionsEach;
      handlers.set(name, () => {
        missing -= 1;
        if (missing > 0) return;
        clearTimeout(timeout);
        resolve();
      });
    });
  }

  return {
    async timeNotifications(confirmOrigin, events, concurrency) {
      handlers.clear();
      receivedCount = 0;
      const times: number[] = [];
      let started = 0;
      const startedAt = performance.now();
      const confirmInLoop = async () => {
        while (started < events) {
          started += 1;
          const name = `Visita ${started}`;
          const notified = waitForNotifications(name);
          const start = performance.now();
          await confirm(confirmOrigin, owners[started % owners.length], name);
          await notified;
          times.push(performance.now() - start);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, confirmInLoop));
      if (receivedCount !== events * connectionsEach) throw new Error('a notification was duplicated');
      return timingOf(times, performance.now() - startedAt);
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}

async function confirm(origin: string, owner: Owner | undefined, name: string): Promise<void> {
  const response = await fetch(`${origin}/api/attendances/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId: owner?.activityId, name, email: `${randomUUID()}@example.org` }),
  });
  if (!response.ok) throw new Error(`a confirmation failed: ${await response.text()}`);
  await response.arrayBuffer();
}
