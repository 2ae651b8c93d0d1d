import {
  approveActivity,
  getActivityStats,
  listAllActivities,
  rejectActivity,
  switchPromotion,
  undoApproval,
  undoRejection,
} from '@minga/contract/administration/activities';
import {
  createAdmin,
  deactivateAdmin,
  deleteAdmin,
  getAccountStats,
  listAdmins,
  reactivateAdmin,
  updateAdmin,
} from '@minga/contract/administration/admins';
import {
  getAttendanceStats,
  listAllAttendances,
  removeAttendance,
} from '@minga/contract/administration/attendances';
import { decideManyActivities } from '@minga/contract/administration/bulk-decisions';
import {
  changeCollectiveStatus,
  listAllCollectives,
  verifyCollective,
} from '@minga/contract/administration/collectives';
import { decideHeld, type HeldItem, listHeld, undoHeld } from '@minga/contract/administration/held';
import { startSecondFactorReset } from '@minga/contract/administration/second-factor';
import { getTrust, tryTrust, updateTrust } from '@minga/contract/administration/trust';
import {
  changeUserStatus,
  deleteUser,
  getUser,
  getUserStats,
  listUsers,
  updateUser,
} from '@minga/contract/administration/users';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { requireConfirmedIdentity, type Session } from '../../platform/http/session.ts';
import { localDay } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import * as accounts from '../accounts/managed/service.ts';
import { activitiesForModeration, countActivitiesByStatus } from '../activities/moderation/service.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentActivities, presentOneActivity } from '../activities/service.ts';
import { presentCollective, presentCollectives } from '../collectives/presenter.ts';
import { collectivesForReview } from '../collectives/review-service.ts';
import { trustSettings, tryText } from '../trust/service.ts';
import * as users from './account-service.ts';
import { startFactorReset } from './account-service.ts';
import * as attendances from './attendance-service.ts';
import { attendanceStatistics } from './attendance-service.ts';
import * as held from './held-service.ts';
import * as moderation from './moderation-service.ts';
import { changeTrust, decideMany } from './moderation-service.ts';
import { presentAccount, presentRegistered } from './presenter.ts';
import type { HeldRow } from './repository.ts';

/** Returns the check that routes on other people's accounts make: the identity must be confirmed. */
const confirmationCheck =
  ({ clock }: Platform) =>
  (session: Session): void =>
    requireConfirmedIdentity(session, clock());

/** Routes with which superadmins manage admins. */
export function adminRoutes(app: FastifyInstance, platform: Platform): void {
  const confirmed = confirmationCheck(platform);

  route(app, getAccountStats, () => accounts.accountStats(platform));

  route(app, listAdmins, async ({ query }) => {
    const { rows, total } = await accounts.adminsPage(platform, query);
    return { rows: rows.map(presentAccount), total };
  });

  route(app, createAdmin, async ({ session, body }) => {
    confirmed(session);
    return presentAccount(await users.createAdmin(platform, session.user.id, body));
  });

  route(app, updateAdmin, async ({ session, params, body }) => {
    confirmed(session);
    return presentAccount(await users.updateAdmin(platform, session.user.id, params.id, body));
  });

  route(app, deactivateAdmin, async ({ session, params }) => {
    confirmed(session);
    return presentAccount(await users.deactivateAdmin(platform, session.user.id, params.id));
  });

  route(app, reactivateAdmin, async ({ session, params }) => {
    confirmed(session);
    return presentAccount(await users.reactivateAdmin(platform, session.user.id, params.id));
  });

  route(app, startSecondFactorReset, async ({ session, body }) => {
    confirmed(session);
    const { user, dueAt } = await startFactorReset(platform, session.user.id, body.email);
    return { username: user.username, dueAt: dueAt.toISOString() };
  });

  route(app, deleteAdmin, async ({ session, params }) => {
    confirmed(session);
    await users.deleteAdmin(platform, session.user.id, params.id);
    return undefined;
  });
}

/** Routes with which admins manage accounts. */
export function managedUserRoutes(app: FastifyInstance, platform: Platform): void {
  const confirmed = confirmationCheck(platform);

  route(app, listUsers, async ({ query: { role, status, search, ...paging } }) => {
    const { rows, total } = await accounts.usersPage(platform, { role, status, search }, paging);
    return { rows: rows.map(presentAccount), total };
  });

  route(app, getUserStats, () => accounts.userStats(platform));

  route(app, getUser, async ({ params }) => presentAccount(await users.managedUser(platform, params.id)));

  route(app, updateUser, async ({ session, params, body }) => {
    confirmed(session);
    return presentAccount(await users.updateUser(platform, session.user.id, params.id, body));
  });

  route(app, changeUserStatus, async ({ session, params, body }) => {
    confirmed(session);
    return presentAccount(await users.changeUserStatus(platform, session.user.id, params.id, body.isActive));
  });

  route(app, deleteUser, async ({ session, params }) => {
    confirmed(session);
    await users.deleteUser(platform, session.user.id, params.id);
    return undefined;
  });
}

type Row = Parameters<typeof presentOneActivity>[1];

/** Routes with which admins list and moderate all activities. */
export function moderationRoutes(app: FastifyInstance, platform: Platform): void {
  const { timeZone } = platform.settings;
  const present = (row: Row, adminId: string) =>
    presentOneActivity(platform, row, adminId, { isModerator: true });

  route(app, listAllActivities, async ({ query, session }) => {
    const { status, promoted, search, date, ...paging } = query;
    const day = date === undefined ? undefined : localDay(date, timeZone);
    const isPromoted = promoted === undefined ? undefined : promoted === 'true';
    const filter = { status, isPromoted, search, day };
    const { rows, total } = await activitiesForModeration(platform, filter, paging);
    const presented = await presentActivities(platform, rows, session.user.id, { isModerator: true });
    return { rows: presented, total };
  });

  route(app, getActivityStats, () => countActivitiesByStatus(platform));

  route(app, approveActivity, async ({ params, query: { scope = 'one' }, session: { user } }) =>
    present(await moderation.approveActivity(platform, user.id, params.id, scope), user.id),
  );

  route(app, undoApproval, async ({ params, query: { scope = 'one' }, session: { user } }) =>
    present(await moderation.undoApproval(platform, user.id, params.id, scope), user.id),
  );

  route(app, rejectActivity, async ({ params, query: { scope = 'one' }, body, session: { user } }) =>
    present(await moderation.rejectActivity(platform, user.id, params.id, body, scope), user.id),
  );

  route(app, undoRejection, async ({ params, query: { scope = 'one' }, session: { user } }) =>
    present(await moderation.undoRejection(platform, user.id, params.id, scope), user.id),
  );

  route(app, decideManyActivities, ({ body, session }) => decideMany(platform, session.user.id, body));

  route(app, switchPromotion, async ({ params, body, session: { user } }) =>
    present(await moderation.promoteActivity(platform, user.id, params.id, body.promotion), user.id),
  );
}

/** Routes with which admins list, count and delete attendances. */
export function registeredAttendanceRoutes(app: FastifyInstance, platform: Platform): void {
  const { timeZone } = platform.settings;
  const statistics = attendanceStatistics(platform);

  route(app, listAllAttendances, async ({ query }) => {
    const { activityId, userId, date, ...paging } = query;
    const day = date === undefined ? undefined : localDay(date, timeZone);
    const { rows, total } = await attendances.allAttendances(platform, { activityId, userId, day }, paging);
    return { rows: rows.map(presentRegistered), total };
  });

  route(app, getAttendanceStats, statistics);

  route(app, removeAttendance, async ({ params, session }) => {
    await attendances.removeAttendance(platform, session.user.id, params.id);
    return undefined;
  });
}

/** Routes with which admins list, verify, activate and deactivate collectives. */
export function managedCollectiveRoutes(app: FastifyInstance, platform: Platform): void {
  const countUpcoming = (ids: readonly string[]) => countUpcomingOfCollectives(platform, ids);

  route(app, listAllCollectives, async ({ query, session }) => {
    const { search, status, ...paging } = query;
    const filter = { search, status };
    const { rows, total } = await collectivesForReview(platform, filter, session.user.id, paging);
    return { rows: await presentCollectives(rows, countUpcoming, { isReviewer: true }), total };
  });

  route(app, verifyCollective, async ({ params, body, session }) =>
    presentCollective(
      await moderation.verifyCollective(platform, session.user.id, params.id, body.isVerified),
      countUpcoming,
      { isReviewer: true },
    ),
  );

  route(app, changeCollectiveStatus, async ({ params, body, session }) =>
    presentCollective(
      await moderation.changeCollectiveStatus(platform, session.user.id, params.id, body.isActive),
      countUpcoming,
      { isReviewer: true },
    ),
  );
}

/** Routes of the publications that are pending a review, for admins and for superadmins, who see no other content. */
export function heldRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listHeld, async ({ query }) => {
    const { rows, total } = await held.heldPage(platform, query);
    return { rows: rows.map(presentHeld), total };
  });

  route(app, decideHeld, async ({ params, body, session }) =>
    presentHeld(await held.decideHeld(platform, session.user.id, params, body)),
  );

  route(app, undoHeld, async ({ params, session }) =>
    presentHeld(await held.undoHeld(platform, session.user.id, params)),
  );
}

const presentHeld = ({ kind, term, authorId, author, heldAt, ...target }: HeldRow): HeldItem => ({
  target,
  reason: { kind: kind ?? (target.type === 'collective' ? 'name' : 'prior'), term: term ?? '' },
  author: authorId === null ? null : { _id: authorId, username: author ?? '' },
  heldAt,
});

/** Routes of the settings that hold publications for a review and refuse mail domains. */
export function trustRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;

  route(app, getTrust, () => trustSettings(db));

  route(app, updateTrust, ({ session, body }) => changeTrust(platform, session.user.id, body));

  route(app, tryTrust, ({ body }) => tryText(db, body));
}
