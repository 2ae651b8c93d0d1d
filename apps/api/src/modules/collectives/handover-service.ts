import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { makeOwner } from '../teams/service.ts';
import { findHeir, lockOwnedAlone } from './handover-repository.ts';
import { handOverEmail } from './mails.tsx';
import { deleteLockedCollective } from './member-service.ts';

type Parts = Pick<Platform, 'events' | 'images' | 'mailer' | 'publicUrl'>;

/**
 * Subscriber of `accountDeleting`: a collective whose only owner goes is inherited by its oldest organiser, who is told by e-mail;
 * without one it goes too (COMMUNITY.md section 14).
 */
export async function handOverCollectives(
  platform: Parts,
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const { id: userId } of accounts) {
    for (const collective of await lockOwnedAlone(tx, userId)) {
      const heir = await findHeir(tx, collective.id);
      if (heir === null) {
        await deleteLockedCollective(platform, tx, collective.id);
      } else {
        await makeOwner(tx, collective.id, heir.id);
        await platform.mailer.send(tx, await handOverEmail(heir, collective, platform.publicUrl), {
          kind: 'handOverEmail',
          cause: { accountId: userId },
          accountId: heir.id,
        });
      }
    }
  }
}
