import type { Paging } from '../../../platform/database/queries.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordActions } from '../../administration/audit-service.ts';
import { handleOf } from '../presenter.ts';
import * as peers from './repository.ts';

/** How programs of other servers find the site, such as '@minga@example.org'; null while FEDERATION is off. */
export const siteHandle = ({
  settings,
  publicUrl,
}: Pick<Platform, 'settings' | 'publicUrl'>): string | null =>
  settings.isFederating ? handleOf(publicUrl) : null;

/** While FEDERATION is off, there are no other servers (404). */
function requireFederation({ settings }: Platform): void {
  if (!settings.isFederating)
    throw notFound('Este sitio no está conectado con otros servidores (FEDERATION)');
}

export async function knownPeers(platform: Platform, paging: Paging) {
  requireFederation(platform);
  return peers.listPeers(platform.db, paging);
}

const UNKNOWN_PEER = 'No conocemos ese servidor';

/**
 * Blocks a server, also one that is not known yet, or ends its block, and logs it. What waits for a blocked server is deleted; its
 * followers stay, and get what is published after the block (docs/rules.md R27.2). Throws 404 if an unknown server is to be unblocked.
 */
export async function changeBlock(
  platform: Platform,
  actorId: string,
  host: string,
  isBlocked: boolean,
): Promise<peers.PeerRow> {
  requireFederation(platform);
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    if (isBlocked) await peers.insertPeer(tx, host, at);
    const locked = await peers.lockPeer(tx, host);
    if (locked === null) throw notFound(UNKNOWN_PEER);
    if (locked.isBlocked !== isBlocked) {
      await peers.setBlocked(tx, locked.id, isBlocked);
      if (isBlocked) await peers.deletePending(tx, locked.id);
      const action = isBlocked ? 'site.block-peer' : 'site.unblock-peer';
      await recordActions(tx, [
        { actorId, at, action, targetType: 'site', targetId: locked.id, details: { host } },
      ]);
    }
    const row = await peers.findPeer(tx, host);
    if (row === null) throw notFound(UNKNOWN_PEER);
    return row;
  });
}
