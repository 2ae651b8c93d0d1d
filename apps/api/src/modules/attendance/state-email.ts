import type { Need } from '@minga/contract/needs';
import type { MailCause, OutgoingEmail } from '../../platform/mail/mailer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CalendarFiles } from '../activities/calendar-service.ts';
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
  readonly cause: MailCause;
  /** Made after the attendance was stored. */
  readonly filesOf: CalendarFiles;
}

/** Tells an attendee with an e-mail how the attendance stands: confirmed, waiting or offered. */
export async function stateEmail(
  { row: { name, email, companions, offerExpiresAt }, position, claims }: AttendanceView,
  activity: MailActivity,
  { personalUrl, addedBy, needs = [], cause, filesOf }: Sent,
  place: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<OutgoingEmail> {
  const to = { name: name ?? '', email: email ?? '', companions, claimed: claimedText(needs, claims) };
  const about = { cause, activityId: activity.id };
  if (offerExpiresAt !== null) {
    const offer = offerEmail(to, activity, { personalUrl, expiresAt: offerExpiresAt }, place);
    return { kind: 'offerEmail', email: await offer, ...about };
  }
  return position === null
    ? {
        kind: 'attendanceEmail',
        email: await attendanceEmail(
          to,
          activity,
          { personalUrl, addedBy, calendar: filesOf([{ activityId: activity.id, isConfirmed: true }]) },
          place,
        ),
        ...about,
      }
    : {
        kind: 'waitingEmail',
        email: await waitingEmail(to, activity, { personalUrl, position }, place),
        ...about,
      };
}
