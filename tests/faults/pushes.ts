import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { type Browser, type PushService, pushService } from '../../apps/api/test/push-service.ts';
import { alertOptions } from '../../apps/web/src/lib/alert-options.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { makeRemindersDue } from './make-reminders-due.ts';
import { startPostgres } from './postgres.ts';
import { sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { waitUntil } from './wait-until.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const ACCOUNTS = 60;
/** Of them, how many browsers have ended their subscription (410). */
const GONE = 5;
/** The push of a round that is not answered, because the process is killed. */
const KILLED_AT = 15;
/** Pushes that are in flight at a time. */
const IN_FLIGHT = 20;

export const pushes: Scenario = {
  name: 'pushes',
  fault:
    'push service down, then answering 503, then the API killed between a push and its mark; dead subscriptions',
  run: length => withSandbox(sandbox => killDuringPushes(sandbox, length === 'short' ? 2 : 10)),
};

async function killDuringPushes(sandbox: Sandbox, kills: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const service = await pushService();
  const settings = { DATABASE_URL: postgres.url, PUSH_HOSTS: service.host };
  const connection = openConnection(postgres.url, () => undefined);
  const { pool } = connection;
  const all: Device[] = [];
  const violations: string[] = [];
  let failed = 0;
  try {
    let minga = await sandbox.start(settings);
    for (let kill = 0; kill < kills; kill += 1) {
      const devices = await subscribeAll(await addOwners(pool, ACCOUNTS), minga, service);
      all.push(...devices);
      await service.stop();
      await makeRemindersDue(
        pool,
        devices.map(({ owner }) => owner),
      );
      violations.push(...(await waitForFailures(pool)));
      for (const { browser } of devices) browser.answer(503);
      await service.start();
      violations.push(...(await waitForFailures(pool)));
      failed += await countAttempts(pool);
      answerAll(devices);
      violations.push(...(await killOnPush(pool, service, minga, kill % 2 === 0 ? [] : devices)));
      answerAll(devices);
      await makeDue(pool);
      minga = await sandbox.start(settings);
      violations.push(...(await waitUntil('everything is pushed', () => hasDelivered(pool))));
    }
    const repeated = all.filter(({ browser }) => browser.received.length > 1).length;
    if (repeated < kills / 2) violations.push(`only ${repeated} pushes were repeated after ${kills} kills`);
    if (repeated > kills * IN_FLIGHT)
      violations.push(`${repeated} pushes were repeated: more than were in flight`);
    return {
      figures: {
        kills,
        devices: all.length,
        'failed attempts': failed,
        delivered: all.filter(({ browser }) => browser.received.length > 0).length,
        'pushed twice, same tag': repeated,
        'dead subscriptions': all.filter(({ isGone }) => isGone).length,
      },
      violations: [...violations, ...(await findPushViolations(pool, all))],
    };
  } finally {
    await connection.close();
    await service.stop();
  }
}

interface Device {
  readonly owner: Owner;
  readonly browser: Browser;
  readonly isGone: boolean;
}

const subscribeAll = (owners: readonly Owner[], { address }: MingaProcess, service: PushService) =>
  Promise.all(
    owners.map(async (owner, index): Promise<Device> => {
      const browser = service.newBrowser();
      const url = `${address}/api/push/subscriptions`;
      const { status } = await sendJson('POST', url, browser.subscription, owner.headers);
      if (status !== 201) throw new Error(`a subscription was answered with ${status}`);
      return { owner, browser, isGone: index < GONE };
    }),
  );

function answerAll(devices: readonly Device[]): void {
  for (const { browser, isGone } of devices) browser.answer(isGone ? 410 : 201);
}

/** The retry delays, from half a minute to two hours, are skipped in the table. */
const makeDue = (pool: Pool) => pool.query(`update pushes set due_at = now() where state = 'pending'`);

async function countOfPending(pool: Pool, what: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select coalesce(${what}, 0)::int as count from pushes where state = 'pending'`,
  );
  return rows[0]?.count ?? 0;
}
const countPending = (pool: Pool) => countOfPending(pool, 'count(*)');
const countAttempts = (pool: Pool) => countOfPending(pool, 'sum(attempts)');

/** Waits until every push of the round has been attempted once more. */
async function waitForFailures(pool: Pool): Promise<string[]> {
  const stored = await waitUntil(
    'every reminder has a push',
    async () => (await countPending(pool)) === ACCOUNTS,
  );
  const before = await countAttempts(pool);
  await makeDue(pool);
  const isTried = async () => (await countAttempts(pool)) >= before + ACCOUNTS;
  return [...stored, ...(await waitUntil('every push is tried', isTried))];
}

/** Kills the process when the service has one of its pushes, which then has no answer; the browsers of `losing` do not get theirs. */
async function killOnPush(
  pool: Pool,
  service: PushService,
  minga: MingaProcess,
  losing: readonly Device[],
): Promise<string[]> {
  let arrived = 0;
  let killed: Promise<void> | null = null;
  service.beforeAccepting = async () => {
    arrived += 1;
    if (arrived === KILLED_AT) {
      killed = minga.kill('SIGKILL');
      for (const { browser } of losing) browser.answer(503);
    }
    await killed;
  };
  await makeDue(pool);
  const violations = await waitUntil('the push of the kill arrives', () => killed !== null, 1);
  await killed;
  service.beforeAccepting = async () => undefined;
  return violations;
}

const hasDelivered = async (pool: Pool): Promise<boolean> => (await countPending(pool)) === 0;

/** Every living subscription has its account's one notification, maybe repeated with the same tag; every dead one is removed. */
async function findPushViolations(pool: Pool, devices: readonly Device[]): Promise<string[]> {
  const { rows } = await pool.query<{ task_id: string; id: string }>(
    `select task_id, id from notifications where type = 'reminder'`,
  );
  const idsByActivity = Map.groupBy(rows, row => row.task_id);
  const subscriptions = await pool.query<{ endpoint: string }>('select endpoint from push_subscriptions');
  const endpoints = new Set(subscriptions.rows.map(({ endpoint }) => endpoint));
  const { rows: unmarked } = await pool.query<{ state: string }>(
    `select state from pushes where state <> 'delivered'`,
  );
  return [
    ...unmarked.map(({ state }) => `a push is ${state}`),
    ...devices.flatMap(({ owner, browser, isGone }) => {
      const tags = new Set(browser.received.map(({ payload }) => alertOptions(payload).tag));
      const ids = idsByActivity.get(owner.activityId) ?? [];
      const [id = ''] = ids.map(row => row.id);
      return [
        ...(ids.length === 1 ? [] : [`${ids.length} notifications of one reminder`]),
        ...(endpoints.has(browser.subscription.endpoint) === isGone
          ? [isGone ? 'a dead subscription was kept' : 'a living subscription was removed']
          : []),
        ...(isGone || tags.has(id) ? [] : ['a push was lost']),
        ...(tags.size > 1 ? ['one notification was pushed with several tags'] : []),
      ];
    }),
  ];
}
