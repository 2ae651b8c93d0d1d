import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NeedsReduced } from '../activities/events.ts';
import { releasedEmail } from './claims-mails.tsx';
import { type ClaimOfAttendance, listClaimsOf, setClaimed } from './claims-repository.ts';
import { releaseNewest } from './claims-rules.ts';
import { createPersonalLinks } from './link-service.ts';
import { publishAttendanceUpdate } from './live-repository.ts';
import { lockAttendedAmong } from './repository.ts';

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
  const titles = new Map(activities.map(({ id, title }) => [id, title]));
  await emailReleases(platform, tx, titles, [...releases.values()]);
}

async function emailReleases(
  platform: Platform,
  tx: Transaction,
  titles: ReadonlyMap<string, string>,
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
  const emails = await Promise.all(
    reachable.map(({ email, attendance: { id, name, activityId }, released, dates }) =>
      releasedEmail(
        { name: name ?? '', email },
        { id: activityId, title: titles.get(activityId) ?? '' },
        { released, dates, personalUrl: links.get(id) ?? null },
        platform,
      ),
    ),
  );
  await platform.mailer.sendAll(
    tx,
    emails.map(email => ({ email })),
  );
}
