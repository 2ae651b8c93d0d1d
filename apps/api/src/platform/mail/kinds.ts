import { RECOVERY_MINUTES, VERIFICATION_HOURS } from '@minga/contract/accounts';
import { FEEDBACK_DAYS } from '@minga/contract/feedback-period';
import type { NotificationKind } from '@minga/contract/notification-settings';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { INVITATION_DAYS } from '@minga/contract/teams';
import type { CalendarMethod } from '../calendar/calendar.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The time until which an e-mail of a kind is worth sending: the start or the end of its activity, the end of the last date of its series,
 * or `usefulMs` after it was created, when its link or its question expires. If its content stays true, it is worth sending as long as it is
 * stored.
 */
type Expiry =
  | { readonly until: 'begin' | 'end' | 'lastEnd'; readonly usefulMs?: number }
  | { readonly until?: undefined; readonly usefulMs: number }
  | { readonly until?: undefined; readonly usefulMs?: undefined; readonly staysTrue: true };

/** The limit of an e-mail of a kind if another person causes it, and the notifications with which it is switched off. */
interface Limits {
  readonly limit: 'daily' | 'access' | 'recovery' | 'none';
  /** The matter of an activity about which at most three e-mails a day are sent, in addition to the daily limit. */
  readonly about?: 'claims' | 'date';
  /** Whether the e-mail contains text of an activity's organiser; it waits while that activity is held for review or rejected. */
  readonly hasActivityText?: true;
  /** The reason for having no limit. */
  readonly reason?: 'protects the account' | 'once a day' | 'not sent';
  /**
   * The method of the attached calendar file, for kinds that concern the dates that the recipient attends, or no longer attends. Other
   * kinds have no calendar file (docs/mails.md).
   */
  readonly calendar?: CalendarMethod;
  /** The kind of notifications by which the recipient unsubscribes; other e-mails cannot be switched off. */
  readonly off?: NotificationKind;
  /** Words for the time at which it is sent, in docs/mails.md, if it is not sent immediately. */
  readonly timing?: string;
}

/** A rule with the recipient and the occasion, which docs/mails.md states. */
export type MailRule = Limits & Expiry & { readonly to: string; readonly when: string };

const mail = <Rule extends Limits & Expiry>(to: string, when: string, rule: Rule) => ({ to, when, ...rule });

const ofActivity = { limit: 'daily', hasActivityText: true } as const;
const untilEnd = { ...ofActivity, until: 'end' } as const;
const untilBegin = { ...ofActivity, until: 'begin' } as const;
/** An offer of a place is valid for 24 hours, not counting nights (docs/rules.md R10.5). */
const OFFER_MS = 2 * DAY_MS;
/** How long the digest of a day is worth sending. */
const DIGEST_MS = 3 * DAY_MS;
const published = { calendar: 'PUBLISH' } as const;
const ended = { calendar: 'CANCEL' } as const;
const reminds = { ...untilBegin, about: 'date', ...published } as const;
/** E-mails to organisers, reporters and others about the state of their own matters. */
const toOrganisers = { limit: 'daily', staysTrue: true } as const;
const gathered = { ...toOrganisers, off: 'moderation', timing: 'gathered' } as const;

/** A rule of e-mails about access to an account. */
const access = (to: string, when: string, usefulMs: number) =>
  mail(to, when, { limit: 'access', usefulMs } as const);
/** A rule of e-mails that protect the account. */
const ofAccount = (when: string, to = 'the account') =>
  mail(to, when, { limit: 'none', reason: 'protects the account', staysTrue: true } as const);

/** The rules of every kind of e-mail by the chapters of docs/mails.md, each by the name of the function that composes it. */
export const mailChapters = {
  Attending: {
    attendanceEmail: mail('the attendee', 'signed up, accepted an offer or was admitted', {
      ...untilEnd,
      ...published,
    }),
    addedEmail: mail(
      'a person whom an organiser added',
      'was added, alone or with a list; once for each activity and mailbox, 30 a day and account, or 300 a day about the activities of a verified collective, messages to people who did not confirm themselves included',
      untilBegin,
    ),
    seriesEmail: mail('the attendee', 'signed up for a series: one for all dates', {
      ...ofActivity,
      until: 'lastEnd',
      ...published,
    }),
    waitingEmail: mail('the attendee', 'signed up, and it was full', untilBegin),
    offerEmail: mail('the waiting list', 'a place is offered, with a deadline', {
      ...untilBegin,
      usefulMs: OFFER_MS,
    }),
    missedEmail: mail('the party that missed it', 'the offer expired, and the party left the list', {
      ...untilBegin,
      ...ended,
    }),
    reconfirmEmail: mail(
      'attendees of an activity that asks',
      '18:00 of the day before; once in 24 hours',
      reminds,
    ),
    releasedEmail: mail('parties that had claimed it', 'the organiser removed or reduced it', {
      ...untilEnd,
      about: 'claims',
    }),
    duplicateEmail: mail(
      'the attendee',
      'the address was entered again, by another browser and not by the account itself; at most once a day and activity',
      untilEnd,
    ),
    personalLinksEmail: mail('the visitor', 'asked for the personal links: one e-mail for all', {
      limit: 'access',
      ...published,
      staysTrue: true,
    }),
    reminderEmail: mail('accounts and visitors that asked for it', 'so many days before', {
      ...reminds,
      off: 'reminder',
    }),
    fallbackEmail: mail(
      'accounts with reminders by push alone',
      'no device got the push; switched off by removing the reminder',
      reminds,
    ),
    changeEmail: mail(
      'attendees and the waiting list',
      'ten minutes after the first of several edits; to a visitor once a day, unless it is near',
      { ...untilEnd, about: 'date', ...published, off: 'change', timing: 'all edits in one' },
    ),
    // If the activity is not public, the e-mail omits the organiser's text, since attendees must be notified that it does not take place.
    endEmail: mail(
      'attendees and the waiting list; of lost hours those who had them',
      'the activity was deleted before its end, or rejected (once that cannot be undone), or others removed them, or gave their place to another person, before its begin; or confirmed hours count no more: by a rejection after the end or a removal after the begin, or by an undone check-in, a correction to fewer or none, another person in their place (of these ten minutes after the first of several, with what is true then, and not at all if the hours came back). Hours that stay after a deletion are not told. Without its text if it is not public',
      {
        ...toOrganisers,
        ...ended,
        off: 'change',
        timing: 'at once, corrections of ten minutes in one; of a series once',
      },
    ),
    cancelledEmail: mail(
      'the attendee',
      'cancelled a confirmed place in a public activity that is not over, also by answering that they do not come',
      { ...untilEnd, ...ended },
    ),
    messageEmails: mail(
      'attendees, the waiting list, or both',
      'an organiser writes to them; five a day and activity; to people whom organisers added and who did not confirm within the allowance of `addedEmail`, without links of the text; by choice with the organiser as Reply-To',
      { ...untilEnd, off: 'messages' },
    ),
    previewEmail: mail("no address: the organiser's screen shows it", 'before sending', {
      limit: 'none',
      reason: 'not sent',
      staysTrue: true,
      timing: '–',
    }),
    feedbackEmail: mail(
      'checked-in parties',
      'once, from 10:00 of the day after until three days after the end, if they have neither answered nor declined',
      { ...ofActivity, usefulMs: (FEEDBACK_DAYS - 1) * DAY_MS, off: 'messages' },
    ),
  },
  'Organising and publishing': {
    digestEmail: mail(
      'the author',
      "people sign up or cancel, an administrator removes them, or a waiting list forms, in any of the author's activities",
      { ...gathered, off: 'attendance' },
    ),
    approvalItem: mail(
      'the author',
      'an administrator approved it, once that cannot be undone (15 s)',
      gathered,
    ),
    memoryApprovalItem: mail(
      'the author',
      'the same, of an activity that has begun and has a memory',
      gathered,
    ),
    rejectionItem: mail(
      'the author',
      'an administrator rejected it; withdrew what was public; once that cannot be undone (15 s)',
      gathered,
    ),
    removalItem: mail('the author', 'an administrator deleted it', gathered),
    collectiveDecisionItem: mail(
      'the owners of a collective',
      'an administrator or superadmin decided about one that was held',
      gathered,
    ),
    outcomeItem: mail(
      'the author, or the owners of a collective',
      'a decision about reports or an appeal can no longer be undone (10 min)',
      gathered,
    ),
    reporterItem: mail('accounts that reported it', 'the same', gathered),
    gatheredEmail: mail('the same', 'several of one of the seven above within an hour', gathered),
    overflowEmail: mail(
      'the mailbox',
      'more e-mails in a day than its limit; those in it are switched off by their links',
      { limit: 'none', reason: 'once a day', staysTrue: true, timing: 'gathered' },
    ),
    bannedEmail: ofAccount('the account is deactivated for reports', 'the author'),
    // The invitation omits the names of activities and collectives that are not public.
    invitationEmail: access(
      'the invited address',
      'an organiser invites; three a day and address; without the name of what is not public',
      INVITATION_DAYS * DAY_MS,
    ),
    handOverEmail: mail('the oldest organiser', 'the last owner deleted the account', toOrganisers),
    switchedOffEmail: mail('the owners of the collective', 'a webhook failed for a day', toOrganisers),
  },
  'Following and searching': {
    newActivityEmail: mail('readers that chose «al instante»', 'a new activity is public', {
      ...untilEnd,
      off: 'follow',
      timing: 'at once: it was chosen; after the third within an hour gathered in a digest',
    }),
    newsDigestEmail: mail(
      'readers with «resumen diario», the default; with «al instante» after the third e-mail within an hour',
      '08:00, if there is something; at the end of the hour',
      { ...ofActivity, usefulMs: DIGEST_MS, off: 'follow', timing: 'one a day; one an hour' },
    ),
  },
  'The account': {
    verificationEmail: access(
      'the new address',
      'signed up, or asked for it again',
      VERIFICATION_HOURS * HOUR_MS,
    ),
    accountExistsEmail: access('the address', 'it was signed up again', VERIFICATION_HOURS * HOUR_MS),
    recoveryEmail: mail('the account', 'asked for it', {
      limit: 'recovery',
      usefulMs: RECOVERY_MINUTES * MINUTE_MS,
    }),
    passwordChangedEmail: ofAccount('it changed'),
    emailChangeEmail: access('the new address', 'the change was requested', EMAIL_CHANGE_HOURS * HOUR_MS),
    emailChangeWarning: ofAccount('the change was requested', 'the old address'),
    emailChangedEmail: ofAccount('the change was confirmed', 'the old address'),
    authenticatorAddedEmail: ofAccount('it was set up'),
    authenticatorRemovedEmail: ofAccount('it was removed'),
    recoveryCodeUsedEmail: ofAccount('it was used'),
    recoveryCodesRenewedEmail: ofAccount('they were made'),
    wrongCodesEmail: ofAccount('the password was right and codes wrong'),
    secondFactorResetStartedEmail: ofAccount('an administrator began it'),
    secondFactorResetEmail: ofAccount('it was removed'),
    passkeyAddedEmail: ofAccount('it was added'),
    passkeyRemovedEmail: ofAccount('it was removed'),
    apiTokenCreatedEmail: ofAccount('it was created'),
    testEmail: access('the superadmin', 'asked for it in the panel; five an hour', DAY_MS),
    newAdminEmail: ofAccount('a superadmin created the account', 'the administrator'),
    adminRestoredEmail: ofAccount('a superadmin reactivated it', 'the administrator'),
    adminRemovedEmail: ofAccount(
      'a superadmin deactivated it, once that cannot be undone (15 s)',
      'the administrator',
    ),
    passwordSetEmail: ofAccount('a superadmin set it', 'the administrator'),
    deactivatedEmail: ofAccount('an administrator deactivated it, once that cannot be undone (15 s)'),
    reactivatedEmail: ofAccount('an administrator activated it'),
    accountDeletedEmail: ofAccount('it was deleted', 'the address'),
    addressReplacedEmail: ofAccount('an administrator changed it', 'the old address'),
    addressAssignedEmail: ofAccount('an administrator changed it', 'the new address'),
  },
} as const satisfies Record<string, Record<string, MailRule>>;

/**
 * The rule of every kind of e-mail, by the name of the function that composes it. `admission.ts` applies them. An e-mail that the recipient
 * causes in a session of the account with this address has no limit, whatever its kind.
 */
export const mailRules = {
  ...mailChapters.Attending,
  ...mailChapters['Organising and publishing'],
  ...mailChapters['Following and searching'],
  ...mailChapters['The account'],
};

export type MailKind = keyof typeof mailRules;

/** The kinds of the first e-mail that an attendee gets about an activity. */
export const firstEmails: readonly MailKind[] = [
  'attendanceEmail',
  'addedEmail',
  'seriesEmail',
  'waitingEmail',
];

export const ruleOf = (kind: MailKind): MailRule => mailRules[kind];

export const allKinds = Object.keys(mailRules) as MailKind[];

/** The kinds that expire some time after the e-mail was created. */
export const expiringKinds: readonly MailKind[] = allKinds.filter(
  kind => ruleOf(kind).usefulMs !== undefined,
);
