import {
  createAdmin,
  deactivateAdmin,
  deleteAdmin,
  getAccountStats,
  listAdmins,
  reactivateAdmin,
  updateAdmin,
} from '@minga/contract/administration/admins';
import { startSecondFactorReset } from '@minga/contract/administration/second-factor';
import {
  changeUserStatus,
  deleteUser,
  getUser,
  getUserStats,
  listUsers,
  updateUser,
} from '@minga/contract/administration/users';
import type { FastifyInstance } from 'fastify';
import { requireConfirmedIdentity } from '../../platform/http/confirmed-identity.ts';
import { route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import * as accounts from '../accounts/managed/service.ts';
import * as admins from './admin-service.ts';
import { startFactorReset } from './factor-reset-service.ts';
import { presentAccount } from './user-presenter.ts';
import * as users from './user-service.ts';

/** Calls about other people's accounts require a confirmed identity. */
const confirmationCheck =
  ({ clock }: Platform) =>
  (session: Session): void =>
    requireConfirmedIdentity(session, clock());

/** Management of admins by superadmins. */
export function adminRoutes(app: FastifyInstance, platform: Platform): void {
  const confirmed = confirmationCheck(platform);

  route(app, getAccountStats, () => accounts.accountStats(platform));

  route(app, listAdmins, async ({ query }) => {
    const { rows, total } = await accounts.adminsPage(platform, query);
    return { rows: rows.map(presentAccount), total };
  });

  route(app, createAdmin, async ({ session, body }) => {
    confirmed(session);
    return presentAccount(await admins.createAdmin(platform, session.user.id, body));
  });

  route(app, updateAdmin, async ({ session, params, body }) => {
    confirmed(session);
    return presentAccount(await admins.updateAdmin(platform, session.user.id, params.id, body));
  });

  route(app, deactivateAdmin, async ({ session, params }) => {
    confirmed(session);
    return presentAccount(await admins.deactivateAdmin(platform, session.user.id, params.id));
  });

  route(app, reactivateAdmin, async ({ session, params }) => {
    confirmed(session);
    return presentAccount(await admins.reactivateAdmin(platform, session.user.id, params.id));
  });

  route(app, startSecondFactorReset, async ({ session, body }) => {
    confirmed(session);
    const { user, dueAt } = await startFactorReset(platform, session.user.id, body.email);
    return { username: user.username, dueAt: dueAt.toISOString() };
  });

  route(app, deleteAdmin, async ({ session, params }) => {
    confirmed(session);
    await admins.deleteAdmin(platform, session.user.id, params.id);
    return undefined;
  });
}

/** Management of accounts by admins. */
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
