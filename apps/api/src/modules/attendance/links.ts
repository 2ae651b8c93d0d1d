import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';

export interface PersonalLink {
  /** Built from PUBLIC_URL, never from a request's headers (CONTRACT.md section 2). */
  readonly url: string;
  /** What is kept of it. */
  readonly tokenHash: Buffer;
}

/** A link that shows one attendance and lets it be cancelled, for the letter to the address that attends. */
export function newPersonalLink({ publicUrl }: Pick<Platform, 'publicUrl'>): PersonalLink {
  const token = newToken();
  return { url: `${publicUrl}/mi-asistencia?token=${token}`, tokenHash: hashToken(token) };
}
