import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { openLetter } from './mailbox.ts';

interface Person {
  username: string;
  email: string;
  password: string;
}

/** A new person, verified and signed in in this page's browser, by the calls alone: the screens have journeys of their own. */
export async function join(page: Page, person: Person): Promise<void> {
  await succeed(page, '/api/auth/register', { ...person, phone: '3001234567' });
  await openLetter(page, person.email, 'Verifica tu correo');
  const link = await page.getByRole('link', { name: /verify-email/ }).getAttribute('href');
  const token = new URL(link ?? '').searchParams.get('token');
  await succeed(page, '/api/auth/verify-email', { token });
}

/** Signs in in this page's browser. */
export const signIn = (page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> =>
  succeed(page, '/api/auth/login', { email, password });

async function succeed(page: Page, path: string, data: object): Promise<void> {
  const response = await page.request.post(path, { data });
  expect(response.ok(), `${path} is answered ${response.status()}`).toBe(true);
}
