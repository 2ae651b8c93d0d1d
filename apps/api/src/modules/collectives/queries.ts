import type { TeamRole } from '@minga/contract/teams';
import { and, eq, exists, inArray, isNull, ne, or, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { teamRolesWith } from '../teams/policy.ts';
import { teamInvitations, teamMembers } from '../teams/schema.ts';
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

/** Subquery: the teams to which the inviter of an invitation's row may invite by its role. */
export const teamIdsOfInviter = teamIdsOf(teamInvitations.inviterId, teamRolesWith('manageTeam'));

/** Condition on an invitation: the account of its inviter is active. */
export const isInviterActive = exists(
  query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, teamInvitations.inviterId), users.isActive)),
);

/** Condition on an invitation to a collective: its inviter may still invite. */
export const isInForceInCollective = and(isInviterActive, inArray(teamInvitations.teamId, teamIdsOfInviter));

/** Table expression: each account's roles in force, by activity or collective. */
export const roles = query
  .select({ teamId: teamMembers.teamId, userId: teamMembers.userId, role: teamMembers.role })
  .from(teamMembers)
  .leftJoin(collectives, eq(collectives.id, teamMembers.teamId))
  .where(isInForce)
  .as('roles');
