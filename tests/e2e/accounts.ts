import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { readEmail } from './mailbox.ts';

/** The API requests of one browser, with its cookies. */
export type ApiClient = Pick<Page, 'request'>;

interface Account {
  username: string;
  email: string;
  password: string;
}

/** Registers and verifies an account through the API. The client is signed in, and has just proved its identity. */
export async function createAccount(client: ApiClient, account: Account): Promise<void> {
  await post(client, '/api/auth/register', { ...account, phone: '3001234567' });
  const email = await readEmail(client, account.email, 'Verifica tu correo');
  const token = /verify-email\?token=([\w-]+)/.exec(email)?.[1];
  await post(client, '/api/auth/verify-email', { token });
  // The link proves the mailbox alone.
  await post(client, '/api/auth/identity', { password: account.password });
}

/** Signs in in this page's browser. */
export const signIn = (
  client: ApiClient,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> => post(client, '/api/auth/login', { email, password });

const MINUTE_MS = 60_000;
const THREE_DAYS_MS = 3 * 24 * 60 * MINUTE_MS;
let publishedCount = 0;

/**
 * Creates an account in its own browser context and publishes an activity from it, with a unique title. Each activity starts
 * earlier than the one published before it.
 */
export async function publishFromNewAccount(
  browser: Browser,
  baseURL: string,
  description = 'Trae plato.',
): Promise<{ id: string; title: string }> {
  const context = await browser.newContext({ baseURL });
  const word = randomUUID().slice(0, 8);
  await createAccount(context, {
    username: 'Nubia Chantre',
    email: `nubia.${word}@example.org`,
    password: 'maíz-y-café',
  });
  const title = `Olla comunitaria ${word}`;
  // The catalogue lists the earliest first, so that this one is on its first page.
  publishedCount += 1;
  const date = new Date(Date.now() + THREE_DAYS_MS - publishedCount * 10 * MINUTE_MS).toISOString();
  const response = await context.request.post('/api/tasks', { data: { title, date, description } });
  const { _id: id } = await response.json();
  await context.close();
  return { id, title };
}

async function post(client: ApiClient, path: string, data: object): Promise<void> {
  const response = await client.request.post(path, { data });
  expect(response.ok(), `${path} returned ${response.status()}`).toBe(true);
}
