import type { Account } from '@minga/contract/administration/account';
import {
  type AdminEdit,
  createAdmin,
  deactivateAdmin,
  deleteAdmin,
  listAdmins,
  type NewAdmin,
  reactivateAdmin,
  updateAdmin,
} from '@minga/contract/administration/admins';
import { startSecondFactorReset } from '@minga/contract/administration/second-factor';
import {
  changeUserStatus,
  deleteUser,
  getUser,
  listUsers,
  type UserEdit,
  updateUser,
} from '@minga/contract/administration/users';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, callList } from '../../lib/api.ts';
import { fetchAllRows } from '../../lib/fetch-all-rows.ts';
import { ignoreNotFound } from '../../lib/ignore-not-found.ts';
import { isDefinitiveResponse } from '../../lib/is-definitive-response.ts';
import { panelKey, panelPage, refreshPanel } from './panel-api.ts';
import type { UserFilters } from './search.ts';

/** All current and former admins, by name. */
export const adminsQuery = queryOptions({
  queryKey: [...panelKey, 'admins'],
  queryFn: ({ signal }) => fetchAllRows(query => callList(listAdmins, { query, signal })),
});

/** One current or former admin, from the refetched list. Rejects with a 404 if the account was deleted. */
export const oneAdmin = (id: string) =>
  queryOptions({
    queryKey: ['administration-admin', id],
    queryFn: async ({ signal }): Promise<Account> => {
      const admins = await fetchAllRows(query => callList(listAdmins, { query, signal }));
      const admin = admins.find(({ _id }) => _id === id);
      if (admin === undefined)
        throw new ApiError(404, 'NOT_FOUND', ['Esa cuenta de administración no existe']);
      return admin;
    },
  });

/** Rejects with an ApiError; 409 if another account has the e-mail. */
export function useCreateAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (admin: NewAdmin) => create(queryClient, admin),
    onSettled: () => void refreshPanel(queryClient),
  });
}

/** If the response is lost, checks the list for the account: a retry would fail with a 409 for its e-mail. */
async function create(queryClient: QueryClient, admin: NewAdmin): Promise<Account> {
  try {
    return await call(createAdmin, { body: admin });
  } catch (error) {
    if (isDefinitiveResponse(error)) throw error;
    const rows = await queryClient.fetchQuery({ ...adminsQuery, staleTime: 0, retry: false }).catch(() => []);
    const created = rows.find(({ email, username }) => email === admin.email && username === admin.username);
    if (created === undefined) throw error;
    return created;
  }
}

/** Rejects with an ApiError; 409 if another account has the e-mail. */
export const useUpdateAdmin = (id: string) =>
  useMutation({ mutationFn: (body: AdminEdit) => call(updateAdmin, { params: { id }, body }) });

/** Deactivates an admin or reactivates a former one. Rejects with an ApiError. */
export const useSwitchAdmin = () =>
  useMutation({
    mutationFn: ({ _id: id, role }: Account) =>
      call(role === 'admin' ? deactivateAdmin : reactivateAdmin, { params: { id } }),
  });

/** Deletes the account with its activities. A 404 counts as success. Rejects with an ApiError. */
export const useDeleteAdmin = () =>
  useMutation({ mutationFn: (id: string) => ignoreNotFound(call(deleteAdmin, { params: { id } })) });

/** The accounts of users and admins, newest first. */
export const userList = (filters: UserFilters, page: number) =>
  panelPage(['users', filters], page, (paging, signal) =>
    callList(listUsers, { query: { ...filters, ...paging }, signal }),
  );

/** One account with the role user. Rejects with a 403 for an admin's account and a 404 for a deleted one. */
export const oneUser = (id: string) =>
  queryOptions({
    queryKey: ['administration-user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });

/** Changes name, e-mail and phone of an account. Rejects with an ApiError; 409 if another account has the e-mail. */
export const useUpdateUser = () =>
  useMutation({
    mutationFn: ({ id, fields }: { id: string; fields: UserEdit }) =>
      call(updateUser, { params: { id }, body: fields }),
  });

/** Activates an account, or deactivates it and ends its sessions. Rejects with an ApiError. */
export const useChangeUserStatus = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(changeUserStatus, { params: { id }, body: { isActive } }),
  });

/** Deletes an account with its activities. A 404 counts as success. Rejects with an ApiError. */
export const useDeleteUser = () =>
  useMutation({ mutationFn: (id: string) => ignoreNotFound(call(deleteUser, { params: { id } })) });

/** Starts the removal of the second factor of an account, which takes effect after 24 hours. */
export const useStartFactorReset = () =>
  useMutation({ mutationFn: (email: string) => call(startSecondFactorReset, { body: { email } }) });
