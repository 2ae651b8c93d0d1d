import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { join } from './people.ts';

const someone = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.org`;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toUTCString();

/** A new person, signed in; answers the e-mail. */
export async function newcomer(page: Page): Promise<string> {
  const email = someone('luz');
  await join(page, { username: 'Luz Dary', email, password: 'maíz-y-café' });
  return email;
}

export async function publish(page: Page, title: string, days: number): Promise<string> {
  const data = { title, place: 'Cerro de la Eme', date: inDays(days) };
  return (await (await page.request.post('/api/tasks', { data })).json())._id;
}

/** Somebody confirms, or no longer comes, in a browser of their own. */
export async function confirm(
  page: Page,
  taskId: string,
  name: string,
  email = someone('rosa'),
): Promise<void> {
  const response = await page.request.post('/api/attendances/confirm', { data: { taskId, name, email } });
  expect(response.status()).toBe(201);
}

/** In both colour schemes. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
}
