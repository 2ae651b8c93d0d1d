import type { TestApp } from './app.ts';
import { cheapHash } from './cheap-hash.ts';
import { type aUser, signedIn } from './factories.ts';
import { emailsWritten, mailedToken } from './sent-emails.ts';

type Headers = Record<string, string>;

export const PASSWORD = 'maíz-y-café';
export const passwordHash = await cheapHash(PASSWORD);

let made = 0;
/** The fields of a sign-up, each with another address. */
export const newAccount = (values: object = {}) => ({
  username: 'Rosa Elvira',
  email: `rosa${++made}@example.org`,
  phone: '3001234567',
  password: PASSWORD,
  ...values,
});

/** Calls and fixtures of the tests of accounts on one app. */
export function accountCalls(app: TestApp) {
  const { db } = app.platform;
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    headers: Headers = {},
    payload?: object,
    remoteAddress = '127.0.0.1',
  ) => app.inject({ method, url: `/api/auth/${path}`, headers, remoteAddress, ...(payload && { payload }) });
  const post = (path: string, payload?: object, headers?: Headers, remoteAddress?: string) =>
    call('POST', path, headers, payload, remoteAddress);

  /** A signed-in account with `PASSWORD`. */
  const person = (values: Parameters<typeof aUser>[1] = {}) => signedIn(db, { passwordHash, ...values });
  const isSignedIn = async (headers: Headers) => (await call('GET', 'verify', headers)).json() !== null;

  /** The token of the newest link, once the jobs have written its e-mail; the app's jobs must be started. */
  async function linkToken(email: string, purpose: 'verify' | 'reset' = 'verify'): Promise<string> {
    await emailsWritten(db);
    return mailedToken(db, email, purpose);
  }

  async function registered(values: object = {}) {
    const account = newAccount(values);
    await post('register', account);
    return { account, token: await linkToken(account.email) };
  }

  return { call, post, person, isSignedIn, linkToken, registered };
}
