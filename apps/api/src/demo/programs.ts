import { v7 } from 'uuid';
import { apiTokens, type users } from '../modules/accounts/schema.ts';
import { newApiToken, shownPrefix } from '../modules/accounts/tokens/service.ts';
import { newSecret } from '../modules/webhooks/rules.ts';
import { webhookDeliveries, webhooks } from '../modules/webhooks/schema.ts';
import type { Platform } from '../platform/platform.ts';
import { hashToken } from '../platform/tokens.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Account = Pick<typeof users.$inferSelect, 'id'>;

/**
 * The programs of the person with whom the demo is shown: two API tokens, which are in no place but as hashes, and a webhook of its
 * collective that was switched off after failures, so that nothing is sent. Its address is in a domain that does not exist (RFC 2606).
 */
export async function addPrograms(
  { db }: Platform,
  { id: userId }: Account,
  collectiveId: string,
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const tokens = [
    { name: 'Hoja de cálculo de la junta', scope: 'read', createdAt: daysAgo(40), lastUsedAt: daysAgo(1) },
    { name: 'Página web del colectivo', scope: 'write', createdAt: daysAgo(3), lastUsedAt: null },
  ] as const;
  const webhook = {
    ...{ id: v7(), collectiveId, secret: newSecret(), url: 'https://avisos.riomolino.example/minga' },
    ...{ isActive: false, createdAt: daysAgo(30), failingSince: daysAgo(3) },
  };
  const tried = { webhookId: webhook.id, event: 'ping', activityId: null } as const;
  await db.transaction(async tx => {
    await tx.insert(apiTokens).values(
      tokens.map(fields => {
        const token = newApiToken();
        const secret = { tokenHash: hashToken(token), prefix: shownPrefix(token) };
        return { userId, ...fields, ...secret, expiresAt: new Date(fields.createdAt.getTime() + 90 * DAY) };
      }),
    );
    await tx.insert(webhooks).values({ ...webhook, events: ['activity.published', 'activity.updated'] });
    await tx.insert(webhookDeliveries).values([
      {
        ...{ ...tried, state: 'delivered', attempts: 1, responseStatus: 204 },
        ...deliveredAt(daysAgo(29)),
      },
      { ...tried, state: 'failed', attempts: 12, failure: 'name', ...deliveredAt(daysAgo(2)) },
    ]);
  });
}

function deliveredAt(at: Date) {
  const id = v7({ msecs: at.getTime() });
  const body = JSON.stringify({ id, event: 'ping', createdAt: at.toISOString(), data: {} });
  return { id, body, createdAt: at, firstAttemptAt: at, lastAttemptAt: at, dueAt: at };
}
