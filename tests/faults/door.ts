import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CheckInItem, CheckInOutcome } from '@minga/contract/check-ins';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { createLedger, type Stored } from './ledger.ts';
import { embeddedUrl } from './postgres.ts';
import { sendJson } from './request.ts';
import { killDatabase, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { waitUntil } from './wait-until.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const PHONES = 10;
/** Check-ins that a phone sends at once; one of them is of a person who did not sign up. */
const BATCH = 4;
/** Uploads that are acknowledged before each kill, while others are in flight. */
const BEFORE_KILL = 20;
const BACKOFF_MS = 100;

export const door: Scenario = {
  name: 'door',
  fault: 'SIGKILL of the API and of the embedded database, alternately, while 10 phones upload check-ins',
  run: length => withSandbox(sandbox => killDuringCheckIns(sandbox, length === 'short' ? 2 : 40)),
};

async function killDuringCheckIns(sandbox: Sandbox, kills: number): Promise<Findings> {
  const settings = { PORT: String(await freePort()) };
  let minga = await sandbox.start(settings);
  const { address } = minga;
  const connection = openConnection(await embeddedUrl(sandbox.folder), () => undefined);
  const { pool } = connection;
  try {
    const [keeper] = await addOwners(pool, 1);
    if (keeper === undefined) throw new Error('no owner was inserted');
    const batches = batchesOf(await addPeople(pool, keeper, (kills + 1) * BEFORE_KILL * (BATCH - 1)));
    const ledger = createLedger();
    const statuses = new Set<number>();
    const outcomes = new Map<CheckInItem[], readonly CheckInOutcome[]>();

    /** Like the phone: the same check-ins again, until they are acknowledged. */
    async function upload(items: CheckInItem[]): Promise<readonly CheckInOutcome[]> {
      for (;;) {
        const url = `${address}/api/attendances/${keeper?.activityId}/check-ins`;
        const { outcome, status, body } = await sendJson('POST', url, { items }, keeper?.headers);
        statuses.add(status);
        ledger.record('check-in', Object.fromEntries(items.map(item => [keyOf(item), item.at])), outcome);
        if (outcome === 'acknowledged') return body.results ?? [];
        await wait(BACKOFF_MS);
      }
    }

    const phones = Array.from({ length: PHONES }, async (_, phone) => {
      for (const [index, items] of batches.entries())
        if (index % PHONES === phone) outcomes.set(items, await upload(items));
    });
    const violations: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const isNext = () => outcomes.size >= (kill + 1) * BEFORE_KILL;
      violations.push(...(await waitUntil(`the uploads before kill ${kill + 1}`, isNext, 1)));
      if (kill % 2 === 1) await killDatabase(sandbox.folder);
      else {
        await minga.kill('SIGKILL');
        minga = await sandbox.start(settings);
      }
    }
    await Promise.all(phones);
    const counts = { ...ledger.counts() };
    violations.push(...ledger.compare(await readArrivals(pool)));
    // A phone whose storage came back from a backup sends its whole queue again.
    for (const items of batches)
      if (!isDeepStrictEqual(await upload(items), outcomes.get(items)))
        violations.push('a repeated upload was answered differently');
    return {
      figures: {
        kills,
        'check-ins': batches.flat().length,
        ...counts,
        'repeated afterwards': batches.length,
        statuses: [...statuses].sort().join(' '),
      },
      violations: [
        ...violations,
        ...ledger.compare(await readArrivals(pool)),
        ...[...outcomes.values()]
          .flat()
          .filter(({ result }) => result !== 'checked-in')
          .map(({ id, result }) => `${result}: ${id}`),
        ...[...statuses]
          .filter(status => status !== 0 && status !== 200 && status !== 503)
          .map(status => `returned ${status}`),
      ],
    };
  } finally {
    await connection.close();
  }
}

/** Attendances of an activity; returns their ids. */
async function addPeople(pool: Pool, { activityId }: Owner, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into attendances (id, activity_id, name, email, created_at)
     select gen_random_uuid(), $1, 'Persona', 'puerta' || n || '@example.org', now()
     from generate_series(1, $2::int) n returning id`,
    [activityId, count],
  );
  return rows.map(({ id }) => id);
}

function batchesOf(people: readonly string[]): CheckInItem[][] {
  const start = Date.now() - people.length;
  // Different times, so that a swap is found.
  const timeOf = (index: number) => new Date(start + index).toISOString();
  return Array.from({ length: people.length / (BATCH - 1) }, (_, batch) => [
    ...people.slice(batch * (BATCH - 1), (batch + 1) * (BATCH - 1)).map((attendanceId, index) => {
      return { id: randomUUID(), attendanceId, at: timeOf(batch * (BATCH - 1) + index) };
    }),
    { id: randomUUID(), walkIn: { name: `Visita ${batch}`, companions: 1 }, at: timeOf(batch) },
  ]);
}

const keyOf = ({ attendanceId, walkIn }: CheckInItem) => attendanceId ?? walkIn?.name ?? '';

/** When each party came, by the key of its check-in. */
async function readArrivals(pool: Pool): Promise<Stored> {
  const { rows } = await pool.query<{ key: string; at: Date }>(
    `select case when email is null then name else id::text end as key, checked_in_at as at
     from attendances where checked_in_at is not null`,
  );
  return rows.map(({ key, at }) => [key, at.toISOString()]);
}
