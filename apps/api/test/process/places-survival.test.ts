import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activityPlaces } from '../../src/modules/activities/schema.ts';
import { partiesThatFit, sizeOf } from '../../src/modules/attendance/rules.ts';
import { attendanceClients, attendances } from '../../src/modules/attendance/schema.ts';
import { testDatabase } from '../database.ts';
import { anActivity } from '../factories.ts';
import { concurrently } from '../requests.ts';
import { dataFolder, startMinga } from './minga-process.ts';

const CAPACITY = 50;
const PARTIES = 200;
const WRITERS = 20;
/** After so many of its responses one process is killed, while other requests are in flight. */
const KILLED_AFTER = 30;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

interface Confirmed {
  readonly status: number;
  readonly clientId: string;
  /** The visitor's proof. */
  readonly cookie: string;
}

test('200 parties confirm in two processes for 50 places while one is killed: none is lost, doubled or too many', async () => {
  const { url, connection } = await testDatabase();
  const { db } = connection;
  const date = new Date(Date.now() + MONTH_MS);
  const activity = await anActivity(db, { capacity: CAPACITY, companionsMax: 3, contact: 'any', date });
  const [taskId, mine] = [activity.id, eq(attendances.activityId, activity.id)];
  const settings = { DATABASE_URL: url, DATA_DIR: await dataFolder() };
  const [dying, surviving] = await Promise.all([startMinga(settings), startMinga(settings)]);

  const confirm = async (address: string, index: number, clientId: string): Promise<Confirmed> => {
    const response = await fetch(`${address}/api/attendances/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taskId, clientId, name: `Persona ${index}`, companions: index % 4 }),
    }).catch(() => null);
    await response?.arrayBuffer().catch(() => null);
    const cookie = response?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { status: response?.status ?? 0, clientId, cookie };
  };
  const cancel = ({ cookie }: Confirmed) =>
    fetch(`${surviving.address}/api/attendances/cancel/${taskId}`, {
      method: 'DELETE',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    });

  const overbooked: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const [row] = await db.select().from(activityPlaces).where(eq(activityPlaces.activityId, taskId));
      if (row !== undefined && row.taken > CAPACITY) overbooked.push(row.taken);
    }
  })();

  let answered = 0;
  let unanswered = 0;
  const cancelled: string[] = [];
  const confirmed: Confirmed[] = [];
  async function come(index: number): Promise<void> {
    const clientId = randomUUID();
    const isFirst = index % 2 === 0;
    let reply = await confirm((isFirst ? dying : surviving).address, index, clientId);
    if (reply.status === 0) {
      unanswered += 1;
      // The browser sends the same again, to the process that answers.
      reply = await confirm(surviving.address, index, clientId);
    } else if (isFirst) {
      answered += 1;
      if (answered === KILLED_AFTER) dying.child.kill('SIGKILL');
    }
    confirmed.push(reply);
    if (index % 5 !== 0) return;
    expect((await cancel(reply)).status).toBe(200);
    cancelled.push(clientId);
  }
  await concurrently(WRITERS, async writer => {
    for (let index = writer; index < PARTIES; index += WRITERS) await come(index);
  });
  isOver = true;
  await watching;

  expect(overbooked).toEqual([]);
  expect(unanswered).toBeGreaterThanOrEqual(PARTIES / 2 - KILLED_AFTER - WRITERS);
  expect(confirmed.filter(({ status }) => status !== 201 && status !== 200)).toEqual([]);
  const rows = await db.select().from(attendances).where(mine);
  const stored = await db.select().from(attendanceClients).where(eq(attendanceClients.activityId, taskId));
  // Each party once, and only those that cancelled are gone.
  expect(stored.map(({ clientId }) => clientId).sort()).toEqual(
    confirmed.map(({ clientId }) => clientId).sort(),
  );
  const gone = stored.filter(({ attendanceId }) => attendanceId === null).map(({ clientId }) => clientId);
  expect(gone.sort()).toEqual(cancelled.sort());
  expect(rows).toHaveLength(PARTIES - cancelled.length);
  const people = (inside: boolean) =>
    rows.filter(({ status }) => (status !== 'waiting') === inside).reduce((sum, row) => sum + sizeOf(row), 0);
  const [counted] = await db.select().from(activityPlaces).where(eq(activityPlaces.activityId, taskId));
  expect(counted).toMatchObject({ activityId: taskId, taken: people(true), waiting: people(false) });
  const waiting = rows
    .filter(({ status }) => status === 'waiting')
    .sort((one, other) => Number(one.queueNumber) - Number(other.queueNumber));
  expect(partiesThatFit(waiting, CAPACITY - people(true))).toEqual([]);
  surviving.child.kill('SIGTERM');
  expect((await surviving.ended).code).toBe(0);
});
