import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';

export interface PersonalLink {
  /** Built from PUBLIC_URL, never from a request's headers (CONTRACT.md section 2). */
  readonly url: string;
  /** The stored part: SHA-256 of the token. */
  readonly tokenHash: Buffer;
}

/** A link that shows and cancels one attendance, for the email to its address. */
export function newPersonalLink({ publicUrl }: Pick<Platform, 'publicUrl'>): PersonalLink {
  const token = newToken();
  return { url: `${publicUrl}/mi-asistencia?token=${token}`, tokenHash: hashToken(token) };
}
