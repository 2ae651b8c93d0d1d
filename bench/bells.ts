import { randomUUID } from 'node:crypto';
import { type LiveClient, type LiveMessage, openSocket } from '../apps/api/test/live-socket.ts';
import type { Owner } from './owners.ts';
import { percentile } from './percentile.ts';

const LOST_MS = 20_000;

/** Connects each of `owners` to the process at `url`, so many times. */
export async function openBells(owners: readonly Owner[], url: string, connectionsEach: number) {
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
    const opened = owners.map(({ headers }) => openSocket(url, headers, { onMessage }));
    clients.push(...(await Promise.all(opened)));
  }

  /** When the last of the owner's connections has heard of `name`. */
  function bellOf(name: string): Promise<number> {
    return new Promise((resolve, reject) => {
      let left = connectionsEach;
      awaited.set(name, () => {
        left -= 1;
        if (left === 0) resolve(performance.now());
      });
      AbortSignal.timeout(LOST_MS).onabort = () => reject(new Error('a notification was lost'));
    });
  }

  /** Confirms at the process at `askedUrl`, each time with a random owner; the next when the bell has rung. */
  async function ring(askedUrl: string, { events, atOnce }: { events: number; atOnce: number }) {
    awaited.clear();
    heard = 0;
    const replies: number[] = [];
    const bells: number[] = [];
    let begun = 0;
    const ringOn = async () => {
      while (begun < events) {
        begun += 1;
        const name = `Visita ${begun}`;
        const bell = bellOf(name);
        const start = performance.now();
        await confirm(askedUrl, owners[Math.floor(Math.random() * owners.length)], name);
        replies.push(performance.now() - start);
        bells.push((await bell) - start);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ringOn));
    if (heard !== events * connectionsEach) throw new Error('a notification was doubled');
    return {
      'reply p50 ms': percentile(replies, 0.5),
      'bell p50 ms': percentile(bells, 0.5),
      'reply p99 ms': percentile(replies, 0.99),
      'bell p99 ms': percentile(bells, 0.99),
    };
  }

  const close = () => {
    for (const client of clients) client.close();
  };
  return { ring, close };
}

async function confirm(url: string, owner: Owner | undefined, name: string): Promise<void> {
  const reply = await fetch(`${url}/api/attendances/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId: owner?.activityId, name, email: `${randomUUID()}@example.org` }),
  });
  if (!reply.ok) throw new Error(`a confirmation was refused: ${await reply.text()}`);
  await reply.arrayBuffer();
}
