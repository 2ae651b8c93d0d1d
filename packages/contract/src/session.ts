import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

// This file is separate from the other calls of accounts, so that only their screens load those.

export const roles = ['user', 'admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];

/** The grammatical genders of the greeting. An account without one gets the gender that is derived from its first name. */
export const genders = ['female', 'male', 'neutral'] as const;
export type Gender = (typeof genders)[number];

export const user = z.object({
  _id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.nullable(z.enum(genders)),
  role: z.enum(roles),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof user>;

const tag = 'Cuentas';

export const verifySession = endpoint({
  method: 'GET',
  path: '/auth/verify',
  summary: 'La persona de la sesión, o null',
  tag,
  access: 'public',
  status: 200,
  reply: z.nullable(user),
  errors: [],
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Cerrar sesión; también sin sesión',
  tag,
  access: 'public',
  status: 204,
  errors: [],
});
