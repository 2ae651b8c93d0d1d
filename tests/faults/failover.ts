import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { type LiveClient, openSocket } from '../../apps/api/test/live-socket.ts';
import { testMailServer } from '../../apps/api/test/smtp.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { makeRemindersDue } from './make-reminders-due.ts';
import { messageIdOf } from './message-id.ts';
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
  fault: 'one of two processes killed with reminders, e-mails, live events and jobs in flight',
  run: length => withSandbox(sandbox => killOneOfTwo(sandbox, length === 'short' ? 1 : 8)),
};

async function killOneOfTwo(sandbox: Sandbox, kills: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const server = await testMailServer();
  const settings = {
    DATABASE_URL: postgres.url,
    SMTP_URL: server.url,
    MAIL_FROM: 'Minga <hola@example.org>',
  };
  const connection = openConnection(postgres.url, () => undefined);
  const found: Findings[] = [];
  try {
    const survivor = await sandbox.start(settings);
    for (let kill = 0; kill < kills; kill += 1)
      found.push(
        await killDuringDelivery({ pool: connection.pool, survivor, victim: await sandbox.start(settings) }),
      );
    const emails = Map.groupBy(server.received, ({ recipients }) => recipients.join());
    const duplicates = [...emails.values()].filter(copies => copies.length > 1);
    const sum = (figure: string) => found.reduce((all, { figures }) => all + Number(figures[figure]), 0);
    return {
      figures: {
        kills,
        reminders: kills * RECIPIENTS,
        'reminders sent before the kill': sum('reminders before'),
        'e-mails sent before the kill': sum('emails before'),
        'longest recovery s': Math.max(...found.map(({ figures }) => Number(figures['recovery s']))),
        'delivered live': sum('live'),
        'in the list only': sum('listed'),
        'e-mails accepted twice by the mail server, same Message-ID': duplicates.length,
      },
      violations: [
        ...found.flatMap(({ violations }) => violations),
        ...(emails.size === kills * RECIPIENTS ? [] : [`${emails.size} recipients have an e-mail`]),
        // After a crash between the server's 250 and our commit the e-mail is sent again, with the same Message-ID.
        ...duplicates
          .filter(copies => new Set(copies.map(messageIdOf)).size > 1)
          .map(() => 'a duplicate e-mail with another Message-ID'),
        ...(duplicates.length > kills * 5
          ? [`${duplicates.length} duplicate e-mails: more than were in flight`]
          : []),
      ],
    };
  } finally {
    await connection.close();
    await server.stop();
  }
}

async function killDuringDelivery({
  pool,
  survivor,
  victim,
}: {
  pool: Pool;
  survivor: MingaProcess;
  victim: MingaProcess;
}): Promise<Findings> {
  const recipients = await addOwners(pool, RECIPIENTS);
  const ids = recipients.map(({ activityId }) => activityId);
  const eventsByActivity = new Map<string, number>();
  const connect = (process: MingaProcess, { headers }: Owner): Promise<LiveClient> =>
    openSocket(process.address, headers, {
      onMessage: ([event, payload]) => {
        const { taskId, id } = payload as { taskId?: string; id?: string };
        if (event === 'nueva_notificacion' && taskId !== undefined && id !== undefined)
          eventsByActivity.set(taskId, (eventsByActivity.get(taskId) ?? 0) + 1);
      },
    });
  const clients = await Promise.all(
    recipients.map((recipient, index) => connect(index % 2 === 0 ? victim : survivor, recipient)),
  );
  await makeRemindersDue(pool, recipients);
  while ((await countDelivered(pool, ids)).sent === 0) await wait(POLL_MS);
  await wait(Math.random() * KILL_WITHIN_MS);
  const before = await countDelivered(pool, ids);
  const killedAt = performance.now();
  await victim.kill('SIGKILL');
  // Like browsers, the clients of the killed process reconnect to the surviving one.
  const reconnected = await Promise.all(
    recipients.filter((_, index) => index % 2 === 0).map(recipient => connect(survivor, recipient)),
  );
  let now = before;
  while ((now.sent < RECIPIENTS || now.emails < RECIPIENTS) && performance.now() - killedAt < TIMEOUT_MS) {
    await wait(POLL_MS * 10);
    now = await countDelivered(pool, ids);
  }
  const recoveryMs = performance.now() - killedAt;
  const listed = await Promise.all(
    recipients.map(recipient => countReminderNotifications(survivor, recipient)),
  );
  for (const client of [...clients, ...reconnected]) client.close();
  const live = ids.filter(id => eventsByActivity.has(id)).length;
  return {
    figures: {
      'reminders before': before.sent,
      'emails before': before.emails,
      'recovery s': seconds(recoveryMs),
      live,
      listed: RECIPIENTS - live,
    },
    violations: [
      ...(now.sent === RECIPIENTS ? [] : [`${now.sent} of ${RECIPIENTS} reminders sent`]),
      ...(now.emails === RECIPIENTS ? [] : [`${now.emails} of ${RECIPIENTS} emails sent`]),
      ...listed.filter(count => count !== 1).map(count => `${count} notifications in a list`),
      ...[...eventsByActivity.values()]
        .filter(count => count > 1)
        .map(count => `an event was delivered ${count} times`),
    ],
  };
}

async function countDelivered(pool: Pool, ids: string[]): Promise<{ sent: number; emails: number }> {
  const { rows } = await pool.query<{ sent: number; emails: number }>(
    `select (select count(*)::int from sent_reminders join reminders on reminders.id = reminder_id
              where activity_id = any($1)) as sent,
            (select count(*)::int from mails join users on email = recipient join activities on owner_id = users.id
              where activities.id = any($1) and sent_at is not null) as emails`,
    [ids],
  );
  return rows[0] ?? { sent: 0, emails: 0 };
}

/** Number of reminders in the recipient's notification list. */
async function countReminderNotifications(
  { address }: MingaProcess,
  { headers, activityId }: Owner,
): Promise<number> {
  const reply = await fetch(`${address}/api/notifications/recibidas`, { headers });
  const rows = (await reply.json()) as { taskId: string }[];
  return rows.filter(({ taskId }) => taskId === activityId).length;
}
