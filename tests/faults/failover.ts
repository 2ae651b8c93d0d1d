import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { type LiveClient, openSocket } from '../../apps/api/test/live-socket.ts';
import { testMailServer } from '../../apps/api/test/smtp.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { makeRemindersDue } from './make-reminders-due.ts';
import { startPostgres } from './postgres.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const RECIPIENTS = 200;
const POLL_MS = 10;
const KILL_WITHIN_MS = 500;
const TIMEOUT_MS = 180_000;

export const failover: Scenario = {
  name: 'failover',
  fault: 'two processes, one killed, with reminders, letters, live events and jobs in flight',
  run: length => withSandbox(place => killOneOfTwo(place, length === 'short' ? 1 : 8)),
};

async function killOneOfTwo(place: Sandbox, rounds: number): Promise<Findings> {
  const postgres = await startPostgres(place.folder);
  const server = await testMailServer();
  const settings = {
    DATABASE_URL: postgres.url,
    SMTP_URL: server.url,
    MAIL_FROM: 'Minga <hola@example.org>',
  };
  const connection = openConnection(postgres.url, () => undefined);
  const found: Findings[] = [];
  try {
    const stays = await place.start(settings);
    for (let round = 0; round < rounds; round += 1)
      found.push(
        await killDuringDelivery({ pool: connection.pool, stays, goes: await place.start(settings) }),
      );
    const letters = Map.groupBy(server.received, ({ recipients }) => recipients.join());
    const doubled = [...letters.values()].filter(got => got.length > 1);
    const sum = (figure: string) => found.reduce((all, { figures }) => all + Number(figures[figure]), 0);
    return {
      figures: {
        kills: rounds,
        reminders: rounds * RECIPIENTS,
        'sent when it was killed': sum('sent before'),
        'letters gone when it was killed': sum('letters before'),
        'longest until all was done s': Math.max(
          ...found.map(({ figures }) => Number(figures['done after s'])),
        ),
        'come to an open screen': sum('live'),
        'in the list alone': sum('listed'),
        'letters taken twice by the mail server, same Message-ID': doubled.length,
      },
      violations: [
        ...found.flatMap(({ violations }) => violations),
        ...(letters.size === rounds * RECIPIENTS ? [] : [`${letters.size} people have a letter`]),
        // A crash between the server's yes and our commit: SMTP has nothing against it but the same Message-ID.
        ...doubled
          .filter(got => new Set(got.map(messageIdOf)).size > 1)
          .map(() => 'a second letter, not the same one'),
        ...(doubled.length > rounds * 5
          ? [`${doubled.length} letters twice: more than were on their way`]
          : []),
      ],
    };
  } finally {
    await connection.close();
    await server.stop();
  }
}

const messageIdOf = ({ source }: { source: string }) => /^message-id: *(\S+)/im.exec(source)?.[1];

async function killDuringDelivery({
  pool,
  stays,
  goes,
}: {
  pool: Pool;
  stays: MingaProcess;
  goes: MingaProcess;
}): Promise<Findings> {
  const people = await addOwners(pool, RECIPIENTS);
  const ids = people.map(({ activityId }) => activityId);
  const heard = new Map<string, number>();
  const connect = (process: MingaProcess, { headers }: Owner): Promise<LiveClient> =>
    openSocket(process.address, headers, {
      onMessage: ([event, payload]) => {
        const { taskId, id } = payload as { taskId?: string; id?: string };
        if (event === 'nueva_notificacion' && taskId !== undefined && id !== undefined)
          heard.set(taskId, (heard.get(taskId) ?? 0) + 1);
      },
    });
  const clients = await Promise.all(people.map((one, index) => connect(index % 2 === 0 ? goes : stays, one)));
  await makeRemindersDue(pool, people);
  while ((await countDelivered(pool, ids)).sent === 0) await wait(POLL_MS);
  await wait(Math.random() * KILL_WITHIN_MS);
  const before = await countDelivered(pool, ids);
  const killedAt = performance.now();
  await goes.kill('SIGKILL');
  // As a browser does: those who lost their connection open another, at the process that is left.
  const others = await Promise.all(
    people.filter((_, index) => index % 2 === 0).map(one => connect(stays, one)),
  );
  let now = before;
  while ((now.sent < RECIPIENTS || now.letters < RECIPIENTS) && performance.now() - killedAt < TIMEOUT_MS) {
    await wait(POLL_MS * 10);
    now = await countDelivered(pool, ids);
  }
  const took = performance.now() - killedAt;
  const listed = await Promise.all(people.map(one => countReminderNotifications(stays, one)));
  for (const client of [...clients, ...others]) client.close();
  const live = ids.filter(id => heard.has(id)).length;
  return {
    figures: {
      'sent before': before.sent,
      'letters before': before.letters,
      'done after s': seconds(took),
      live,
      listed: RECIPIENTS - live,
    },
    violations: [
      ...(now.sent === RECIPIENTS ? [] : [`${now.sent} of ${RECIPIENTS} reminders sent`]),
      ...(now.letters === RECIPIENTS ? [] : [`${now.letters} of ${RECIPIENTS} letters sent`]),
      ...listed.filter(count => count !== 1).map(count => `${count} notifications in a list`),
      ...[...heard.values()].filter(count => count > 1).map(count => `an event came ${count} times`),
    ],
  };
}

async function countDelivered(pool: Pool, ids: string[]): Promise<{ sent: number; letters: number }> {
  const { rows } = await pool.query<{ sent: number; letters: number }>(
    `select (select count(*)::int from sent_reminders join reminders on reminders.id = reminder_id
              where activity_id = any($1)) as sent,
            (select count(*)::int from mails join users on email = recipient join activities on owner_id = users.id
              where activities.id = any($1) and sent_at is not null) as letters`,
    [ids],
  );
  return rows[0] ?? { sent: 0, letters: 0 };
}

/** How many reminders the person's list shows. */
async function countReminderNotifications(
  { address }: MingaProcess,
  { headers, activityId }: Owner,
): Promise<number> {
  const reply = await fetch(`${address}/api/notifications/recibidas`, { headers });
  const rows = (await reply.json()) as { taskId: string }[];
  return rows.filter(({ taskId }) => taskId === activityId).length;
}
