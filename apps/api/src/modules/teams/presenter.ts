import type { Invitation, Member } from '@minga/contract/teams';
import type { InvitationRow, MemberRow } from './repository.ts';

/** Presents a member without the e-mail, which not even other members need. */
export const presentMember = ({ userId, username, role }: MemberRow): Member => ({
  user: { _id: userId, username },
  role,
});

export const presentInvitation = ({ id, email, role, createdAt, expiresAt }: InvitationRow): Invitation => ({
  _id: id,
  email,
  role,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
