import { randomBytes } from 'node:crypto';
import { connect } from 'node:tls';
import { check, type Finding } from './finding.ts';
import { picture } from './hostile-bodies.ts';
import type { HttpsClient, HttpsResponse } from './https-client.ts';
import { checkLive } from './live-checks.ts';

export interface Site {
  readonly origin: string;
  readonly host: string;
  readonly httpsPort: number;
  readonly superadmin: { readonly email: string; readonly password: string };
  /** Reaches the site by loopback. */
  readonly client: HttpsClient;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const YEAR = 31_536_000;
const SIGN_INS_PER_MINUTE = 30;
const VIDEO_BYTES = 30 * 1024 * 1024;

export async function checkSite(site: Site): Promise<Finding[]> {
  const { session, findings } = await checkCookies(site);
  return [
    ...(await checkHeaders(site)),
    ...findings,
    ...(await checkOrigins(site, session)),
    ...(await checkLive(site, session)),
    ...(await checkUploads(site, session)),
    ...(await checkForwarded(site)),
  ];
}

async function checkHeaders({ client, host, httpsPort }: Site): Promise<Finding[]> {
  const plain = await client.callPlain('/actividades');
  const { headers } = await client.call('/');
  const { headers: apiHeaders } = await client.call('/api/auth/verify');
  const traced = await client.call('/', { method: 'TRACE', headers: { cookie: 'a=b' } });
  const policy = String(headers['content-security-policy']);
  const age = Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1]);
  const protocol = await protocolOf(host, httpsPort);
  const isScriptBound = /script-src 'self'/.test(policy) && !/script-src[^;]*unsafe/.test(policy);
  return [
    check(
      'HTTP redirects to HTTPS',
      [301, 308].includes(plain.status) && String(plain.headers.location).startsWith(`https://${host}`),
      [plain.status, plain.headers.location],
    ),
    check('no TRACE', traced.status >= 400 && !traced.body.includes('a=b'), traced.status),
    check('TLS 1.3, HTTP/2', protocol === 'TLSv1.3 h2', protocol),
    check('HSTS of a year', age >= YEAR, headers['strict-transport-security'] ?? 'none'),
    check('HSTS on API responses', apiHeaders['strict-transport-security'] !== undefined, 'none'),
    check('CSP: only scripts of our own origin', isScriptBound, policy),
    ...["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].map(directive =>
      check(`CSP: ${directive}`, policy.includes(directive), policy),
    ),
    check(
      'nosniff',
      headers['x-content-type-options'] === 'nosniff',
      headers['x-content-type-options'] ?? '',
    ),
    check('no referrer', headers['referrer-policy'] === 'no-referrer', headers['referrer-policy'] ?? 'none'),
    check('no software version', !/\d/.test(String(headers.server ?? '')), headers.server ?? ''),
    check(
      'API responses are not cached',
      apiHeaders['cache-control'] === 'no-store',
      apiHeaders['cache-control'] ?? '',
    ),
  ];
}

const protocolOf = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: host, rejectUnauthorized: false };
    const socket = connect({ ...options, ALPNProtocols: ['h2', 'http/1.1'] }, () => {
      resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`);
      socket.destroy();
    });
    socket.on('error', reject);
  });

const signIn = ({ client, superadmin }: Site): Promise<HttpsResponse> =>
  client.call('/api/auth/login', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(superadmin) });

async function checkCookies(site: Site): Promise<{ session: string; findings: Finding[] }> {
  const setCookie = (await signIn(site)).headers['set-cookie']?.[0] ?? '';
  const session = setCookie.split(';')[0] ?? '';
  const { body } = await site.client.call('/api/auth/verify', { headers: { cookie: session } });
  const { _id } = JSON.parse((await publish(site, session, null)).body) as { _id: string };
  const confirmation = { taskId: _id, name: 'Ana', email: 'ana@example.org' };
  const visit = await site.client.call('/api/attendances/confirm', {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(confirmation),
  });
  const proof = visit.headers['set-cookie']?.[0] ?? '';
  const findings = [
    check('session cookie', isProtectedCookie(setCookie, '__Host-minga_session'), setCookie),
    check('visitor cookie', isProtectedCookie(proof, '__Host-minga_visitor'), proof),
    check('the cookie identifies the session', body.includes(site.superadmin.email), body),
  ];
  return { session, findings };
}

function isProtectedCookie(setCookie: string, name: string): boolean {
  const attributes = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];
  return (
    setCookie.startsWith(`${name}=`) &&
    attributes.every(attribute => setCookie.split('; ').includes(attribute)) &&
    !/domain=/i.test(setCookie)
  );
}

async function checkOrigins({ client, origin }: Site, cookie: string): Promise<Finding[]> {
  const post = (from: string) =>
    client.call('/api/notifications/recibidas/leidas', { method: 'POST', headers: { cookie, origin: from } });
  const foreign = 'https://malo.example';
  const [own, other] = [await post(origin), await post(foreign)];
  const allowed = [own, other].flatMap(({ headers }) =>
    Object.keys(headers).filter(name => name.startsWith('access-control-')),
  );
  const [ownSocket, otherSocket] = [
    await client.openSocket({ cookie, origin }),
    await client.openSocket({ cookie, origin: foreign }),
  ];
  return [
    check('same-origin writes are allowed', own.status === 204, own.status),
    check('cross-origin writes are rejected', other.status === 403, other.status),
    check('no CORS header', allowed.length === 0, allowed.join(' ')),
    check('same-origin WebSocket is allowed', ownSocket === 101, ownSocket),
    check('cross-origin WebSocket is rejected', otherSocket >= 400, otherSocket),
  ];
}

function publish({ client }: Site, cookie: string, image: Buffer | null): Promise<HttpsResponse> {
  const date = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString();
  const field = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const body = Buffer.concat([
    Buffer.from(field('title', 'Siembra') + field('date', date)),
    ...(image === null ? [] : [Buffer.from(file), image, Buffer.from('\r\n')]),
    Buffer.from('--x--\r\n'),
  ]);
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x' };
  return client.call('/api/tasks', { method: 'POST', headers, body });
}

async function checkUploads(site: Site, cookie: string): Promise<Finding[]> {
  const size = 5 * 1024 * 1024;
  // Decoders ignore bytes after the end of a PNG.
  const largest = Buffer.concat([picture, randomBytes(size - picture.length)]);
  const [accepted, rejected] = [
    await publish(site, cookie, largest),
    await publish(site, cookie, Buffer.concat([largest, Buffer.alloc(1)])),
  ];
  const isOurs =
    rejected.status === 413 && rejected.body.includes('La imagen es demasiado grande. Máximo 5MB');
  const video = await publish(site, cookie, Buffer.alloc(VIDEO_BYTES)).catch(String);
  return [
    check('an image of 5 MB is accepted', accepted.status === 201, [accepted.status, accepted.body]),
    check('one byte more is rejected by Minga itself', isOurs, [rejected.status, rejected.body]),
    check(
      'a file of 30 MB is rejected in the form of the errors',
      typeof video !== 'string' && video.status === 413 && isError(video.body, 'TOO_LARGE'),
      video,
    ),
  ];
}

/** Minga has stopped: people get a page in Spanish and programs the errors' form, without a code (the outcome of the request is unknown). */
export async function checkUnavailable(client: HttpsClient): Promise<Finding[]> {
  const [page, call] = await Promise.all([client.call('/actividades'), client.call('/api/tasks')]);
  const isPage =
    page.status === 502 &&
    String(page.headers['content-type']).startsWith('text/html') &&
    page.body.includes('El sitio no responde en este momento');
  const isJson = String(call.headers['content-type']).startsWith('application/json');
  const { message, code } = isJson ? (JSON.parse(call.body) as Record<string, unknown>) : {};
  return [
    check('a page in Spanish while Minga is stopped', isPage, page),
    check(
      'a message in Spanish, and no code, for programs',
      call.status === 502 && String(message).startsWith('El sitio no responde') && code === undefined,
      call,
    ),
    check(
      'both say when to try again',
      [page, call].every(({ headers }) => headers['retry-after'] !== undefined),
      call.headers,
    ),
  ];
}

/** Must run last: afterwards the address is rate-limited for a minute. */
async function checkForwarded({ client }: Site): Promise<Finding[]> {
  const statuses = [];
  for (let index = 0; index <= SIGN_INS_PER_MINUTE; index += 1) {
    const { status } = await client.call('/api/auth/login', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-forwarded-for': `203.0.113.${index}`, 'x-real-ip': `203.0.113.${index}` },
      body: JSON.stringify({ email: `nadie${index}@example.org`, password: 'no-es-esta' }),
    });
    statuses.push(status);
  }
  return [check('a forged X-Forwarded-For is ignored', statuses.includes(429), statuses.join(' '))];
}

/** The form of the API's errors: a Spanish sentence and a code. */
function isError(body: string, code: string): boolean {
  const parsed = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
  return typeof parsed.message === 'string' && parsed.code === code;
}
