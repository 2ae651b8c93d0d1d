import { expect, it } from 'vitest';
import { NOON, testApps } from '../test/app.ts';
import {
  aCollective,
  aMember,
  anActivity,
  anAttendance,
  anInvitation,
  aVisit,
  signedIn,
} from '../test/factories.ts';
import { activityNeeds } from './modules/activities/schema.ts';
import { attendanceCode } from './modules/attendance/rules.ts';
import { hashToken, newToken } from './platform/tokens.ts';

// The first process moderates reactively, the second one before publication.
const {
  apps: [reactive, prior],
  db,
} = await testApps({}, { MODERATION: 'prior' });

const SECRET = 'Zarzamora';
const HOUR_MS = 3_600_000;

/** An activity whose texts its organisers alone may see, with an attendee of each kind. */
async function hidden(status: 'held' | 'rejected' | 'pending') {
  const owner = await signedIn(db);
  const collective = await aCollective(db, { ownerId: owner.user.id });
  const { id } = await anActivity(db, {
    ownerId: owner.user.id,
    collectiveId: collective.id,
    status,
    ...(status === 'held' && { holdKind: 'word' as const, holdTerm: 'zarzamora' }),
    ...(status === 'rejected' && { rejectionReason: SECRET }),
    title: `Taller ${SECRET}`,
    place: SECRET,
    description: SECRET,
    directions: SECRET,
    chatUrl: `https://chat.example.org/${SECRET}`,
    questions: [
      {
        _id: '0197a000-0000-7000-8000-000000000001',
        label: SECRET,
        kind: 'text',
        required: false,
        options: [],
      },
    ],
    publishedAt: NOON,
    date: new Date(NOON.getTime() - 5 * HOUR_MS),
    endDate: new Date(NOON.getTime() + 5 * HOUR_MS),
  });
  const need = { position: 0, kind: 'thing', name: SECRET, quantity: 2, note: SECRET, taken: 0 } as const;
  await db.insert(activityNeeds).values({ ...need, activityId: id });
  const [attendee, keeper, guest] = [await signedIn(db), await signedIn(db), await signedIn(db)];
  const helped = { activityId: id, checkedInAt: NOON, hours: 2 };
  const { id: attendanceId } = await anAttendance(db, {
    ...helped,
    userId: attendee.user.id,
    email: attendee.user.email,
  });
  const visit = await aVisit(db, helped);
  for (const teamId of [collective.id, id])
    await aMember(db, { teamId, userId: keeper.user.id, role: 'door' });
  return { id, owner, collective, attendee, attendanceId, visit, keeper, guest };
}

it.each([
  ['held', reactive],
  ['rejected', reactive],
  ['pending before its review', prior],
] as const)('the texts of an activity that is %s reach nobody but its organisers', async (state, app) => {
  const site = await hidden(state === 'pending before its review' ? 'pending' : state);
  const { id, attendee, attendanceId, visit, keeper, guest, collective } = site;
  const invitation = newToken();
  await anInvitation(db, {
    ...{ teamId: id, inviterId: site.owner.user.id, email: guest.user.email },
    tokenHash: hashToken(invitation),
  });
  const link = { token: visit.token };
  const code = attendanceCode.write(visit.attendance.code);
  const responses = [
    await app.post('/api/attendances/personal', link),
    await app.post('/api/attendances/personal/download', link),
    await app.get(`/mi-asistencia?token=${visit.token}`),
    await app.get('/api/auth/data', attendee.headers),
    await app.get('/api/attendances/mis-horas', attendee.headers),
    await app.get('/api/attendances/mis-asistencias', attendee.headers),
    await app.get(`/api/attendances/check/${id}`, attendee.headers),
    await app.get(`/api/tasks/${id}`, attendee.headers),
    await app.get(`/api/tasks/${id}`, keeper.headers),
    await app.get(`/api/tasks/search?colectivo=${collective.slug}`, keeper.headers),
    await app.get(`/api/attendances/${id}/door`, keeper.headers),
    await app.post('/api/attendances/arrivals', { code }, keeper.headers),
    await app.post('/api/invitations/read', { token: invitation }),
  ];
  for (const { body, statusCode } of responses) {
    expect([200, 404]).toContain(statusCode);
    expect(body).not.toContain(SECRET);
  }
  const certificate = await app.get(`/api/attendances/${attendanceId}/certificate.pdf`, attendee.headers);
  const number = /constancia-([A-Z0-9-]+)\.pdf/.exec(String(certificate.headers['content-disposition']))?.[1];
  if (number !== undefined) expect((await app.get(`/api/certificates/${number}`)).body).not.toContain(SECRET);
  expect((await app.get(`/api/tasks/${id}`, site.owner.headers)).body).toContain(SECRET);
});
