import { createECDH, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { addOwners, type Owner } from './owners.ts';
import { percentile } from './percentile.ts';
import { type Aim, type Row, rowOf } from './row.ts';
import type { Part, Pool, Site } from './site.ts';
import { waitForEmails } from './wait-for-emails.ts';
import { createWebhook } from './webhooks.ts';

const part = 'floods';
/** Rows that one account causes at once. */
const FLOOD = 2_000;
const ATTENDEES = 10_000;
/** Webhooks and devices of that account: as many as one may have. */
const OWNED = 20;
const PROBES = 80;
const PROBE_INTERVAL_MS = 250;
const POLL_MS = 50;
const PROBE_TIMEOUT_MS = 60_000;

const p99Growth: Aim = {
  text: 'p99 ≤ 1.5 × alone',
  holds: ({ ratio }) => ratio !== null && ratio <= 1.5,
};

/** Something that reaches another server or person. */
interface Channel {
  readonly call: string;
  /** Starts what one account causes in bulk; its receivers never respond. */
  flood(): Promise<void>;
  /** Causes one of another account and returns its id. */
  probe(): Promise<string>;
  /** The ids among these that have arrived. */
  arrived(ids: readonly string[]): Promise<string[]>;
}

/**
 * How long an e-mail, a webhook's delivery and a push of one account take, alone and while another account causes thousands whose
 * receivers never respond; the ratio is that of the p99.
 */
export const floods: Part = {
  name: part,
  async run(site) {
    const receiver = await startServer((_request, response) => response.writeHead(201).end());
    // Accepts requests and never responds.
    const silent = await startServer(() => undefined);
    try {
      const owners = await addOwners(site.pool, 2);
      const rows: Row[] = [];
      for (const channel of await channelsOf(site, owners, receiver.url, silent.url))
        rows.push(await measure(channel, site));
      return rows;
    } finally {
      receiver.close();
      silent.close();
    }
  },
};

async function measure(channel: Channel, { profile, pool }: Site): Promise<Row> {
  const probes = Math.max(4, PROBES * profile.share);
  const alone = await timeProbes(channel, probes);
  await channel.flood();
  const during = await timeProbes(channel, probes);
  await waitForEmails(pool);
  const [p50, p99] = [percentile(during, 0.5), percentile(during, 0.99)];
  return rowOf({ part, call: channel.call, p50, p99, ratio: p99 / percentile(alone, 0.99) }, p99Growth);
}

/** Milliseconds of each probe. They start at an interval and overlap, since polls are seconds apart. */
async function timeProbes({ probe, arrived }: Channel, count: number): Promise<number[]> {
  const startedAt = new Map<string, number>();
  const times: number[] = [];
  const deadline = performance.now() + count * PROBE_INTERVAL_MS + PROBE_TIMEOUT_MS;
  const sending = (async () => {
    for (let sent = 0; sent < count; sent += 1) {
      const start = performance.now();
      startedAt.set(await probe(), start);
      await wait(PROBE_INTERVAL_MS);
    }
  })();
  while (times.length < count && performance.now() < deadline) {
    for (const id of await arrived([...startedAt.keys()])) {
      times.push(performance.now() - (startedAt.get(id) ?? Number.NaN));
      startedAt.delete(id);
    }
    await wait(POLL_MS);
  }
  await sending;
  // Those that have not arrived took at least this long.
  return [...times, ...[...startedAt.values()].map(start => performance.now() - start)];
}

async function channelsOf(
  site: Site,
  [loud, quiet]: readonly Owner[],
  receiverUrl: string,
  silentUrl: string,
): Promise<Channel[]> {
  if (loud === undefined || quiet === undefined) throw new Error('no owner');
  const { origin, pool, profile } = site;
  const [loudId, quietId] = [await ownerOf(pool, loud), await ownerOf(pool, quiet)];
  const loudHooks = await copyWebhook(pool, await createWebhook(site, loud, silentUrl), OWNED - 1);
  const quietHook = await createWebhook(site, quiet, receiverUrl);
  await fillDevices(pool, loudId, silentUrl, OWNED);
  await fillDevices(pool, quietId, receiverUrl, 1);
  await fillAttendees(pool, loud.activityId, ATTENDEES * profile.share);
  return [
    {
      call: 'an e-mail to another recipient',
      flood: () => writeMessage(origin, loud),
      probe: () => confirm(origin, quiet),
      arrived: ids =>
        found(
          pool,
          'select recipient as id from mails where recipient = any($1) and sent_at is not null',
          ids,
        ),
    },
    {
      call: 'a delivery of another’s webhook',
      flood: () => fillDeliveries(pool, loudHooks, (FLOOD * profile.share) / OWNED),
      probe: async () => {
        const id = randomUUID();
        await fillDeliveries(pool, [quietHook], 1, id);
        return id;
      },
      arrived: ids =>
        found(pool, `select id from webhook_deliveries where id = any($1) and state = 'delivered'`, ids),
    },
    {
      call: 'a push to another’s device',
      flood: () => fillPushes(pool, loudId, (FLOOD * profile.share) / OWNED),
      probe: async () => {
        const id = randomUUID();
        await fillPushes(pool, quietId, 1, id);
        return id;
      },
      arrived: ids =>
        found(
          pool,
          `select notification_id as id from pushes where notification_id = any($1) and state = 'delivered'`,
          ids,
        ),
    },
  ];
}

async function found(pool: Pool, query: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(query, [ids]);
  return rows.map(({ id }) => id);
}

async function ownerOf(pool: Pool, { activityId }: Owner): Promise<string> {
  const [id = ''] = await found(pool, 'select owner_id as id from activities where id = any($1)', [
    activityId,
  ]);
  return id;
}

async function writeMessage(origin: string, { activityId, headers }: Owner): Promise<void> {
  const response = await fetch(`${origin}/api/tasks/${activityId}/messages`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'Nos vemos', text: 'Traigan agua.', to: 'all' }),
  });
  if (response.status !== 202) throw new Error(`no message: ${response.status} ${await response.text()}`);
}

/** Returns the address of the visitor that is confirmed. */
async function confirm(origin: string, { activityId: taskId }: Owner): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  const response = await fetch(`${origin}/api/attendances/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskId, name: 'Rosa', email }),
  });
  if (response.status !== 201) throw new Error(`not confirmed: ${response.status} ${await response.text()}`);
  return email;
}

const fillAttendees = (pool: Pool, activityId: string, count: number) =>
  pool.query(
    `insert into attendances (id, activity_id, name, email, created_at)
     select gen_random_uuid(), $1, 'Persona ' || n, 'persona' || n || '@example.org', now() from generate_series(1, $2::int) n`,
    [activityId, count],
  );

/** Adds copies of a webhook to its collective; returns the ids of all. */
async function copyWebhook(pool: Pool, id: string, copies: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhooks (id, collective_id, url, secret, events, created_at)
     select gen_random_uuid(), collective_id, url, secret, events, now() from webhooks, generate_series(1, $2::int) where id = $1
     returning id`,
    [id, copies],
  );
  return [id, ...rows.map(row => row.id)];
}

/** `count` due deliveries of each webhook; a single one may get an id. */
async function fillDeliveries(
  pool: Pool,
  webhookIds: readonly string[],
  count: number,
  id: string | null = null,
): Promise<void> {
  await pool.query(
    `insert into webhook_deliveries (id, webhook_id, event, body, due_at, created_at)
     select coalesce($3::uuid, gen_random_uuid()), webhook_id, 'ping', '{}', now(), now()
     from unnest($1::uuid[]) as webhook_id, generate_series(1, $2::int)`,
    [webhookIds, count, id],
  );
}

/** Devices of an account at a push service. */
async function fillDevices(pool: Pool, userId: string, url: string, count: number): Promise<void> {
  // A public key of the right form: nothing decrypts what is sent.
  const publicKey = createECDH('prime256v1').generateKeys().toString('base64url');
  await pool.query(
    `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
     select gen_random_uuid(), $1, sessions.id, $2 || gen_random_uuid(), $3, $4, now()
     from sessions, generate_series(1, $5::int) where user_id = $1`,
    [userId, url, publicKey, Buffer.alloc(16, 1).toString('base64url'), count],
  );
}

/** `count` notifications of an account, each with a due push to every device; a single one may get an id. */
async function fillPushes(
  pool: Pool,
  userId: string,
  count: number,
  id: string | null = null,
): Promise<void> {
  await pool.query(
    `with stored as (
       insert into notifications (id, user_id, type, title, message, created_at)
       select coalesce($3::uuid, gen_random_uuid()), $1, 'message', 'Minga', 'Hola', now() from generate_series(1, $2::int)
       returning id, user_id
     )
     insert into pushes (notification_id, subscription_id, due_at)
     select stored.id, push_subscriptions.id, now() from stored join push_subscriptions using (user_id)`,
    [userId, count, id],
  );
}

async function startServer(
  handle: Parameters<typeof createServer>[1],
): Promise<{ url: string; close(): void }> {
  const server = createServer(handle);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
