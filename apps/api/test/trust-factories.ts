import { randomBytes } from 'node:crypto';
import { webhookEvents } from '@minga/contract/webhooks';
import { apiTokens, passkeyHandles, passkeys } from '../src/modules/accounts/schema.ts';
import { newApiToken, shownPrefix } from '../src/modules/accounts/tokens/service.ts';
import { calendars } from '../src/modules/calendars/schema.ts';
import { reportCases, reports } from '../src/modules/reports/schema.ts';
import { webhookDeliveries, webhooks } from '../src/modules/webhooks/schema.ts';
import type { Database } from '../src/platform/database/connection.ts';
import { hashToken } from '../src/platform/tokens.ts';
import { NOON } from './app.ts';
import { aCollective, anActivity, aUser, only } from './factories.ts';

/** An API token of a new account or of `values.userId`, with the header that sends it. */
export async function anApiToken(db: Database, values: Partial<typeof apiTokens.$inferInsert> = {}) {
  const token = newApiToken();
  const row = only(
    await db
      .insert(apiTokens)
      .values({
        name: 'Programa',
        scope: 'write',
        createdAt: NOON,
        expiresAt: new Date(NOON.getTime() + 24 * 60 * 60 * 1000),
        ...values,
        userId: values.userId ?? (await aUser(db)).id,
        tokenHash: hashToken(token),
        prefix: shownPrefix(token),
      })
      .returning(),
  );
  return { id: row.id, token, headers: { authorization: `Bearer ${token}` } };
}

/** A webhook of a new collective or of `values.collectiveId`, for every event. */
export async function aWebhook(db: Database, values: Partial<typeof webhooks.$inferInsert> = {}) {
  const row = {
    url: 'https://recibe.example.org/minga',
    secret: 'whsec_prueba',
    events: [...webhookEvents],
    createdAt: NOON,
    ...values,
    collectiveId: values.collectiveId ?? (await aCollective(db)).id,
  };
  return only(await db.insert(webhooks).values(row).returning());
}

/** A calendar of a new collective or of `values.collectiveId`, which is due. */
export async function aCalendar(db: Database, values: Partial<typeof calendars.$inferInsert> = {}) {
  const row = {
    url: 'https://calendario.example.org/a.ics',
    host: 'calendario.example.org',
    createdAt: NOON,
    dueAt: NOON,
    ...values,
    collectiveId: values.collectiveId ?? (await aCollective(db)).id,
  };
  return only(await db.insert(calendars).values(row).returning());
}

/** A pending ping of a webhook. */
export async function aDelivery(
  db: Database,
  values: Pick<typeof webhookDeliveries.$inferInsert, 'webhookId'> &
    Partial<typeof webhookDeliveries.$inferInsert>,
) {
  const row = { event: 'ping' as const, body: '{}', dueAt: NOON, createdAt: NOON, ...values };
  return only(await db.insert(webhookDeliveries).values(row).returning());
}

/** A passkey with a key that no authenticator has. */
export async function aPasskey(db: Database, { userId }: { userId: string }) {
  const [handle, credentialId] = [randomBytes(32), randomBytes(20)];
  await db.insert(passkeyHandles).values({ userId, handle }).onConflictDoNothing();
  const values = { userId, credentialId, publicKey: Buffer.of(0), counter: 0, transports: [] };
  const row = { ...values, name: 'Chrome en Android', createdAt: NOON };
  return only(await db.insert(passkeys).values(row).returning());
}

/** An open case with one report of a visitor, by default about a new activity. */
export async function aReportCase(db: Database, values: Partial<typeof reportCases.$inferInsert> = {}) {
  const activity = values.targetId === undefined ? await anActivity(db) : undefined;
  const about = {
    targetType: 'activity',
    targetId: activity?.id ?? '',
    authorId: activity?.ownerId,
  } as const;
  const row = {
    ...about,
    title: activity?.title ?? 'Olla',
    status: 'open',
    reports: 1,
    openedAt: NOON,
  } as const;
  const found = only(
    await db
      .insert(reportCases)
      .values({ ...row, ...values })
      .returning(),
  );
  if (found.reports > 0)
    await db.insert(reports).values(
      Array.from({ length: found.reports }, () => ({
        caseId: found.id,
        round: found.round,
        reason: 'spam' as const,
        text: 'Vende de todo',
        createdAt: NOON,
      })),
    );
  return found;
}
