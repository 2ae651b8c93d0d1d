import { type AnyAttendee, type Confirmation, INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import { type Contact, INVALID_PHONE } from '@minga/contract/contact';
import type { Claim, Need } from '@minga/contract/needs';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Count } from '../../../platform/limits/limits.ts';
import type { MailCause } from '../../../platform/mail/mailer.ts';
import type { MailedLink } from '../../../platform/mail/personal-link.tsx';
import { toE164 } from '../../../platform/phone-number.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { isAllowed } from '../../activities/access-service.ts';
import { type ActivityReader, existingActivity, visibleActivity } from '../../activities/service.ts';
import { addressCount } from '../../teams/service.ts';
import {
  largerThanCapacity,
  nameAloneProblem,
  noPlaceLeft,
  startedProblem,
  tooManyCompanions,
} from '../errors.ts';
import {
  addressesByActivity,
  addressesByOrigin,
  confirmByOrigin,
  emailsBySender,
  takenByOrigin,
  withoutEmailByOrigin,
} from '../limits.ts';
import { findClients } from '../links/repository.ts';
import { newPersonalLink } from '../links/service.ts';
import { checkAnswers, claimsProblem } from '../needs/rules.ts';
import {
  type AttendanceRow,
  type AttendanceView,
  type AttendedActivity,
  newAttendance,
} from '../repository.ts';
import { outcomeOf, sizeOf } from '../rules.ts';

export interface Confirmer {
  readonly session: Session | null;
  /** The value of the visitor's cookie, which exists or is about to be set. */
  readonly proof: string;
  readonly origin: string;
}

/** A confirmation that passed the checks before the transaction, with all data to store. */
export interface PendingConfirmation {
  readonly attendance: AttendanceRow;
  readonly claims: readonly Claim[];
  /** The UUID that the browser generated for this confirmation, or null if it sent none. */
  readonly clientId: string | null;
  readonly viewerId: string | null;
  /** The caller is an organiser of the activity. */
  readonly isOrganiser: boolean;
  /** The organiser adds another person, who is never put on the waiting list. */
  readonly isAdded: boolean;
  /** The organiser adds another person even beyond the capacity. */
  readonly isForced: boolean;
  readonly wantsReminder: boolean;
  /** The personal link, or null for the account's own attendance, which needs none. */
  readonly link: MailedLink | null;
  /** The username of the organiser who confirms, or null. */
  readonly addedBy: string | null;
  readonly cause: MailCause;
  readonly origin: string;
}

/**
 * Checks a confirmation against the activity, which `readActivity` reads, and the limits, before the transaction that stores it.
 */
export async function prepareConfirmation(
  platform: Platform,
  confirmation: Confirmation,
  confirmer: Confirmer,
  readActivity: ActivityReader = id => existingActivity(platform.db, id),
): Promise<PendingConfirmation> {
  const byOrigin = { limit: confirmByOrigin, subjects: [confirmer.origin] };
  try {
    const { pending, counts } = await checkConfirmation(platform, confirmation, confirmer, readActivity);
    await platform.limits.countAll([byOrigin, ...counts]);
    return pending;
  } catch (error) {
    // A rejected attempt counts too; one that the limits rejected has been counted.
    if (!(error instanceof AppError && error.code === 'RATE_LIMITED'))
      await platform.limits.countAll([byOrigin]);
    throw error;
  }
}

/** Checks a confirmation against the activity. Returns it with the limits that count it. */
async function checkConfirmation(
  platform: Platform,
  { taskId, answers = [], claims = [], companions = 0, clientId, ...confirmation }: Confirmation,
  confirmer: Confirmer,
  readActivity: ActivityReader,
): Promise<{ readonly pending: PendingConfirmation; readonly counts: readonly Count[] }> {
  const { db, clock } = platform;
  const { session, proof, origin } = confirmer;
  const { name, remind, force = false } = confirmation;
  const viewerId = session?.user.id ?? null;
  // The response to a repeated confirmation is the stored attendance, regardless of later changes (docs/rules.md R13.4).
  const isRepeated =
    clientId !== undefined && (await findClients(db, [{ activityId: taskId, clientId }])).length > 0;
  const { activity } = isRepeated
    ? await readActivity(taskId)
    : await visibleActivity(platform, taskId, viewerId, readActivity).catch((error: unknown) => {
        // A blank e-mail is reported before an unknown activity (docs/rules.md R4.1).
        throw confirmation.email === null && !confirmation.phone ? invalid([INCOMPLETE_MESSAGE]) : error;
      });
  const isOrganiser = await isAllowed(db, viewerId, activity, 'manage');
  // An organiser may add people by name alone, whatever contact the activity requires of attendees who confirm themselves.
  const contact = isRepeated || isOrganiser ? 'any' : activity.contact;
  const { email, phone } = contactOf(platform, { contact }, confirmation);
  const isOwnEmail = session !== null && session.user.email === email;
  const checked = isRepeated
    ? { answers: [], problems: [] }
    : checkAnswers(activity.questions, answers, { isExempt: isOrganiser });
  if (!isRepeated && companions > activity.companionsMax) throw tooManyCompanions(activity.companionsMax);
  const tooMany = isRepeated || isOrganiser ? null : nameAloneProblem({ email, phone }, companions);
  if (tooMany !== null) throw tooMany;
  if (checked.answers === null) throw invalid([...checked.problems]);
  const isCounted = !isRepeated && !isOwnEmail;
  const counts = [
    ...(isCounted && !isOrganiser ? attendeeCounts({ activityId: activity.id, email, phone }, origin) : []),
    ...(isCounted && email !== null ? emailCounts(email, confirmer, isOrganiser) : []),
  ];
  const link = isOwnEmail ? null : newPersonalLink(platform);
  const pending: PendingConfirmation = {
    attendance: newAttendance({
      activityId: activity.id,
      name,
      email,
      phone,
      answers: checked.answers,
      companions,
      userId: isOwnEmail ? viewerId : null,
      proofHash: isOwnEmail || isOrganiser ? null : hashToken(proof),
      createdAt: clock(),
    }),
    claims,
    clientId: clientId?.toLowerCase() ?? null,
    viewerId,
    isOrganiser,
    isAdded: isOrganiser && !isOwnEmail,
    isForced: isOrganiser && !isOwnEmail && force,
    // The organiser cannot consent to reminders on behalf of other people.
    wantsReminder: remind === true && email !== null && (isOwnEmail || !isOrganiser),
    link,
    addedBy: isOrganiser ? (session?.user.username ?? null) : null,
    cause: isOwnEmail ? 'recipient' : causeOf(confirmer),
    origin,
  };
  return { pending, counts };
}

const causeOf = ({ session, origin }: Pick<Confirmer, 'session' | 'origin'>): MailCause =>
  session === null ? { origin } : { accountId: session.user.id };

/**
 * The error if a confirmation that passed these checks does not suit a locked activity, which its sender may see, or null if it
 * does.
 */
export function problemOf(
  { attendance, isOrganiser, isForced }: PendingConfirmation,
  activity: AttendedActivity,
): AppError | null {
  const { createdAt, answers, companions } = attendance;
  const { capacity, companionsMax, contact } = activity;
  if (contact === 'email' && attendance.email === null && !isOrganiser) return invalid([INCOMPLETE_MESSAGE]);
  const started = startedProblem(activity, createdAt);
  if (started !== null) return started;
  const { problems } = checkAnswers(activity.questions, answers, { isExempt: isOrganiser });
  if (problems.length > 0) return invalid([...problems]);
  if (companions > companionsMax) return tooManyCompanions(companionsMax);
  const tooMany = isOrganiser ? null : nameAloneProblem(attendance, companions);
  if (tooMany !== null) return tooMany;
  return capacity !== null && sizeOf(attendance) > capacity && !isForced
    ? largerThanCapacity(capacity)
    : null;
}

/**
 * The e-mail and phone to store, or null. Rejects with 400 if the activity requires an e-mail and there is none, and if the phone
 * is invalid.
 */
export function contactOf(
  { settings }: Pick<Platform, 'settings'>,
  { contact }: { readonly contact: Contact },
  { email = null, phone: typed }: Pick<AnyAttendee, 'email' | 'phone'>,
): { email: string | null; phone: string | null } {
  if (contact === 'email') {
    if (email === null) throw invalid([INCOMPLETE_MESSAGE]);
    return { email, phone: null };
  }
  if (!typed) return { email, phone: null };
  const phone = toE164(typed, settings.phoneCountry);
  if (phone === null) throw invalid([INVALID_PHONE]);
  return { email, phone };
}

/** The counters of an origin's confirmation for an attendee whose address the caller has not proved. */
function attendeeCounts(
  { activityId, email, phone }: Pick<AttendanceRow, 'activityId' | 'email' | 'phone'>,
  origin: string,
): Count[] {
  const atActivity = [`${origin} ${activityId}`];
  return [
    ...[email, phone].flatMap(item =>
      item === null
        ? []
        : [
            { limit: addressesByActivity, subjects: atActivity, item },
            { limit: addressesByOrigin, subjects: [origin], item },
          ],
    ),
    ...(email === null ? [{ limit: withoutEmailByOrigin, subjects: atActivity }] : []),
  ];
}

/** Counts a 409 that reveals to an origin that a person is registered. Throws 429 instead if the limit is reached. */
export async function countRevealed(
  { limits }: Pick<Platform, 'limits'>,
  { isOrganiser, attendance, origin }: PendingConfirmation,
): Promise<void> {
  if (!isOrganiser && attendance.userId === null) await limits.count(takenByOrigin, origin);
}

/**
 * The counters of an e-mail to an address that is not proved to be the sender's. For organisers the address counts among those that
 * their account has mailed.
 */
export function emailCounts(
  email: string,
  { session, origin }: Pick<Confirmer, 'session' | 'origin'>,
  isOrganiser: boolean,
): Count[] {
  const byOrigin = { limit: emailsBySender, subjects: [origin, email] };
  if (session === null) return [byOrigin];
  const { id } = session.user;
  return [
    ...(isOrganiser ? [addressCount(id, email)] : []),
    byOrigin,
    { limit: emailsBySender, subjects: [id, email] },
  ];
}

/** The free places, the needs and the waiting list of a locked activity. */
export interface Room {
  /** The number of people for whom there is room. */
  free: number;
  needs: readonly Need[];
  /** The last number of the waiting list, and how many parties wait. */
  queue: { readonly queueNumber: number; readonly parties: number };
}

/** Gives a party a place with its claims, the next position on the waiting list, or an error. Stores nothing. */
export function placeParty(
  { hasWaitingList, needsRequired }: Pick<AttendedActivity, 'hasWaitingList' | 'needsRequired'>,
  { free, needs, queue }: Readonly<Room>,
  { attendance, claims, isAdded, isForced, isOrganiser }: PendingConfirmation,
): AttendanceView | AppError {
  const { companions } = attendance;
  const outcome = outcomeOf({ companions, isAdded, isForced }, free, hasWaitingList);
  const isPlaced = outcome === 'confirmed' || outcome === 'over-limit';
  const isRequired = needsRequired && isPlaced && !isOrganiser;
  const problem = claimsProblem(isPlaced ? needs : needs.map(unclaimed), { claims, companions, isRequired });
  if (outcome === 'full') return noPlaceLeft();
  if (problem !== null) return problem;
  if (isPlaced)
    return { row: { ...attendance, isOverLimit: outcome === 'over-limit' }, position: null, claims };
  const row = { ...attendance, status: 'waiting' as const, queueNumber: queue.queueNumber + 1 };
  // The party chooses its claims when it accepts a place (docs/rules.md R11.4).
  return { row, position: queue.parties + 1, claims: [] };
}

/** The need as if nothing were claimed: a waiting party claims nothing yet, so that it is not checked against other claims. */
const unclaimed = (need: Need): Need => ({ ...need, taken: 0 });
