import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The same content has the same; without quotes. */
export const contentEtag = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Is this, by `If-None-Match`, what they have? Weak tags are as good as strong ones there (RFC 9110, 13.1.2). */
export function matchesEtag({ 'if-none-match': held }: IncomingHttpHeaders, tag: string): boolean {
  return held !== undefined && (held.includes(`"${tag}"`) || held.trim() === '*');
}
