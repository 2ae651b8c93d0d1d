import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { ageHeartbeats, waitUntilIdle } from './database-checks.ts';
import { startPostgres } from './postgres.ts';
import { sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { waitUntil } from './wait-until.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

/** Every second one has an e-mail at once, the others a daily digest. */
const READERS = 600;
const ORGANISERS = 100;
const GUESTS = ['Ana', 'Luis'];
const KILL_WITHIN_MS = 100;
const IN_TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;

export const digests: Scenario = {
  name: 'digests',
  fault:
    'API killed while it tells owners of saved searches, sends their daily digests, and those of organisers',
  run: length => withSandbox(sandbox => killDuringDigests(sandbox, length === 'short' ? 1 : 5)),
};

async function killDuringDigests(sandbox: Sandbox, rounds: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const settings = { DATABASE_URL: postgres.url, PORT: String(await freePort()) };
  const connection = openConnection(postgres.url, () => undefined);
  const { pool } = connection;
  const violations: string[] = [];
  const before = { told: 0, digests: 0, organisers: 0 };
  try {
    let minga = await sandbox.start(settings);

    /** Kills the process while it works off `total` rows, and waits until the next one has done so. Returns how many it had done. */
    async function killAmid(what: string, total: number, countLeft: () => Promise<number>): Promise<number> {
      violations.push(...(await waitUntil(`${what}: the first`, async () => (await countLeft()) < total, 1)));
      await wait(Math.random() * KILL_WITHIN_MS);
      await minga.kill('SIGKILL');
      const left = await countLeft();
      await ageHeartbeats(pool);
      minga = await sandbox.start(settings);
      violations.push(...(await waitUntil(`${what}: the last`, async () => (await countLeft()) === 0)));
      return total - left;
    }

    for (let round = 0; round < rounds; round += 1) {
      const tag = `ronda ${round}`;
      const readers = await addReaders(pool, tag);
      const taskId = await publish(pool, minga, tag);
      const told = () => countOf(pool, `notifications where task_id = '${taskId}'`);
      before.told += await killAmid('saved searches', READERS, async () => {
        // The list of those who are still to be told is no table.
        const news = await countOf(pool, `due_work where kind = 'news'`);
        return news === 0 ? 0 : Math.max(1, READERS - (await told()));
      });
      await pool.query('update follow_digests set due_at = now()');
      await pool.query(`update due_work set at = now() where kind = 'newsDigests'`);
      const daily = () => countOf(pool, 'follow_digests');
      before.digests += await killAmid('daily digests', READERS / 2, daily);

      const organisers = await addOwners(pool, ORGANISERS);
      await confirmAll(pool, minga, organisers);
      before.organisers += await killAmid('digests of organisers', ORGANISERS, () =>
        countOf(pool, '(select distinct activity_id from attendance_changes) as pending'),
      );
      violations.push(...(await waitUntilIdle(pool)));
      violations.push(...(await findReaderViolations(pool, readers, taskId)));
      violations.push(...(await findOrganiserViolations(pool, organisers)));
    }
    return {
      figures: {
        kills: rounds * 3,
        'owners of searches': rounds * READERS,
        'told before the kill': before.told,
        'daily digests': (rounds * READERS) / 2,
        'sent before the kill': before.digests,
        'digests of organisers': rounds * ORGANISERS,
        'of them before the kill': before.organisers,
      },
      violations,
    };
  } finally {
    await connection.close();
  }
}

async function countOf(pool: Pool, from: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return rows[0]?.count ?? 0;
}

const idsOf = (owners: readonly Owner[]) => owners.map(({ activityId }) => activityId);

async function addReaders(pool: Pool, tag: string): Promise<Owner[]> {
  const readers = await addOwners(pool, READERS);
  await pool.query(
    `insert into saved_searches (id, user_id, tag, mail, created_at)
     select gen_random_uuid(), owner_id, $2,
       case when row_number() over () % 2 = 0 then 'inmediato' else 'diario' end, now() - interval '1 minute'
     from activities where id = any($1)`,
    [idsOf(readers), tag],
  );
  return readers;
}

async function publish(pool: Pool, { address }: MingaProcess, tag: string): Promise<string> {
  const [author] = await addOwners(pool, 1);
  const date = new Date(Date.now() + IN_TEN_DAYS_MS).toISOString();
  const activity = { title: 'Minga', date, tags: [tag] };
  const { status, body } = await sendJson('POST', `${address}/api/tasks`, activity, author?.headers);
  if (body._id === undefined) throw new Error(`publishing was answered with ${status}`);
  return body._id;
}

/** Makes the digests of the organisers due once all confirmations are acknowledged. */
async function confirmAll(
  pool: Pool,
  { address }: MingaProcess,
  organisers: readonly Owner[],
): Promise<void> {
  const ids = idsOf(organisers);
  await pool.query(
    `insert into mail_digests (user_id, type, mailed_at)
     select owner_id, 'attendance', now() from activities where id = any($1)`,
    [ids],
  );
  for (const name of GUESTS)
    await Promise.all(
      ids.map(async taskId => {
        const visit = { taskId, email: `${name}-${taskId}@example.org`, name };
        const { status } = await sendJson('POST', `${address}/api/attendances/confirm`, visit);
        if (status !== 201) throw new Error(`a confirmation was answered with ${status}`);
      }),
    );
  await pool.query(
    `update mail_digests set mailed_at = now() - interval '61 minutes'
     where user_id in (select owner_id from activities where id = any($1))`,
    [ids],
  );
}

/** Each has one notification and one e-mail. */
async function findReaderViolations(
  pool: Pool,
  readers: readonly Owner[],
  taskId: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ mail: string; bells: number; subjects: string }>(
    `select mail,
       (select count(*)::int from notifications where user_id = owner_id and task_id = $2) as bells,
       (select string_agg(split_part(subject, ' · ', 1), ' + ') from mails join users on email = recipient where users.id = owner_id) as subjects
     from activities join saved_searches on user_id = owner_id where activities.id = any($1)`,
    [idsOf(readers), taskId],
  );
  return rows.flatMap(({ mail, bells, subjects }) => [
    ...(bells === 1 ? [] : [`${bells} notifications of one activity`]),
    ...(subjects === subjectOf[mail] ? [] : [`${mail}: ${subjects ?? 'no e-mail'}`]),
  ]);
}

const subjectOf: Record<string, string> = {
  inmediato: 'Nueva que buscabas: Minga',
  diario: 'Nueva que buscabas: Minga',
};

/** Each has one digest, which names every guest. */
async function findOrganiserViolations(pool: Pool, organisers: readonly Owner[]): Promise<string[]> {
  const { rows } = await pool.query<{ texts: string[] }>(
    `select array(select text from mails join users on email = recipient where users.id = owner_id) as texts
     from activities where id = any($1)`,
    [idsOf(organisers)],
  );
  return rows.flatMap(({ texts: [text, ...others] }) => [
    ...(others.length === 0 ? [] : [`${1 + others.length} digests to one organiser`]),
    ...GUESTS.filter(name => text?.includes(name) !== true).map(name => `no digest names ${name}`),
  ]);
}
