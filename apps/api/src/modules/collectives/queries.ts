import type { TeamRole } from '@minga/contract/teams';
import { and, eq, inArray, isNull, ne, or, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { teamMembers } from '../teams/schema.ts';
import { collectives } from './schema.ts';

// What other modules compose into their own statements.

const query = new QueryBuilder();

/** Roles through a deactivated collective rest. The team of an activity has no collective. */
const isInForce = or(isNull(collectives.id), ne(collectives.status, 'inactive'));

/** Subquery: the ids of the activities and collectives in which an account has one of these roles. */
export const teamIdsOf = (userId: string | SQLWrapper, roles: readonly TeamRole[]) =>
  query
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .leftJoin(collectives, eq(collectives.id, teamMembers.teamId))
    .where(and(eq(teamMembers.userId, userId), inArray(teamMembers.role, [...roles]), isInForce));

/** Table expression: each account's roles in force, by activity or collective. */
export const roles = query
  .select({ teamId: teamMembers.teamId, userId: teamMembers.userId, role: teamMembers.role })
  .from(teamMembers)
  .leftJoin(collectives, eq(collectives.id, teamMembers.teamId))
  .where(isInForce)
  .as('roles');
