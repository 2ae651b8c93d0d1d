import type { TrustSettings } from '@minga/contract/administration/trust';
import type { Platform } from '../../platform/platform.ts';
import { replaceTrustSettings } from '../trust/service.ts';
import { recordAction } from './audit-repository.ts';

/** Replaces what holds a publication; the log gets the names of the changed lists. */
export async function changeTrust(
  { db, clock }: Platform,
  actorId: string,
  settings: TrustSettings,
): Promise<TrustSettings> {
  const at = clock();
  await db.transaction(async tx => {
    const { version, changed } = await replaceTrustSettings(tx, settings);
    if (changed.length === 0) return;
    await recordAction(tx, {
      ...{ actorId, at },
      action: 'trust.update',
      targetType: 'trust',
      targetId: version,
      details: { fields: changed },
    });
  });
  return settings;
}
