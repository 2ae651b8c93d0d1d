import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { type TestMailServer, testMailServer } from '../../apps/api/test/smtp.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { ageHeartbeats, waitUntilIdle } from './database-checks.ts';
import { messageIdOf } from './message-id.ts';
import { startPostgres } from './postgres.ts';
import { sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { waitUntil } from './wait-until.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const ACTIVITIES = 10;
const CAPACITY = 4;
/** The first four let their offer expire, the next four have one in the end, the others wait. */
const WAITING = 12;
const OFFERS = ACTIVITIES * CAPACITY;
/** The process is killed when the e-mail of one of so many offers arrives. */
const KILLED_WITHIN = 10;
/** People who give their place back at a time. */
const CANCELLERS = 2;
/** E-mails that are in flight at a time. */
const IN_FLIGHT = 5;
const BACKOFF_MS = 50;

export const offers: Scenario = {
  name: 'offers',
  fault:
    'API killed while it sends the offers of cancelled places, and while expired offers go to the next party',
  run: length => withSandbox(sandbox => killDuringOffers(sandbox, length === 'short' ? 2 : 8)),
};

async function killDuringOffers(sandbox: Sandbox, rounds: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const server = await testMailServer();
  const settings = {
    DATABASE_URL: postgres.url,
    SMTP_URL: server.url,
    MAIL_FROM: 'Minga <hola@example.org>',
    PORT: String(await freePort()),
  };
  const connection = openConnection(postgres.url, () => undefined);
  const { pool } = connection;
  const violations: string[] = [];
  let [unanswered, expiredBefore] = [0, 0];
  try {
    let minga = await sandbox.start(settings);
    for (let round = 0; round < rounds; round += 1) {
      const seats = await fillActivities(pool);
      const killed = killOnOffer(server, minga, round % 2 === 0);
      const cancelling = cancelAll(minga.address, seats);
      await killed;
      server.answer = () => null;
      await ageHeartbeats(pool);
      minga = await sandbox.start(settings);
      const cancelled = await cancelling;
      unanswered += cancelled.filter(({ isRepeated }) => isRepeated).length;
      violations.push(
        ...cancelled.flatMap(({ refusal }) =>
          refusal === null ? [] : [`a cancellation was answered with ${refusal}`],
        ),
      );
      violations.push(...(await waitUntilIdle(pool)));

      await pool.query(
        `update attendances set offer_expires_at = now() where activity_id = any($1)
        and status = 'offered'`,
        [seats.map(({ activityId }) => activityId)],
      );
      const hasBegun = async () => (await countExpired(pool)) < OFFERS;
      violations.push(...(await waitUntil('the first offers expire', hasBegun, 1)));
      await minga.kill('SIGKILL');
      expiredBefore += OFFERS - (await countExpired(pool));
      await ageHeartbeats(pool);
      minga = await sandbox.start(settings);
      const hasEnded = async () => (await countExpired(pool)) === 0;
      violations.push(...(await waitUntil('all offers expire', hasEnded)), ...(await waitUntilIdle(pool)));
    }
    const repeated = server.received.length - new Set(server.received.map(messageIdOf)).size;
    if (repeated > rounds * 2 * IN_FLIGHT)
      violations.push(`${repeated} e-mails were repeated: more than were in flight`);
    return {
      figures: {
        kills: rounds * 2,
        'places cancelled': rounds * OFFERS,
        'cancellations without an answer': unanswered,
        offers: rounds * 2 * OFFERS,
        'expired before the kill': expiredBefore,
        'e-mails accepted twice by the mail server, same Message-ID': repeated,
      },
      violations: [...violations, ...(await findOfferViolations(pool, server))],
    };
  } finally {
    await connection.close();
    await server.stop();
  }
}

/** Activities whose places are taken by accounts, and each of which visitors wait for. Returns who has a place where. */
async function fillActivities(pool: Pool): Promise<Owner[]> {
  const owners = await addOwners(pool, ACTIVITIES + OFFERS);
  const ids = owners.slice(0, ACTIVITIES).map(({ activityId }) => activityId);
  const people = owners.slice(ACTIVITIES);
  const seats = people.map(({ headers }, index) => ({ headers, activityId: ids[index % ACTIVITIES] ?? '' }));
  await pool.query(
    `update activities set capacity = $2, date = now() + interval '10 days' where id = any($1)`,
    [ids, CAPACITY],
  );
  await pool.query(
    `insert into attendances (id, activity_id, user_id, name, email, created_at)
     select gen_random_uuid(), seat.activity_id, users.id, 'Persona', users.email, now()
     from unnest($1::uuid[], $2::uuid[]) as seat (activity_id, own_activity_id)
     join activities own on own.id = own_activity_id join users on users.id = own.owner_id`,
    [seats.map(({ activityId }) => activityId), people.map(({ activityId }) => activityId)],
  );
  await pool.query(
    `insert into attendances (id, activity_id, name, email, status, queue_number, created_at)
     select gen_random_uuid(), activity_id, 'Persona', 'espera-' || n || '-' || activity_id || '@example.org',
       'waiting', n, now()
     from unnest($1::uuid[]) as activity_id, generate_series(1, $2::int) as n`,
    [ids, WAITING],
  );
  return seats;
}

/** Kills the process when the mail server has the e-mail of an offer, before it is answered; then accepts it or not. */
function killOnOffer(server: TestMailServer, minga: MingaProcess, isAccepted: boolean): Promise<void> {
  const at = 1 + Math.floor(Math.random() * KILLED_WITHIN);
  let arrived = 0;
  return new Promise((resolve, reject) => {
    server.answer = (step, address) => {
      if (step !== 'DATA' || !address.startsWith('espera-')) return null;
      arrived += 1;
      if (arrived === at) minga.kill('SIGKILL').then(resolve, reject);
      return arrived < at || isAccepted ? null : '451 4.3.0 Intenta de nuevo';
    };
  });
}

/** Every seat is given back. */
async function cancelAll(address: string, seats: readonly Owner[]) {
  const left = [...seats];
  const cancelled: Awaited<ReturnType<typeof cancel>>[] = [];
  const cancellers = Array.from({ length: CANCELLERS }, async () => {
    for (let seat = left.pop(); seat !== undefined; seat = left.pop())
      cancelled.push(await cancel(address, seat));
  });
  await Promise.all(cancellers);
  return cancelled;
}

/** Gives a place back, as often as it takes. `refusal`: a status that is neither success nor lost. */
async function cancel(address: string, { activityId, headers }: Owner) {
  for (let isRepeated = false; ; isRepeated = true) {
    const url = `${address}/api/attendances/cancel/${activityId}`;
    const { outcome, status } = await sendJson('DELETE', url, {}, headers);
    // 404: it was cancelled, and the answer was lost.
    if (outcome === 'acknowledged' || (isRepeated && status === 404)) return { isRepeated, refusal: null };
    if (outcome === 'refused' && status !== 0) return { isRepeated, refusal: status };
    await wait(BACKOFF_MS);
  }
}

async function countExpired(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from attendances where offer_expires_at <= now()',
  );
  return rows[0]?.count ?? 0;
}

/** Each party: where it stands, how many offers and other e-mails it has in the outbox, and that the mail server has accepted each. */
async function findOfferViolations(pool: Pool, { received }: TestMailServer): Promise<string[]> {
  const { rows } = await pool.query<{
    recipient: string;
    number: number;
    status: string | null;
    offers: number;
    others: number;
  }>(
    `select recipient, n as number, attendances.status,
       (select count(*)::int from mails where mails.recipient = party.recipient and subject like 'Hay un cupo%') as offers,
       (select count(*)::int from mails where mails.recipient = party.recipient and subject not like 'Hay un cupo%') as others
     from (select 'espera-' || n || '-' || id || '@example.org' as recipient, n, id
           from activities, generate_series(1, $1::int) as n where capacity is not null) as party
     left join attendances on activity_id = party.id and email = recipient`,
    [WAITING],
  );
  const { rows: places } = await pool.query<{ taken: number; waiting: number }>(
    'select taken, waiting from activity_places join activities on id = activity_id where capacity is not null',
  );
  const accepted = Map.groupBy(received, ({ recipients }) => recipients.join());
  return [
    ...places
      .filter(({ taken, waiting }) => taken !== CAPACITY || waiting !== WAITING - 2 * CAPACITY)
      .map(({ taken, waiting }) => `${taken} people have a place and ${waiting} wait`),
    ...rows.flatMap(({ recipient, number, ...found }) => {
      const emails = new Set(accepted.get(recipient)?.map(messageIdOf)).size;
      const [actual, expected] = [JSON.stringify({ ...found, emails }), JSON.stringify(expectedOf(number))];
      return actual === expected ? [] : [`${recipient}: ${actual}, expected ${expected}`];
    }),
  ];
}

function expectedOf(number: number) {
  if (number <= CAPACITY) return { status: null, offers: 1, others: 1, emails: 2 };
  if (number <= 2 * CAPACITY) return { status: 'offered', offers: 1, others: 0, emails: 1 };
  return { status: 'waiting', offers: 0, others: 0, emails: 0 };
}
