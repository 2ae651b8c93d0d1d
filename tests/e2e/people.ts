import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { readLetter } from './mailbox.ts';

/** Somebody's browser as far as calls go. */
export type Caller = Pick<Page, 'request'>;

interface Person {
  username: string;
  email: string;
  password: string;
}

/** A new person, verified and signed in in this page's browser, by the calls alone: the screens have journeys of their own. */
export async function join(page: Caller, person: Person): Promise<void> {
  await succeed(page, '/api/auth/register', { ...person, phone: '3001234567' });
  const letter = await readLetter(page, person.email, 'Verifica tu correo');
  const token = /verify-email\?token=([\w-]+)/.exec(letter)?.[1];
  await succeed(page, '/api/auth/verify-email', { token });
}

/** Signs in in this page's browser. */
export const signIn = (
  page: Caller,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> => succeed(page, '/api/auth/login', { email, password });

const MINUTE_MS = 60_000;
const THREE_DAYS_MS = 3 * 24 * 60 * MINUTE_MS;
let made = 0;

/** An activity of somebody else's, published from a browser of their own, sooner than those before it; none other has its title. */
export async function published(browser: Browser, baseURL: string): Promise<{ id: string; title: string }> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const word = randomUUID().slice(0, 8);
  await join(page, {
    username: 'Nubia Chantre',
    email: `nubia.${word}@example.org`,
    password: 'maíz-y-café',
  });
  const title = `Olla comunitaria ${word}`;
  // The catalogue begins with what comes soonest: it is there however many tests have published before.
  made += 1;
  const date = new Date(Date.now() + THREE_DAYS_MS - made * 10 * MINUTE_MS).toISOString();
  const response = await page.request.post('/api/tasks', {
    data: { title, date, description: 'Trae plato.' },
  });
  const { _id: id } = await response.json();
  await context.close();
  return { id, title };
}

async function succeed(page: Caller, path: string, data: object): Promise<void> {
  const response = await page.request.post(path, { data });
  expect(response.ok(), `${path} is answered ${response.status()}`).toBe(true);
}
