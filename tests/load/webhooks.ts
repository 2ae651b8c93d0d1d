import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { addOwners, type Owner } from './owners.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { rowOf } from './row.ts';
import type { Part, Pool, Site } from './site.ts';

const part = 'webhooks';
const DELIVERIES = 2_000;
const POLL_MS = 20;

/** 2,000 due deliveries of one collective to a server that accepts them at once. */
export const webhooks: Part = {
  name: part,
  async run(site) {
    const { pool, pid, profile } = site;
    let received = 0;
    const receiver = createServer((request, response) => {
      received += 1;
      request.resume();
      response.writeHead(204).end();
    });
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = receiver.address() as AddressInfo;
      const [owner] = await addOwners(pool, 1);
      if (owner === undefined) throw new Error('no owner');
      const webhookId = await createWebhook(site, owner, `http://127.0.0.1:${port}/`);
      const { result, megabytes } = await peakMemoryDuring(pid, async () => {
        await fillDeliveries(pool, webhookId, DELIVERIES * profile.share);
        const before = await delivered(pool);
        while (received <= before) await wait(POLL_MS);
        const [first, startedAt] = [await delivered(pool), performance.now()];
        while ((await pending(pool)) > 0) await wait(POLL_MS);
        return (((await delivered(pool)) - first) / (performance.now() - startedAt)) * 1000;
      });
      if (received !== (await delivered(pool))) throw new Error('a delivery was sent twice');
      return [rowOf({ part, call: 'delivered', rate: result, megabytes })];
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  },
};

/** Creates a collective of the owner with a webhook; returns the webhook's id. */
export async function createWebhook({ origin, pool }: Site, owner: Owner, url: string): Promise<string> {
  // Otherwise the call asks for a proof of identity.
  await pool.query('update sessions set confirmed_at = now()');
  const post = async (path: string, body: object) => {
    const response = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { _id: string; slug: string };
  };
  const { slug } = await post('/collectives', { name: 'Junta de vecinas' });
  return (await post(`/collectives/${slug}/webhooks`, { url, events: ['attendance.confirmed'] }))._id;
}

async function countIn(pool: Pool, state: 'pending' | 'delivered'): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from webhook_deliveries where state = $1',
    [state],
  );
  return rows[0]?.count ?? 0;
}
const pending = (pool: Pool) => countIn(pool, 'pending');
const delivered = (pool: Pool) => countIn(pool, 'delivered');

const fillDeliveries = (pool: Pool, webhookId: string, count: number) =>
  pool.query(
    `insert into webhook_deliveries (id, webhook_id, event, body, due_at, created_at)
     select gen_random_uuid(), $1, 'ping', '{"id":"x","event":"ping","data":{}}', now(), now()
     from generate_series(1, $2::int)`,
    [webhookId, count],
  );
