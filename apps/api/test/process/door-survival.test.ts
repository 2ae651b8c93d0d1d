import { randomUUID } from 'node:crypto';
import type { CheckInItem, CheckInOutcome } from '@minga/contract/check-ins';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { attendances, checkIns } from '../../src/modules/attendance/schema.ts';
import { testDatabase } from '../database.ts';
import { aMember, anActivity, signedIn } from '../factories.ts';
import { concurrently } from '../requests.ts';
import { dataFolder, startMinga } from './minga-process.ts';

const PEOPLE = 200;
const DEVICES = 20;
/** Items that a device sends at once. */
const BATCH = 4;
/** After so many of its responses one process is killed, while other requests are in flight. */
const KILLED_AFTER = 10;
const HOUR_MS = 60 * 60 * 1000;

test('20 devices check in 200 people twice and 20 walk-ins in two processes while one is killed: each counts once', async () => {
  const { url, connection } = await testDatabase();
  const { db } = connection;
  const activity = await anActivity(db, { date: new Date(Date.now() + HOUR_MS) });
  const keeper = await signedIn(db, {}, new Date());
  await aMember(db, { teamId: activity.id, userId: keeper.user.id, role: 'door' });
  const createdAt = new Date();
  const people = await db
    .insert(attendances)
    .values(
      Array.from({ length: PEOPLE }, (_, number) => ({
        activityId: activity.id,
        name: `Persona ${number}`,
        email: `puerta${number}@example.org`,
        createdAt,
      })),
    )
    .returning({ id: attendances.id });
  const settings = { DATABASE_URL: url, DATA_DIR: await dataFolder() };
  const [dying, surviving] = await Promise.all([startMinga(settings), startMinga(settings)]);

  async function send(address: string, items: readonly CheckInItem[]): Promise<CheckInOutcome[] | null> {
    try {
      const response = await fetch(`${address}/api/attendances/${activity.id}/check-ins`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...keeper.headers },
        body: JSON.stringify({ items }),
      });
      if (response.status !== 200) throw new Error(`check-ins were answered with ${response.status}`);
      return ((await response.json()) as { results: CheckInOutcome[] }).results;
    } catch (error) {
      if (address === surviving.address) throw error;
      return null;
    }
  }

  const at = new Date().toISOString();
  let answered = 0;
  let unanswered = 0;
  /** Half of the devices begin with the process that dies; two devices admit each person. */
  const outcomes = await concurrently(DEVICES, async device => {
    const mine = people.filter((_, index) => index % (DEVICES / 2) === device % (DEVICES / 2));
    const items: CheckInItem[] = [
      ...mine.map(({ id }) => ({ id: randomUUID(), attendanceId: id, at })),
      { id: randomUUID(), walkIn: { name: `Visita ${device}`, companions: 1 }, at },
    ];
    const results: CheckInOutcome[] = [];
    for (let sent = 0; sent < items.length; sent += BATCH) {
      const batch = items.slice(sent, sent + BATCH);
      const isOfDying = device < DEVICES / 2;
      const first = await send(isOfDying ? dying.address : surviving.address, batch);
      if (first === null) unanswered += 1;
      else if (isOfDying) {
        answered += 1;
        if (answered === KILLED_AFTER) dying.child.kill('SIGKILL');
      }
      // As after a lost response, the same is sent again.
      const reply = await send(surviving.address, batch);
      if (first !== null) expect(reply).toEqual(first);
      results.push(...(reply ?? []));
    }
    return results;
  });

  expect(unanswered).toBeGreaterThan(0);
  const results = outcomes.flat();
  expect(results).toHaveLength(2 * PEOPLE + DEVICES);
  for (const { id } of people) {
    const ofPerson = results.filter(({ attendanceId }) => attendanceId === id).map(({ result }) => result);
    expect(ofPerson.sort()).toEqual(['already', 'checked-in']);
  }
  const mine = eq(attendances.activityId, activity.id);
  expect(await db.$count(attendances, mine)).toBe(PEOPLE + DEVICES);
  expect(await db.$count(attendances, and(mine, isNull(attendances.checkedInAt)))).toBe(0);
  expect(await db.$count(checkIns, eq(checkIns.activityId, activity.id))).toBe(results.length);
  surviving.child.kill('SIGTERM');
  expect((await surviving.ended).code).toBe(0);
});
