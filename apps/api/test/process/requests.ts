import { once } from 'node:events';
import { connect } from 'node:net';

const PASSWORD = 'una clave de prueba';

/** Status of the response; 0 without one. */
export async function statusOf(url: string, init?: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

const post = (url: string, body: object) =>
  statusOf(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const registration = (email: string) => ({
  username: 'Ana Chocué',
  email,
  phone: '3001234567',
  password: PASSWORD,
});

/** 201 when the account's row is stored. */
export const register = (address: string, email: string) =>
  post(`${address}/api/auth/register`, registration(email));

/** Status of a sign-in. */
export const signIn = (address: string, email: string, password: string) =>
  post(`${address}/api/auth/login`, { email, password });

/** Whether a registration exists: with the correct password it is rejected with 403, an unknown e-mail with 401. */
export async function hasAccount(address: string, email: string): Promise<boolean> {
  const status = await signIn(address, email, PASSWORD);
  if (status !== 403 && status !== 401) throw new Error(`sign-in returned ${status}`);
  return status === 403;
}

export interface OpenRequest {
  /** Sends the body and returns the response's status line. */
  finish(): Promise<string>;
}

export const startRegistration = (address: string, email: string): Promise<OpenRequest> =>
  startPost(
    `${address}/api/auth/register`,
    { 'content-type': 'application/json' },
    JSON.stringify(registration(email)),
  );

/** Starts a request: the server has received the headers and waits for the body. */
export async function startPost(
  url: string,
  headers: Record<string, string>,
  body: string | Buffer,
): Promise<OpenRequest> {
  const { hostname, port, host, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let response = '';
  socket.on('data', chunk => (response += chunk.toString()));
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    // The server responds with 100 once it has read the headers.
    'Expect: 100-continue',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  response = '';
  return {
    async finish() {
      socket.write(body);
      await once(socket, 'end');
      return response.split('\r\n')[0] ?? '';
    },
  };
}

/** The token of the newest link to `screen` in the local mailbox that is not in `known`; null without one. */
export async function newToken(
  address: string,
  screen: string,
  known: ReadonlySet<string>,
): Promise<string | null> {
  const text = async (path: string) => (await fetch(`${address}${path}`)).text();
  const links = (await text('/correo-local')).matchAll(/href="(\/correo-local\/[0-9a-f-]+)"/g);
  for (const [, path = ''] of links) {
    const token = new RegExp(`/${screen}\\?token=([A-Za-z0-9_-]{43})`).exec(await text(path))?.[1];
    if (token !== undefined && !known.has(token)) return token;
  }
  return null;
}
