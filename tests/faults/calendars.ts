import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { calendarSource } from './calendar-source.ts';
import { startPostgres } from './postgres.ts';
import { sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { waitUntil } from './wait-until.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const EVENTS = 40;
/** The events that a round adds or removes, fewer than half. */
const SHARE = 10;
const FOLLOWERS = 3;

export const calendars: Scenario = {
  name: 'calendars',
  fault:
    'the API killed between the rows of a reading that adds, moves or removes; two processes with one calendar at once; a source that sends garbage for a day',
  run: length =>
    withSandbox(sandbox =>
      killDuringReadings(sandbox, {
        calendarCount: length === 'short' ? 1 : 10,
        rounds: ['more', 'moved', 'gone'],
        isLong: true,
      }),
    ),
};

/** The change that a killed reading makes after the first one, which always adds all events. */
type Round = 'more' | 'moved' | 'gone';

interface Extent {
  readonly calendarCount: number;
  readonly rounds: readonly Round[];
  /** Whether two processes read at once, and the source sends garbage for a day. */
  readonly isLong: boolean;
}

/**
 * Follows one calendar a round and kills the process in the middle of each of its readings. Then two processes take it up. What a claim of a
 * killed process retains for 75 s is made due at once.
 */
export async function killDuringReadings(
  sandbox: Sandbox,
  { calendarCount, rounds, isLong }: Extent,
): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const source = await calendarSource();
  const settings = { DATABASE_URL: postgres.url, WEBHOOK_HOSTS: source.host };
  const connection = openConnection(postgres.url, () => undefined);
  const { pool } = connection;
  const violations: string[] = [];
  let [kills, garbage] = [0, 0];
  try {
    let processes = [await sandbox.start(settings)];
    await slowRows(pool);
    const people = await addOwners(pool, calendarCount + FOLLOWERS);
    const followers = people.slice(calendarCount);

    /** Kills the only process while it stores the next reading, and lets two others do it. */
    const readWithKill = async (url: string, what: string) => {
      await setSlow(pool, true);
      await makeDue(pool, url);
      violations.push(...(await waitUntil(`a row of ${what}`, () => isBetweenRows(pool), 5)));
      for (const one of processes) await one.kill('SIGKILL');
      kills += 1;
      await setSlow(pool, false);
      violations.push(...(await waitUntil('the transaction ends', async () => !(await isBetweenRows(pool)))));
      violations.push(...(await findLateClaims(pool, url)));
      processes = await Promise.all([sandbox.start(settings), sandbox.start(settings)]);
      await read(url, what);
    };
    const read = async (url: string, what: string, state = 'ok') => {
      const before = await readings(pool, url);
      await makeDue(pool, url);
      const isRead = async () => (await readings(pool, url)).at !== before.at;
      violations.push(...(await waitUntil(`${what} is read`, isRead)));
      const after = await readings(pool, url);
      if (after.state !== state) violations.push(`${what}: ${after.state} instead of ${state}`);
    };
    /** The second process claims the calendar as if the claim of the first had ended. */
    const readTwiceAtOnce = async (url: string) => {
      source.add(1);
      const { at } = await readings(pool, url);
      source.hold();
      for (const count of [1, 2]) {
        await makeDue(pool, url);
        violations.push(
          ...(await waitUntil(`${count} processes read at once`, () => source.held() === count)),
        );
      }
      source.release();
      violations.push(
        ...(await waitUntil('one of both is stored', async () => (await readings(pool, url)).at !== at)),
      );
    };
    const sendGarbage = async (url: string) => {
      for (const [number, answer] of source.garbage().entries()) {
        source.send(answer);
        await read(url, `garbage ${number}`, 'failed');
        garbage += 1;
      }
      source.send(null);
    };
    const alone = async () => {
      for (const one of processes.splice(1)) await one.kill('SIGTERM');
    };

    for (const [index, owner] of people.slice(0, calendarCount).entries()) {
      const url = `http://${source.host}/${index}.ics`;
      const check = async (what: string, news: number) => {
        violations.push(...(await findDifferences(pool, url, source.titles(), what)));
        violations.push(...(await findRepeated(pool, url, followers.length * news, what)));
      };
      await alone();
      source.begin(EVENTS);
      const slug = await follow(pool, processes, owner, followers, index);
      await setSlow(pool, true);
      const added = await sendJson(
        'POST',
        `${processes[0]?.address}/api/collectives/${slug}/calendars`,
        { url },
        owner.headers,
      );
      if (added.status !== 201) violations.push(`the calendar was answered with ${added.status}`);
      await readWithKill(url, 'the first reading');
      await check('the first reading', 0);
      let news = 0;
      for (const round of rounds) {
        await alone();
        if (round === 'more') source.add(SHARE);
        else if (round === 'moved') source.move();
        else source.remove(SHARE, await confirm(pool, processes, url));
        news += round === 'more' ? 1 : 0;
        await readWithKill(url, round);
        await check(round, news);
      }
      if (!isLong) continue;
      await readTwiceAtOnce(url);
      await check('two readings at once', news + 1);
      await sendGarbage(url);
      await check('a day of garbage', news + 1);
      source.add(1);
      await read(url, 'the source has recovered');
      await check('the source has recovered', news + 2);
    }
    return {
      figures: {
        calendars: calendarCount,
        kills,
        'answers with garbage': garbage,
        requests: source.requests(),
      },
      violations,
    };
  } finally {
    await connection.close();
    await source.stop();
  }
}

/** A collective with followers who want no e-mails. */
async function follow(
  pool: Pool,
  [minga]: readonly MingaProcess[],
  owner: Owner,
  followers: readonly Owner[],
  index: number,
): Promise<string> {
  const name = { name: `Fundación ${index}` };
  const { slug = '', _id } = (
    await sendJson('POST', `${minga?.address}/api/collectives`, name, owner.headers)
  ).body;
  await pool.query('update sessions set confirmed_at = now()');
  await pool.query(
    `insert into collective_followers (collective_id, user_id, mail, created_at)
       select $1, owner_id, 'nunca', now() from activities where id = any($2)`,
    [_id, followers.map(({ activityId }) => activityId)],
  );
  return slug;
}

const ofUrl = `calendar_id = (select id from calendars where url = $1)`;

/** A visitor confirms the earliest activity, which then stays. Returns its title. */
async function confirm(pool: Pool, [minga]: readonly MingaProcess[], url: string): Promise<string> {
  const { rows } = await pool.query<{ id: string; title: string }>(
    `select id, title from activities join calendar_events on activity_id = id where ${ofUrl} order by activities.date limit 1`,
    [url],
  );
  const [first] = rows;
  const visit = { taskId: first?.id, email: 'visita@example.org', name: 'Luz' };
  await sendJson('POST', `${minga?.address}/api/attendances/confirm`, visit);
  return first?.title ?? '';
}

/** Rows of activities take a while as long as a table has a row, so that a kill hits a transaction between two of them. */
async function slowRows(pool: Pool): Promise<void> {
  await pool.query(`
    create table slow_rows (present boolean);
    create function slow_row() returns trigger language plpgsql as $$ begin
      if exists (select from slow_rows) then perform pg_sleep(0.02); end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$;
    create trigger slow_row before insert or update or delete on activities for each row execute function slow_row()`);
}

const setSlow = (pool: Pool, isSlow: boolean) =>
  pool.query(isSlow ? 'insert into slow_rows values (true)' : 'delete from slow_rows');

async function isBetweenRows(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return (rowCount ?? 0) > 0;
}

/** Makes the calendar due now, also if a claim has not ended. */
const makeDue = (pool: Pool, url: string) =>
  pool.query(`update calendars set due_at = now() where url = $1`, [url]);

async function readings(pool: Pool, url: string): Promise<{ at: string | null; state: string }> {
  const { rows } = await pool.query<{ at: string | null; state: string }>(
    'select last_read_at::text as at, state from calendars where url = $1',
    [url],
  );
  return rows[0] ?? { at: null, state: 'none' };
}

/** The claim of a killed process must end within 90 s. */
async function findLateClaims(pool: Pool, url: string): Promise<string[]> {
  const { rowCount } = await pool.query(
    `select from calendars where url = $1 and reading_id is not null and due_at > now() + interval '85 seconds'`,
    [url],
  );
  return (rowCount ?? 0) > 0 ? ['a claim lasts more than 85 s'] : [];
}

/** The activities must be those of the source, each once, and each with a link. */
async function findDifferences(
  pool: Pool,
  url: string,
  expected: readonly string[],
  what: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ title: string; links: number }>(
    `select title, (select count(*)::int from calendar_events where activity_id = activities.id) as links
       from activities where collective_id = (select collective_id from calendars where url = $1)
         and not is_source_cancelled order by title`,
    [url],
  );
  const stored = rows.map(({ title }) => title).toSorted();
  const hasAll = JSON.stringify(stored) === JSON.stringify(expected);
  return [
    ...(hasAll ? [] : [`${what}: ${stored.length} activities instead of ${expected.length}, or others`]),
    ...(rows.every(({ links }) => links === 1) ? [] : [`${what}: an activity has no link or two`]),
  ];
}

/** Each follower must have one notification of each reading with news, and organisers one about each activity. */
async function findRepeated(pool: Pool, url: string, expected: number, what: string): Promise<string[]> {
  const count = async () => {
    const { rows } = await pool.query<{ news: number }>(
      `select count(*)::int as news from notifications where type = 'publication' and title = (
         select 'Actividad nueva de ' || name from collectives join calendars on collective_id = collectives.id where url = $1)`,
      [url],
    );
    return rows[0]?.news ?? 0;
  };
  const missing = await waitUntil(`${what}: followers are notified`, async () => (await count()) >= expected);
  const found = await count();
  const { rows } = await pool.query<{ title: string }>(
    `select title from notifications where type = 'change' group by title, task_id, user_id having count(*) > 1`,
  );
  return [
    ...missing,
    ...(found > expected ? [`${what}: ${found} notifications of followers instead of ${expected}`] : []),
    ...rows.map(({ title }) => `${what}: notified twice: ${title}`),
  ];
}
