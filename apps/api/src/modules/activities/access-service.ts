import type { Executor } from '../../platform/database/connection.ts';
import { forbidden, NOT_ALLOWED } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { batch } from '../../platform/speed/batch.ts';
import { rolesAmong } from '../collectives/service.ts';
import { type Ability, can, type Role, type Viewer } from '../teams/policy.ts';
import { isPublic, publicStatuses } from './policy.ts';
import { organisersAmong, type PlainView, plainViews } from './queries.ts';
import type { activities } from './schema.ts';

/** The columns of an activity that the policy reads. */
export type PolicyColumns = Pick<
  typeof activities.$inferSelect,
  'id' | 'ownerId' | 'collectiveId' | 'status'
>;

type RoleBearing = Pick<PolicyColumns, 'id' | 'ownerId' | 'collectiveId'>;

const AUTHOR: readonly Role[] = ['author'];
const NONE: readonly Role[] = [];

/** The viewer's roles in one activity. Runs no query for visitors and for the author, who has every ability. */
export async function rolesIn(
  db: Executor,
  viewerId: string | null,
  activity: RoleBearing,
): Promise<readonly Role[]> {
  if (viewerId === null) return NONE;
  if (activity.ownerId === viewerId) return AUTHOR;
  const found = await rolesAmong(db, [viewerId], teamsOf(activity));
  return found.map(({ role }) => role);
}

/**
 * Creates a function that returns the viewer's roles in one activity, like `rolesIn`. Concurrent calls share one query; nothing is
 * cached.
 */
export function createRoleLookup({ db }: Pick<Platform, 'db'>) {
  const findBatched = batch(async (asked: readonly { userId: string; teamIds: readonly string[] }[]) => {
    const userIds = [...new Set(asked.map(({ userId }) => userId))];
    const teamIds = [...new Set(asked.flatMap(one => one.teamIds))];
    const found = await rolesAmong(db, userIds, teamIds);
    return asked.map(one =>
      found
        .filter(({ userId, teamId }) => userId === one.userId && one.teamIds.includes(teamId))
        .map(({ role }) => role),
    );
  });
  return async (viewerId: string | null, activity: RoleBearing): Promise<readonly Role[]> => {
    if (viewerId === null) return NONE;
    if (activity.ownerId === viewerId) return AUTHOR;
    return findBatched({ userId: viewerId, teamIds: teamsOf(activity) });
  };
}

/** The viewer's roles in each of many activities, in one query. */
export async function rolesInEach(
  db: Executor,
  viewerId: string | null,
  activities: readonly RoleBearing[],
): Promise<(activity: RoleBearing) => readonly Role[]> {
  if (viewerId === null || activities.length === 0) return () => NONE;
  const found = await rolesAmong(db, [viewerId], [...new Set(activities.flatMap(teamsOf))]);
  const roleIn = new Map(found.map(({ teamId, role }) => [teamId, role]));
  return activity => [
    ...(activity.ownerId === viewerId ? AUTHOR : NONE),
    ...teamsOf(activity).flatMap(id => roleIn.get(id) ?? []),
  ];
}

/**
 * Creates a function that returns true if an account has neither an activity nor a role in a team. Searches return the same results
 * to all such accounts. Concurrent calls share one query; nothing is cached.
 */
export function createOrganiserLookup({ db }: Pick<Platform, 'db'>): (userId: string) => Promise<boolean> {
  return batch(async userIds => {
    const organisers = new Set(
      (await organisersAmong(db).execute({ userIds: [...new Set(userIds)] })).map(({ id }) => id),
    );
    return userIds.map(id => !organisers.has(id));
  });
}

/**
 * Creates a function that returns true if an account sees an activity as every other account without a part in it does: the activity is
 * public and has nothing that only attendees see, and the account is no organiser of it. Concurrent calls share one query; nothing is
 * cached.
 */
export function createPlainViewLookup({ db, settings }: Pick<Platform, 'db' | 'settings'>) {
  const statuses = publicStatuses(settings.moderation);
  return batch(async (asked: readonly PlainView[]) => {
    const userIds = asked.map(({ viewerId }) => viewerId);
    const activityIds = asked.map(({ activityId }) => activityId);
    const plain = await plainViews(db).execute({ userIds, activityIds, statuses });
    const numbers = new Set(plain.map(({ n }) => n));
    return asked.map((_one, index) => numbers.has(index + 1));
  });
}

const teamsOf = ({ id, collectiveId }: RoleBearing): string[] =>
  collectiveId === null ? [id] : [id, collectiveId];

export const canManage = (roles: readonly Role[]): boolean => can(roles, 'manage');

export const isAllowed = async (
  db: Executor,
  viewerId: string | null,
  activity: RoleBearing,
  ability: Ability,
): Promise<boolean> => can(await rolesIn(db, viewerId, activity), ability);

/** Rejects with 403 unless the viewer has the ability in the activity. */
export async function requireAbility(
  db: Executor,
  viewerId: string,
  activity: RoleBearing,
  ability: Ability,
  sentence = NOT_ALLOWED,
): Promise<void> {
  if (!(await isAllowed(db, viewerId, activity, ability))) throw forbidden(sentence);
}

/** Whether the viewer may take part in an activity: it is public, or the viewer manages it (docs/rules.md R14.3). */
export const canTakePart = async (
  db: Executor,
  { moderation }: Platform['settings'],
  viewerId: string | null,
  activity: PolicyColumns,
): Promise<boolean> =>
  isPublic(activity.status, moderation) || (await isAllowed(db, viewerId, activity, 'manage'));

/**
 * Whether the viewer may take part in the activity, or moderates it as an admin (docs/rules.md R3.5). A superadmin does not
 * moderate.
 */
export const canView = async (
  db: Executor,
  settings: Platform['settings'],
  viewer: Viewer | null,
  activity: PolicyColumns,
): Promise<boolean> =>
  viewer?.isModerator === true || (await canTakePart(db, settings, viewer?.id ?? null, activity));

/** Rejects with 403 unless the viewer may publish activities of the collective. */
export async function requirePublisher(db: Executor, viewerId: string, collectiveId: string): Promise<void> {
  const found = await rolesAmong(db, [viewerId], [collectiveId]);
  const roles = found.map(({ role }) => role);
  if (!can(roles, 'publish')) throw forbidden('No organizas este colectivo: elige uno de los tuyos');
}
