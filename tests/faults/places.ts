import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { partiesThatFit, sizeOf } from '../../apps/api/src/modules/attendance/rules.ts';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { addOwners } from '../load/owners.ts';
import { startPostgres } from './postgres.ts';
import { sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const CAPACITY = 50;
const PARTIES = 200;
const IN_FLIGHT = 20;
/** The parties that are acknowledged before one process is killed. */
const BEFORE_KILL = 80;
const POLL_MS = 5;
const TIMEOUT_MS = 60_000;
const IN_TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;

export const places: Scenario = {
  name: 'places',
  fault:
    'one of two processes killed while 200 parties of 1 to 4 confirm, cancel and answer offers for 50 places',
  run: length => withSandbox(sandbox => killDuringConfirmations(sandbox, length === 'short' ? 1 : 8)),
};

async function killDuringConfirmations(sandbox: Sandbox, kills: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const settings = { DATABASE_URL: postgres.url };
  const connection = openConnection(postgres.url, () => undefined);
  try {
    const survivor = await sandbox.start(settings);
    const rounds: Round[] = [];
    for (let kill = 0; kill < kills; kill += 1)
      rounds.push(await fillPlaces(connection.pool, survivor, await sandbox.start(settings)));
    const sum = (figure: 'looks' | 'repeated' | 'cancelled' | 'missed' | 'offers') =>
      rounds.reduce((all, round) => all + round[figure], 0);
    return {
      figures: {
        kills,
        confirmations: kills * PARTIES,
        'repeated after the kill': sum('repeated'),
        cancelled: sum('cancelled'),
        'offers made': sum('offers'),
        'offers missed': sum('missed'),
        'looks at the count': sum('looks'),
        'longest until all places were given s': Math.max(...rounds.map(({ recoveryS }) => recoveryS)),
      },
      violations: rounds.flatMap(({ violations }) => violations),
    };
  } finally {
    await connection.close();
  }
}

interface Round {
  readonly looks: number;
  readonly repeated: number;
  readonly cancelled: number;
  readonly missed: number;
  readonly offers: number;
  readonly recoveryS: number;
  readonly violations: readonly string[];
}

async function fillPlaces(pool: Pool, survivor: MingaProcess, victim: MingaProcess): Promise<Round> {
  const [owner] = await addOwners(pool, 1);
  const published = await sendJson(
    'POST',
    `${survivor.address}/api/tasks`,
    {
      title: 'Minga con cupos',
      date: new Date(Date.now() + IN_TEN_DAYS_MS).toISOString(),
      capacity: CAPACITY,
      companionsMax: 3,
    },
    owner?.headers,
  );
  const taskId = published.body._id ?? '';
  const watch = watchPlaces(pool, taskId);
  let next = 0;
  let acknowledged = 0;
  let repeated = 0;
  const cancelled = new Set<string>();
  const unanswered = new Set<string>();
  let killed: Promise<void> | null = null;

  async function confirmOne(index: number): Promise<void> {
    const email = `cupo-${index}-${taskId}@example.org`;
    const visit = { taskId, email, name: `Persona ${index}`, companions: index % 4, clientId: randomUUID() };
    const confirm = ({ address }: MingaProcess) =>
      sendJson('POST', `${address}/api/attendances/confirm`, visit);
    let reply = await confirm(index % 2 === 0 ? survivor : victim);
    if (reply.outcome !== 'acknowledged') {
      // The browser sends the same confirmation again, as it does when it had no network.
      repeated += 1;
      reply = await confirm(survivor);
    }
    if (reply.outcome !== 'acknowledged') {
      unanswered.add(`confirmation answered with ${reply.status} ${reply.body.code ?? ''}`);
      return;
    }
    acknowledged += 1;
    if (acknowledged === BEFORE_KILL) killed = victim.kill('SIGKILL');
    const proof = { cookie: reply.cookie };
    if (index % 7 === 0)
      await sendJson('POST', `${survivor.address}/api/attendances/offer/${taskId}`, { accept: true }, proof);
    if (index % 5 !== 0) return;
    const cancelling = await sendJson(
      'DELETE',
      `${survivor.address}/api/attendances/cancel/${taskId}`,
      {},
      proof,
    );
    if (cancelling.outcome === 'acknowledged') cancelled.add(email);
    else unanswered.add(`cancellation answered with ${cancelling.status} ${cancelling.body.code ?? ''}`);
  }

  const workers = Array.from({ length: IN_FLIGHT }, async () => {
    while (next < PARTIES) await confirmOne(next++);
  });
  await Promise.all(workers);
  await killed;
  const doneAt = performance.now();
  // Every offer so far expires: those parties leave the list, and the survivor passes their places on.
  const missed = await pool.query<{ email: string }>(
    `update attendances set offer_expires_at = now() where activity_id = $1 and status = 'offered' returning email`,
    [taskId],
  );
  const gone = new Set([...cancelled, ...missed.rows.map(({ email }) => email)]);
  let lost = await findLostPlaces(pool, taskId);
  while (lost.length > 0 && performance.now() - doneAt < TIMEOUT_MS) {
    await wait(POLL_MS * 10);
    lost = await findLostPlaces(pool, taskId);
  }
  const recoveryS = seconds(performance.now() - doneAt);
  const { looks, overbooked } = await watch.stop();
  const stored = await storedEmails(pool, taskId);
  const expected = Array.from({ length: PARTIES }, (_, index) => `cupo-${index}-${taskId}@example.org`);
  const offers = await countOffers(pool, taskId);
  return {
    looks,
    repeated,
    cancelled: cancelled.size,
    missed: missed.rows.length,
    offers: offers.total,
    recoveryS,
    violations: [
      ...unanswered,
      ...overbooked.map(taken => `${taken} people for ${CAPACITY} places`),
      ...lost,
      ...expected
        .filter(email => !gone.has(email) && !stored.includes(email))
        .map(email => `acknowledged, but lost: ${email}`),
      ...stored.filter(email => gone.has(email)).map(email => `gone, but stored: ${email}`),
      ...(new Set(stored).size === stored.length ? [] : ['a party is stored twice']),
      ...(offers.repeated === 0 ? [] : [`${offers.repeated} people were offered a place twice`]),
    ],
  };
}

/** Reads the count of taken places until it is stopped. */
function watchPlaces(pool: Pool, taskId: string) {
  let isStopped = false;
  let looks = 0;
  const overbooked: number[] = [];
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await pool.query<{ taken: number }>(
        'select taken from activity_places where activity_id = $1',
        [taskId],
      );
      looks += 1;
      overbooked.push(...rows.map(({ taken }) => taken).filter(taken => taken > CAPACITY));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return { looks, overbooked };
    },
  };
}

/** Violations while nothing runs: a false count, too many people, or free places for a waiting party. */
async function findLostPlaces(pool: Pool, taskId: string): Promise<string[]> {
  const { rows } = await pool.query<{ status: string; companions: number; is_missed: boolean }>(
    `select status, companions, coalesce(offer_expires_at <= now(), false) as is_missed from attendances
     where activity_id = $1 order by queue_number, created_at`,
    [taskId],
  );
  const waiting = rows.filter(({ status }) => status === 'waiting');
  const taken = rows
    .filter(({ status }) => status !== 'waiting')
    .reduce((sum, party) => sum + sizeOf(party), 0);
  const counted = await pool.query<{ taken: number }>(
    'select taken from activity_places where activity_id = $1',
    [taskId],
  );
  return [
    ...(counted.rows[0]?.taken === taken ? [] : [`${taken} people, counted as ${counted.rows[0]?.taken}`]),
    ...(taken <= CAPACITY ? [] : [`${taken} people for ${CAPACITY} places`]),
    ...rows.filter(row => row.is_missed).map(() => 'an expired offer still keeps its places'),
    ...partiesThatFit(waiting, CAPACITY - taken).map(
      party => `${sizeOf(party)} wait for a place that is free`,
    ),
  ];
}

async function storedEmails(pool: Pool, taskId: string): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    'select email from attendances where activity_id = $1',
    [taskId],
  );
  return rows.map(({ email }) => email);
}

async function countOffers(pool: Pool, taskId: string): Promise<{ total: number; repeated: number }> {
  const { rows } = await pool.query<{ total: number; repeated: number }>(
    `select coalesce(sum(copies), 0)::int as total, count(*) filter (where copies > 1)::int as repeated
     from (select count(*) as copies from mails
           where recipient like '%' || $1 || '@example.org' and subject like 'Hay un cupo%' group by recipient) as offered`,
    [taskId],
  );
  return rows[0] ?? { total: 0, repeated: 0 };
}
