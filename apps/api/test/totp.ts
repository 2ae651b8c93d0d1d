import { Secret, TOTP } from 'otpauth';
import { newTotpSecret } from '../src/modules/accounts/factors/rules.ts';
import { totpFactors } from '../src/modules/accounts/schema.ts';
import type { Database } from '../src/platform/database/connection.ts';
import { NOON } from './app.ts';

/** The code that an authenticator app with this secret, in base32, shows at `now`. */
export const codeAt = (secret: string, now: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.getTime() });

/** Gives an account an authenticator app; returns what the app shows at a time. */
export async function anAuthenticator(db: Database, userId: string): Promise<(now: Date) => string> {
  const secret = newTotpSecret();
  await db.insert(totpFactors).values({ userId, secret, createdAt: NOON, confirmedAt: NOON });
  const { base32 } = new Secret({ buffer: Uint8Array.from(secret).buffer });
  return now => codeAt(base32, now);
}
