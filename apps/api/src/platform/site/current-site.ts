import type { Site } from '@minga/contract/site';
import type { FastifyInstance } from 'fastify';
import type { PgListener } from '../database/listener.ts';
import type { Logger } from '../log.ts';
import { fillBody } from './site-text.ts';

/** The site's identity, which every process caches. */
export interface CurrentSite {
  /** The identity at the last reading. */
  current(): Site;
  /** Reads the identity again. If reading fails, the cached identity stays. */
  refresh(): Promise<void>;
  /** The reading in progress, for which requests wait, or null. */
  pending(): Promise<void> | null;
}

/** A trigger notifies it before the channel of public data, so that no page is cached with the former identity. */
const SITE_CHANNEL = 'minga_site';

/**
 * Creates the cache. The database notifies each change; a listener that may have missed one reads again once its connection is restored.
 * A broken connection reads nothing: requests would wait for a database that does not respond, and then as long for their own queries
 * (docs/rules.md R1.4).
 */
export function createCurrentSite({
  initial,
  read,
  listener,
  log,
}: {
  initial: Site;
  read: () => Promise<Site>;
  listener: PgListener;
  log: Logger;
}): CurrentSite {
  let site = initial;
  let reading: Promise<void> | null = null;
  let isStale = false;

  async function readUntilFresh(): Promise<void> {
    try {
      do {
        isStale = false;
        site = await read();
      } while (isStale);
    } catch (error) {
      log.warn({ err: error }, 'The identity of the site could not be read');
    } finally {
      reading = null;
    }
  }

  function refresh(): Promise<void> {
    // A reading in progress may have missed the change.
    isStale = true;
    reading ??= readUntilFresh();
    return reading;
  }

  const onChange = () => void refresh();
  listener.on(SITE_CHANNEL, onChange, () => {
    if (listener.isListening()) onChange();
  });
  return { current: () => site, refresh, pending: () => reading };
}

declare module 'fastify' {
  interface FastifyInstance {
    site: CurrentSite;
  }
}

/** Makes requests wait for a change of the identity that is being read, and fills the words of the site in all texts that are sent. */
export function fillResponses(app: FastifyInstance, site: CurrentSite): void {
  app.decorate('site', site);
  app.addHook('onRequest', (_request, _reply, done) => {
    const pending = site.pending();
    if (pending === null) done();
    else void pending.then(() => done());
  });
  app.addHook('onSend', async (_request, reply, payload) =>
    typeof payload === 'string'
      ? fillBody(payload, String(reply.getHeader('content-type') ?? ''), site.current())
      : payload,
  );
}
