import { INVITATION_DAYS, type NewInvitation } from '@minga/contract/teams';
import type { SQL } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Clock } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/paging.ts';
import { AppError, invalid, invalidToken, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { newMailedLink } from '../../platform/mail/mailed-link.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import {
  deleteExpiredInvitations,
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  listInvitations,
  upsertInvitation,
} from './invitation-repository.ts';
import { invitationsByAccount, invitationsByEmail } from './limits.ts';
import { invitationEmail } from './mails.tsx';
import { insertMember, insertTeam } from './repository.ts';
import { countAddress, lockFutureMember } from './service.ts';

// Callers have checked that the viewer may manage the team. `isInForce` is the condition that an invitation's inviter still may.

const DAY_MS = 24 * 60 * 60 * 1000;
const BAD_LINK =
  'La invitación no es válida, ya se usó o venció. Pídele a quien te invitó que te envíe otra.';

/** What people are invited to. */
export interface InvitingTeam {
  readonly id: string;
  readonly kind: 'collective' | 'activity';
  /** Of the collective or activity; null: it is not public, so that its name is not sent to people. */
  readonly name: string | null;
}

/**
 * E-mails an invitation, whose link replaces that of an earlier one. The response is the same whether or not the address has an
 * account or is a member already.
 */
export async function invite(
  { db, clock, limits, mailer, publicUrl }: Platform,
  { user }: Session,
  team: InvitingTeam,
  { email, role }: NewInvitation,
): Promise<InvitationRow> {
  if (email === user.email) throw invalid(['Ya haces parte: invita a otra persona']);
  await limits.count(invitationsByAccount, user.id);
  await limits.count(invitationsByEmail, email);
  await countAddress({ limits }, user.id, email);
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);
  const { url, tokenHash } = newMailedLink({ publicUrl }, '/invitacion');
  const message = await invitationEmail({ email, role, team, url });
  return db.transaction(async tx => {
    await insertTeam(tx, team.id, team.kind);
    const stored = await upsertInvitation(tx, {
      ...{ id: v7(), teamId: team.id, email, role },
      ...{ tokenHash, inviterId: user.id, createdAt, expiresAt },
    });
    await mailer.send(tx, message, { kind: 'invitationEmail', cause: { accountId: user.id } });
    return stored;
  });
}

export const pendingInvitations = (
  { db, clock }: Platform,
  teamId: string,
  isInForce: SQL | undefined,
  paging: Paging,
) => listInvitations(db, teamId, { now: clock(), isInForce }, paging);

/** Its link no longer works. */
export async function withdrawInvitation({ db }: Platform, teamId: string, id: string): Promise<void> {
  if (!(await deleteInvitation(db, teamId, id))) throw notFound('Invitación no encontrada');
}

/** The invitation of a link. Rejects with 400 if it is unknown, used, withdrawn, expired or not in force. */
export async function readInvitation(
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  token: string,
  isInForce: SQL | undefined,
) {
  const found = await findInvitation(db, hashToken(token), { now: clock(), isInForce });
  if (found === null) throw invalidToken(BAD_LINK);
  return found;
}

/** Makes the session's account a member. Rejects with 403 if the invitation went to another address; its link stays valid. */
export async function acceptInvitation(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { user }: Session,
  token: string,
  isInForce: SQL | undefined,
): Promise<void> {
  await db.transaction(async tx => {
    await lockFutureMember(tx, user.id);
    const { invitation } = await readInvitation({ db: tx, clock }, token, isInForce);
    const { id, teamId, role, email } = invitation;
    if (email !== user.email) throw wrongAccount();
    if (!(await deleteInvitation(tx, teamId, id))) throw invalidToken(BAD_LINK);
    await insertMember(tx, { teamId, userId: user.id, role, joinedAt: clock() });
  });
}

const wrongAccount = () =>
  new AppError(
    403,
    'WRONG_ACCOUNT',
    'La invitación llegó a otro correo: inicia sesión con la cuenta de ese correo, o créala con él',
  );

export const sweepInvitations = ({ db, clock }: Platform): Promise<void> =>
  deleteExpiredInvitations(db, clock());
