import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NeedsReduced } from '../activities/events.ts';
import { releasedEmail } from './claims-mails.tsx';
import { type ClaimOfAttendance, listClaimed, listClaimsOf, setClaimed } from './claims-repository.ts';
import { releaseNewest } from './claims-rules.ts';
import { createPersonalLinks } from './link-service.ts';
import { publishAttendanceUpdate } from './live-repository.ts';
import { type AttendedActivity, lockAttendedAmong } from './repository.ts';

interface Release {
  readonly attendance: ClaimOfAttendance['attendance'];
  /** The released needs, with the quantities that were released. */
  readonly released: readonly { readonly name: string; readonly quantity: number }[];
}

/** Subscriber of `needsReduced`: releases the newest claims beyond what is needed and tells their people, of a series once. */
export async function releaseClaims(
  platform: Platform,
  tx: Transaction,
  reductions: readonly NeedsReduced[],
): Promise<void> {
  const activities = await lockAttendedAmong(
    tx,
    reductions.map(({ activityId }) => activityId),
  );
  const reduced = reductions.flatMap(({ needs }) => needs);
  const claims = await listClaimsOf(
    tx,
    reduced.map(({ need }) => need._id),
  );
  const freed = reduced.flatMap(({ need, quantity }) =>
    releaseNewest(
      claims.filter(({ needId }) => needId === need._id),
      need.taken - quantity,
    ).map(({ claim, left }) => ({ need, claim, left })),
  );
  await setClaimed(
    tx,
    freed.map(({ claim: { needId, attendance }, left }) => ({ needId, attendanceId: attendance.id, left })),
  );
  await publishAttendanceUpdate(tx, activities);
  const releases = new Map<string, Release>();
  for (const { need, claim, left } of freed) {
    const { attendance, quantity } = claim;
    const earlier = releases.get(attendance.id)?.released ?? [];
    const released = [...earlier, { name: need.name, quantity: quantity - left }];
    releases.set(attendance.id, { attendance, released });
  }
  await emailReleases(platform, tx, activities, [...releases.values()]);
}

async function emailReleases(
  platform: Platform,
  tx: Transaction,
  activities: readonly AttendedActivity[],
  releases: readonly Release[],
): Promise<void> {
  const byEmail = new Map<string, Release[]>();
  for (const release of releases) {
    const { email } = release.attendance;
    if (email !== null) byEmail.set(email, [...(byEmail.get(email) ?? []), release]);
  }
  const reachable = [...byEmail].flatMap(([email, [first, ...others]]) =>
    first === undefined ? [] : [{ ...first, email, dates: 1 + others.length }],
  );
  const visitors = reachable.flatMap(({ email, attendance: { id, userId } }) =>
    userId === null ? { id, email } : [],
  );
  const links = await createPersonalLinks(platform, tx, visitors);
  const claimed = Map.groupBy(
    await listClaimed(
      tx,
      reachable.map(({ attendance }) => attendance.id),
    ),
    ({ attendanceId }) => attendanceId,
  );
  const byId = new Map(activities.map(activity => [activity.id, activity]));
  const emails = await Promise.all(
    reachable.map(async ({ email: to, attendance: { id, name, activityId }, released, dates }) => {
      const left = claimed.get(id) ?? [];
      const activity = byId.get(activityId);
      const email = await releasedEmail(
        { name: name ?? '', email: to },
        { id: activityId, title: activity?.title ?? '' },
        { released, left, dates, personalUrl: links.get(id) ?? null },
        platform,
      );
      // An organiser who claims for the person and releases it again tells nothing new.
      const now = [id, ...left.map(({ needId, quantity }) => `${needId} ${quantity}`)].join(' ');
      const cause = activity === undefined ? ('site' as const) : { accountId: activity.ownerId };
      return { ...{ email, kind: 'releasedEmail' as const, cause, activityId }, fact: { now } };
    }),
  );
  await platform.mailer.sendAll(tx, emails);
}
