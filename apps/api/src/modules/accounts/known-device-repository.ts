import { and, eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { knownDevices, users } from './schema.ts';

/** The id of the device with this token among the known devices of an address's account; null: none. */
export async function findKnownDevice(
  db: Executor,
  tokenHash: Buffer,
  email: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(knownDevices.tokenHash, tokenHash), eq(users.email, email)));
  return row?.id ?? null;
}

/** Replaces a device's token for every account that knows it. The ids stay, and with them the counted failures. */
export async function replaceDeviceToken(
  db: Executor,
  earlierHash: Buffer,
  tokenHash: Buffer,
): Promise<void> {
  await db.update(knownDevices).set({ tokenHash }).where(eq(knownDevices.tokenHash, earlierHash));
}

/** Stores a use of a device by an account. */
export async function upsertKnownDevice(
  db: Executor,
  device: { userId: string; tokenHash: Buffer; lastUsedAt: Date },
): Promise<void> {
  await db
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [knownDevices.tokenHash, knownDevices.userId],
      set: { lastUsedAt: device.lastUsedAt },
    });
}

/** Deletes all devices of an account but the `most` that were used last. */
export async function deleteOldestDevices(db: Executor, userId: string, most: number): Promise<void> {
  const { id, lastUsedAt } = knownDevices;
  await db.delete(knownDevices).where(
    sql`${id} in (select ${id} from ${knownDevices} where ${knownDevices.userId} = ${userId}
      order by ${lastUsedAt} desc, ${id} desc offset ${most}::int)`,
  );
}

export async function deleteKnownDevices(db: Executor, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

export async function deleteDevicesBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, before));
}
