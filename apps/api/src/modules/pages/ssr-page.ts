import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SAVED_DATA_META } from '@minga/contract/saved-data';
import type {
  EmbedRenderer,
  LegalRenderer,
  RenderedPage,
  SsrRenderer,
  Viewing,
} from '@minga/contract/server-rendering';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/speed/costly-responses.ts';
import { savesData, sendCacheable, sendCached } from '../../platform/speed/response-cache.ts';
import { siteHandle } from '../federation/peers/service.ts';
import type { Landing } from './landing-service.ts';
import { type Head, HTML_TYPE, type Shell, sendHtml } from './shell.ts';

/** The landing page's renderer, built from apps/web/src/app/landing/render-landing.tsx. */
export interface LandingRenderer {
  /** The content of the document's body. */
  renderLanding(landing: Landing, viewing: Viewing): string;
}

/** Loads a module of the built web app in `folder`. */
export const loadSsrRenderer = (folder: string): Promise<SsrRenderer> => load(folder, 'entry-server.js');
export const loadLandingRenderer = (folder: string): Promise<LandingRenderer> => load(folder, 'landing.js');
export const loadEmbedRenderer = (folder: string): Promise<EmbedRenderer> => load(folder, 'embed.js');
export const loadLegalRenderer = (folder: string): Promise<LegalRenderer> => load(folder, 'legal.js');

const load = async <Module>(folder: string, name: string): Promise<Module> =>
  (await import(pathToFileURL(join(folder, 'server', name)).href)) as Module;

/** Queues renderings, which take tens of milliseconds. A page that waits too long is sent empty, as after an error. */
const inTurn = createTurns();

/** The element by which styles and scripts know that the page was rendered for a user who saves data. */
export const SAVED_DATA_TAG = `<meta name="${SAVED_DATA_META}" content="on">`;
const VARY = 'cookie, save-data';

/** Sends a public screen. */
export type SendPage = Send<Head, string | FastifyReply>;

type Send<H, Sent> = (
  request: FastifyRequest,
  reply: FastifyReply,
  head: H,
  render: (viewing: Viewing) => Promise<RenderedPage>,
) => Promise<Sent>;

export interface SsrPages {
  /** Sends the cached page of this URL to a request without a session. Returns null if there is none. */
  sendCachedPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null>;
  send: SendPage;
  /** Sends a page that is not cached: a page of a missing resource, because such URLs are unlimited, or one that must be current. */
  sendUncached: Send<Head & { status: number }, FastifyReply>;
  /** Sends a page about the visitor of this browser, which nothing stores. */
  sendPersonal: Send<Head & { status: number }, FastifyReply>;
}

/**
 * Creates the functions that send a screen. Requests without a session receive the server-rendered screen, cached until public data
 * changes. Requests with a session receive the empty document, because the content depends on the viewer. So does every request if
 * rendering fails; the app then shows the error.
 */
export function ssrPages(
  app: FastifyInstance,
  platform: Platform,
  sessionCookie: Cookie,
  shell: Shell,
): SsrPages {
  const { log } = app;
  const { clock, settings } = platform;
  const site = { timeZone: settings.timeZone, siteHandle: siteHandle(platform) };
  const hasSession = (request: FastifyRequest) => sessionCookie.read(request) !== undefined;
  const rendered = (request: FastifyRequest, render: (viewing: Viewing) => Promise<RenderedPage>) =>
    inTurn(() => render({ ...site, isDataSaved: savesData(request) }), request.ip).catch(error => {
      log.error({ err: error }, 'A screen could not be rendered');
      return undefined;
    });
  const documentFor = (request: FastifyRequest, head: Head, page?: RenderedPage): string =>
    shell(savesData(request) ? { ...head, tags: [...head.tags, SAVED_DATA_TAG] } : head, page);

  /** The time for the app's clock (apps/web/src/app/initial-data.ts). In the HTML it would change the ETag on every render. */
  const renderTime = () => ({ 'server-timing': `rendered;desc="${clock().toISOString()}"` });

  const sendFresh =
    (cacheControl?: string): SsrPages['sendUncached'] =>
    async (request, reply, { status, ...head }, render) => {
      const page = hasSession(request) ? undefined : await rendered(request, render);
      const html = documentFor(request, head, page);
      return sendHtml(reply.headers({ vary: VARY, ...renderTime() }), html, status, cacheControl);
    };

  return {
    sendCachedPage: async (request, reply) => (hasSession(request) ? null : sendCached(request, reply)),
    async send(request, reply, head, render) {
      if (hasSession(request)) {
        reply.type(HTML_TYPE).header('cache-control', 'private, no-cache').header('vary', VARY);
        return documentFor(request, head);
      }
      return sendCacheable(request, reply, async () => ({
        body: documentFor(request, head, await rendered(request, render)),
        type: HTML_TYPE,
        headers: renderTime(),
      }));
    },
    sendUncached: sendFresh(),
    sendPersonal: sendFresh('no-store'),
  };
}
