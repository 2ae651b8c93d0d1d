import type { TeamRole } from '@minga/contract/teams';
import { and, eq, exists, inArray, isNull, ne, or, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { teamRolesWith } from '../teams/policy.ts';
import { teamInvitations, teamMembers } from '../teams/schema.ts';
import { collectives } from './schema.ts';

// Conditions and subqueries that other modules compose into their own statements.

const query = new QueryBuilder();

/** The condition that a role has effect: its collective is not deactivated, or the team is an activity's. */
const isInForce = or(isNull(collectives.id), ne(collectives.status, 'inactive'));

/** A subquery for the ids of the activities and collectives in which an account has one of these roles. */
export const teamIdsOf = (userId: string | SQLWrapper, roles: readonly TeamRole[]) =>
  query
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .leftJoin(collectives, eq(collectives.id, teamMembers.teamId))
    .where(and(eq(teamMembers.userId, userId), inArray(teamMembers.role, [...roles]), isInForce));

/** A subquery for the teams to which the role of an invitation's inviter allows inviting. */
export const teamIdsOfInviter = teamIdsOf(teamInvitations.inviterId, teamRolesWith('manageTeam'));

/** The condition that the account of an invitation's inviter is active. */
export const isInviterActive = exists(
  query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, teamInvitations.inviterId), users.isActive)),
);

/** The condition that the inviter of an invitation to a collective may still invite. */
export const isInForceInCollective = and(isInviterActive, inArray(teamInvitations.teamId, teamIdsOfInviter));

/** A table expression of each account's effective roles, by activity or collective. */
export const roles = query
  .select({ teamId: teamMembers.teamId, userId: teamMembers.userId, role: teamMembers.role })
  .from(teamMembers)
  .leftJoin(collectives, eq(collectives.id, teamMembers.teamId))
  .where(isInForce)
  .as('roles');
