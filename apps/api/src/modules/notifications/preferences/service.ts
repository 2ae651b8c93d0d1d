import type { Subscription } from '@minga/contract/notification-settings';
import { invalidToken } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import {
  disableEmail,
  findUnsubscribeLink,
  insertUnsubscription,
  type UnsubscribeLink,
} from './repository.ts';

const BAD_LINK = 'Este enlace no es válido o ya venció.';

/** The subscription that an unsubscribe link ends. It changes nothing, because mail scanners open links. */
export async function readSubscription({ db }: Platform, token: string): Promise<Subscription> {
  return present(await findLink(db, token));
}

/** Ends the e-mails of the link's kind to the account or the address. Idempotent. */
export async function unsubscribe({ db }: Platform, token: string): Promise<Subscription> {
  const link = await findLink(db, token);
  if (link.userId !== null) await disableEmail(db, link.userId, link.kind);
  else if (link.emailHash !== null) await insertUnsubscription(db, link.emailHash, link.kind);
  return present(link);
}

async function findLink(db: Platform['db'], token: string): Promise<UnsubscribeLink> {
  const link = await findUnsubscribeLink(db, hashToken(token));
  if (link === null) throw invalidToken(BAD_LINK);
  return link;
}

const present = ({ kind, userId }: UnsubscribeLink): Subscription => ({ kind, hasAccount: userId !== null });
