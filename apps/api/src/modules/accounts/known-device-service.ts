import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import {
  deleteKnownDevices,
  deleteOldestDevices,
  findKnownDevice,
  replaceDeviceToken,
  upsertKnownDevice,
} from './known-device-repository.ts';
import { KNOWN_DEVICES_MAX } from './rules.ts';

/**
 * The key under which a failed sign-in counts: the device, if it has signed in to the account of `email` before, else the
 * address. So a stranger's failures do not lock out the devices of the owner (decision 0022). Does the same work for every
 * address.
 */
export async function signInFailureKey(
  db: Executor,
  email: string,
  deviceToken: string | undefined,
): Promise<string> {
  const deviceId = await findKnownDevice(db, hashToken(deviceToken ?? ''), email);
  return deviceId === null ? email : `device:${deviceId}`;
}

/**
 * Registers the device as one of the account's, and returns its new token: a token that was planted in a browser is worth
 * nothing after the next sign-in.
 */
export async function registerDevice(
  tx: Transaction,
  userId: string,
  earlierToken: string | undefined,
  now: Date,
): Promise<string> {
  const token = newToken();
  const tokenHash = hashToken(token);
  if (earlierToken !== undefined) await replaceDeviceToken(tx, hashToken(earlierToken), tokenHash);
  await upsertKnownDevice(tx, { userId, tokenHash, lastUsedAt: now });
  await deleteOldestDevices(tx, userId, KNOWN_DEVICES_MAX);
  return token;
}

/** After a new password only the device that set it is known: an attacker may have signed in from the others. */
export async function registerOnlyDevice(
  tx: Transaction,
  userId: string,
  earlierToken: string | undefined,
  now: Date,
): Promise<string> {
  await deleteKnownDevices(tx, userId);
  return registerDevice(tx, userId, earlierToken, now);
}
