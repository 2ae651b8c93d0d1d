import type { Need } from '@minga/contract/needs';
import type { Email } from '../../platform/mail/email.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimedText, type MailActivity } from './mail-facts.ts';
import { attendanceEmail } from './mails.tsx';
import { offerEmail, waitingEmail } from './places-mails.tsx';
import type { AttendanceView } from './repository.ts';

interface Sent {
  /** Null: an account's attendance, whose address is proved. */
  readonly personalUrl: string | null;
  /** The organiser who added the attendee. */
  readonly addedBy: string | null;
  /** Of the activity; without them the e-mail does not say what is claimed. */
  readonly needs?: readonly Need[];
}

/** Tells an attendee with an e-mail how the attendance stands: confirmed, waiting or offered. */
export function stateEmail(
  { row: { name, email, companions, offerExpiresAt }, position, claims }: AttendanceView,
  activity: MailActivity,
  { personalUrl, addedBy, needs = [] }: Sent,
  place: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Email> {
  const to = { name: name ?? '', email: email ?? '', companions, claimed: claimedText(needs, claims) };
  if (offerExpiresAt !== null)
    return offerEmail(to, activity, { personalUrl, expiresAt: offerExpiresAt }, place);
  return position === null
    ? attendanceEmail(to, activity, { personalUrl, addedBy }, place)
    : waitingEmail(to, activity, { personalUrl, position }, place);
}
