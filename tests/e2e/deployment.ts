import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What responds: the product, a captive portal with its own page or by redirecting to it, a server whose database is
 * unavailable, or nothing, although the connection is accepted.
 */
export type Responder = 'product' | 'portal' | 'redirect' | 'unavailable' | 'silence';

/** The text of the captive portal's page. */
export const PORTAL = 'Conéctate al wifi del parque';

/** A proxy in front of the product that can deploy a new version of the app. */
export interface Deployment {
  readonly url: string;
  /** The path of the app's style sheet in each version. */
  readonly styles: { readonly before: string; readonly after: string };
  /** Renames the style sheet and changes the service worker's version; the previous style sheet is 404. */
  deploy(): void;
  /** Changes what responds to every request. */
  respondAs(responder: Responder): void;
  stop(): Promise<void>;
}

const STYLES = /\/assets\/style-[\w-]+\.css/;
const VERSION = /v[0-9a-f]{12}/;
const NEXT_VERSION = 'vffffffffffff';
const NAMES_FILES = /text\/html|javascript/;
/** Headers of the product's own connection. */
const NOT_FORWARDED = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|etag)$/;

export async function startDeployment(product: string): Promise<Deployment> {
  const find = async (pattern: RegExp, path: string) =>
    pattern.exec(await (await fetch(product + path)).text())?.[0] ?? '';
  const styles = { before: await find(STYLES, '/login'), after: '/assets/style-of-the-next-version.css' };
  const version = await find(VERSION, '/sw.js');
  let isDeployed = false;
  let responder: Responder = 'product';

  const respond: RequestListener = async (request, reply) => {
    if (responder !== 'product') return respondInstead(responder, reply);
    if (isDeployed && request.url === styles.before) return void reply.writeHead(404).end();
    const path = isDeployed && request.url === styles.after ? styles.before : request.url;
    const response = await forward(`${product}${path}`, request);
    const isText = isDeployed && NAMES_FILES.test(response.headers.get('content-type') ?? '');
    reply.statusCode = response.status;
    for (const [name, value] of response.headers) {
      if (!NOT_FORWARDED.test(name)) reply.appendHeader(name, value);
    }
    const body = Buffer.from(await response.arrayBuffer());
    const nextText = () =>
      body.toString().replaceAll(styles.before, styles.after).replaceAll(version, NEXT_VERSION);
    reply.end(isText ? nextText() : body);
  };

  const server = createServer(respond);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    styles,
    deploy: () => {
      isDeployed = true;
    },
    respondAs: next => {
      responder = next;
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respondInstead(responder: Responder, reply: ServerResponse): void {
  if (responder === 'silence') return;
  const isHtml = { 'content-type': 'text/html; charset=utf-8' };
  if (responder === 'redirect') reply.writeHead(302, { location: 'http://127.0.0.1:9/entrar' }).end();
  else if (responder === 'portal') reply.writeHead(200, isHtml).end(`<h1>${PORTAL}</h1>`);
  else
    reply
      .writeHead(503, { 'x-request-id': '1' })
      .end('{"message":"El servicio no está disponible","code":"UNAVAILABLE"}');
}

async function forward(url: string, request: IncomingMessage): Promise<Response> {
  const { cookie = '', accept = '*/*', 'content-type': type } = request.headers;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return fetch(url, {
    method: request.method ?? 'GET',
    headers: { cookie, accept, ...(type && { 'content-type': type }) },
    ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    redirect: 'manual',
  });
}
