import type { Transaction } from '../../../platform/database/connection.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { conflict, forbidden, NOT_ALLOWED } from '../../../platform/errors.ts';
import type { OutgoingEmail } from '../../../platform/mail/mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCalendarFiles } from '../../activities/calendar/service.ts';
import { needsOf } from '../../activities/service.ts';
import { emailCounts } from '../confirm/prepare-service.ts';
import { confirmByOrigin, takenByOrigin } from '../limits.ts';
import { insertLinks } from '../links/repository.ts';
import { newPersonalLink } from '../links/service.ts';
import { claimedText, mailedChat, seriesEmail } from '../mails.ts';
import { stateEmail } from '../places/mails.ts';
import type { Caller } from '../policy.ts';
import {
  type AttendanceView,
  type AttendedActivity,
  lockAttendedAmong,
  publishAttendanceUpdate,
} from '../repository.ts';
import { deleteMailedLinks, listTypedActivities, replaceAddress, viewsOf } from './repository.ts';

interface Correction {
  /** The address as it was confirmed. */
  readonly email: string;
  readonly correctedEmail: string;
}

interface Corrector {
  readonly caller: Caller;
  readonly origin: string;
}

/** An activity with the corrected attendance in it. */
type CorrectedDate = AttendanceView & { readonly activity: AttendedActivity };

/**
 * Corrects the address with which a visitor confirmed in this browser, in a series in all dates to come, and mails the confirmation to
 * it (docs/rules.md R4.11). The place, the code, the reminder and the browser's proof remain; the links that were mailed to the mistyped
 * address are void. It counts like a confirmation, since it mails to an address that is not proved. A link, a session or a role
 * is no right to it: only the browser that confirmed knows that the address was a mistake.
 */
export async function correctEmail(
  platform: Platform,
  taskId: string,
  { email, correctedEmail }: Correction,
  { caller: { session, proofHash }, origin }: Corrector,
): Promise<AttendanceView> {
  const { db, clock, limits } = platform;
  if (session !== null || proofHash === null) throw forbidden(NOT_ALLOWED);
  await limits.countAll([
    { limit: confirmByOrigin, subjects: [origin] },
    ...emailCounts(correctedEmail, { session, origin }, false),
  ]);
  const typed = { taskId, email, proofHash };
  try {
    return await db.transaction(async tx => {
      const now = clock();
      const locked = await lockAttendedAmong(tx, await listTypedActivities(tx, typed, now));
      // An organiser may have moved an activity, or removed the party, before the lock.
      const upcoming = locked.filter(({ date }) => date > now);
      const ids = await replaceAddress(
        tx,
        upcoming.map(({ id }) => id),
        typed,
        correctedEmail,
      );
      const views = await viewsOf(tx, ids);
      const dates = upcoming.flatMap(activity =>
        views.filter(({ row }) => row.activityId === activity.id).map(view => ({ ...view, activity })),
      );
      const own = dates.find(({ activity }) => activity.id === taskId);
      if (own === undefined) throw forbidden(NOT_ALLOWED);
      await deleteMailedLinks(tx, ids);
      await mailCorrected(platform, tx, { own, dates, email: correctedEmail, origin });
      await publishAttendanceUpdate(tx, upcoming);
      return own;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'attendances_activity_id_email_key')) throw error;
    // The response reveals that the corrected address is on the list.
    await limits.count(takenByOrigin, origin);
    throw conflict('Ya estás registrado en esta actividad');
  }
}

interface Corrected {
  readonly own: CorrectedDate;
  readonly dates: readonly CorrectedDate[];
  readonly email: string;
  readonly origin: string;
}

/** Sends the corrected address one e-mail with a new personal link, as after a confirmation. */
async function mailCorrected(
  platform: Platform,
  tx: Transaction,
  { own, dates, email, origin }: Corrected,
): Promise<void> {
  const { url, tokenHash } = newPersonalLink(platform);
  const createdAt = platform.clock();
  await insertLinks(
    tx,
    dates.map(({ row }) => ({ tokenHash, attendanceId: row.id, email, createdAt })),
  );
  const filesOf = await createCalendarFiles(
    tx,
    dates.map(({ activity }) => activity.id),
    platform,
  );
  const sent = { personalUrl: url, addedBy: null, cause: { origin } };
  const needs = await needsOf(tx, own.activity.id);
  if (dates.length === 1) {
    const one = await stateEmail(own, own.activity, { ...sent, needs, filesOf }, platform);
    await platform.mailer.sendAll(tx, [one]);
    return;
  }
  const sorted = dates.toSorted((one, other) => one.activity.date.getTime() - other.activity.date.getTime());
  const withPlace = sorted.filter(({ row }) => row.status === 'confirmed');
  const calendar = filesOf(withPlace.map(({ activity }) => ({ activityId: activity.id, isConfirmed: true })));
  const placed = withPlace[0];
  const chat = placed === undefined ? null : mailedChat(placed.activity, sent);
  const { name, companions } = own.row;
  const to = { name: name ?? '', email, companions, claimed: claimedText(needs, own.claims) };
  const series: OutgoingEmail = {
    kind: 'seriesEmail',
    cause: sent.cause,
    activityId: own.activity.id,
    email: await seriesEmail(to, sorted, { ...sent, chat, calendar }, platform),
  };
  await platform.mailer.sendAll(tx, [series]);
}
