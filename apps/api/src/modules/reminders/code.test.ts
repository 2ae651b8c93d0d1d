import { eq } from 'drizzle-orm';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aReminder, aUser } from '../../../test/factories.ts';
import { before, createReminderFixture } from '../../../test/reminder-fixture.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import type { Attachment } from '../../platform/mail/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { reminders } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const { attendeeWithReminder, visitorWithReminder, pollAt } = createReminderFixture(app);

beforeEach(async () => {
  app.setNow(NOON);
  await db.delete(reminders);
});

/** The e-mail, its inline image, and the text that the image contains. */
async function reminded(email: string) {
  await pollAt(before(1));
  const [mail, ...others] = await emailsTo(db, email);
  expect(others).toEqual([]);
  const images = mail?.attachments.filter(({ contentId }) => contentId !== undefined) ?? [];
  return { html: mail?.html ?? '', text: mail?.text ?? '', images };
}

async function decoded({ content }: Attachment): Promise<string> {
  const pixels = sharp(Buffer.from(content, 'base64')).ensureAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

const urlOf = ({ code }: { code: Buffer }) => `http://localhost:3000/llegada/${code.toString('base64url')}`;

it.each([
  ['an account', async () => ({ ...(await attendeeWithReminder()) })],
  [
    'a visitor',
    async () => {
      const { attendance, email } = await visitorWithReminder();
      return { attendance, user: { email } };
    },
  ],
])('the reminder of %s shows the code as an image with an address besides', async (_whose, create) => {
  const { attendance, user } = await create();
  const { html, text, images } = await reminded(user.email);
  const [image] = images;
  expect(images).toEqual([
    {
      ...{ name: 'codigo-de-llegada.png', type: 'image/png', content: expect.any(String) },
      contentId: `llegada.${attendance.id}@minga`,
    },
  ]);
  expect(image && (await decoded(image))).toBe(urlOf(attendance));
  expect(html).toContain(`src="cid:llegada.${attendance.id}@minga"`);
  expect(html).toContain('alt="Tu código de llegada en QR"');
  expect(html).toContain(`href="${urlOf(attendance)}"`);
  expect(text).toContain(`Abre tu código de llegada ${urlOf(attendance)}`);
  expect(text).not.toContain('cid:');
});

it('an account that also confirmed signed out gets the code of its own attendance', async () => {
  const { activity, user, attendance } = await attendeeWithReminder();
  // The account had another e-mail then.
  const former = { email: `antes.${user.email}` };
  await db.update(attendances).set(former).where(eq(attendances.id, attendance.id));
  await anAttendance(db, { activityId: activity.id, email: user.email });
  const { images } = await reminded(user.email);
  expect(images.map(({ contentId }) => contentId)).toEqual([`llegada.${attendance.id}@minga`]);
});

it('an organiser who does not attend, and a waiting party, get no code', async () => {
  const owner = await aUser(db);
  const { id: activityId } = await anActivity(db, { ownerId: owner.id });
  await aReminder(db, { activityId, userId: owner.id });
  await anAttendance(db, { activityId, email: owner.email, status: 'waiting', queueNumber: 1 });
  const { html, text, images } = await reminded(owner.email);
  expect(images).toEqual([]);
  expect(html + text).not.toMatch(/llegada|cid:/);
});
