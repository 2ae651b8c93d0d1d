import type { Paging } from '../../../platform/database/queries.ts';
import { invalidToken } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { collectiveOfTeam } from '../../collectives/service.ts';
import { type Ability, abilityToRemove } from '../../teams/policy.ts';
import * as invitations from '../../teams/service.ts';
import { requireAbility } from '../access-service.ts';
import { isPublic } from '../policy.ts';
import { isInvitationInForce } from '../queries.ts';
import { findActivity } from '../repository.ts';
import { UNPUBLISHED_TITLE } from '../rules.ts';
import { visibleActivity } from '../service.ts';

/** The activity as a team. Rejects with 404 if the viewer may not take part in it, and with 403 if the viewer lacks the ability. */
export async function teamOfActivity(
  platform: Platform,
  id: string,
  viewerId: string,
  ability: Ability,
): Promise<invitations.InvitingTeam> {
  const { activity } = await visibleActivity(platform, id, viewerId);
  await requireAbility(platform.db, viewerId, activity, ability);
  const isShown = isPublic(activity.status, platform.settings.moderation);
  const { date, title } = activity;
  return { id: activity.id, kind: 'activity', name: isShown ? title : null, date };
}

/** The activity as a team from which an organiser is removed. Every organiser may leave. */
export const teamToRemoveFrom = (platform: Platform, id: string, viewerId: string, organiserId: string) =>
  teamOfActivity(platform, id, viewerId, abilityToRemove(organiserId, viewerId));

/** The pending invitations to an activity, for accounts that may invite. */
export const pendingInvitations = (platform: Platform, id: string, paging: Paging) =>
  invitations.pendingInvitations(platform, id, isInvitationInForce, paging);

/** Returns the offer behind an invitation's link. Rejects with 400 if it is unknown, used, withdrawn, expired or not in force. */
export async function readInvitation(platform: Platform, token: string) {
  const { invitation, kind } = await invitations.readInvitation(platform, token, isInvitationInForce);
  const { teamId: id, role, expiresAt } = invitation;
  const offer = { kind, role, expiresAt: expiresAt.toISOString() };
  if (kind === 'collective') {
    const { name, slug } = await collectiveOfTeam(platform, id);
    return { ...offer, name, slug, taskId: null };
  }
  const found = await findActivity(platform.db, id);
  if (found === null) throw invalidToken('La actividad a la que te invitaron ya no existe');
  const { status, title } = found.activity;
  const name = isPublic(status, platform.settings.moderation) ? title : UNPUBLISHED_TITLE;
  return { ...offer, name, slug: null, taskId: id };
}

/** Makes the session's account a member, and returns what it accepted. */
export async function acceptInvitation(platform: Platform, session: Session, token: string) {
  const offer = await readInvitation(platform, token);
  await invitations.acceptInvitation(platform, session, token, isInvitationInForce);
  return offer;
}
