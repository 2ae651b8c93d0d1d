import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { killDuringReadings } from '../../../../tests/faults/calendars.ts';
import { withSandbox } from '../../../../tests/faults/sandbox.ts';
import { activities } from '../../src/modules/activities/schema.ts';
import { calendars } from '../../src/modules/calendars/schema.ts';
import { testDatabase } from '../database.ts';
import { aCollective, aUser } from '../factories.ts';
import { loopbackServer } from '../loopback-server.ts';
import { aCalendar } from '../trust-factories.ts';
import { dataFolder, npmStart, waitFor } from './minga-process.ts';

test('the product of `npm start` reads a calendar in its built thread', async () => {
  const start = new Date(Date.now() + 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
  const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Siembra', `DTSTART:${start}`, 'END:VEVENT'];
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n');
  const source = await loopbackServer((_request, _body, response) => void response.end(file));
  onTestFinished(source.stop);
  const { url, connection } = await testDatabase();
  const { db } = connection;
  const { id: ownerId } = await aUser(db);
  const { id: collectiveId } = await aCollective(db, { ownerId });
  const { id } = await aCalendar(db, {
    collectiveId,
    addedBy: ownerId,
    url: `http://${source.host}/a.ics`,
    host: source.host,
  });
  await npmStart({ DATABASE_URL: url, DATA_DIR: await dataFolder(), WEBHOOK_HOSTS: source.host });
  await waitFor(async () => {
    const [read] = await db.select().from(calendars).where(eq(calendars.id, id));
    expect(read).toMatchObject({ state: 'ok', error: null });
  });
  const found = await db.select().from(activities).where(eq(activities.collectiveId, collectiveId));
  expect(found).toMatchObject([{ title: 'Siembra', sourceHost: source.host }]);
});

test('a reading that is killed between two rows doubles and loses nothing, and followers are notified once', async () => {
  const findings = await withSandbox(sandbox =>
    killDuringReadings(sandbox, { calendarCount: 1, rounds: ['more'], isLong: false }),
  );
  expect(findings).toMatchObject({ figures: { kills: 2 }, violations: [] });
});
