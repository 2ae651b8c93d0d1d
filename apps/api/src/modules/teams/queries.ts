import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { teamMembers } from './schema.ts';

/** The owners of a collective with active accounts, in the order in which they joined. */
export const listOwners = (
  db: Executor,
  collectiveId: string,
): Promise<{ id: string; username: string; email: string }[]> =>
  db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, collectiveId), eq(teamMembers.role, 'owner'), eq(users.isActive, true)))
    .orderBy(asc(teamMembers.joinedAt), asc(users.id));
