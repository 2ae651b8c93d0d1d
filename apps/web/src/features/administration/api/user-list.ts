import { listUsers } from '@minga/contract/administration/users';
import { callList } from '../../../lib/api.ts';
import type { UserFilters } from '../panel-search.ts';
import { panelPage } from './panel-page.ts';

/** The accounts of users and admins, newest first. */
export const userList = (filters: UserFilters, page: number) =>
  panelPage(['users', filters], page, (paging, signal) =>
    callList(listUsers, { query: { ...filters, ...paging }, signal }),
  );
