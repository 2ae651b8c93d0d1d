import { INVITATIONS_A_DAY, INVITATIONS_PER_ADDRESS } from '@minga/contract/teams';
import type { Limit } from '../../platform/limits/limits.ts';

const DAY = 24 * 60 * 60;

// COMMUNITY.md section 14.
export const invitationsByAccount: Limit = {
  name: 'invitation-account',
  times: INVITATIONS_A_DAY,
  seconds: DAY,
  reason: 'Hoy ya enviaste muchas invitaciones.',
};
export const invitationsByEmail: Limit = {
  name: 'invitation-email',
  times: INVITATIONS_PER_ADDRESS,
  seconds: DAY,
  reason: 'Hoy ya se enviaron varias invitaciones a este correo.',
};
