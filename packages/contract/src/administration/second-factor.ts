import * as z from 'zod/mini';
import { accountEmail } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';

export const secondFactorReset = z.object({ email: accountEmail });

export const startSecondFactorReset = endpoint({
  method: 'POST',
  path: '/admin/second-factor-resets',
  summary:
    'Quitar el segundo factor de una cuenta que lo perdió todo; rige a las 24 horas y la persona puede detenerlo',
  tag: 'Superadministración',
  access: 'superadmin',
  body: secondFactorReset,
  status: 202,
  reply: z.object({ username: z.string(), dueAt: z.iso.datetime() }),
  errors: ['VALIDATION', ...ROLE_ERRORS, 'CONFIRM_IDENTITY', 'NOT_FOUND', 'CONFLICT'],
});
