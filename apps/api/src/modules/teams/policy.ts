import type { Role as AccountRole } from '@minga/contract/session';
import type { TeamRole } from '@minga/contract/teams';

/** The account of the session. */
export interface Viewer {
  readonly id: string;
  readonly role: AccountRole;
  /** Whether the account may moderate, as `Session` defines it. */
  readonly isModerator?: boolean;
}

/** The role of an account in an activity or a collective. */
export type Role = 'author' | TeamRole;

/**
 * The roles with each ability (docs/rules.md R14.3). In an activity, an account can have the role 'author' and roles in the activity's
 * team and in its collective; in a collective, the role of its membership. All routes and all flags for the screens derive from this
 * table.
 */
const rolesWith = {
  /** Edit and promote an activity, see it while it is hidden, manage its attendances. */
  manage: ['author', 'owner', 'organizer'],
  /** Write to the attendees. */
  message: ['author', 'owner', 'organizer'],
  /** See the names of the attendees and check them in. */
  checkIn: ['author', 'owner', 'organizer', 'door'],
  /** Delete an activity or a collective. */
  delete: ['author', 'owner'],
  /** Invite and remove members, and change their roles. */
  manageTeam: ['author', 'owner'],
  seeTeam: ['author', 'owner', 'organizer', 'door'],
  /** Attach an activity to another collective, or to none. */
  move: ['author', 'owner'],
  /** Attach activities to this collective. */
  publish: ['owner', 'organizer'],
  /** Edit a collective. */
  editCollective: ['owner'],
  /** Send a collective's events to other servers. */
  manageWebhooks: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Ability = keyof typeof rolesWith;

/** Whether one of the roles has the ability. */
export const can = (roles: readonly Role[], ability: Ability): boolean => {
  const allowed: readonly Role[] = rolesWith[ability];
  return roles.some(role => allowed.includes(role));
};

/** The roles that have an ability in an activity or collective through a team. */
export const teamRolesWith = (ability: Ability): readonly TeamRole[] => {
  const roles: readonly Role[] = rolesWith[ability];
  return roles.filter(role => role !== 'author');
};

/** The ability that the removal of a member requires. Every member of a team may leave it. */
export const abilityToRemove = (memberId: string, viewerId: string): Ability =>
  memberId.toLowerCase() === viewerId ? 'seeTeam' : 'manageTeam';
