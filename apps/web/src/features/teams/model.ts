import { INVITATIONS_A_DAY, INVITATIONS_PER_ADDRESS, type TeamRole } from '@minga/contract/teams';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import type { TeamKind } from './api.ts';

interface RoleText {
  readonly name: string;
  /** What it lets one do, in plain words. */
  readonly duties: string;
}

const texts: Record<TeamRole, RoleText> = {
  owner: {
    name: 'Administra todo',
    duties: 'Además de organizar, cambia los datos del colectivo, maneja el equipo y puede eliminarlo.',
  },
  organizer: {
    name: 'Organiza',
    duties: 'Edita actividades, ve y maneja la lista de participantes.',
  },
  door: {
    name: 'Recibe en la puerta',
    duties:
      'Registra a quienes llegan: ve sus nombres, no sus correos ni teléfonos. También ve las actividades antes de que sean públicas.',
  },
};

const actions: Record<TeamRole, Record<TeamKind, string>> = {
  owner: { collective: 'administrar el colectivo', activity: 'administrar esta actividad' },
  organizer: { collective: 'organizar el colectivo', activity: 'organizar esta actividad' },
  door: { collective: 'recibir en las actividades del colectivo', activity: 'recibir en esta actividad' },
};

/** The role as the continuation of 'podrá', for example 'recibir en esta actividad'. */
export const actionText = (role: TeamRole, kind: TeamKind): string => actions[role][kind];

export const roleText = (role: TeamRole): RoleText => texts[role];

/** The roles that a member can have; the owner of an activity is its author. */
export const rolesOf = (kind: TeamKind): readonly TeamRole[] =>
  kind === 'collective' ? ['owner', 'organizer', 'door'] : ['organizer', 'door'];

/** Why the last owner of a collective stays, and the way out; `isOwn`: it is the user. */
export const lastOwnerText = (isOwn: boolean): string =>
  `${isOwn ? 'Eres' : 'Es'} la única persona que administra este colectivo. Primero dale ese rol a alguien más, o elimina el colectivo.`;

/** Why a change of the team failed, and the way out; `isOwn`: it is about the user. */
export function teamError(error: unknown, fallback: string, isOwn = false): string[] {
  if (error instanceof ApiError && error.code === 'LAST_OWNER') return [lastOwnerText(isOwn)];
  const sentences = errorSentences(error, fallback);
  return error instanceof ApiError && error.code === 'RATE_LIMITED'
    ? [
        ...sentences,
        `Se pueden enviar ${INVITATIONS_A_DAY} invitaciones al día, y ${INVITATIONS_PER_ADDRESS} a una misma dirección. Mañana puedes enviar más.`,
      ]
    : sentences;
}
