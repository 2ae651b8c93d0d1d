import type { FollowMail } from '@minga/contract/collectives';
import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { teamMembers } from '../teams/schema.ts';
import { collectiveFollowers, collectives } from './schema.ts';

/** Without `mail` an earlier choice stays. */
export async function upsertFollower(
  tx: Executor,
  row: typeof collectiveFollowers.$inferInsert,
  mail: FollowMail | undefined,
): Promise<void> {
  const insertion = tx.insert(collectiveFollowers).values(row);
  const target = [collectiveFollowers.collectiveId, collectiveFollowers.userId];
  await (mail === undefined
    ? insertion.onConflictDoNothing({ target })
    : insertion.onConflictDoUpdate({ target, set: { mail } }));
}

export async function deleteFollower(db: Executor, collectiveId: string, userId: string): Promise<void> {
  await db
    .delete(collectiveFollowers)
    .where(and(eq(collectiveFollowers.collectiveId, collectiveId), eq(collectiveFollowers.userId, userId)));
}

/** The collectives that an account follows or is a member of, for its data download. */
export const listOfAccount = (db: Executor, userId: string) =>
  db
    .select({
      slug: collectives.slug,
      name: collectives.name,
      role: teamMembers.role,
      followMail: collectiveFollowers.mail,
    })
    .from(collectives)
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, collectives.id), eq(teamMembers.userId, userId)))
    .leftJoin(
      collectiveFollowers,
      and(eq(collectiveFollowers.collectiveId, collectives.id), eq(collectiveFollowers.userId, userId)),
    )
    .where(or(isNotNull(teamMembers.userId), isNotNull(collectiveFollowers.userId)))
    .orderBy(asc(collectives.name), asc(collectives.id));
