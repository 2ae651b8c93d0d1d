import { teamRoles } from '@minga/contract/teams';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

/**
 * Teams: the members of a collective, or the organisers of an activity other than its author. A team has the id of its collective or
 * activity, with which triggers delete it.
 */
export const teams = pgTable(
  'teams',
  { id: uuid('id').primaryKey(), kind: text('kind', { enum: ['collective', 'activity'] }).notNull() },
  table => [check('teams_kind', sql`${table.kind} in ('collective', 'activity')`)],
);

/** A trigger rejects the removal of a collective's last owner, and owners in an activity's team, since the author owns it. */
export const teamMembers = pgTable(
  'team_members',
  {
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: teamRoles }).notNull(),
    joinedAt: timestamptz('joined_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    index('team_members_user_id_index').on(table.userId, table.teamId, table.role),
    check('team_members_role', sql`${table.role} in ('owner', 'organizer', 'door')`),
  ],
);

/** Pending invitations. Accepting or withdrawing deletes them. An address has at most one in each team. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: id(),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role', { enum: teamRoles }).notNull(),
    /** SHA-256 of the token. */
    tokenHash: bytes('token_hash').notNull(),
    /** The account that sent the invitation, which has effect only while this account may invite. */
    inviterId: uuid('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('team_invitations_team_id_email_key').on(table.teamId, table.email),
    uniqueIndex('team_invitations_token_hash_key').on(table.tokenHash),
    index('team_invitations_inviter_id_index').on(table.inviterId),
    index('team_invitations_email_index').on(table.email),
    index('team_invitations_expires_at_index').on(table.expiresAt),
    check('team_invitations_role', sql`${table.role} in ('owner', 'organizer', 'door')`),
  ],
);
