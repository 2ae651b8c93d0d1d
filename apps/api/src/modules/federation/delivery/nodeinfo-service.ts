import * as z from 'zod/mini';
import type { Sending } from '../../../platform/http/guarded-message.ts';
import { readBody, sendGuarded } from '../../../platform/http/guarded-request.ts';
import type { Platform } from '../../../platform/platform.ts';
import { userAgentOf } from '../rules.ts';

const BYTES_MAX = 64 * 1024;
const TIMEOUT_MS = 5_000;
const LINKS_MAX = 20;
const NAME_MAX = 100;

const links = z.object({
  links: z.array(z.object({ rel: z.string(), href: z.string() })).check(z.maxLength(LINKS_MAX)),
});
const document = z.object({ software: z.object({ name: z.string().check(z.maxLength(NAME_MAX)) }) });

/** NodeInfo 1.0, 1.1, 2.0 and 2.1 all have the software's name. */
const NODEINFO = /^https?:\/\/nodeinfo\.diaspora\.software\/ns\/schema\/[12]\.\d$/;

/**
 * Reads the name of a server's software from its NodeInfo, in lower case, or '' if it publishes none. Returns null if it did not respond,
 * so that it is asked again.
 */
export async function readSoftware(
  origin: string,
  { settings, publicUrl }: Pick<Platform, 'settings' | 'publicUrl'>,
  { resolve, timeoutMs }: Sending,
): Promise<string | null> {
  const trustedHosts = settings.webhookHosts;
  const signal = AbortSignal.timeout(Math.min(timeoutMs, TIMEOUT_MS));
  const read = async (url: string): Promise<unknown> => {
    const headers = { accept: 'application/json', 'user-agent': userAgentOf(publicUrl) };
    const response = await sendGuarded({ method: 'GET', url, headers }, { trustedHosts, resolve, signal });
    const { statusCode: status = 0 } = response;
    const bytes = await readBody(response, BYTES_MAX);
    if (status >= 500) throw new Error(`NodeInfo responded with ${status}`);
    return status === 200 && bytes !== null ? parsed(bytes) : null;
  };
  try {
    const found = links.safeParse(await read(`${origin}/.well-known/nodeinfo`));
    const href = found.data?.links.find(({ rel }) => NODEINFO.test(rel))?.href;
    // A server names itself, never another one.
    if (href === undefined || !URL.canParse(href) || new URL(href).origin !== origin) return '';
    return (
      document
        .safeParse(await read(href))
        .data?.software.name.trim()
        .toLowerCase() ?? ''
    );
  } catch {
    return null;
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
}
