const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** E-mails to one mailbox a day, whoever causes them; what is more is gathered into one. */
export const EMAILS_A_DAY = 12;
/** Those about the claims, or about the date, of one activity. */
export const EMAILS_ABOUT_A_DAY = 3;
/** Those that one account causes to an address that is not proved (decision 0021). */
export const EMAILS_OF_SENDER_A_DAY = 10;
/** Sign-ups, recoveries and invitations to one mailbox. They do not count as the others, so that those cannot hold them up. */
export const ACCESS_EMAILS_AN_HOUR = 6;
/** Of these, all that are no recoveries: an account can always be recovered. */
export const OTHER_ACCESS_EMAILS_AN_HOUR = 4;

/** Which limit an e-mail of a kind has if another person causes it. */
interface MailRule {
  readonly limit: 'daily' | 'access' | 'recovery' | 'none';
  /** Part of the daily limit: at most three a day about this matter of one activity. */
  readonly about?: 'claims' | 'date';
  /** Contains what the organiser of an activity wrote: it waits while that activity is held for review or rejected. */
  readonly hasActivityText?: true;
  /** Why there is no limit. */
  readonly reason?: 'own act' | 'protects the account' | 'once a day' | 'not sent';
}

const ofActivity = { limit: 'daily', hasActivityText: true } as const;
const ofAccount = { limit: 'none', reason: 'protects the account' } as const;
/** To those who manage what it tells of. */
const toOrganisers = { limit: 'daily' } as const;
const ofAccess = { limit: 'access' } as const;

/**
 * The rule of every kind of e-mail, by the name of its template (docs/mails.md). `admission-rules.ts` applies them; what the recipient did with
 * a session of this address has no limit, whatever its kind.
 */
export const mailRules = {
  attendanceEmail: ofActivity,
  seriesEmail: ofActivity,
  waitingEmail: ofActivity,
  offerEmail: ofActivity,
  missedEmail: ofActivity,
  reconfirmEmail: { ...ofActivity, about: 'date' },
  releasedEmail: { ...ofActivity, about: 'claims' },
  duplicateEmail: ofActivity,
  personalLinksEmail: ofAccess,
  reminderEmail: { ...ofActivity, about: 'date' },
  fallbackEmail: { ...ofActivity, about: 'date' },
  changeEmail: { ...ofActivity, about: 'date' },
  // Of an activity that is not public it has no text of the organiser: its attendees must hear that it is not held.
  endEmail: toOrganisers,
  messageEmails: ofActivity,
  previewEmail: { limit: 'none', reason: 'not sent' },
  feedbackEmail: ofActivity,
  digestEmail: toOrganisers,
  approvalItem: toOrganisers,
  memoryApprovalItem: toOrganisers,
  rejectionItem: toOrganisers,
  removalItem: toOrganisers,
  collectiveDecisionItem: toOrganisers,
  outcomeItem: toOrganisers,
  reporterItem: toOrganisers,
  gatheredEmail: toOrganisers,
  overflowEmail: { limit: 'none', reason: 'once a day' },
  bannedEmail: ofAccount,
  // Without the name of what is not public.
  invitationEmail: ofAccess,
  handOverEmail: toOrganisers,
  switchedOffEmail: toOrganisers,
  newActivityEmail: ofActivity,
  newsDigestEmail: ofActivity,
  verificationEmail: ofAccess,
  accountExistsEmail: ofAccess,
  recoveryEmail: { limit: 'recovery' },
  passwordChangedEmail: ofAccount,
  emailChangeEmail: ofAccess,
  emailChangeWarning: ofAccount,
  emailChangedEmail: ofAccount,
  authenticatorAddedEmail: ofAccount,
  authenticatorRemovedEmail: ofAccount,
  recoveryCodeUsedEmail: ofAccount,
  recoveryCodesRenewedEmail: ofAccount,
  wrongCodesEmail: ofAccount,
  secondFactorResetStartedEmail: ofAccount,
  secondFactorResetEmail: ofAccount,
  passkeyAddedEmail: ofAccount,
  passkeyRemovedEmail: ofAccount,
  apiTokenCreatedEmail: ofAccount,
  newAdminEmail: ofAccount,
  adminRestoredEmail: ofAccount,
  adminRemovedEmail: ofAccount,
  passwordSetEmail: ofAccount,
  deactivatedEmail: ofAccount,
  reactivatedEmail: ofAccount,
  accountDeletedEmail: ofAccount,
  addressReplacedEmail: ofAccount,
  addressAssignedEmail: ofAccount,
} as const satisfies Record<string, MailRule>;

export type MailKind = keyof typeof mailRules;

/** The first that an attendee hears of an activity. */
export const firstEmails: readonly MailKind[] = ['attendanceEmail', 'seriesEmail', 'waitingEmail'];

export const ruleOf = (kind: MailKind): MailRule => mailRules[kind];

/** As docs/mails.md states the rule. */
export function ruleInWords(kind: MailKind): string {
  const { limit, about, hasActivityText, reason } = ruleOf(kind);
  const limits = {
    daily: `${EMAILS_A_DAY} a day${about === undefined ? '' : `, ${EMAILS_ABOUT_A_DAY} about the ${about}`}`,
    access: `${ACCESS_EMAILS_AN_HOUR} an hour, with recoveries`,
    recovery: `${ACCESS_EMAILS_AN_HOUR} an hour, with sign-ups`,
    none: `none: ${reason}`,
  };
  return limits[limit] + (hasActivityText ? '; waits for review' : '');
}
