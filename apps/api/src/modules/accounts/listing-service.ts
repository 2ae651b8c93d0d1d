import type { AccountStats } from '@minga/contract/administration/admins';
import type { UserStats } from '@minga/contract/administration/users';
import type { Paging } from '../../platform/database/paging.ts';
import { estimateRows } from '../../platform/database/row-estimate.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastWeeks } from '../../platform/weeks.ts';
import { countByRole, listAdmins } from './admin-list-repository.ts';
import { users } from './schema.ts';
import { countActive, countUsers, listUsers, type UserFilter } from './user-list-repository.ts';

export const usersPage = ({ db }: Platform, filter: UserFilter, paging: Paging) =>
  listUsers(db, filter, paging);

export const userStats = ({ db, clock, settings }: Platform): Promise<UserStats> =>
  countUsers(db, lastWeeks(clock(), settings.timeZone));

export const adminsPage = ({ db }: Platform, paging: Paging) => listAdmins(db, paging);

export async function accountStats({ db }: Platform): Promise<AccountStats> {
  const counts = await countByRole(db);
  return {
    totalSuperAdmins: counts.get('superadmin') ?? 0,
    totalAdmins: counts.get('admin') ?? 0,
    totalUsers: counts.get('user') ?? 0,
    totalAccounts: [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}

export const countActiveAccounts = ({ db }: Pick<Platform, 'db'>): Promise<number> => countActive(db);

/** PostgreSQL's estimate on large tables. */
export const estimateAccounts = ({ db }: Pick<Platform, 'db'>): Promise<number> => estimateRows(db, users);
