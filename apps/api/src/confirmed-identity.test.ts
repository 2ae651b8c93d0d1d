import { expect, it } from 'vitest';
import { type Call, contractCalls } from '../../../packages/contract/src/contract-calls.ts';
import { NOON, testApp } from '../test/app.ts';
import { aCollective, anActivity, signedIn } from '../test/factories.ts';
import { validRequest } from '../test/permission-requests.ts';
import { noise } from '../test/pictures.ts';
import { anAuthenticator } from '../test/totp.ts';
import { imageUrl } from './platform/images/picture.ts';

const app = await testApp({ REQUIRE_SECOND_FACTOR: 'admins' });
const { db } = app.platform;
const ID = '01930000-0000-7000-8000-00000000000a';
const ids = [
  ...['activityId', 'seriesId', 'attendanceId', 'reminderId', 'notificationId', 'savedSearchId', 'sessionId'],
  ...['pushDeviceId', 'otherActivityId', 'memberId', 'adminId', 'formerAdminId', 'collectiveId', 'helperId'],
  ...['activityInvitationId', 'collectiveInvitationId', 'passkeyId'],
  ...['apiTokenId', 'webhookId', 'deliveryId'],
].map(name => [name, ID]);
const target = {
  number: 1,
  attendanceCode: 'A'.repeat(22),
  attendeeEmail: 'luz@example.org',
  slug: 'colectivo',
  email: 'rosa@example.org',
  password: 'maíz-y-café',
  ...Object.fromEntries(ids),
};
const ROLES = ['admin', 'superadmin', 'administration'] as const;

async function administrator(role: 'admin' | 'superadmin', hasFactor: boolean) {
  const { user, headers } = await signedIn(db, { role });
  if (hasFactor) await anAuthenticator(db, user.id);
  return headers;
}
const roleFor = ({ access }: Call[1]) => (access === 'superadmin' ? 'superadmin' : 'admin');
const send = ([name, endpoint]: Call, headers: { cookie: string }) =>
  app.inject({ ...validRequest(name, endpoint, target), headers });

const guarded = contractCalls.filter(([, { errors }]) => errors.includes('CONFIRM_IDENTITY'));
const administrative = contractCalls.filter(([, { access }]) =>
  (ROLES as readonly string[]).includes(access),
);
const codes = {
  admin: { with: await administrator('admin', true), without: await administrator('admin', false) },
  superadmin: {
    with: await administrator('superadmin', true),
    without: await administrator('superadmin', false),
  },
};

it.each(guarded)('%s asks to confirm the identity after 15 minutes', async (...call) => {
  app.setNow(new Date(NOON.getTime() + 15 * 60_000 + 1));
  const reply = await send(call, codes[roleFor(call[1])].with);
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'CONFIRM_IDENTITY']);
});

// docs/rules.md R19.5
it.each(administrative)('%s waits for a second factor that the site requires', async (...call) => {
  app.setNow(NOON);
  const { with: secured, without } = codes[roleFor(call[1])];
  const reply = await send(call, without);
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
  if (call[1].method === 'GET') expect((await send(call, secured)).statusCode).not.toBe(403);
});

it('other calls of an administrator do not wait', async () => {
  const reply = await app.inject({ url: '/api/auth/profile', headers: codes.admin.without });
  expect(reply.statusCode).toBe(200);
});

it('an administrator sees what is hidden only with the second factor that the site requires', async () => {
  const aPicture = async () => {
    const { id } = await app.platform.images.save(await noise(40, 40).png().toBuffer());
    await app.platform.images.claim(db, id);
    return id;
  };
  const [picture, logo] = [await aPicture(), await aPicture()];
  const held = { status: 'held', holdKind: 'word', holdTerm: 'rifa' } as const;
  const activity = await anActivity(db, { ...held, imageId: picture });
  const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
  const collective = await aCollective(db, { ...held, imageId: logo });
  const report = { target: { type: 'activity', id: activity.id }, reason: 'spam', text: '' };
  const calls = [
    { url: `/api/tasks/${activity.id}` },
    { url: `/api/tasks/${rejected.id}` },
    { url: `/api/collectives/${collective.slug}` },
    { url: imageUrl(picture, 40) },
    { url: imageUrl(logo, 40) },
    { method: 'POST' as const, url: '/api/reports', payload: report },
  ];
  const statuses = (headers: { cookie: string }) =>
    Promise.all(calls.map(async call => (await app.inject({ ...call, headers })).statusCode));
  expect(await statuses(codes.admin.without)).toEqual(calls.map(() => 404));
  expect(await statuses(codes.superadmin.with)).toEqual(calls.map(() => 404));
  expect(await statuses(codes.admin.with)).toEqual([200, 200, 200, 200, 200, 202]);
});
