import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import {
  isSigned,
  type ReceivedEvent,
  type WebhookReceiver,
  webhookReceiver,
} from '../../apps/api/test/webhook-receiver.ts';
import { addOwners } from '../load/owners.ts';
import { startPostgres } from './postgres.ts';
import { sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { waitUntil } from './wait-until.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const CONFIRMATIONS = 40;
/** The request of a round that is not answered, because the process is killed. */
const KILLED_AT = 15;
/** Deliveries of one webhook that are in flight at a time. */
const IN_FLIGHT = 5;

export const webhooks: Scenario = {
  name: 'webhooks',
  fault:
    'receiver down, then answering 503, then the API killed between the request of a webhook and its mark',
  run: length => withSandbox(sandbox => killDuringDeliveries(sandbox, length === 'short' ? 1 : 10)),
};

async function killDuringDeliveries(sandbox: Sandbox, kills: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const receiver = await webhookReceiver();
  const guarded = { DATABASE_URL: postgres.url };
  const settings = { ...guarded, WEBHOOK_HOSTS: receiver.host };
  const connection = openConnection(postgres.url, () => undefined);
  const { pool } = connection;
  const accepted: string[] = [];
  const violations: string[] = [];
  let [failed, confirmed] = [0, 0];
  try {
    let minga = await sandbox.start(settings);
    const { taskId, secret, refusal } = await createWebhook(pool, minga, receiver);
    if (refusal !== 400) violations.push(`a webhook to a private address was answered with ${refusal}`);
    for (let kill = 0; kill < kills; kill += 1) {
      await receiver.stop();
      confirmed += await confirmAll(minga, taskId, kill);
      violations.push(...(await waitForFailures(pool)));
      receiver.respond(response => void response.writeHead(503).end());
      await receiver.start();
      violations.push(...(await waitForFailures(pool)));
      failed += await countAttempts(pool);
      const unanswered = await killOnRequest(pool, receiver, minga, accepted);
      violations.push(...unanswered.violations, ...(await findOffSchedule(pool, unanswered.since)));

      const before = receiver.received.length;
      await makeDue(pool);
      const careful = await sandbox.start(guarded);
      violations.push(
        ...(await waitUntil('the address is private without WEBHOOK_HOSTS', () => hasRefused(pool))),
      );
      await careful.kill('SIGKILL');
      if (receiver.received.length > before) violations.push('an event was sent to a private address');

      accept(receiver, accepted);
      minga = await sandbox.start(settings);
      violations.push(...(await waitUntil('everything is delivered', () => hasDelivered(pool))));
      if (!accepted.includes(unanswered.id)) violations.push('the unanswered request was not repeated');
    }
    violations.push(
      ...(await findDeliveryViolations(pool, receiver.received, { secret, accepted, confirmed })),
    );
    const ids = new Set(accepted);
    if (accepted.length - ids.size > kills * IN_FLIGHT)
      violations.push(`${accepted.length - ids.size} events accepted twice: more than were in flight`);
    return {
      figures: {
        kills,
        confirmations: confirmed,
        'failed attempts': failed,
        requests: receiver.received.length,
        'accepted events': ids.size,
        'accepted twice, same id': accepted.length - ids.size,
      },
      violations,
    };
  } finally {
    await connection.close();
    await receiver.stop();
  }
}

/** A webhook for the confirmations of an activity; `refusal` is the answer to one with an address that no setting names. */
async function createWebhook(pool: Pool, { address }: MingaProcess, { url }: WebhookReceiver) {
  const [owner] = await addOwners(pool, 1);
  // Otherwise the call asks for a proof of identity.
  await pool.query('update sessions set confirmed_at = now()');
  const post = async (path: string, body: object) =>
    sendJson('POST', `${address}/api/collectives${path}`, body, owner?.headers);
  const { slug = '', _id } = (await post('', { name: 'Junta de vecinas' })).body;
  await pool.query('update activities set collective_id = $1', [_id]);
  const create = (to: string) => post(`/${slug}/webhooks`, { url: to, events: ['attendance.confirmed'] });
  const { secret = '' } = (await create(url)).body;
  return { taskId: owner?.activityId ?? '', secret, refusal: (await create('http://127.0.0.1:1/')).status };
}

/** Returns how many were acknowledged. */
async function confirmAll({ address }: MingaProcess, taskId: string, round: number): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: CONFIRMATIONS }, (_, index) => {
      const visit = { taskId, email: `evento-${round}-${index}@example.org`, name: 'Luz' };
      return sendJson('POST', `${address}/api/attendances/confirm`, visit);
    }),
  );
  return replies.filter(({ outcome }) => outcome === 'acknowledged').length;
}

/** The retry delays, from a minute to six hours, are skipped in the tables, except of attempts that may still be in flight. */
async function makeDue(pool: Pool): Promise<void> {
  await pool.query('update webhooks set resumes_at = null, failing_since = null');
  await pool.query(
    `update webhook_deliveries set due_at = now() where state = 'pending'
       and (last_attempt_at is null or last_attempt_at < now() - interval '1 second')`,
  );
}

/** Waits until as many attempts have failed as are sent at a time. */
async function waitForFailures(pool: Pool): Promise<string[]> {
  const before = await countAttempts(pool);
  return waitUntil('attempts fail', async () => {
    await makeDue(pool);
    return (await countAttempts(pool)) >= before + IN_FLIGHT;
  });
}

/** Kills the process when the receiver has one of its requests, without answering it. */
async function killOnRequest(pool: Pool, receiver: WebhookReceiver, minga: MingaProcess, accepted: string[]) {
  const before = receiver.received.length;
  let killed: Promise<void> | null = null;
  let id = '';
  receiver.respond(response => {
    const event = receiver.received.at(-1)?.event.id ?? '';
    if (killed !== null) return;
    if (receiver.received.length - before === KILLED_AT) {
      id = event;
      killed = minga.kill('SIGKILL');
      return;
    }
    accepted.push(event);
    response.writeHead(204).end();
  });
  // The failures of the last attempts pause the webhook until the first request of the next ones.
  const resumed = await waitUntil('the webhook is not paused', async () => {
    await makeDue(pool);
    return receiver.received.length > before + IN_FLIGHT;
  });
  const since = new Date();
  const isKilled = await waitUntil('the request of the kill arrives', () => killed !== null);
  await killed;
  const violations = [...resumed, ...isKilled];
  return { id, since, violations };
}

function accept(receiver: WebhookReceiver, accepted: string[]): void {
  receiver.respond(response => {
    accepted.push(receiver.received.at(-1)?.event.id ?? '');
    response.writeHead(204).end();
  });
}

async function countOf(pool: Pool, condition: string, what = 'count(*)'): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select coalesce(${what}, 0)::int as count from webhook_deliveries where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

/** Of what is pending. */
const countAttempts = (pool: Pool) => countOf(pool, `state = 'pending'`, 'sum(attempts)');
const hasRefused = async (pool: Pool) => (await countOf(pool, `failure = 'private'`)) > 0;

async function hasDelivered(pool: Pool): Promise<boolean> {
  await makeDue(pool);
  return (await countOf(pool, `state <> 'delivered'`)) === 0;
}

/** A delivery attempted since then must not be due again within a minute, even if the attempt has not ended. */
async function findOffSchedule(pool: Pool, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from webhook_deliveries where state = 'pending' and last_attempt_at > $1
       and due_at < last_attempt_at + interval '1 minute'`,
    [since],
  );
  return rows.map(({ id }) => `repeated too soon: ${id}`);
}

interface Expected {
  readonly secret: string;
  readonly confirmed: number;
  /** The ids of the events that the receiver accepted, in their order. */
  readonly accepted: readonly string[];
}

/** One delivery for each confirmation, marked as delivered if and only if the receiver accepted it; each request signed and with the same body. */
async function findDeliveryViolations(
  pool: Pool,
  received: readonly ReceivedEvent[],
  { secret, confirmed, accepted }: Expected,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; body: string; event: string; state: string }>(
    'select id, body, event, state from webhook_deliveries',
  );
  const stored = rows.filter(({ event }) => event === 'attendance.confirmed').length;
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  const ids = new Set(accepted);
  return [
    ...(stored === confirmed ? [] : [`${stored} events of ${confirmed} confirmations`]),
    ...rows
      .filter(({ id, state }) => (state === 'delivered') !== ids.has(id))
      .map(({ id, state }) => `${state}, ${ids.has(id) ? '' : 'not '}accepted: ${id}`),
    ...received
      .filter(
        ({ event, headers, body }) => headers['minga-delivery'] !== event.id || bodies.get(event.id) !== body,
      )
      .map(({ event }) => `another id or body: ${event.id}`),
    ...received.filter(each => !isSigned(each, secret)).map(({ event }) => `not signed: ${event.id}`),
  ];
}
