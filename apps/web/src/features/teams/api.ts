import {
  changeMember,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '@minga/contract/collective-fields';
import {
  acceptInvitation,
  changeOrganizer,
  inviteOrganizer,
  listActivityInvitations,
  listOrganizers,
  type NewInvitation,
  readInvitation,
  removeOrganizer,
  type TeamRole,
  withdrawActivityInvitation,
} from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { collectivesKey } from '../../lib/server/collectives-key.ts';
import { query, sectionKey, useAction } from '../../lib/server/queries.ts';

/** Those who organise together: the members of a collective, or those who organise an activity besides its author. */
export type Team =
  | { readonly kind: 'collective'; readonly slug: string }
  | { readonly kind: 'activity'; readonly id: string };

export type TeamKind = Team['kind'];

/** The members of a team. */
export const membersQuery = (team: Team) =>
  team.kind === 'collective'
    ? query(listMembers, { params: { slug: team.slug }, query: {} })
    : query(listOrganizers, { params: { id: team.id }, query: {} });

/** The invitations to a team that wait for an answer. */
export const invitationsQuery = (team: Team) =>
  team.kind === 'collective'
    ? query(listInvitations, { params: { slug: team.slug }, query: {} })
    : query(listActivityInvitations, { params: { id: team.id }, query: {} });

const keysOf = (team: Team) => [membersQuery(team).queryKey, invitationsQuery(team).queryKey];

/** Mails an invitation to a team. */
export const useInvite = (team: Team) =>
  useAction(
    ({ email, role }: NewInvitation) =>
      team.kind === 'collective'
        ? call(inviteMember, { params: { slug: team.slug }, body: { email, role } })
        : call(inviteOrganizer, {
            params: { id: team.id },
            body: { email, role: role === 'door' ? 'door' : 'organizer' },
          }),
    { refreshes: keysOf(team), isAwaited: true },
  );

/** Withdraws an invitation: its link stops working. A 404 counts as success: it was accepted, withdrawn or has expired. */
export const useWithdrawInvitation = (team: Team) =>
  useAction(
    (invitationId: string) =>
      ignoreNotFound(
        team.kind === 'collective'
          ? call(withdrawInvitation, { params: { slug: team.slug, invitationId } })
          : call(withdrawActivityInvitation, { params: { id: team.id, invitationId } }),
      ),
    // An accepted invitation has become a member.
    { refreshes: keysOf(team), isAwaited: true },
  );

/** Changes what a member may do. An activity has no role `owner`: its owner is the author. */
export const useChangeRole = (team: Team) =>
  useAction(
    ({ userId, role }: { userId: string; role: TeamRole }) =>
      team.kind === 'collective'
        ? call(changeMember, { params: { slug: team.slug, userId }, body: { role } })
        : call(changeOrganizer, {
            params: { id: team.id, userId },
            body: { role: role === 'door' ? 'door' : 'organizer' },
          }),
    // The role may be the user's own, on which other screens depend.
    { refreshes: [...keysOf(team), collectivesKey], isAwaited: true },
  );

interface Removal {
  readonly userId: string;
  /** The user leaves: the screen is about to be left, and a refetch of it would be rejected. */
  readonly isOwn: boolean;
}

/** Removes a member, or the user. A 404 counts as success: the member is already gone. */
export function useRemoveMember(team: Team) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId }: Removal) =>
      ignoreNotFound(
        team.kind === 'collective'
          ? call(removeMember, { params: { slug: team.slug, userId } })
          : call(removeOrganizer, { params: { id: team.id, userId } }),
      ),
    onSuccess: (_reply, { isOwn }) => {
      // Not awaited: the row must outlive the dialog, which returns the focus to it.
      for (const queryKey of [...keysOf(team), collectivesKey, activitiesKey])
        void queryClient.invalidateQueries({ queryKey, ...(isOwn && { refetchType: 'none' }) });
    },
  });
}

/** The offer behind an invitation's link. Reading changes nothing. */
export const invitationOffer = (token: string) => query(readInvitation, { body: { token } });

/** The link is incomplete, used, withdrawn or expired: retrying cannot succeed. */
export const isBadInvitation = (error: Error | null): boolean =>
  error instanceof ApiError && error.status === 400;

/** Accepts an invitation with the session's account. Rejects with `WRONG_ACCOUNT` if it went to another address. */
export const useAcceptInvitation = () =>
  useAction((token: string) => call(acceptInvitation, { body: { token } }), {
    // What the user may see and do has changed.
    refreshes: [collectivesKey, activitiesKey, sectionKey(acceptInvitation)],
    isAwaited: true,
  });

/** The invitation went to another address; its link stays good. */
export const isOtherAccount = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'WRONG_ACCOUNT';
