import { type AnyAttendee, type Confirmation, INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import { type Contact, INVALID_PHONE } from '@minga/contract/contact';
import type { Claim } from '@minga/contract/needs';
import { v7 } from 'uuid';
import { type AppError, invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { toE164 } from '../../platform/phone-number.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { canTakePart } from '../activities/policy.ts';
import { isPast } from '../activities/rules.ts';
import { UNKNOWN_ACTIVITY, visibleActivity } from '../activities/service.ts';
import { checkAnswers } from './answers.ts';
import { findClients } from './client-repository.ts';
import { largerThan, PAST_ACTIVITY, tooManyCompanions } from './errors.ts';
import { addressesByOrigin, confirmByOrigin, emailsBySender, withoutEmailByOrigin } from './limits.ts';
import { newPersonalLink, type PersonalLink } from './links.ts';
import { sizeOf } from './places-rules.ts';
import type { AttendanceRow, AttendedActivity } from './repository.ts';

export interface Confirmer {
  readonly session: Session | null;
  /** The visitor's cookie, existing or about to be set. */
  readonly proof: string;
  readonly origin: string;
}

/** A confirmation that passed the checks outside the transaction, with all that it will store. */
export interface PendingConfirmation {
  readonly attendance: AttendanceRow;
  readonly claims: readonly Claim[];
  /** The UUID that the browser generated for this confirmation; null: none. */
  readonly clientId: string | null;
  readonly viewerId: string | null;
  /** The organiser confirms. */
  readonly isOwner: boolean;
  /** The organiser adds another person, who is not put on the waiting list. */
  readonly isAdded: boolean;
  /** The organiser adds another person even beyond the capacity. */
  readonly isForced: boolean;
  readonly wantsReminder: boolean;
  /** Null: the account's own attendance needs no link. */
  readonly link: PersonalLink | null;
  /** The organiser who adds the attendee. */
  readonly addedBy: string | null;
}

/** Checks a confirmation against the limits and the activity, before the transaction that stores it. */
export async function prepareConfirmation(
  platform: Platform,
  { taskId, answers = [], claims = [], companions = 0, clientId, ...confirmation }: Confirmation,
  confirmer: Confirmer,
): Promise<PendingConfirmation> {
  const { clock, limits } = platform;
  const { session, proof, origin } = confirmer;
  const { name, remind, force = false } = confirmation;
  await limits.count(confirmByOrigin, origin);
  const viewerId = session?.user.id ?? null;
  const { activity } = await visibleActivity(platform, taskId, viewerId).catch((error: unknown) => {
    // A blank e-mail is reported before an unknown activity (CONTRACT.md section 4).
    throw confirmation.email === null && !confirmation.phone ? invalid([INCOMPLETE_MESSAGE]) : error;
  });
  const isOwner = activity.ownerId === viewerId;
  const { email, phone } = contactOf(platform, activity, confirmation);
  const isOwnEmail = session !== null && session.user.email === email;
  if (companions > activity.companionsMax) throw tooManyCompanions(activity.companionsMax);
  const checked = checkAnswers(activity.questions, answers, { isExempt: isOwner });
  if (checked.answers === null) throw invalid([...checked.problems]);
  if (!isOwnEmail && !isOwner)
    await countAttendee(platform, { activityId: activity.id, email, phone, clientId }, origin);
  if (email !== null && !isOwnEmail) await countEmailTo(platform, email, confirmer);
  const link = isOwnEmail ? null : newPersonalLink(platform);
  return {
    attendance: {
      id: v7(),
      activityId: activity.id,
      name,
      email,
      phone,
      userId: isOwnEmail ? viewerId : null,
      proofHash: isOwnEmail || isOwner ? null : hashToken(proof),
      answers: checked.answers,
      companions,
      status: 'confirmed',
      queueNumber: null,
      offerExpiresAt: null,
      isOverLimit: false,
      createdAt: clock(),
      duplicateNotifiedAt: null,
      changeNotifiedAt: null,
    },
    claims,
    clientId: clientId?.toLowerCase() ?? null,
    viewerId,
    isOwner,
    isAdded: isOwner && !isOwnEmail,
    isForced: isOwner && !isOwnEmail && force,
    // The organiser cannot consent to reminders on behalf of other people.
    wantsReminder: remind === true && email !== null && (isOwnEmail || !isOwner),
    link,
    addedBy: isOwner ? (session?.user.username ?? null) : null,
  };
}

/** Why a confirmation that passed these checks does not suit a locked activity; null: it does. */
export function problemOf(
  { settings }: Pick<Platform, 'settings'>,
  { attendance, viewerId, isOwner, isForced }: PendingConfirmation,
  activity: AttendedActivity,
): AppError | null {
  const { createdAt, answers, companions } = attendance;
  const { capacity, companionsMax, contact } = activity;
  if (!canTakePart(viewerId, activity, settings.moderation)) return notFound(UNKNOWN_ACTIVITY);
  if (contact === 'email' && attendance.email === null) return invalid([INCOMPLETE_MESSAGE]);
  if (isPast(activity.date, createdAt)) return invalid([PAST_ACTIVITY]);
  const { problems } = checkAnswers(activity.questions, answers, { isExempt: isOwner });
  if (problems.length > 0) return invalid([...problems]);
  if (companions > companionsMax) return tooManyCompanions(companionsMax);
  return capacity !== null && sizeOf(attendance) > capacity && !isForced ? largerThan(capacity) : null;
}

/** The e-mail and phone to store, null where there is none. Rejects with 400 if the activity asks for an e-mail, or for an invalid phone. */
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

interface CountedAttendee extends Pick<AttendanceRow, 'activityId' | 'email' | 'phone'> {
  readonly clientId: string | undefined;
}

/** Counts a confirmation of an origin for an attendee that it has not proved to be. Throws 429. */
async function countAttendee(
  { db, limits }: Platform,
  { activityId, email, phone, clientId }: CountedAttendee,
  origin: string,
): Promise<void> {
  for (const address of [email, phone])
    if (address !== null) await limits.countDifferent(addressesByOrigin, origin, address);
  if (email !== null) return;
  // A repeated confirmation, whose response was lost, is not counted again.
  const isRepeated = clientId !== undefined && (await findClients(db, activityId, [clientId])).size > 0;
  if (!isRepeated) await limits.count(withoutEmailByOrigin, `${origin} ${activityId}`);
}

/** Counts an e-mail to an address that the sender has not proved to be theirs. Throws 429. */
export async function countEmailTo(
  { limits }: Pick<Platform, 'limits'>,
  email: string,
  { session, origin }: Pick<Confirmer, 'session' | 'origin'>,
): Promise<void> {
  await limits.count(emailsBySender, origin, email);
  if (session !== null) await limits.count(emailsBySender, session.user.id, email);
}
