import type { FollowMail } from '@minga/contract/collectives';
import type { Category } from '@minga/contract/topics';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { hasFailed, isRetried } from '../../platform/jobs/postponed-work.ts';
import { users } from '../accounts/schema.ts';
import { EARTH_RADIUS_KM } from '../activities/queries.ts';
import { activities, activityPlaces } from '../activities/schema.ts';
import { collectiveFollowers, collectives } from '../collectives/schema.ts';
import { savedSearches } from '../saved-searches/schema.ts';
import { NEWS, type News } from './follower-repository.ts';

/** What a saved search looks for. */
export interface SoughtRow {
  readonly id: string;
  readonly q: string;
  readonly place: string;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly isRoomRequired: boolean;
  readonly radiusKm: number | null;
  readonly collectiveName: string | null;
}

/** An account that is notified of a new activity. */
export interface Reader {
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly mail: FollowMail;
  /** The search that found it; null: the account follows its collective. */
  readonly search: SoughtRow | null;
}

/** The most frequent e-mails first. */
const frequency = (mail: unknown) => sql`array_position(array['inmediato', 'diario', 'nunca'], ${mail})`;

const soughtOf = sql`
  json_build_object('id', search.id, 'q', search.q, 'place', search.place, 'category', search.category, 'tag', search.tag,
    'isRoomRequired', search.is_room_required, 'radiusKm', search.radius_km, 'collectiveName', collective.name)`;

/** Condition: the new activity fits the saved search. The terms are those of the activity's search. */
const fits = sql`
  (search.words is null or piece.search_words @@ search.words)
  and (search.category is null or search.category = piece.category)
  and (search.tag is null or search.tag = any(piece.tags))
  and (search.collective_id is null or search.collective_id = piece.active_collective_id)
  and (not search.is_room_required or piece.has_room)
  and (search.radius_km is null or not piece.is_location_private and
    public.on_sphere(search.latitude, search.longitude) operator(public.<->) public.on_sphere(piece.latitude, piece.longitude)
      <= 2 * sin(search.radius_km / ${EARTH_RADIUS_KM} / 2))`;

/**
 * The next accounts, in the order of their ids, that follow the activity's collective or have a saved search that it fits: active ones,
 * without its author, each once with its most frequent e-mails. They are locked, so that their e-mails of an hour can be counted. Each of the two lists is limited before they are joined, so that a batch
 * reads no more than it needs. Readers whose notification failed are left out; `failed` has those of them that are tried again instead.
 */
export async function nextReaders(
  tx: Transaction,
  { activityId, collectiveId, createdAt, lastUserId }: News,
  { limit, failed }: { limit: number; failed?: { readonly now: Date } },
): Promise<Reader[]> {
  const isNext = (table: string) => {
    const [userId, since] = [sql.raw(`${table}.user_id`), sql.raw(`${table}.created_at`)];
    const key = sql`${activityId}::text || ' ' || ${userId}`;
    const after = lastUserId === null ? sql`true` : sql`${userId} > ${lastUserId}::uuid`;
    const turn =
      failed === undefined ? sql`${after} and not ${hasFailed(NEWS, key)}` : isRetried(NEWS, key, failed.now);
    return sql`${since} <= ${createdAt} and ${turn} and ${userId} <> piece.owner_id
      and exists (select from ${users} account where account.id = ${userId} and account.is_active)`;
  };
  const { rows } = await tx.execute<{ [Key in keyof Reader]: Reader[Key] }>(sql`
    with piece as materialized (
      select a.*, active.id as active_collective_id,
        a.capacity is null or a.capacity > coalesce(places.taken, 0) as has_room
      from ${activities} a
      left join ${activityPlaces} places on places.activity_id = a.id
      left join ${collectives} active on active.id = a.collective_id and active.status = 'active'
      where a.id = ${activityId}
    ), readers as (
      (select follower.user_id, follower.mail, null::uuid as search_id
      from piece join ${collectiveFollowers} follower on follower.collective_id = piece.active_collective_id
      where piece.active_collective_id = ${collectiveId} and ${isNext('follower')}
      order by follower.user_id limit ${limit})
      union all
      (select distinct on (search.user_id) search.user_id, search.mail, search.id
      from piece join ${savedSearches} search on ${fits}
      where ${isNext('search')}
      order by search.user_id, ${frequency(sql`search.mail`)}, search.created_at, search.id limit ${limit})
    ), chosen as (
      select distinct on (user_id) user_id, mail, search_id from readers
      order by user_id, ${frequency(sql`mail`)}, search_id nulls first limit ${limit}
    )
    select account.id as "userId", account.email, account.username, chosen.mail,
      case when search.id is not null then ${soughtOf} end as search
    from chosen join ${users} account on account.id = chosen.user_id
    left join ${savedSearches} search on search.id = chosen.search_id
    left join ${collectives} collective on collective.id = search.collective_id
    order by account.id for no key update of account`);
  return rows;
}

/** The searches that found the activities of a digest. */
export async function findSought(tx: Transaction, ids: readonly string[]): Promise<SoughtRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ sought: SoughtRow }>(sql`
    select ${soughtOf} as sought from ${savedSearches} search
    left join ${collectives} collective on collective.id = search.collective_id
    where search.id = any(${sql.param(ids)}::uuid[])`);
  return rows.map(({ sought }) => sought);
}
