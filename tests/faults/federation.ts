import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { type FederationPeer, federationPeer, peerKeys } from '../../apps/api/test/federation-peer.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { waitUntil } from './wait-until.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

/** The activities of a round, of which parts are published, edited, hidden and deleted by it. */
const ACTIVITIES = 8;
const ACTORS = 5;
const LOST_MS = 1_000;

export const federation: Scenario = {
  name: 'federation',
  fault:
    'the API killed between two rows of a fan-out and between a request and its mark, the database away, peers down and slow, during publications, edits, ends and returns',
  run: length =>
    withSandbox(sandbox => killDuringExchange(sandbox, length === 'short' ? faults : repeated(faults, 5))),
};

type Fault = 'fan-out' | 'unmarked' | 'database' | 'peers down' | 'slow peers';
const faults: readonly Fault[] = ['fan-out', 'unmarked', 'database', 'peers down', 'slow peers'];
const repeated = (list: readonly Fault[], times: number) => Array.from({ length: times }, () => list).flat();

/** An activity as its organiser left it, and its session. */
interface Written {
  readonly id: string;
  readonly owner: Owner;
  readonly title: string;
  readonly isPublic: boolean;
}

/**
 * Four servers follow the site. Each round publishes, edits, hides, returns and deletes activities during a fault. Afterwards what each server
 * shows must be what the site has. The delays of retries are skipped in the tables, except of attempts that may still be in flight.
 */
export async function killDuringExchange(sandbox: Sandbox, rounds: readonly Fault[]): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const keys = peerKeys();
  const peers = await Promise.all(
    ['Mastodon', 'mobilizon', 'Gancio', null].map(software =>
      federationPeer({ software, keys, actors: ACTORS }),
    ),
  );
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = {
    DATABASE_URL: postgres.url,
    PORT: String(port),
    PUBLIC_URL: origin,
    FEDERATION: 'on',
    WEBHOOK_HOSTS: '127.0.0.1',
  };
  const connection = openConnection(postgres.url, () => undefined);
  const { pool } = connection;
  const violations: string[] = [];
  let kills = 0;
  try {
    let minga = await sandbox.start(settings);
    await slowRows(pool);
    const owners = await addOwners(pool, ACTIVITIES);
    await pool.query('delete from activities');
    for (const peer of peers) {
      peer.isTrusted = true;
      for (const actor of peer.actors) await peer.follow(origin, { actor });
    }
    violations.push(...(await waitUntil('the follows are accepted', () => isSettled(pool))));
    let written: readonly Written[] = [];

    for (const [round, fault] of rounds.entries()) {
      const restart = async () => {
        await minga.kill('SIGKILL');
        kills += 1;
        await makeDue(pool);
        minga = await sandbox.start(settings);
      };
      const { reached, end } = await begin(fault, { pool, postgres, peers, restart });
      written = await write(minga, owners, written, `${round}`);
      violations.push(...(await reached()));
      if (fault === 'peers down' || fault === 'slow peers') {
        // A second message about the same activities waits for the first one.
        written = await write(minga, owners, written, `${round} bis`);
        violations.push(...(await waitUntil(`${fault}: messages are stored`, () => hasNoDueWork(pool))));
      }
      violations.push(...(await end()));
      violations.push(...(await waitUntil(`${fault}: all is delivered`, () => isSettled(pool))));
      violations.push(
        ...peers.flatMap(peer => findDifferences(peer, written).map(found => `${fault}: ${found}`)),
      );
    }
    violations.push(...new Set(peers.flatMap(peer => peer.problems())));
    const received = peers.flatMap(peer => peer.received);
    const ids = new Set(
      peers.flatMap(peer => peer.received.map(({ activity }) => `${peer.host} ${activity.id}`)),
    );
    return {
      figures: {
        rounds: rounds.length,
        kills,
        activities: written.length,
        requests: received.length,
        'without a response': received.filter(({ status }) => status === null || status >= 500).length,
        'received twice, same id': received.length - ids.size,
      },
      violations,
    };
  } finally {
    await connection.close();
    for (const peer of peers) await peer.stop();
  }
}

interface Stage {
  readonly pool: Pool;
  readonly postgres: Postgres;
  readonly peers: readonly FederationPeer[];
  /** Kills the process and starts another. */
  restart(): Promise<void>;
}

interface Prepared {
  /** Waits until the fault takes place. Returns violations. */
  reached(): Promise<string[]>;
  end(): Promise<string[]>;
}

/** Prepares a fault, which takes place while activities are written, or afterwards. */
async function begin(fault: Fault, { pool, postgres, peers, restart }: Stage): Promise<Prepared> {
  switch (fault) {
    case 'fan-out':
      await setSlow(pool, true);
      return {
        reached: () => waitUntil('a row of the fan-out', () => isBetweenRows(pool), 5),
        end: async () => {
          await restart();
          await setSlow(pool, false);
          return [];
        },
      };
    case 'unmarked': {
      let requests = 0;
      // The servers have taken the activity, and the process is killed before it has read that.
      for (const peer of peers)
        peer.respond(() => {
          requests += 1;
          return 'unanswered';
        });
      return {
        reached: () => waitUntil('a server has an activity', () => requests > 0, 5),
        end: async () => {
          await restart();
          for (const peer of peers) peer.respond(() => null);
          return [];
        },
      };
    }
    case 'database':
      return {
        reached: () =>
          waitUntil('deliveries', () => exists(pool, `federation_deliveries where state = 'pending'`), 5),
        end: async () => {
          await postgres.stop();
          await postgres.start();
          const isBack = await waitUntil('the database is back', () => makeDue(pool));
          // Attempts whose outcome was lost have ended by now.
          await wait(LOST_MS);
          await makeDue(pool);
          return isBack;
        },
      };
    case 'peers down':
      for (const peer of peers) await peer.stop();
      return {
        reached: () => waitUntil('attempts fail', () => hasFailures(pool)),
        end: async () => {
          for (const peer of peers) await peer.start();
          return [];
        },
      };
    case 'slow peers': {
      const answer = Promise.withResolvers<null>();
      for (const peer of peers) peer.respond(() => answer.promise);
      return {
        reached: () => waitUntil('a server has a request', () => hasAttempts(pool)),
        end: async () => {
          answer.resolve(null);
          for (const peer of peers) peer.respond(() => null);
          return [];
        },
      };
    }
  }
}

/** Publishes an activity an owner, edits one third of those before, hides one third or shows it again, and deletes one third. */
async function write(
  { address }: MingaProcess,
  owners: readonly Owner[],
  before: readonly Written[],
  round: string,
): Promise<Written[]> {
  const date = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, { headers }: Owner) =>
    sendJson(method, `${address}/api/tasks${path}`, body, headers);
  const changed = await Promise.all(
    before.map(async (activity, index): Promise<Written[]> => {
      const { id, owner } = activity;
      const path = `/${id}`;
      const values = { title: activity.title, date, isLocationPrivate: !activity.isPublic };
      if (index % 3 === 0) {
        const title = `${activity.title.split(' v')[0]} v${round}`;
        await send('PUT', path, { ...values, title }, owner);
        return [{ ...activity, title }];
      }
      if (index % 3 === 1) {
        await send('PUT', path, { ...values, isLocationPrivate: activity.isPublic }, owner);
        return [{ ...activity, isPublic: !activity.isPublic }];
      }
      await send('DELETE', path, {}, owner);
      return [];
    }),
  );
  const added = await Promise.all(
    owners.map(async (owner, index): Promise<Written> => {
      const title = `Siembra ${round}.${index}`;
      const { body } = await send('POST', '', { title, date }, owner);
      return { id: body._id ?? '', owner, title, isPublic: true };
    }),
  );
  return [...changed.flat(), ...added];
}

/** A server shows exactly the public activities, each once; Mastodon has the title of the first publication. */
function findDifferences(peer: FederationPeer, written: readonly Written[]): string[] {
  const isMastodon = peer.software === 'Mastodon';
  const expected = written.flatMap(({ id, title, isPublic }) =>
    isPublic ? `/actividades/${id} ${isMastodon ? '' : title}` : [],
  );
  const found = peer.shown.flatMap(({ type, object }) => {
    const { pathname } = new URL(String(object.url));
    return type === 'Event' ? `${pathname} ${isMastodon ? '' : String(object.name)}` : [];
  });
  const name = peer.software ?? 'a server without NodeInfo';
  const missing = expected.filter(each => !found.includes(each));
  const others = found.filter((each, index) => !expected.includes(each) || found.indexOf(each) !== index);
  return [
    ...missing.map(each => `${name} does not show ${each}`),
    ...others.map(each => `${name} shows ${each}`),
  ];
}

/** Rows of the outbox take a while as long as a table has a row, so that a kill hits a transaction between two of them. */
async function slowRows(pool: Pool): Promise<void> {
  await pool.query(`
    create table slow_rows (present boolean);
    create function slow_row() returns trigger language plpgsql as $$ begin
      if exists (select from slow_rows) then perform pg_sleep(0.2); end if;
      return new;
    end $$;
    create trigger slow_row before insert on federation_deliveries for each row execute function slow_row()`);
}

const setSlow = (pool: Pool, isSlow: boolean) =>
  pool.query(isSlow ? 'insert into slow_rows values (true)' : 'delete from slow_rows');

async function isBetweenRows(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return (rowCount ?? 0) > 0;
}

const exists = async (pool: Pool, from: string): Promise<boolean> =>
  ((await pool.query(`select from ${from} limit 1`)).rowCount ?? 0) > 0;

const hasFailures = (pool: Pool) =>
  exists(pool, `federation_deliveries where state = 'pending' and failure is not null`);
const hasAttempts = (pool: Pool) =>
  exists(pool, `federation_deliveries where state = 'pending' and attempts > 0`);

/** Makes due what waits, also if its attempt was lost with the process. Returns false without a database. */
async function makeDue(pool: Pool): Promise<boolean> {
  try {
    await pool.query(`update federation_deliveries set due_at = now() where state = 'pending'`);
    await pool.query('update federation_peers set resumes_at = null, failing_since = null');
    await pool.query('delete from postponed_work');
    return true;
  } catch {
    return false;
  }
}

const hasNoDueWork = async (pool: Pool) => !(await exists(pool, `due_work where kind = 'federation'`));

/** Whether nothing is left to do. Makes due what has failed more than a second ago, so that no attempt is in flight. */
async function isSettled(pool: Pool): Promise<boolean> {
  await pool.query('update federation_peers set resumes_at = null, failing_since = null');
  await pool.query(
    `update federation_deliveries set due_at = now() where state = 'pending' and failure is not null
       and due_at > now() and due_at < now() - interval '1 second'
         + (array[1, 5, 30, 120, 360, 720])[least(attempts, 6)] * interval '1 minute'`,
  );
  // One query, since work becomes deliveries in one transaction.
  return !(await exists(
    pool,
    `(select from due_work where kind = 'federation' union all select from federation_deliveries where state = 'pending') as left_over`,
  ));
}
