import { INVITATIONS_A_DAY, INVITATIONS_PER_ADDRESS } from '@minga/contract/teams';
import type { Limit } from '../../platform/limits/limits.ts';

const DAY = 24 * 60 * 60;

/**
 * Different people whom one account enters in lists or invites (decision 0054). Above what the largest organiser enters on a day, and far
 * below a town.
 */
export const addressesByAccount: Limit = {
  name: 'addresses-account',
  times: 300,
  seconds: DAY,
  reason: 'Hoy ya agregaste a muchas personas por correo.',
};

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
