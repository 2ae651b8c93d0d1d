import * as z from 'zod/mini';
import { user } from '../session.ts';

/** An account for administrators. */
export const account = z.pick(user, {
  _id: true,
  username: true,
  email: true,
  phone: true,
  role: true,
  isActive: true,
  createdAt: true,
});
export type Account = z.infer<typeof account>;
