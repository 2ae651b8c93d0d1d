import * as z from 'zod/mini';
import { accountEmail, phone, username } from '../accounts.ts';
import { choice } from '../choice.ts';
import { endpoint, idParam, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import type { roles } from '../session.ts';
import { account } from './account.ts';
import { search } from './filters.ts';
import { weekCounts } from './week-count.ts';

export const USERS_PAGE_SIZE = 10;

/** Counts of the accounts that admins manage, without superadmins. `regularUsers` have the role 'user'. */
export const userStats = z.object({
  totalUsers: z.int(),
  activeUsers: z.int(),
  inactiveUsers: z.int(),
  regularUsers: z.int(),
  admins: z.int(),
  registrationsByWeek: weekCounts,
});
export type UserStats = z.infer<typeof userStats>;

export const usersQuery = z.extend(page, {
  role: choice(
    ['user', 'admin'] as const satisfies (typeof roles)[number][],
    'El rol debe ser «user» o «admin»',
  ),
  status: choice(['active', 'inactive'], 'El estado debe ser «active» o «inactive»'),
  search,
});

export const userEdit = z.object({ username, email: accountEmail, phone });
export type UserEdit = z.infer<typeof userEdit>;

const userStatus = z.object({ isActive: z.boolean('Di si la cuenta queda activa o no') });

const tag = 'Administración';

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin-panel/users',
  summary: 'Cuentas de rol user y admin, la más nueva primero; search busca en nombre y correo',
  tag,
  access: 'admin',
  query: usersQuery,
  status: 200,
  reply: z.array(account),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const getUserStats = endpoint({
  method: 'GET',
  path: '/admin-panel/users/stats',
  summary: 'Cuántas cuentas hay, y cuántas se crearon en cada una de las últimas 12 semanas',
  tag,
  access: 'admin',
  status: 200,
  reply: userStats,
  errors: ROLE_ERRORS,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/admin-panel/users/:id',
  summary: 'Una cuenta',
  tag,
  access: 'admin',
  params: idParam,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND'],
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin-panel/users/:id',
  summary: 'Cambiar nombre, correo y teléfono de una cuenta de rol user',
  tag,
  access: 'admin',
  params: idParam,
  body: userEdit,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND', 'CONFLICT'],
});

export const changeUserStatus = endpoint({
  method: 'PATCH',
  path: '/admin-panel/users/:id/status',
  summary: 'Activar o desactivar una cuenta de rol user; al desactivarla se cierran sus sesiones',
  tag,
  access: 'admin',
  params: idParam,
  body: userStatus,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND'],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin-panel/users/:id',
  summary: 'Eliminar una cuenta de rol user con sus actividades; sus asistencias quedan sin nombre ni correo',
  tag,
  access: 'admin',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND'],
});
