import * as z from 'zod/mini';
import { endpoint, idParam, page } from './endpoint.ts';
import { email } from './text.ts';

// Teams: the members of a collective, and the organisers of one activity in addition to its author (docs/rules.md R14.3).

export const teamRoles = ['owner', 'organizer', 'door'] as const;
export type TeamRole = (typeof teamRoles)[number];

export const INVITATION_DAYS = 7;
export const INVITATIONS_A_DAY = 20;
export const INVITATIONS_PER_ADDRESS = 3;

export const TEAM_TAG = 'Quiénes organizan';

const ROLE_MESSAGE = 'El rol debe ser «owner», «organizer» o «door»';
const role = z.enum(teamRoles, ROLE_MESSAGE);
/** The roles in the team of an activity, whose owner is always its author. */
const activityRole = z.enum(['organizer', 'door'], 'El rol debe ser «organizer» o «door»');

const invitedEmail = email('El correo electrónico es requerido', 'Correo electrónico no válido');

export const member = z.object({
  user: z.object({ _id: z.uuid(), username: z.string() }),
  role: z.enum(teamRoles),
});
export type Member = z.infer<typeof member>;

export const invitation = z.object({
  _id: z.uuid(),
  email: z.string(),
  role: z.enum(teamRoles),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

export const newInvitation = z.object({ email: invitedEmail, role });
export type NewInvitation = z.infer<typeof newInvitation>;
export const newActivityInvitation = z.object({ email: invitedEmail, role: activityRole });
export const roleChange = z.object({ role });
const activityRoleChange = z.object({ role: activityRole });

const USER_ID = 'Identificador no válido';
const ofActivity = { params: idParam, tag: TEAM_TAG, access: 'session' } as const;
const organizerParam = z.extend(idParam, { userId: z.uuid(USER_ID) });
const invitationParam = z.extend(idParam, { invitationId: z.uuid(USER_ID) });

export const invitationSummary = `La invitación va por correo, sirve ${INVITATION_DAYS} días y una vez, mientras quien la envió pueda invitar; ${INVITATIONS_A_DAY} al día por cuenta, ${INVITATIONS_PER_ADDRESS} por dirección`;

export const listOrganizers = endpoint({
  ...ofActivity,
  method: 'GET',
  path: '/tasks/:id/organizers',
  summary: 'Quiénes organizan la actividad además de quien la publicó',
  query: page,
  status: 200,
  reply: z.array(member),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const inviteOrganizer = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/tasks/:id/organizers',
  summary: `Invitar a organizar la actividad o a recibir en la puerta. ${invitationSummary}`,
  body: newActivityInvitation,
  status: 201,
  reply: invitation,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const changeOrganizer = endpoint({
  ...ofActivity,
  params: organizerParam,
  method: 'PATCH',
  path: '/tasks/:id/organizers/:userId',
  summary: 'Cambiar qué puede hacer quien organiza la actividad',
  body: activityRoleChange,
  status: 200,
  reply: member,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const removeOrganizer = endpoint({
  ...ofActivity,
  params: organizerParam,
  method: 'DELETE',
  path: '/tasks/:id/organizers/:userId',
  summary: 'Quitar a alguien de quienes organizan la actividad, o retirarse',
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const listActivityInvitations = endpoint({
  ...ofActivity,
  method: 'GET',
  path: '/tasks/:id/invitations',
  summary: 'Las invitaciones a la actividad que esperan respuesta',
  query: page,
  status: 200,
  reply: z.array(invitation),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const withdrawActivityInvitation = endpoint({
  ...ofActivity,
  params: invitationParam,
  method: 'DELETE',
  path: '/tasks/:id/invitations/:invitationId',
  summary: 'Retirar una invitación a la actividad',
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

const INCOMPLETE_LINK = 'El enlace no está completo';
const invitationToken = z.object({ token: z.string(INCOMPLETE_LINK).check(z.minLength(1, INCOMPLETE_LINK)) });

/** The target of an invitation: `slug` is set for a collective, `taskId` for an activity. */
export const invitationOffer = z.object({
  kind: z.enum(['collective', 'activity']),
  /** The name of the collective or activity. */
  name: z.string(),
  role: z.enum(teamRoles),
  slug: z.nullable(z.string()),
  taskId: z.nullable(z.uuid()),
  expiresAt: z.iso.datetime(),
});
export type InvitationOffer = z.infer<typeof invitationOffer>;

export const readInvitation = endpoint({
  method: 'POST',
  path: '/invitations/read',
  summary: 'A qué invita el enlace de un correo; preguntarlo no cambia nada',
  tag: TEAM_TAG,
  access: 'public',
  body: invitationToken,
  status: 200,
  reply: invitationOffer,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Aceptar una invitación, con la sesión de la dirección a la que llegó',
  tag: TEAM_TAG,
  access: 'session',
  body: invitationToken,
  status: 200,
  reply: invitationOffer,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'WRONG_ACCOUNT', 'INVALID_TOKEN'],
});
