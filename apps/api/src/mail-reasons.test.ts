import { eq, inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../test/app.ts';
import { testDatabase } from '../test/database.ts';
import {
  aCollective,
  anActivity,
  anAttendance,
  anInvitation,
  anOccurrence,
  aReminder,
  aUser,
  aVisit,
} from '../test/factories.ts';
import { mailReasons } from './mail-reasons.ts';
import { emailTokens, registrations } from './modules/accounts/schema.ts';
import { activities } from './modules/activities/schema.ts';
import { attendances } from './modules/attendance/schema.ts';
import { feedback } from './modules/feedback/schema.ts';
import { mailUnsubscriptions, notificationPreferences } from './modules/notifications/schema.ts';
import { reminders } from './modules/reminders/schema.ts';
import { teamInvitations } from './modules/teams/schema.ts';
import type { MailKind } from './platform/mail/kinds.ts';
import { mails } from './platform/mail/schema.ts';
import { hashToken, newToken } from './platform/tokens.ts';

const app = await testApp({}, await testDatabase());
const { db, mailer } = app.platform;
const DAY_MS = 24 * 3_600_000;
const soon = new Date(NOON.getTime() + DAY_MS);

type Attendance = Partial<typeof attendances.$inferInsert>;
interface Waiting {
  readonly recipient: string;
  readonly accountId?: string;
  readonly activityId?: string;
  /** Removes the reason. */
  readonly lapse: () => Promise<unknown>;
}

const change = (id: string, values: Attendance) =>
  db.update(attendances).set(values).where(eq(attendances.id, id));

/** Puts a visitor or an account on the list of an activity; the attendance then changes or is deleted. */
const attends =
  (before: Attendance, after: Attendance | 'deleted') =>
  async (isAccount: boolean): Promise<Waiting> => {
    const account = isAccount ? await aUser(db) : null;
    const of = account === null ? {} : { userId: account.id, email: account.email };
    const { attendance, activityId, email } = await aVisit(db, { ...before, ...of });
    const lapse = () =>
      after === 'deleted'
        ? db.delete(attendances).where(eq(attendances.id, attendance.id))
        : change(attendance.id, after);
    return { recipient: email, activityId, ...(account && { accountId: account.id }), lapse };
  };

type Kind = (typeof notificationPreferences.$inferInsert)['kind'];
/** Unsubscribes from e-mails of a kind: an account in its settings, a visitor by the link. */
const switchOff =
  (kind: Kind) =>
  ({ accountId, recipient }: Waiting): Promise<unknown> =>
    accountId === undefined
      ? db.insert(mailUnsubscriptions).values({ emailHash: hashToken(recipient), kind })
      : db.insert(notificationPreferences).values({ userId: accountId, kind, byEmail: false, isLive: true });

const subscribes =
  (kind: Kind, before: Attendance = {}) =>
  async (isAccount: boolean): Promise<Waiting> => {
    const waiting = await attends(before, 'deleted')(isAccount);
    return { ...waiting, lapse: () => switchOff(kind)(waiting) };
  };

/** Creates a due reminder of an account or a visitor. */
const isReminded =
  (lapseOf: (reminderId: string, waiting: Waiting) => Promise<unknown>) =>
  async (isAccount: boolean): Promise<Waiting> => {
    const waiting = await attends({}, 'deleted')(isAccount);
    const { activityId = '', accountId } = waiting;
    const [attendance] = await db.select().from(attendances).where(eq(attendances.activityId, activityId));
    const of = accountId === undefined ? { attendanceId: attendance?.id ?? '' } : { userId: accountId };
    const { id } = await aReminder(db, { activityId, dueAt: null, ...of });
    return { ...waiting, lapse: () => lapseOf(id, waiting) };
  };
const removed = isReminded(id => db.delete(reminders).where(eq(reminders.id, id)));
const cancelled = isReminded((_id, { lapse }) => lapse());
const moved = isReminded((_id, { activityId = '' }) =>
  db
    .update(activities)
    .set({ date: new Date(NOON.getTime() + 60 * DAY_MS) })
    .where(eq(activities.id, activityId)),
);

const came = { checkedInAt: NOON };
const asked = { askedAgainAt: NOON, lastAskedAt: NOON };
const offered = { status: 'offered', offerExpiresAt: soon } as const;
const queued = { status: 'waiting', queueNumber: 1 } as const;
const placed = { status: 'confirmed', queueNumber: null, offerExpiresAt: null } as const;
const moderation = { switchedOff: subscribes('moderation') };

async function saysHow(isAccount: boolean): Promise<Waiting> {
  const waiting = await attends(came, 'deleted')(isAccount);
  const activityId = waiting.activityId ?? '';
  const [attendance] = await db.select().from(attendances).where(eq(attendances.activityId, activityId));
  const row = { attendanceId: attendance?.id ?? null, activityId, rating: 5, text: '', createdAt: NOON };
  return { ...waiting, lapse: () => db.insert(feedback).values(row) };
}

async function comesBack(): Promise<Waiting> {
  const { id: activityId } = await anActivity(db);
  const recipient = `vuelve.${activityId}@example.org`;
  return { recipient, activityId, lapse: () => anAttendance(db, { activityId, email: recipient }) };
}

async function isInvited(): Promise<Waiting> {
  const { id: teamId, ownerId: inviterId } = await aCollective(db);
  const recipient = `invitada.${teamId}@example.org`;
  const id = await anInvitation(db, { teamId, inviterId, email: recipient });
  return { recipient, lapse: () => db.delete(teamInvitations).where(eq(teamInvitations.id, id)) };
}

async function registers(): Promise<Waiting> {
  const recipient = `${v7()}@example.org`;
  await db.insert(registrations).values({
    username: 'Luz',
    email: recipient,
    phone: '',
    passwordHash: '-',
    createdAt: NOON,
    expiresAt: soon,
    tokenHash: hashToken(newToken()),
    linkExpiresAt: soon,
  });
  return { recipient, lapse: () => db.delete(registrations).where(eq(registrations.email, recipient)) };
}

const hasToken = (purpose: 'reset' | 'change-email') => async (): Promise<Waiting> => {
  const { id: userId, email } = await aUser(db);
  const newEmail = purpose === 'reset' ? null : `${v7()}@example.org`;
  const tokenHash = hashToken(newToken());
  await db.insert(emailTokens).values({ tokenHash, purpose, newEmail, userId, expiresAt: soon });
  const lapse = () => db.delete(emailTokens).where(eq(emailTokens.userId, userId));
  return { recipient: newEmail ?? email, accountId: userId, lapse };
};

type Arrange = (isAccount: boolean) => Promise<Waiting>;
/** The events that remove the reason for an e-mail, by kind. */
const lapses: Partial<Record<MailKind, Readonly<Record<string, Arrange>>>> = {
  attendanceEmail: { cancelled: attends({}, 'deleted') },
  addedEmail: { cancelled: attends({}, 'deleted') },
  seriesEmail: { cancelled: attends({}, 'deleted') },
  waitingEmail: { left: attends(queued, 'deleted'), placed: attends(queued, placed) },
  offerEmail: {
    left: attends(offered, 'deleted'),
    accepted: attends(offered, placed),
    missed: attends(offered, { ...queued, offerExpiresAt: null }),
  },
  reconfirmEmail: {
    cancelled: attends(asked, 'deleted'),
    answered: attends(asked, { reconfirmedAt: NOON }),
  },
  releasedEmail: { cancelled: attends({}, 'deleted') },
  duplicateEmail: { cancelled: attends({}, 'deleted') },
  cancelledEmail: { confirmedAgain: comesBack },
  reminderEmail: {
    removed,
    cancelled,
    moved,
    switchedOff: isReminded((_id, waiting) => switchOff('reminder')(waiting)),
  },
  fallbackEmail: { removed, cancelled, moved },
  changeEmail: { cancelled: attends({}, 'deleted'), switchedOff: subscribes('change') },
  endEmail: { switchedOff: subscribes('change') },
  messageEmails: { cancelled: attends({}, 'deleted'), switchedOff: subscribes('messages') },
  feedbackEmail: {
    declined: attends(came, { feedbackDeclinedAt: NOON }),
    given: saysHow,
    undone: attends(came, { checkedInAt: null }),
    removed: attends(came, 'deleted'),
    switchedOff: subscribes('messages', came),
  },
  digestEmail: { switchedOff: subscribes('attendance') },
  approvalItem: moderation,
  memoryApprovalItem: moderation,
  rejectionItem: moderation,
  removalItem: moderation,
  collectiveDecisionItem: moderation,
  outcomeItem: moderation,
  reporterItem: moderation,
  gatheredEmail: moderation,
  newActivityEmail: { switchedOff: subscribes('follow') },
  newsDigestEmail: { switchedOff: subscribes('follow') },
  invitationEmail: { withdrawn: isInvited },
  verificationEmail: { verified: registers },
  recoveryEmail: { used: hasToken('reset') },
  emailChangeEmail: { used: hasToken('change-email') },
};

const cases = Object.entries(lapses).flatMap(([kind, ways]) =>
  Object.entries(ways).map(([way, arrange]) => [kind as MailKind, way, arrange] as const),
);

it('every kind with a condition has a way to lose its reason', () => {
  expect(Object.keys(lapses).sort()).toEqual(Object.keys(mailReasons).sort());
});

/** Stores an e-mail of a kind as the modules do, in the queue. */
async function queue(kind: MailKind, { recipient, accountId, activityId }: Waiting): Promise<string> {
  const id = v7();
  const email = { to: recipient, subject: 'Hola', html: '<p>Hola</p>', text: 'Hola' };
  const about = { ...(accountId && { accountId }), ...(activityId && { activityId }) };
  await db.transaction(tx => mailer.send(tx, email, { id, kind, cause: 'site', ...about }));
  return id;
}

const stateOf = async (id: string) =>
  (await db.select({ state: mails.state }).from(mails).where(eq(mails.id, id)))[0]?.state;

describe.each(cases)('%s, %s', (kind, _way, arrange) => {
  it.each([false, true])(
    'is not sent once its reason has gone, and is before (account: %s)',
    async isAccount => {
      const waiting = await arrange(isAccount);
      const sent = await queue(kind, waiting);
      await mailer.decide();
      expect(await stateOf(sent)).toBe('ready');
      const late = await queue(kind, waiting);
      await waiting.lapse();
      await mailer.decide();
      // Both e-mails wait for the mail server. The limits have decided only about the first one.
      expect([await stateOf(sent), await stateOf(late)]).toEqual(['dropped', 'dropped']);
    },
  );
});

it('the content of a dropped e-mail is deleted, and others of the same job are sent', async () => {
  const [gone, stays] = [await attends(came, 'deleted')(false), await attends(came, 'deleted')(false)];
  const ids = [await queue('feedbackEmail', gone), await queue('feedbackEmail', stays)];
  await gone.lapse();
  await mailer.decide();
  const rows = await db.select().from(mails).where(inArray(mails.id, ids));
  expect(rows.map(({ state, html }) => [state, html]).sort()).toEqual([
    ['dropped', ''],
    ['ready', '<p>Hola</p>'],
  ]);
});

it('a series is told while one of its dates is attended', async () => {
  const first = await anOccurrence(db);
  const second = await anActivity(db, { seriesId: first.seriesId, seriesIndex: 2 });
  const { attendance, email } = await aVisit(db, { activityId: first.id });
  const other = await anAttendance(db, { activityId: second.id, email });
  const ids = await Promise.all(
    (['seriesEmail', 'changeEmail', 'messageEmails'] as const).map(kind =>
      queue(kind, { recipient: email, activityId: first.id, lapse: async () => undefined }),
    ),
  );
  const states = async () => {
    await mailer.decide();
    return Promise.all(ids.map(stateOf));
  };
  await db.delete(attendances).where(eq(attendances.id, attendance.id));
  expect(await states()).toEqual(['ready', 'ready', 'ready']);
  await db.delete(attendances).where(eq(attendances.id, other.id));
  expect(await states()).toEqual(['dropped', 'dropped', 'dropped']);
});
