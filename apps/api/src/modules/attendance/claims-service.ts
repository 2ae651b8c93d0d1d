import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NeedsReduced } from '../activities/events.ts';
import { releasedEmail } from './claims-mails.tsx';
import { type ClaimOfAttendance, listClaimsOf, setClaimed } from './claims-repository.ts';
import { releaseNewest } from './claims-rules.ts';
import { createPersonalLinks } from './link-service.ts';
import { publishAttendanceUpdate } from './live-repository.ts';
import { lockAttended } from './repository.ts';

interface Release {
  readonly attendance: ClaimOfAttendance['attendance'];
  /** The released needs, with the quantities that were released. */
  readonly released: readonly { readonly name: string; readonly quantity: number }[];
}

/** Subscriber of `needsReduced`: releases the newest claims beyond what is needed and tells their people. */
export async function releaseClaims(
  platform: Platform,
  tx: Transaction,
  reductions: readonly NeedsReduced[],
): Promise<void> {
  for (const { activityId, needs } of reductions) {
    const activity = await lockAttended(tx, activityId);
    if (activity === null) continue;
    const claims = await listClaimsOf(
      tx,
      needs.map(({ need }) => need._id),
    );
    const releases = new Map<string, Release>();
    for (const { need, quantity } of needs) {
      const ofNeed = claims.filter(({ needId }) => needId === need._id);
      for (const { claim, left } of releaseNewest(ofNeed, need.taken - quantity)) {
        await setClaimed(tx, claim, left);
        const { attendance } = claim;
        const earlier = releases.get(attendance.id)?.released ?? [];
        const released = [...earlier, { name: need.name, quantity: claim.quantity - left }];
        releases.set(attendance.id, { attendance, released });
      }
    }
    await publishAttendanceUpdate(tx, activity);
    await emailReleases(platform, tx, activity, [...releases.values()]);
  }
}

async function emailReleases(
  platform: Platform,
  tx: Transaction,
  activity: { readonly id: string; readonly title: string },
  releases: readonly Release[],
): Promise<void> {
  const reachable = releases.flatMap(({ attendance: { email, ...attendance }, released }) =>
    email === null ? [] : [{ ...attendance, email, released }],
  );
  const visitors = reachable.filter(({ userId }) => userId === null);
  const links = await createPersonalLinks(
    platform,
    tx,
    visitors.map(({ id }) => id),
  );
  const emails = await Promise.all(
    reachable.map(({ id, name, email, released }) =>
      releasedEmail(
        { name: name ?? '', email },
        activity,
        { released, personalUrl: links.get(id) ?? null },
        platform,
      ),
    ),
  );
  await platform.mailer.sendAll(
    tx,
    emails.map(email => ({ email })),
  );
}
