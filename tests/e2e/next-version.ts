import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The product; a network that wants a sign-in, with its own page or by leading to it; a server whose database is away; or
 * nobody, who takes what comes and says nothing.
 */
export type Answering = 'product' | 'portal' | 'redirect' | 'unavailable' | 'nobody';

/** What the page of such a network says, and nothing of Minga. */
export const PORTAL = 'Conéctate al wifi del parque';

/** The product behind an address at which a new version of the app can be put up. */
export interface Deployment {
  readonly url: string;
  /** The app's style sheet, as each version names it. */
  readonly styles: { readonly before: string; readonly after: string };
  /** From now on the app is another: its style sheet has another name, and the old one is gone. */
  deploy(): void;
  /** From now on everything is answered so, until the product itself answers again. */
  answerAs(answering: Answering): void;
  stop(): Promise<void>;
}

const STYLES = /\/assets\/style-[\w-]+\.css/;
const NAMES_FILES = /text\/html|javascript/;
/** Of the product's own connection. */
const NOT_HANDED_ON = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|etag)$/;

export async function standInFrontOf(product: string): Promise<Deployment> {
  const before = STYLES.exec(await (await fetch(`${product}/login`)).text())?.[0] ?? '';
  const styles = { before, after: '/assets/style-of-the-next-version.css' };
  let isDeployed = false;
  let answering: Answering = 'product';

  const answer: RequestListener = async (asked, reply) => {
    if (answering !== 'product') return answerInstead(answering, reply);
    if (isDeployed && asked.url === styles.before) return void reply.writeHead(404).end();
    const path = isDeployed && asked.url === styles.after ? styles.before : asked.url;
    const response = await handOn(`${product}${path}`, asked);
    const text = isDeployed && NAMES_FILES.test(response.headers.get('content-type') ?? '');
    reply.statusCode = response.status;
    for (const [name, value] of response.headers) {
      if (!NOT_HANDED_ON.test(name)) reply.appendHeader(name, value);
    }
    const body = Buffer.from(await response.arrayBuffer());
    reply.end(text ? body.toString().replaceAll(styles.before, styles.after) : body);
  };

  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    styles,
    deploy: () => {
      isDeployed = true;
    },
    answerAs: next => {
      answering = next;
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerInstead(answering: Answering, reply: ServerResponse): void {
  if (answering === 'nobody') return;
  const isHtml = { 'content-type': 'text/html; charset=utf-8' };
  if (answering === 'redirect') reply.writeHead(302, { location: 'http://127.0.0.1:9/entrar' }).end();
  else if (answering === 'portal') reply.writeHead(200, isHtml).end(`<h1>${PORTAL}</h1>`);
  else
    reply
      .writeHead(503, { 'x-request-id': '1' })
      .end('{"message":"El servicio no está disponible","code":"UNAVAILABLE"}');
}

async function handOn(url: string, asked: IncomingMessage): Promise<Response> {
  const { cookie = '', accept = '*/*', 'content-type': type } = asked.headers;
  const parts: Buffer[] = [];
  for await (const part of asked) parts.push(part);
  return fetch(url, {
    method: asked.method ?? 'GET',
    headers: { cookie, accept, ...(type && { 'content-type': type }) },
    ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    redirect: 'manual',
  });
}
