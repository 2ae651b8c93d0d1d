import type { Endpoint } from '@minga/contract/endpoint';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Call, contractCalls } from '../../../packages/contract/src/contract-calls.ts';
import { NOON, testApp } from '../test/app.ts';
import { cheapHash } from '../test/cheap-hash.ts';
import {
  aCollective,
  aMember,
  anActivity,
  anAttendance,
  anInvitation,
  anOccurrence,
  aPushSubscription,
  aReminder,
  aSavedSearch,
  aUser,
  deactivate,
  signedIn,
} from '../test/factories.ts';
import { GOAL_ID, type Target, validRequest } from '../test/permission-requests.ts';
import { type CallerName, callers, permissions } from '../test/permission-table.ts';
import {
  aCalendar,
  aDelivery,
  anApiToken,
  aPasskey,
  aReportCase,
  aWebhook,
} from '../test/trust-factories.ts';
import { sessions } from './modules/accounts/schema.ts';
import { notifications } from './modules/notifications/schema.ts';

const app = await testApp({ FEDERATION: 'on', PUBLIC_URL: 'http://localhost:3000' });
await app.startJobs();
const { db } = app.platform;
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
// A second superadmin exists, since the last one cannot be removed.
await signedIn(db, { role: 'superadmin' });
const endpoints = new Map(contractCalls);
let number = 0;

/** Calls that end the caller's session. */
const SESSION_ENDING_CALLS = new Set(['logout', 'changePassword', 'deleteAccount']);

type Headers = Record<string, string>;
type State = 'pending' | 'rejected' | 'held';
/** The organisers of the target, whose roles apply only to it, and the owner's tokens. */
type Team = Record<'owner' | 'organizer' | 'door keeper' | TokenName, Headers>;
/** The names of the owner's tokens. */
type TokenName = 'read token' | 'write token';

/** Creates an owner with one object of each kind and an activity in the given state. */
async function newTarget(status: State): Promise<{ target: Omit<Target, 'number'>; team: Team }> {
  const { user, headers } = await signedIn(db, { passwordHash });
  const [ownerId, userId] = [user.id, user.id];
  const rejectionReason = status === 'rejected' ? 'Falta el lugar' : null;
  const collective = await aCollective(db, { ownerId });
  const collectiveId = collective.id;
  const goals = [{ _id: GOAL_ID, label: 'Sembrar', target: 300, unit: 'árboles', reached: 0 }];
  const hold = status === 'held' ? ({ holdKind: 'word', holdTerm: 'casino' } as const) : {};
  const organised = { ownerId, status, rejectionReason, ...hold, collectiveId };
  const { id: activityId } = await anActivity(db, { ...organised, goals });
  const { seriesId } = await anOccurrence(db, organised);
  await aReportCase(db, { targetId: activityId, authorId: ownerId });
  const attendance = await anAttendance(db, { activityId });
  const notificationRow = {
    userId,
    type: 'attendance',
    title: 'Nueva',
    message: 'Viene Ana',
    createdAt: NOON,
  } as const;
  const [notification] = await db.insert(notifications).values(notificationRow).returning();
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  const [organizer, door] = [await signedIn(db, { passwordHash }), await signedIn(db, { passwordHash })];
  await aMember(db, { teamId: collectiveId, userId: organizer.user.id, role: 'organizer' });
  for (const teamId of [activityId, collectiveId])
    await aMember(db, { teamId, userId: door.user.id, role: 'door' });
  const { id: webhookId } = await aWebhook(db, { collectiveId });
  const readToken = await anApiToken(db, { userId, scope: 'read' });
  const writeToken = await anApiToken(db, { userId, scope: 'write' });
  const target = {
    apiTokenId: readToken.id,
    webhookId,
    calendarId: (await aCalendar(db, { collectiveId })).id,
    deliveryId: (await aDelivery(db, { webhookId })).id,
    slug: collective.slug,
    collectiveId,
    helperId: door.user.id,
    activityInvitationId: await anInvitation(db, { teamId: activityId, inviterId: ownerId }),
    collectiveInvitationId: await anInvitation(db, { teamId: collectiveId, inviterId: ownerId }),
    activityId,
    seriesId,
    otherActivityId: (await anActivity(db, { ownerId, collectiveId })).id,
    attendanceId: attendance.id,
    attendanceCode: attendance.code.toString('base64url'),
    attendeeEmail: attendance.email ?? '',
    reminderId: (await aReminder(db, { activityId, userId })).id,
    notificationId: notification?.id ?? '',
    savedSearchId: (await aSavedSearch(db, { userId })).id,
    sessionId: session?.id ?? '',
    pushDeviceId: (await aPushSubscription(db, { userId, sessionId: session?.id ?? '' })).id,
    passkeyId: (await aPasskey(db, { userId })).id,
    memberId: (await aUser(db)).id,
    adminId: (await aUser(db, { role: 'admin' })).id,
    formerAdminId: (await aUser(db, { formerAdmin: true })).id,
    email: user.email,
    password,
  };
  const team = {
    owner: headers,
    organizer: organizer.headers,
    'door keeper': door.headers,
    'read token': readToken.headers,
    'write token': writeToken.headers,
  };
  return { target, team };
}

async function sessionOf(caller: CallerName): Promise<Headers> {
  if (caller === 'admin' || caller === 'superadmin') {
    return (await signedIn(db, { passwordHash, role: caller })).headers;
  }
  if (caller === 'member') return (await signedIn(db, { passwordHash })).headers;
  if (caller === 'anonymous') return {};
  const { user, headers } = await signedIn(db);
  await deactivate(db, user.id);
  return headers;
}

const targets = {
  pending: await newTarget('pending'),
  rejected: await newTarget('rejected'),
  held: await newTarget('held'),
};
const headersByCaller = new Map<CallerName, Headers>();

const isOfTeam = (caller: CallerName | keyof Team): caller is keyof Team => caller in targets.pending.team;

async function headersOf(caller: CallerName | TokenName, team: Team): Promise<Headers> {
  if (isOfTeam(caller)) return team[caller];
  if (caller === 'foreign page') return { ...team.owner, origin: 'https://malo.example' };
  const headers = headersByCaller.get(caller) ?? (await sessionOf(caller));
  headersByCaller.set(caller, headers);
  return headers;
}

async function statusFor(
  caller: CallerName | TokenName,
  [name, endpoint]: Call,
  state: State,
): Promise<number> {
  const { target, team } = targets[state];
  number += 1;
  const request = validRequest(name, endpoint, { ...target, number });
  const { statusCode } = await app.inject({ ...request, headers: await headersOf(caller, team) });
  // A successful write consumes the target: the next caller gets a new one.
  const hasWritten = endpoint.method !== 'GET' && statusCode < 300;
  if (hasWritten && SESSION_ENDING_CALLS.has(name)) headersByCaller.delete(caller as CallerName);
  if (hasWritten && (endpoint.path.includes(':') || caller in team)) targets[state] = await newTarget(state);
  return statusCode;
}

it('the table covers every call of the contract', () => {
  const named = new Set(Object.keys(permissions).map(row => row.split(':')[0]));
  expect([...named].sort()).toEqual([...endpoints.keys()].sort());
});

/** Returns the status that a token of the owner gets if the owner's session gets `status`. */
function statusOfToken(token: TokenName, { method, path, access, hasEffects }: Endpoint, status: string) {
  const isExcluded = path.startsWith('/auth/') || (access !== 'public' && access !== 'session');
  const isWrite = method !== 'GET' || hasEffects === true;
  return isExcluded || (token === 'read token' && isWrite) ? '403' : status;
}

describe.each(Object.entries(permissions))('%s', (row, expected) => {
  it(`responds to ${callers.join(', ')}: ${expected}`, async () => {
    const [name = '', state = 'pending'] = row.split(': ');
    const endpoint = endpoints.get(name);
    if (endpoint === undefined) throw new Error(`${name} is not a call`);
    const statuses = [];
    for (const caller of callers) statuses.push(await statusFor(caller, [name, endpoint], state as State));
    expect(statuses.join(' ')).toBe(expected);
  });

  it.each(['read token', 'write token'] as const)('responds to a %s of the owner', async token => {
    const [name = '', state = 'pending'] = row.split(': ');
    const endpoint = endpoints.get(name);
    if (endpoint === undefined) throw new Error(`${name} is not a call`);
    const ofOwner = expected.split(' ')[callers.indexOf('owner')] ?? '';
    const status = await statusFor(token, [name, endpoint], state as State);
    expect(String(status)).toBe(statusOfToken(token, endpoint, ofOwner));
  });
});
