import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A hash of the content, without quotes. */
export const contentEtag = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Whether `If-None-Match` lists this ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag({ 'if-none-match': listed }: IncomingHttpHeaders, etag: string): boolean {
  return listed !== undefined && (listed.includes(`"${etag}"`) || listed.trim() === '*');
}
