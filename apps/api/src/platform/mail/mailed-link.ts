import type { Platform } from '../platform.ts';
import { hashToken, newToken } from '../tokens.ts';

export interface MailedLink {
  /** Built from PUBLIC_URL, never from a request's headers (CONTRACT.md section 2). */
  readonly url: string;
  /** Stored in the database instead of the token. */
  readonly tokenHash: Buffer;
}

/** A new link to a screen of the web app that proves that its e-mail was received. */
export function newMailedLink({ publicUrl }: Pick<Platform, 'publicUrl'>, screen: string): MailedLink {
  const token = newToken();
  return { url: `${publicUrl}${screen}?token=${token}`, tokenHash: hashToken(token) };
}
