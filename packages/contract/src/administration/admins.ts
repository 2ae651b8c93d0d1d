import * as z from 'zod/mini';
import { accountEmail, adminPassword, username } from '../accounts.ts';
import { endpoint, idParam, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { account } from './account.ts';

export const newAdmin = z.object({ username, email: accountEmail, password: adminPassword });
export type NewAdmin = z.infer<typeof newAdmin>;

/** Without `password` the account's password does not change. */
export const adminEdit = z.object({ username, email: accountEmail, password: z.optional(adminPassword) });
export type AdminEdit = z.infer<typeof adminEdit>;

export const accountStats = z.object({
  totalSuperAdmins: z.int(),
  totalAdmins: z.int(),
  totalUsers: z.int(),
  totalAccounts: z.int(),
});
export type AccountStats = z.infer<typeof accountStats>;

const tag = 'Superadministración';

export const getAccountStats = endpoint({
  method: 'GET',
  path: '/admin/stats',
  summary: 'Cuántas cuentas hay de cada rol',
  tag,
  access: 'superadmin',
  status: 200,
  reply: accountStats,
  errors: ROLE_ERRORS,
});

export const listAdmins = endpoint({
  method: 'GET',
  path: '/admin',
  summary: 'Quienes administran y quienes administraron (de rol user), por nombre',
  tag,
  access: 'superadmin',
  query: page,
  status: 200,
  reply: z.array(account),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const createAdmin = endpoint({
  method: 'POST',
  path: '/auth/admin/register',
  summary: 'Crear una cuenta de administración, verificada desde el comienzo',
  tag,
  access: 'superadmin',
  body: newAdmin,
  status: 201,
  reply: account,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'CONFLICT', 'UNAVAILABLE'],
});

export const updateAdmin = endpoint({
  method: 'PUT',
  path: '/admin/:id',
  summary:
    'Cambiar nombre, correo y, si viene, contraseña de quien administra; otra contraseña cierra sus sesiones',
  tag,
  access: 'superadmin',
  params: idParam,
  body: adminEdit,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
});

export const deactivateAdmin = endpoint({
  method: 'PATCH',
  path: '/admin/:id/deactivate',
  summary: 'Quitar la administración: la cuenta queda de rol user y sus sesiones se cierran',
  tag,
  access: 'superadmin',
  params: idParam,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND'],
});

export const reactivateAdmin = endpoint({
  method: 'PATCH',
  path: '/admin/:id/reactivate',
  summary: 'Devolver la administración a quien la tuvo',
  tag,
  access: 'superadmin',
  params: idParam,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND'],
});

export const deleteAdmin = endpoint({
  method: 'DELETE',
  path: '/admin/:id',
  summary: 'Eliminar la cuenta de quien administra o administró, con sus actividades',
  tag,
  access: 'superadmin',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND'],
});
