import type { CollectiveStatus, FollowMail } from '@minga/contract/collectives';
import type { TeamRole } from '@minga/contract/teams';
import { and, asc, count, desc, eq, inArray, isNotNull, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, preparedQuery, searchedWords, withTotal } from '../../platform/database/queries.ts';
import { images, pictureColumns } from '../../platform/images/schema.ts';
import { lockTeamsOf, teamIdsOfMember, teamIdsOfOnlyOwner, teamMembers } from '../teams/queries.ts';
import { collectiveColumns as columns, roles } from './queries.ts';
import { collectiveFollowers, collectiveSlugs, collectives } from './schema.ts';

/** A collective with its picture, its number of followers, and the viewer's role and subscription. */
export type CollectiveRow = Awaited<ReturnType<typeof selectFor>>[number];

const selectFor = (db: Executor, viewerId: string | null) =>
  db
    .select({
      collective: columns,
      image: pictureColumns,
      role: sql<TeamRole | null>`${roleOf(db, viewerId)}`,
      followMail: sql<FollowMail | null>`${followOf(db, viewerId)}`,
      followers: sql<number>`(${followersOf(db)})`.mapWith(Number),
    })
    .from(collectives)
    .leftJoin(images, eq(images.id, collectives.imageId));

const followersOf = (db: Executor) =>
  db
    .select({ count: count() })
    .from(collectiveFollowers)
    .where(eq(collectiveFollowers.collectiveId, collectives.id));

const roleOf = (db: Executor, viewerId: string | null) =>
  viewerId === null
    ? sql`null`
    : db
        .select({ role: teamMembers.role })
        .from(teamMembers)
        .where(and(eq(teamMembers.teamId, collectives.id), eq(teamMembers.userId, viewerId)));

const followOf = (db: Executor, viewerId: string | null) =>
  viewerId === null
    ? sql`null`
    : db
        .select({ mail: collectiveFollowers.mail })
        .from(collectiveFollowers)
        .where(
          and(eq(collectiveFollowers.collectiveId, collectives.id), eq(collectiveFollowers.userId, viewerId)),
        );

export async function findBySlug(
  db: Executor,
  slug: string,
  viewerId: string | null,
): Promise<CollectiveRow | null> {
  const [row] = await selectFor(db, viewerId).where(eq(collectives.slug, slug));
  return row ?? null;
}

export async function findById(
  db: Executor,
  id: string,
  viewerId: string | null = null,
): Promise<CollectiveRow | null> {
  const [row] = await selectFor(db, viewerId).where(eq(collectives.id, id));
  return row ?? null;
}

export interface CollectiveFilter {
  readonly search: string;
  readonly status?: CollectiveStatus | undefined;
  /** Lists only collectives of which this account is a member. */
  readonly memberId?: string | undefined;
}

/** Lists collectives in the given order, and those that are equal in it by name. */
export async function listCollectives(
  db: Executor,
  { search, status, memberId }: CollectiveFilter,
  viewerId: string | null,
  order: readonly SQL[],
  { limit, offset }: Paging,
): Promise<{ rows: CollectiveRow[]; total: number }> {
  const filter = and(
    status === undefined ? undefined : eq(collectives.status, status),
    memberId === undefined ? undefined : inArray(collectives.id, teamIdsOfMember(memberId)),
    ...(await searchedWords(db, search)).map(word => like(collectives.searchText, `% ${word}%`)),
  );
  const rows = await selectFor(db, viewerId)
    .where(filter)
    .orderBy(...order, asc(collectives.name), asc(collectives.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(collectives, filter));
}

/** The order for visitors: verified collectives first. */
export const verifiedFirstOrder = [desc(collectives.isVerified)];

/** The order for administrators: held collectives first, then the newest. */
export const reviewOrder = [asc(sql`${collectives.status} <> 'held'`), desc(collectives.createdAt)];

/** Reserves a slug that was never used before. Waits for concurrent transactions that reserve the same one. */
export async function takeSlug(tx: Transaction, base: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const taken = await tx
      .insert(collectiveSlugs)
      .values({ slug })
      .onConflictDoNothing()
      .returning({ slug: collectiveSlugs.slug });
    if (taken.length > 0) return slug;
  }
}

/** Whether a collective has or had this slug. */
export const isSlugUsed = async (db: Executor, slug: string): Promise<boolean> =>
  (await db.$count(collectiveSlugs, eq(collectiveSlugs.slug, slug))) > 0;

export async function insertCollective(
  tx: Transaction,
  values: typeof collectives.$inferInsert,
): Promise<void> {
  await tx.insert(collectives).values(values);
}

/** Locks a collective until the transaction ends and returns it, or null if it does not exist. */
export async function lockCollective(tx: Transaction, id: string) {
  const [row] = await tx.select(columns).from(collectives).where(eq(collectives.id, id)).for('update');
  return row ?? null;
}

export async function updateCollective(
  tx: Transaction,
  id: string,
  values: PgUpdateSetSource<typeof collectives>,
): Promise<void> {
  await tx.update(collectives).set(values).where(eq(collectives.id, id));
}

/** Deletes a collective and returns the id of its image, or null if it has none. */
export async function deleteCollective(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(collectives)
    .where(eq(collectives.id, id))
    .returning({ imageId: collectives.imageId });
  return row?.imageId ?? null;
}

/** The names of the verified collectives, without this one and those that `ownerId` owns. */
export async function listVerifiedNames(
  tx: Transaction,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<string[]> {
  const isOwnedByAuthor = sql`exists (
    select from ${teamMembers} where ${teamMembers.teamId} = ${collectives.id}
      and ${teamMembers.userId} = ${ownerId} and ${teamMembers.role} = 'owner')`;
  const rows = await tx
    .select({ name: collectives.name })
    .from(collectives)
    .where(
      and(eq(collectives.isVerified, true), sql`${collectives.id} <> ${id}`, sql`not ${isOwnedByAuthor}`),
    );
  return rows.map(({ name }) => name);
}

interface RoleInTeam {
  readonly userId: string;
  readonly teamId: string;
  readonly role: TeamRole;
}

const rolesQuery = preparedQuery(db =>
  db
    .select({ userId: roles.userId, teamId: roles.teamId, role: roles.role })
    .from(roles)
    .where(
      and(
        sql`${roles.userId} = any(${sql.placeholder('userIds')}::uuid[])`,
        sql`${roles.teamId} = any(${sql.placeholder('teamIds')}::uuid[])`,
      ),
    )
    .prepare('roles_in_teams'),
);

/** The effective roles of these accounts in these activities and collectives. */
export const rolesAmong = (
  db: Executor,
  userIds: readonly string[],
  teamIds: readonly string[],
): Promise<RoleInTeam[]> => rolesQuery(db).execute({ userIds, teamIds });

/** The collective with this image, or null if there is none. */
export async function findByImage(
  db: Executor,
  imageId: string,
): Promise<{ id: string; status: CollectiveStatus } | null> {
  const [row] = await db
    .select({ id: collectives.id, status: collectives.status })
    .from(collectives)
    .where(eq(collectives.imageId, imageId));
  return row ?? null;
}

/** The slugs of active collectives, verified ones first. */
export const listActiveSlugs = (db: Executor, limit: number): Promise<{ slug: string; updatedAt: Date }[]> =>
  db
    .select({ slug: collectives.slug, updatedAt: collectives.updatedAt })
    .from(collectives)
    .where(eq(collectives.status, 'active'))
    .orderBy(desc(collectives.isVerified), asc(collectives.id))
    .limit(limit);

/** Stores a follower. If `mail` is undefined, an earlier choice of e-mails does not change. */
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

/**
 * Locks the collectives of which this account is a member, in the order of their ids, and returns those whose only owner it is. Until
 * the transaction ends, none of them loses another owner or an organiser, by a change of its team or the deletion of an account.
 */
export async function lockSolelyOwned(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; name: string; slug: string; status: CollectiveStatus }[]> {
  // Prevents deletions of the collectives, and of other members' accounts.
  await tx
    .select({ id: collectives.id })
    .from(collectives)
    .where(inArray(collectives.id, teamIdsOfMember(userId)))
    .orderBy(asc(collectives.id))
    .for('update');
  await lockTeamsOf(tx, userId);
  return tx
    .select({
      id: collectives.id,
      name: collectives.name,
      slug: collectives.slug,
      status: collectives.status,
    })
    .from(collectives)
    .where(inArray(collectives.id, teamIdsOfOnlyOwner(userId)))
    .orderBy(asc(collectives.id))
    .for('update');
}
