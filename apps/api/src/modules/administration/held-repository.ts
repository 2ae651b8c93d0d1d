import type { HeldItem } from '@minga/contract/administration/held';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { users } from '../accounts/schema.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { teamMembers } from '../teams/schema.ts';

/** A publication that waits, as it is stored. */
export interface HeldRow {
  readonly type: HeldItem['target']['type'];
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Null: a collective waits for its name, an activity because the site reviews everything. */
  readonly kind: Exclude<HeldItem['reason']['kind'], 'name' | 'prior'> | null;
  readonly term: string | null;
  readonly authorId: string | null;
  readonly author: string | null;
  readonly heldAt: string;
}

/** Condition: the activity is public only once it is approved. */
const isWaiting = (isPrior: boolean): SQL | undefined =>
  isPrior
    ? or(eq(activities.status, 'held'), eq(activities.status, 'pending'))
    : eq(activities.status, 'held');

/** The last thing that was written of a public activity is its memory: then it waits for that. */
const isMemory = sql`(${activities.publishedAt} is not null and not ${activityMemories.isHidden}
  and ${activityMemories.updatedAt} = ${activities.updatedAt})`;

const waitingActivities = (db: Executor, filter: SQL | undefined) =>
  db
    .select({
      type: sql<string>`case when ${isMemory} then 'memory' else 'activity' end`.as('type'),
      id: sql`${activities.id}`.as('id'),
      title: sql`${activities.title}`.as('title'),
      text: sql`case when ${isMemory} then ${activityMemories.text} else ${activities.description} end`.as(
        'text',
      ),
      kind: sql`case when ${activities.status} = 'held' then ${activities.holdKind} end`.as('kind'),
      term: sql`case when ${activities.status} = 'held' then ${activities.holdTerm} end`.as('term'),
      authorId: sql`${users.id}`.as('author_id'),
      author: sql`${users.username}`.as('author'),
      heldAt: sql`${activities.updatedAt}`.as('held_at'),
    })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(activityMemories, eq(activityMemories.activityId, activities.id))
    .where(filter);

const waitingCollectives = (db: Executor, filter: SQL | undefined) => {
  const owner = db
    .select({ id: users.id, username: users.username })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, collectives.id), eq(teamMembers.role, 'owner')))
    .orderBy(teamMembers.joinedAt, users.id)
    .limit(1)
    .as('owner');
  return db
    .select({
      type: sql<string>`'collective'`.as('type'),
      id: sql`${collectives.id}`.as('id'),
      title: sql`${collectives.name}`.as('title'),
      text: sql`${collectives.description}`.as('text'),
      kind: sql`${collectives.holdKind}`.as('kind'),
      term: sql`${collectives.holdTerm}`.as('term'),
      authorId: sql`${owner.id}`.as('author_id'),
      author: sql`${owner.username}`.as('author'),
      heldAt: sql`${collectives.updatedAt}`.as('held_at'),
    })
    .from(collectives)
    .leftJoinLateral(owner, sql`true`)
    .where(filter);
};

/** Lists held publications, the longest waiting first; each waits since its last change. */
export async function listHeld(
  db: Executor,
  isPrior: boolean,
  { limit, offset }: Paging,
): Promise<{ rows: HeldRow[]; total: number }> {
  const isHeld = eq(collectives.status, 'held');
  const { rows } = await db.execute<HeldColumns>(sql`
    select * from (${waitingActivities(db, isWaiting(isPrior)).getSQL()} union all ${waitingCollectives(db, isHeld).getSQL()}) as held
    order by held_at, id limit ${limit} offset ${offset}`);
  const count = async () =>
    (await db.$count(activities, isWaiting(isPrior))) + (await db.$count(collectives, isHeld));
  return withTotal(rows.map(rowOf), { limit, offset }, count);
}

/** One activity or collective, whether it waits or not; null: there is none. */
export async function findHeld(db: Executor, type: HeldRow['type'], id: string): Promise<HeldRow | null> {
  const found =
    type === 'collective'
      ? waitingCollectives(db, eq(collectives.id, id))
      : waitingActivities(db, eq(activities.id, id));
  const { rows } = await db.execute<HeldColumns>(found.getSQL());
  const [row] = rows.map(rowOf);
  return row ?? null;
}

type HeldColumns = Omit<HeldRow, 'authorId' | 'heldAt'> & {
  readonly author_id: string | null;
  readonly held_at: Date | string;
} & Record<string, unknown>;

const rowOf = ({ author_id: authorId, held_at, ...row }: HeldColumns): HeldRow => ({
  ...row,
  authorId,
  heldAt: new Date(held_at).toISOString(),
});
