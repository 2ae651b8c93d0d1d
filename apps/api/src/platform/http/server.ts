import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { HTTPMethod } from 'find-my-way';
import findMyWay from 'find-my-way';
import type { HelmetOptions } from 'helmet';
import helmet from 'helmet';
import type { Settings } from '../../settings.ts';
import { methodNotAllowed } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type CurrentSite, fillResponses } from '../site/current-site.ts';
import { serveFromCacheFirst } from '../speed/response-cache.ts';
import { enforceBodyDeadlines, rejectUnreadable } from './body-deadlines.ts';
import { handleErrors, sendError } from './error-handler.ts';
import { normalizeForwardedFor } from './local-request.ts';
import { allowCrossOrigin, checkOrigin } from './origin.ts';
import { serializerCompiler, validatorCompiler } from './route.ts';
import { createUploadPlaces } from './upload-places.ts';

/** Slower requests are logged as warnings, except uploads, which depend on the client's connection. */
export const SLOW_MS = 1_000;

/**
 * The address of an attendee's QR code ends with a secret, which admits its holder without a list (docs/rules.md R18.1), that of a
 * place with the code that registers arrivals (docs/rules.md R22.1), and that of a personal calendar with its secret (docs/rules.md R24.1).
 */
const SECRET_SEGMENT = /(\/(?:llegada|estoy|calendario)[/\\]+)[^/\\]+/gi;

/** The path of a URL without the query, and without the secret segment in whatever notation clients and proxies write it. */
function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? '';
  const masked = path.replaceAll(SECRET_SEGMENT, '$1[oculto]');
  if (!masked.includes('%')) return masked;
  const decoded = decodeTwice(masked);
  const decodedMasked = decoded.replaceAll(SECRET_SEGMENT, '$1[oculto]');
  return decodedMasked === decoded ? masked : decodedMasked;
}

/** Decodes percent-encoded ASCII letters and slashes, also those that a proxy has encoded once more. */
function decodeTwice(path: string): string {
  const decode = (text: string) =>
    text.replaceAll(/%([2-7][\da-f])/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  return decode(decode(path));
}

/**
 * Logs one line per request: API calls at `info` (slow ones at `warn`), files and pages at `debug`. Omits the query, which may
 * contain a token or an e-mail address, and the secrets of addresses. docs/metrics.md describes the fields.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url;
  const path = loggedPath(request.url);
  const milliseconds = Math.round(reply.elapsedTime);
  const line = { method: request.method, route, path, status: reply.statusCode, milliseconds };
  if (!path.startsWith('/api/')) request.log.debug(line, 'answered');
  else if (milliseconds >= SLOW_MS && !request.isMultipart()) request.log.warn(line, 'answered slowly');
  else request.log.info(line, 'answered');
}

const JSON_BYTES = 100_000;
/** The time in which the headers must arrive; `body-deadlines.ts` limits the time of bodies. */
const HEADERS_MS = 60_000;
/** A host with its port fits (docs/rules.md R27.2). */
const PARAM_LENGTH_MAX = 270;

interface ServerParts {
  readonly settings: Settings;
  readonly publicUrl: string;
  readonly log: Logger;
  readonly site: CurrentSite;
  /** The hashes of the inline scripts allowed to run. */
  readonly inlineScripts: readonly string[];
}

/** The HTTP server with limits, headers and error handling, without routes. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { settings, publicUrl, log } = parts;
  const logger: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: rejectUnreadable,
    trustProxy: settings.trustProxy,
    bodyLimit: JSON_BYTES,
    // Clients that offer an HTTP/2 upgrade with an ordinary request (curl, Java) expect a response, not a WebSocket.
    http: {
      headersTimeout: HEADERS_MS,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    // On stop, idle keep-alive connections are closed at once, and requests in progress finish.
    forceCloseConnections: 'idle',
    // Further requests on a busy connection are served too, since the framework's own 503 is in English.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('session', null);
  app.decorateRequest('uploads', null);
  app.decorateRequest('upload', null);
  app.decorateRequest('isHandling', false);
  app.decorate('uploadPlaces', createUploadPlaces());
  app.addHook('onListen', async () => {
    enforceBodyDeadlines(app.server);
    endIgnoredUpgrades(app.server);
  });
  if (settings.trustProxy !== false) normalizeForwardedFor(app);
  serveFromCacheFirst(app);
  fillResponses(app, parts.site);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  allowCrossOrigin(app);
  logRequests(app);
  checkOrigin(app, publicUrl);
  rejectOtherMethods(app, PARAM_LENGTH_MAX);
  handleErrors(app);
  protect(app, securityHeaders(publicUrl.startsWith('https:'), parts.inlineScripts));
  await app.register(cookie);
  // `upload-places.ts` rejects files that are too large, with the contract's sentence.
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  return app;
}

/**
 * Closes the connection of a request whose upgrade is ignored after its response. On such a connection Node 24.21 neither reports nor
 * responds to a further request that it cannot parse (`rejectUnreadable`), and the client would wait for ever.
 */
function endIgnoredUpgrades(server: Server): void {
  server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });
}

const noHandler = (): void => undefined;

/**
 * Rejects a request whose path has routes, but none with its method, with 405 and the path's methods in `Allow` (RFC 9110, section
 * 15.5.6), where Fastify would respond 404. A second router of the same kind holds all routes, since Fastify has no method that lists the
 * routes of a path.
 */
function rejectOtherMethods(app: FastifyInstance, maxParamLength: number): void {
  const router = findMyWay({ maxParamLength });
  const methods = new Set<HTTPMethod>();

  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat() as HTTPMethod[]) {
      // Fastify reports the HEAD route of a GET route twice if the route declares one itself.
      if (router.hasRoute(one, url)) continue;
      methods.add(one);
      router.on(one, url, noHandler);
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const allowed = [...methods].filter(method => router.find(method, request.url) !== null);
    // If the path has a route with this method, the route did not match for another reason.
    if (allowed.length === 0 || allowed.includes(request.method as HTTPMethod)) return done();
    reply.header('allow', allowed.toSorted().join(', '));
    done(methodNotAllowed());
  });
}

/** Sets the security headers, which are computed once. Fastify's plugin computes them for each request, which took 5 % of its time. */
function protect(app: FastifyInstance, headers: HelmetOptions): void {
  const setHeaders = helmet(headers);
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()));
}

/** Returns the security headers. They allow only our own inline scripts; the component library needs inline styles. */
function securityHeaders(secure: boolean, inlineScripts: readonly string[]): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  };
}

const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** The CSP hashes of the inline scripts in the documents of the built web app. */
export async function inlineScripts(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const documents = await Promise.all(
    names.filter(name => name.endsWith('.html')).map(name => readFile(join(folder, name), 'utf8')),
  );
  return [...new Set(documents.flatMap(hashesIn))];
}

/** The CSP hashes of the inline scripts of one document. */
export const hashesIn = (html: string): string[] =>
  [...html.matchAll(INLINE)].map(([, script = '']) => hashOf(script));

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
