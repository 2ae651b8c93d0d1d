import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type ApiClient, createAccount } from './accounts.ts';
import { expect, expectAccessible } from './fixtures.ts';

const uniqueEmail = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.org`;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toUTCString();

/** Creates an account, signs it in in this page's browser and returns its e-mail address. */
export async function createMember(page: Page): Promise<string> {
  const email = uniqueEmail('luz');
  await createAccount(page, { username: 'Luz Dary', email, password: 'maíz-y-café' });
  return email;
}

/** The button of the bell, which on phones is a tab, with this number of unread notifications. */
export const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: new RegExp(`^(Notificaciones|Avisos)${unread === 0 ? '' : `: ${unread} sin leer`}$`),
  });

export async function publish(client: ApiClient, title: string, days: number): Promise<string> {
  const data = { title, place: 'Cerro de la Eme', date: inDays(days) };
  return (await (await client.request.post('/api/tasks', { data })).json())._id;
}

/** Confirms an attendance from this client's browser. */
export async function confirm(
  client: ApiClient,
  taskId: string,
  name: string,
  email = uniqueEmail('rosa'),
): Promise<void> {
  const response = await client.request.post('/api/attendances/confirm', { data: { taskId, name, email } });
  expect(response.status()).toBe(201);
}

/** The rules of axe that read colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks the page in both colour schemes, of which the second changes the colours only. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, COLOUR_RULES);
}
